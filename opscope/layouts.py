"""Images in the layout that a case asks for, so that an operator's file says it in a word.

An operator's own arrays have their channels last (NHWC images and HWIO filters; NLC and LIO for
sequences). PyTorch's native layout has them first (NCHW, OIHW), TensorFlow's and JAX's last. A
forced layout is one of :data:`IMAGES` or :data:`SEQUENCES`; where it is a framework's native one,
its program is the same. Arrays are permuted before the clock starts: what a conversion costs is
an operator of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.nouns import Case, Program, Unsupported

IMAGES = ("native", "nhwc", "nchw")
SEQUENCES = ("native", "nlc", "ncl")


def channels_first(case: Case) -> bool:
    """Whether the case forces channels to the front."""
    return case.layout.startswith("nc")


def torch_program(case: Case, call: Callable[..., Any], **arrays: Any) -> Program:
    """PyTorch's ``call``, which is written for its native layout, in the case's.

    ``arrays`` says which inputs and outputs are images and filters; see :func:`first_program`.
    """
    if case.layout == "native" or channels_first(case):
        return first_program(call, **arrays)
    return _permuted_views(call, **arrays)


def other_program(case: Case, call: Callable[..., Any], **arrays: Any) -> Any:
    """TensorFlow's or JAX's ``call``, which is written for the layout that the case asks for."""
    return first_program(call, **arrays) if channels_first(case) else call


def first_program(
    call: Callable[..., Any],
    *,
    images: Sequence[str] = ("x",),
    filters: Sequence[str] = ("w",),
    outputs: Sequence[str] = ("y",),
    updated: Sequence[str] = (),
    spatial: str = "HW",
) -> Program:
    """``call``, which takes and gives everything with channels first, over the operator's arrays.

    ``images`` and ``filters`` are names of inputs, ``outputs`` those of outputs that are images,
    ``updated`` those of outputs that are filters. ``spatial`` names the axes that are neither batch
    nor channels.
    """
    image, turned_image = f"N{spatial}C", f"NC{spatial}"
    filter_, turned_filter = f"{spatial}IO", f"OI{spatial}"
    return Program(
        call,
        {
            **dict.fromkeys(images, f"{image}->{turned_image}"),
            **dict.fromkeys(filters, f"{filter_}->{turned_filter}"),
        },
        {
            **dict.fromkeys(outputs, f"{turned_image}->{image}"),
            **dict.fromkeys(updated, f"{turned_filter}->{filter_}"),
        },
    )


def _permuted_views(
    call: Callable[..., Any],
    *,
    filters: Sequence[str] = ("w",),
    updated: Sequence[str] = (),
    spatial: str = "HW",
    **_: Any,
) -> Program:
    """``call``, which is written for channels first, over bytes with channels last.

    That is PyTorch's memory format of this name: the same shape, and strides in the other order.
    """
    rank = len(spatial) + 2
    front, back = (0, rank - 1, *range(1, rank - 1)), (0, *range(2, rank), 1)

    def seen(tensor: Any, axes: tuple[int, ...]) -> Any:
        return tensor.permute(axes) if tensor.dim() == rank else tensor

    def channels_last(*tensors: Any) -> Any:
        made = call(*[seen(tensor, front) for tensor in tensors])
        if isinstance(made, tuple):
            return tuple(seen(tensor, back) for tensor in made)
        return seen(made, back)

    return Program(
        channels_last,
        dict.fromkeys(filters, f"{spatial}IO->O{spatial}I"),
        dict.fromkeys(updated, f"O{spatial}I->{spatial}IO"),
    )


def dimension_numbers(case: Case, spatial: str = "HW") -> tuple[str, str, str]:
    """What JAX's convolutions call the layouts of input, filter and output."""
    image = f"NC{spatial}" if channels_first(case) else f"N{spatial}C"
    return image, f"OI{spatial}" if channels_first(case) else f"{spatial}IO", image


def data_format(case: Case, gpus: Sequence[Any], spatial: str = "HW") -> str:
    """What TensorFlow's convolutions call the layout.

    Raises Unsupported for channels first where there is no GPU: its CPU kernels do not have it.
    """
    if channels_first(case) and not gpus:
        raise Unsupported("TensorFlow has convolution kernels with channels first for GPUs only")
    return f"NC{spatial}" if channels_first(case) else f"N{spatial}C"


def pixel_axes(case: Case) -> tuple[int, ...]:
    """The axes of a batch of images that are not channels."""
    return (0, 2, 3) if channels_first(case) else (0, 1, 2)


def per_channel(case: Case) -> Callable[[Any], Any]:
    """Makes an array [channels] of TensorFlow or JAX fit images of the case's layout."""
    if channels_first(case):
        return lambda values: values[:, None, None]
    return lambda values: values
