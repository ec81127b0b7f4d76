"""The functions that the TensorFlow golden files were compiled from; line numbers are link keys."""

import tensorflow as tf


def layernorm(x, g, b):
    m = tf.reduce_mean(x, -1, keepdims=True)
    d = x - m
    v = tf.reduce_mean(d * d, -1, keepdims=True)
    r = tf.math.rsqrt(v + 1e-5)
    n = d * r
    return n * g + b


def gelu(x, w, b):
    y = tf.matmul(x, w)
    z = y + b
    return tf.nn.gelu(z)


def softmax(x):
    return tf.nn.softmax(x, -1)


def matmul(a, b):
    return tf.matmul(a, b)


def attention(q, k, v):
    s = tf.matmul(q, k, transpose_b=True) / 8.0
    return tf.matmul(tf.nn.softmax(s, -1), v)


def conv2d(x, w):
    return tf.nn.conv2d(x, w, 1, "SAME")


def sumcos(x):
    return tf.reduce_sum(tf.cos(x))


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
    }
