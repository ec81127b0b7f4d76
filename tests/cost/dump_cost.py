"""What ``opscope dump`` costs beside a minimal script that compiles the same function.

``python tests/cost/dump_cost.py [ROUNDS]``: interleaved runs of both for each compiler, the median
of each, and whether the dump stays within 1.2 times the script plus one second. Also how long the
same dump takes from the cache, which should be under half a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
SHAPE = "1024, 1024"
SCRIPTS = {
    "jax-jit": f"""
import jax, jax.numpy as jnp
def layernorm(x, w, b):
    mean = jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.var(x, axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * w + b
x, w = jnp.ones(({SHAPE})), jnp.ones(1024)
jax.jit(layernorm).lower(x, w, w).compile()
""",
    "tf-xla": f"""
import tensorflow as tf
@tf.function(jit_compile=True)
def layernorm(x, w, b):
    mean, variance = tf.nn.moments(x, axes=[-1], keepdims=True)
    return tf.nn.batch_normalization(x, mean, variance, b, w, 1e-5)
x, w = tf.ones(({SHAPE})), tf.ones(1024)
layernorm(x, w, w)
""",
    "torch-inductor": f"""
import torch
import torch.nn.functional as F
def layernorm(x, w, b):
    return F.layer_norm(x, (1024,), w, b, 1e-5)
x, w = torch.ones({SHAPE}), torch.ones(1024)
torch.compile(layernorm)(x, w, w)
""",
}


def seconds(command: list[str], environment: dict[str, str]) -> float:
    began = time.monotonic()
    subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True)
    return time.monotonic() - began


def main(rounds: int) -> int:
    """Exit status 1 if any compiler's dump is too slow."""
    slow = False
    for compiler, script in SCRIPTS.items():
        dump = [sys.executable, "-m", "opscope", "dump", "layernorm", "--compiler", compiler]
        dump += ["--target", "cpu"]
        plain, dumped, cached = [], [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as caches:
                private = {
                    **os.environ,
                    "TORCHINDUCTOR_CACHE_DIR": f"{caches}/inductor",
                    "XDG_CACHE_HOME": caches,
                    "CUDA_VISIBLE_DEVICES": "",
                    "PYTHONPATH": str(ROOT),
                }
                plain.append(seconds([sys.executable, "-c", script], private))
                dumped.append(seconds(dump, private))
                cached.append(seconds(dump, private))
        limit = 1.2 * median(plain) + 1.0
        late = median(dumped) > limit or median(cached) > 0.5
        slow = slow or late
        print(
            f"{compiler}: script {median(plain):.2f} s, dump {median(dumped):.2f} s"
            f" (at most {limit:.2f} s), from the cache {median(cached):.2f} s"
            f"{'  TOO SLOW' if late else ''}",
            flush=True,
        )
    return int(slow)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
