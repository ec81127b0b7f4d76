"""The functions that the JAX golden files were compiled from; their line numbers are link keys."""

import jax
import jax.numpy as jnp


def layernorm(x, g, b):
    m = jnp.mean(x, -1, keepdims=True)
    d = x - m
    v = jnp.mean(d * d, -1, keepdims=True)
    r = jax.lax.rsqrt(v + 1e-5)
    n = d * r
    return n * g + b


def gelu(x, w, b):
    y = x @ w
    z = y + b
    return jax.nn.gelu(z, approximate=False)


def softmax(x):
    return jax.nn.softmax(x, -1)


def matmul(a, b):
    return a @ b


def attention(q, k, v):
    s = jnp.einsum("bhqd,bhkd->bhqk", q, k) / 8.0
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(s, -1), v)


def conv2d(x, w):
    return jax.lax.conv_general_dilated(
        x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def sumcos(x):
    return jnp.sum(jnp.cos(x))


def scan(x, w):
    def step(h, xt):
        h = jnp.tanh(h @ w + xt)
        return h, h

    return jax.lax.scan(step, jnp.zeros_like(x[0]), x)[1]


def cases(tensor):
    """Name to (function, arguments, directions); ``tensor`` makes one argument of a shape."""
    both = ("forward", "backward")
    return {
        "layernorm": (layernorm, (tensor(512, 1024), tensor(1024), tensor(1024)), both),
        "gelu": (gelu, (tensor(256, 512), tensor(512, 1024), tensor(1024)), both),
        "softmax": (softmax, (tensor(256, 512),), both),
        "matmul": (matmul, (tensor(128, 96), tensor(96, 64)), both),
        "attention": (attention, (tensor(2, 4, 128, 64),) * 3, both),
        "conv2d": (conv2d, (tensor(2, 28, 28, 16), tensor(3, 3, 16, 32)), both),
        "sumcos32": (sumcos, (tensor(32),), ("forward",)),
        "sumcos33": (sumcos, (tensor(33),), ("forward",)),
        "scan": (scan, (tensor(10, 8, 16), tensor(16, 16)), ("forward",)),
    }
