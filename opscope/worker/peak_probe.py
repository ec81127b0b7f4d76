"""Measures what a machine can do, through one library: memory bandwidth and matrix products.

Run as a script in a process of its own (``python -P peak_probe.py JSON``), with the thread count
already in its environment; needs the standard library and the library it is asked to use. Prints
one JSON object. Every figure is the best of several repetitions, as in STREAM: a peak is a bound,
and what disturbs can only lower it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

MATMUL_SIZES = (512, 1024, 2048, 4096, 8192)
REPETITIONS = 5


BATCH = 20
"""Calls on a device that are waited for together: launching and waiting take a share of each."""


class Library(ABC):
    """What a library must offer: arrays, a copy, a triad a = b + s c, and a product.

    ``batch`` is how many times each of its calls does what it is for.
    """

    batch = 1

    def device_cache_bytes(self) -> int | None:
        """The last cache of the device; None where there is no device or it does not tell."""
        return None

    @abstractmethod
    def version(self) -> str: ...

    @abstractmethod
    def copy(self, elements: int) -> Callable[[], object]:
        """A call that copies an array of ``elements`` float32 and has finished when it returns."""

    @abstractmethod
    def triad(self, elements: int) -> Callable[[], object]:
        """A call that computes b + 3 c in one pass."""

    @abstractmethod
    def product(self, n: int, dtype: str) -> Callable[[], object]:
        """A call that multiplies two n by n matrices."""


class Numpy(Library):
    def __init__(self, target: str) -> None:
        import numpy

        self.np = numpy

    def version(self) -> str:
        return f"numpy {self.np.__version__}"

    def copy(self, elements: int) -> Callable[[], object]:
        source, destination = self.np.ones(elements, "float32"), self.np.ones(elements, "float32")
        return lambda: self.np.copyto(destination, source)

    def triad(self, elements: int) -> Callable[[], object]:
        raise NotImplementedError("NumPy has no fused triad")

    def product(self, n: int, dtype: str) -> Callable[[], object]:
        a = self.np.random.default_rng(0).standard_normal((n, n)).astype(dtype)
        out = self.np.empty_like(a)
        return lambda: self.np.matmul(a, a, out=out)


class Torch(Library):
    def __init__(self, target: str) -> None:
        import torch

        self.torch = torch
        self.device = {"rocm": "cuda"}.get(target, target)
        if target != "cpu":
            self.batch = BATCH
            torch.cuda.init()
        else:
            torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))

    def version(self) -> str:
        return f"torch {self.torch.__version__}"

    def _waiting(self, call: Callable[[], object]) -> Callable[[], object]:
        if self.device == "cpu":
            return call

        def waited() -> None:
            for _ in range(self.batch):
                call()
            self.torch.cuda.synchronize()

        return waited

    def device_cache_bytes(self) -> int | None:
        if self.device == "cpu":
            return None
        properties = self.torch.cuda.get_device_properties(0)
        return getattr(properties, "L2_cache_size", None) or None

    def _ones(self, elements: int) -> Any:
        return self.torch.ones(elements, device=self.device)

    def copy(self, elements: int) -> Callable[[], object]:
        source, destination = self._ones(elements), self._ones(elements)
        return self._waiting(lambda: destination.copy_(source))

    def triad(self, elements: int) -> Callable[[], object]:
        a, b, c = self._ones(elements), self._ones(elements), self._ones(elements)
        return self._waiting(lambda: self.torch.add(b, c, alpha=3.0, out=a))

    def product(self, n: int, dtype: str) -> Callable[[], object]:
        name, _, mode = dtype.partition("-")
        self.torch.backends.cuda.matmul.allow_tf32 = mode == "tf32"
        a = self.torch.randn(n, n, device=self.device).to(getattr(self.torch, name))
        out = self.torch.empty_like(a)
        return self._waiting(lambda: self.torch.mm(a, a, out=out))


class Jax(Library):
    def __init__(self, target: str) -> None:
        import jax

        self.jax = jax
        self.device = jax.devices({"cuda": "gpu", "rocm": "gpu"}.get(target, target))[0]
        if target != "cpu":
            self.batch = BATCH
        jax.config.update("jax_enable_x64", True)

    def version(self) -> str:
        return f"jax {self.jax.__version__}"

    def _placed(self, array: Any) -> Any:
        return self.jax.device_put(array, self.device).block_until_ready()

    def _compiled(self, function: Callable[..., Any], *arguments: Any) -> Callable[[], object]:
        compiled = self.jax.jit(function).lower(*arguments).compile()

        def waited() -> None:
            for _ in range(self.batch):
                output = compiled(*arguments)
            output.block_until_ready()

        return waited

    def copy(self, elements: int) -> Callable[[], object]:
        import numpy as np

        return self._compiled(lambda x: -x, self._placed(np.ones(elements, "float32")))

    def triad(self, elements: int) -> Callable[[], object]:
        import numpy as np

        b, c = (self._placed(np.ones(elements, "float32")) for _ in range(2))
        return self._compiled(lambda b, c: b + 3.0 * c, b, c)

    def product(self, n: int, dtype: str) -> Callable[[], object]:
        import numpy as np

        name, _, mode = dtype.partition("-")
        precision = {"": "highest", "tf32": "tensorfloat32"}[mode]
        values = np.random.default_rng(0).standard_normal((n, n)).astype("float32")
        a = self._placed(values).astype(name)
        return self._compiled(lambda x: self.jax.numpy.matmul(x, x, precision=precision), a)


LIBRARIES: dict[str, Callable[[str], Library]] = {"numpy": Numpy, "torch": Torch, "jax": Jax}


def best_s(call: Callable[[], object], repetitions: int = REPETITIONS, batch: int = 1) -> float:
    """The shortest time over ``batch`` that a call takes, after one that does not count."""
    call()
    times = []
    for _ in range(repetitions):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times) / batch


def bandwidth(library: Library, total_bytes: int, repetitions: int) -> dict[str, float]:
    """Copy and triad over arrays of ``total_bytes`` together, in bytes moved per second.

    Counted as in STREAM: a copy reads one array and writes one, a triad reads two and writes one;
    the line that a store may fetch first is not counted.
    """
    rates: dict[str, float] = {}
    for name, arrays in (("copy", 2), ("triad", 3)):
        elements = max(1, total_bytes // (4 * arrays))
        try:
            call = getattr(library, name)(elements)
        except NotImplementedError:
            continue
        rates[f"{name}_bytes_per_s"] = (
            4 * arrays * elements / best_s(call, repetitions, library.batch)
        )
    return rates


def products(library: Library, dtype: str, budget_s: float) -> float:
    """The best rate over growing sizes, in FLOP/s; larger sizes only while time allows."""
    best, began = 0.0, time.perf_counter()
    for n in MATMUL_SIZES:
        repetitions = REPETITIONS if n <= 1024 else 3
        seconds = best_s(library.product(n, dtype), repetitions, library.batch)
        best = max(best, 2 * n**3 / seconds)
        if time.perf_counter() - began + 4 * 8 * seconds * library.batch > budget_s:
            break
    return best


def main(request: dict[str, Any]) -> dict[str, Any]:
    """``request``: library, target, cores, dtypes, memory_bytes, cache_bytes, budget_s."""
    if request["cores"] and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: request["cores"]])
    library = LIBRARIES[request["library"]](request["target"].partition(":")[0])
    answer: dict[str, Any] = {"library": library.version()}
    cache_bytes = request["cache_bytes"]
    if (device_cache := library.device_cache_bytes()) is not None:
        answer["device_cache_bytes"] = device_cache
        cache_bytes = device_cache // 2
    if request["memory_bytes"]:
        answer |= bandwidth(library, request["memory_bytes"], REPETITIONS)
    if cache_bytes:
        cached = bandwidth(library, cache_bytes, 200 // library.batch)
        answer["cache_bytes_per_s"] = max(cached.values())
    answer["matmul_flops_per_s"] = {}
    for dtype in request["dtypes"]:
        try:
            rate = products(library, dtype, request["budget_s"])
        except (RuntimeError, TypeError, ValueError) as error:  # a library without this dtype
            answer.setdefault("unmeasured", {})[dtype] = str(error).splitlines()[0][:200]
        else:
            answer["matmul_flops_per_s"][dtype] = rate
    return answer


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
