"""The functions that the PyTorch golden files were compiled from; their line numbers are link keys."""

import torch
import torch.nn.functional as F


def layernorm(x, g, b):
    m = x.mean(-1, keepdim=True)
    d = x - m
    v = (d * d).mean(-1, keepdim=True)
    r = torch.rsqrt(v + 1e-5)
    n = d * r
    return n * g + b


def gelu(x, w, b):
    y = x @ w
    z = y + b
    return torch.nn.functional.gelu(z)


def native_layernorm(x, g, b):
    return F.layer_norm(x, (x.shape[-1],), g, b)


def softmax(x):
    return torch.softmax(x, -1)


def matmul(a, b):
    return a @ b


def attention(q, k, v):
    s = torch.matmul(q, k.transpose(-1, -2)) / 8.0
    return torch.matmul(torch.softmax(s, -1), v)


def sdpa(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)


def conv2d(x, w):
    return F.conv2d(x, w, padding=1)


def sumcos(x):
    return torch.sum(torch.cos(x))


def cases(tensor):
    """Name to (function, arguments, directions); ``tensor`` makes one argument of a shape."""
    both = ("forward", "backward")
    return {
        "layernorm": (layernorm, (tensor(512, 1024), tensor(1024), tensor(1024)), both),
        "native_layernorm": (
            native_layernorm,
            (tensor(512, 1024), tensor(1024), tensor(1024)),
            both,
        ),
        "gelu": (gelu, (tensor(256, 512), tensor(512, 1024), tensor(1024)), both),
        "softmax": (softmax, (tensor(256, 512),), both),
        "matmul": (matmul, (tensor(128, 96), tensor(96, 64)), both),
        "attention": (attention, tuple(tensor(2, 4, 128, 64) for _ in range(3)), both),
        "sdpa": (sdpa, tuple(tensor(2, 4, 128, 64) for _ in range(3)), ("forward",)),
        "conv2d": (conv2d, (tensor(2, 16, 28, 28), tensor(32, 16, 3, 3)), both),
        "sumcos32": (sumcos, (tensor(32),), ("forward",)),
    }
