"""The syntax of Inductor's wrapper: call arguments, buffer shapes and the names of fused operators.

Only flat scanning: the text may be truncated or shuffled, so Python's own parser is of no use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from opscope.dtypes import DTYPES
from opscope.inspect.parsers._taps import taps

COMPOSITE_NAMES = frozenset(
    (
        *("native_layer_norm", "native_layer_norm_backward", "native_group_norm", "native_dropout"),
        *("native_group_norm_backward", "native_dropout_backward", "native_batch_norm"),
        *("native_batch_norm_backward", "_native_batch_norm_legit"),
        *("_native_batch_norm_legit_functional", "_native_batch_norm_legit_no_training"),
        *("_softmax", "_softmax_backward_data", "_log_softmax", "_log_softmax_backward_data"),
        *("_to_copy", "_unsafe_view", "_unsafe_index", "_unsafe_index_put", "_adaptive_avg_pool2d"),
        *("_adaptive_avg_pool2d_backward", "_fused_rms_norm", "_fused_rms_norm_backward"),
        *("avg_pool2d", "avg_pool2d_backward", "bitwise_and", "bitwise_not", "bitwise_or"),
        *("bitwise_xor", "bitwise_left_shift", "bitwise_right_shift", "constant_pad_nd"),
        *("convolution_backward", "embedding_dense_backward", "elu_backward", "empty_like"),
        *("floor_divide", "full_like", "gelu_backward", "glu_backward", "hardsigmoid_backward"),
        *("hardswish_backward", "hardtanh_backward", "huber_loss", "index_put", "index_select"),
        *("leaky_relu", "leaky_relu_backward", "log_sigmoid_forward", "log_sigmoid_backward"),
        *("logical_and", "logical_not", "logical_or", "logical_xor", "masked_fill", "max_pool2d"),
        *("masked_scatter", "max_pool2d_with_indices", "max_pool2d_with_indices_backward"),
        *("mse_loss", "mse_loss_backward", "nan_to_num", "new_empty", "new_full", "new_ones"),
        *("new_zeros", "nll_loss_forward", "nll_loss_backward", "ones_like", "pixel_shuffle"),
        *(
            "rms_norm",
            "scalar_tensor",
            "scatter_add",
            "scatter_reduce",
            "scatter_upon_const_tensor",
        ),
        *("select_backward", "select_scatter", "sigmoid_backward", "silu_backward"),
        *("slice_backward", "slice_scatter", "smooth_l1_loss", "softplus_backward"),
        *(
            "squeeze_copy",
            "tanh_backward",
            "threshold_backward",
            "unsafe_split",
            "upsample_nearest2d",
        ),
        *("upsample_bilinear2d", "var_mean", "zeros_like", "inductor_random", "inductor_seeds"),
        *("inductor_lookup_seed", "prepare_softmax_online", "split_with_sizes", "clamp_min"),
        *("_scaled_dot_product_flash_attention", "_scaled_dot_product_flash_attention_backward"),
        *("_scaled_dot_product_flash_attention_for_cpu", "_scaled_dot_product_cudnn_attention"),
        *("_scaled_dot_product_flash_attention_for_cpu_backward",),
        *(
            "_scaled_dot_product_efficient_attention",
            "_scaled_dot_product_cudnn_attention_backward",
        ),
        *("_scaled_dot_product_efficient_attention_backward",),
        *("clamp_max", "as_strided", "as_strided_scatter", "diagonal_copy"),
    )
)
"""ATen names with an underscore; they tell where one operator ends in ``fused_a_b_c_0``."""

_MOST_WORDS = max(name.count("_") for name in COMPOSITE_NAMES) + 1
VIEWS = frozenset(
    (
        *("view", "_unsafe_view", "reshape", "permute", "transpose", "t", "expand", "unsqueeze"),
        *("squeeze", "slice", "select", "alias", "detach", "as_strided", "split", "getitem"),
        *("split_with_sizes", "unbind", "diagonal"),
    )
)
"""Operators that move no data; they are no part of what a kernel computes."""

_BRACKET = re.compile(r"""[()\[\]{},]|'[^']*'|"[^"]*\"""")
_CALL_DTYPE = re.compile(r"torch\.(\w+)")
_SHAPE = re.compile(r"\(([0-9, ]*)\)")
_C_TYPES = {"float": 4, "double": 8, "bfloat16": 2, "at::BFloat16": 2, "at::Half": 2, "half": 2}
_TRITON_BYTES = {"fp64": 8, "i64": 8, "fp32": 4, "i32": 4, "fp16": 2, "bf16": 2, "i16": 2}


def split_arguments(text: str) -> list[str]:
    """The arguments of a call, from what follows its opening bracket to the closing one."""
    parts, start, depth = [], 0, 0
    end = len(text)
    for bracket in _BRACKET.finditer(text):
        sign = bracket[0]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth < 0:
                end = bracket.start()
                break
        elif sign == "," and depth == 0:
            parts.append(text[start : bracket.start()].strip())
            start = bracket.end()
    parts.append(text[start:end].strip())
    return [part for part in parts if part]


def shape(text: str) -> tuple[int, ...] | None:
    """``(512, 1)`` as numbers; None for a symbolic one (``(s0, 4)``)."""
    match = _SHAPE.fullmatch(text.strip())
    if match is None:
        return None
    return tuple(int(n[:12]) for n in match[1].replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class Buffer:
    """A tensor of the wrapper. ``itemsize`` 0 means that the text has not told its type."""

    shape: tuple[int, ...] | None
    itemsize: int = 0

    @property
    def elements(self) -> int | None:
        if self.shape is None:
            return None
        product = 1
        for size in self.shape:
            product *= size
        return product

    @property
    def bytes(self) -> int | None:
        return (
            self.elements * self.itemsize if self.elements is not None and self.itemsize else None
        )


def itemsize(dtype: str) -> int:
    """Of ``torch.float32``; 0 for one that is not known here."""
    match = _CALL_DTYPE.search(dtype)
    known = {name: t.bytes for name, t in DTYPES.items()} | {"uint8": 1, "int16": 2}
    return known.get(match[1], 0) if match else 0


class Buffers:
    """What the wrapper says about its tensors: allocations, assertions, views, second names."""

    _ALLOCATED = re.compile(r"(\w+) = (?:empty_strided\w*|rand_strided)\(")
    _VIEWED = re.compile(r"(\w+) = reinterpret_tensor\(")
    _ASSERTED = re.compile(r"assert_size_stride\((\w+), ")
    _RENAMED = re.compile(r"(\w+) = (\w+)(?:;|$)")

    def __init__(self) -> None:
        self._by_name: dict[str, Buffer] = {}

    def read(self, line: str) -> bool:
        """Take in one stripped line of the wrapper; False if it says nothing about buffers."""
        if match := self._ALLOCATED.match(line):
            arguments = split_arguments(line[match.end() :])
            size = itemsize(" ".join(arguments[2:]))
            self._set(match[1], shape(arguments[0]) if arguments else None, size)
        elif match := self._VIEWED.match(line):
            self._by_name[match[1]] = self._viewed(split_arguments(line[match.end() :]))
        elif match := self._ASSERTED.match(line):
            arguments = split_arguments(line[match.end() :])
            known = self._by_name.get(match[1], Buffer(None)).itemsize
            self._set(match[1], shape(arguments[0]) if arguments else None, known)
        elif match := self._RENAMED.match(line):
            if match[2] in self._by_name:
                self._by_name[match[1]] = self._by_name[match[2]]
        else:
            return False
        return True

    def _set(self, name: str, shape: tuple[int, ...] | None, itemsize: int) -> None:
        self._by_name[name] = Buffer(shape, itemsize)

    def type(self, name: str, itemsize: int) -> None:
        """``name`` holds elements of this size: a kernel's signature says so."""
        known = self._by_name.get(name)
        if known is not None and not known.itemsize:
            self._by_name[name] = Buffer(known.shape, itemsize)

    def _viewed(self, arguments: list[str]) -> Buffer:
        base = self.of(arguments[0]) if arguments else None
        size = base.itemsize if base else 0
        return Buffer(shape(arguments[1]) if len(arguments) > 1 else None, size)

    def of(self, argument: str) -> Buffer | None:
        """The buffer that a call's argument names, directly or through ``reinterpret_tensor``."""
        if argument.startswith("reinterpret_tensor("):
            inner = split_arguments(argument.removeprefix("reinterpret_tensor("))
            nested = inner and not inner[0].startswith("reinterpret_tensor(")
            return self._viewed(inner) if nested else None
        return self._by_name.get(argument)


def fused_operators(kernel: str) -> tuple[str, ...]:
    """``triton_per_fused_native_layer_norm_relu_0`` as ``(aten.native_layer_norm, aten.relu)``."""
    _, found, names = kernel.partition("fused_")
    if not found:
        return ()
    return tuple(f"aten.{name}" for name in _split_names(names))


def _split_names(text: str) -> Iterator[str]:
    words = text.split("_")
    if words and words[-1].isdigit():
        words.pop()
    at = 0
    while at < len(words):
        # a leading underscore of an operator's name shows as an empty word
        for count in range(min(_MOST_WORDS, len(words) - at), 1, -1):
            if "_".join(words[at : at + count]) in COMPOSITE_NAMES:
                break
        else:
            count = 2 if not words[at] and at + 1 < len(words) else 1
        name = "_".join(words[at : at + count])
        if name:
            yield name
        at += count


def operator_of_node(node: str) -> str:
    """``mul_2`` as ``aten.mul``: FX names a node after its operator and adds a number."""
    name = re.sub(r"(_default|_tensor|_scalar|_int)?(_\d+)?$", "", node)
    return f"aten.{name or node}"


def computing(operators: Iterable[str]) -> tuple[str, ...]:
    """Without the views, unless there is nothing else."""
    listed = tuple(operators)
    kept = tuple(o for o in listed if o.rsplit(".", 1)[-1] not in VIEWS)
    return kept or listed


def pointer_types(signature: Iterable[str]) -> list[tuple[int, bool]]:
    """``const float*`` or ``*fp32`` as (element bytes, read only); (0, False) for no pointer."""
    found = []
    for text in signature:
        if text.endswith("*"):
            name = text.removeprefix("const ").rstrip("* ")
            found.append((_C_TYPES.get(name, _integer_bytes(name)), text.startswith("const ")))
        elif text.startswith("*"):
            found.append((_TRITON_BYTES.get(text.lstrip("*k"), 1), False))
        else:
            found.append((0, False))
    return found


def _integer_bytes(name: str) -> int:
    bits = re.search(r"int(\d{1,2})_t", name)
    return int(bits[1]) // 8 if bits else 1 if name in ("bool", "unsigned char") else 0


def library_flops(
    name: str, arguments: Sequence[str], buffers: Buffers, result: Buffer | None
) -> int | None:
    """Of a matrix product or an ordinary convolution; None for any other call."""
    operator = name.rsplit(".", 1)[-1]
    shapes = [b.shape for a in arguments if (b := buffers.of(a)) is not None]
    if operator in ("addmm", "baddbmm"):
        shapes = shapes[1:]
    if operator in ("mm", "addmm", "bmm", "baddbmm") and len(shapes) >= 2:
        left, right = shapes[0], shapes[1]
        if left and right and len(left) == len(right) >= 2:
            return 2 * _product(left) * right[-1]
    if operator == "convolution" and len(shapes) >= 2 and result and shapes[0] and shapes[1]:
        return _convolution_flops(arguments, shapes[0], shapes[1], result.shape or ())
    return None


def _convolution_flops(
    arguments: Sequence[str], image: tuple[int, ...], kernel: tuple[int, ...], out: tuple[int, ...]
) -> int | None:
    settings = dict(a.split("=", 1) for a in arguments if "=" in a)
    axes = len(image) - 2
    stride, padding, dilation = (
        shape(settings.get(name, "")) or () for name in ("stride", "padding", "dilation")
    )
    sizes = {len(kernel) - 2, len(out) - 2, len(stride), len(padding), len(dilation)}
    if settings.get("transposed") != "False" or sizes != {axes} or axes < 1:
        return None
    product = 2 * out[0] * kernel[0] * kernel[1]
    for axis in range(axes):
        product *= taps(
            image[axis + 2],
            kernel[axis + 2],
            out[axis + 2],
            stride=stride[axis],
            padding=padding[axis],
            dilation=dilation[axis],
        )
    return product


def _product(sizes: Sequence[int]) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product
