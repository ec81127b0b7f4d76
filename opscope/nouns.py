"""The words of opscope that describe *what* is measured. Frozen data, standard library only.

An :class:`Operator` has :class:`Case` s; a framework's implementation of one is a
:class:`Program`. What comes out of measuring is in :mod:`opscope.records`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from opscope.dtypes import dtype as dtype_named

Scalar = int | float | bool | str

SIZES = ("tiny", "small", "default", "large")
DIRECTIONS = ("forward", "backward")
FRONTENDS = ("torch", "triton", "tensorflow", "jax")


class Params(Mapping[str, Scalar]):
    """The shape parameters of a case: an ordered, frozen mapping, also read as attributes.

    >>> Params(m=2, causal=True).m
    2
    """

    __slots__ = ("_items",)
    _items: Mapping[str, Scalar]

    def __init__(self, /, **items: Scalar) -> None:
        for name in items:
            if hasattr(type(self), name):  # it would be a method when read as an attribute
                raise ValueError(
                    f"a shape parameter cannot be called {name!r}: choose another name"
                )
        object.__setattr__(self, "_items", MappingProxyType(dict(items)))

    def __getitem__(self, name: str) -> Scalar:
        return self._items[name]

    def __getattr__(self, name: str) -> Any:
        try:
            return self._items[name]
        except KeyError:
            raise AttributeError(f"no parameter {name!r}; there are: {', '.join(self)}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("parameters are frozen")

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __repr__(self) -> str:
        return f"Params({', '.join(f'{name}={value!r}' for name, value in self._items.items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_params, (dict(self._items),))


def _params(items: dict[str, Scalar]) -> Params:
    return Params(**items)


@dataclass(frozen=True)
class Preset:
    """Shape parameters worth measuring, before a dtype and a direction are chosen.

    ``size`` is one of :data:`SIZES`. A preset taken from a real model has a ``name`` (``gpt2``) and
    a ``source`` that says where its numbers come from.
    """

    size: str
    params: Params
    name: str = ""
    source: str = ""


def preset(size: str, /, *, name: str = "", source: str = "", **params: Scalar) -> Preset:
    """A :class:`Preset`; the shape parameters are the keyword arguments, in reading order."""
    return Preset(size=size, params=Params(**params), name=name, source=source)


@dataclass(frozen=True)
class Case:
    """One question that can be put to every compiler: shapes, dtype, direction, layout and seed.

    ``layout`` is ``native`` (each framework's own) or one of the operator's forced layouts.
    """

    operator: str
    params: Params
    dtype: str = "float32"
    direction: str = "forward"
    layout: str = "native"
    seed: int = 0
    size: str = field(default="default", compare=False)
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    @property
    def id(self) -> str:
        """Short and unique within the operator, such as ``m512_n512_k512-float32-forward``."""
        shape = "_".join(f"{name}{_short(value)}" for name, value in self.params.items())
        parts = [shape, self.dtype, self.direction]
        if self.layout != "native":
            parts.append(self.layout)
        if self.seed:
            parts.append(f"seed{self.seed}")
        return "-".join(part for part in parts if part)


def _short(value: Scalar) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


Fill = Callable[[Any, tuple[int, ...]], Any]
"""Makes one array: ``fill(numpy.random.Generator, shape)``, in float64 or an integer type."""


@dataclass(frozen=True)
class _Draw:
    """A fill that can be written down: ``expression`` is Python, in terms of rng and shape."""

    draw: Fill
    expression: str

    def __call__(self, rng: Any, shape: tuple[int, ...]) -> Any:
        return self.draw(rng, shape)


def normal(scale: float = 1.0, mean: float = 0.0) -> Fill:
    """Independent normal values with standard deviation ``scale``: what activations look like.

    Zeros or constants would draw less power and so run faster on a GPU than real data.
    """
    expression = f"rng.standard_normal(shape) * {scale!r} + {mean!r}"
    return _Draw(lambda rng, shape: rng.standard_normal(shape) * scale + mean, expression)


STANDARD_NORMAL = normal()


def uniform(low: float = 0.0, high: float = 1.0) -> Fill:
    """Independent values, uniform in [low, high)."""
    expression = f"rng.uniform({low!r}, {high!r}, shape)"
    return _Draw(lambda rng, shape: rng.uniform(low, high, shape), expression)


def integers(low: int, high: int) -> Fill:
    """Independent integers, low <= value < high."""
    expression = f"rng.integers({low!r}, {high!r}, shape)"
    return _Draw(lambda rng, shape: rng.integers(low, high, shape), expression)


def bernoulli(probability: float) -> Fill:
    """Booleans that are true with ``probability``."""
    expression = f"rng.random(shape) < {probability!r}"
    return _Draw(lambda rng, shape: rng.random(shape) < probability, expression)


@dataclass(frozen=True)
class TensorSpec:
    """Shape and type of one input or output.

    ``dtype`` None means the case's. ``fill`` makes an input's values. ``differentiable`` False
    keeps a floating input (a running statistic, a mask) out of the backward pass.
    """

    shape: tuple[int, ...]
    dtype: str | None = None
    fill: Fill = STANDARD_NORMAL
    differentiable: bool = True

    def dtype_in(self, case: Case) -> str:
        return self.dtype or case.dtype

    @property
    def elements(self) -> int:
        return math.prod(self.shape)

    def bytes_in(self, case: Case) -> int:
        return self.elements * dtype_named(self.dtype_in(case)).bytes


@dataclass(frozen=True)
class Program:
    """What a framework's implementation builds for one case.

    Parameters
    ----------
    call
        Takes the input tensors in the operator's order and returns one tensor or a tuple of them.
        Everything static (an axis, a mask flag) is already bound.
    input_layouts
        For inputs that this program wants with permuted axes: name to ``"NHWC->NCHW"``. The
        permutation happens before the clock starts, and its gradient is permuted back.
    output_layouts
        The same for outputs, from the program's layout to the operator's.
    """

    call: Callable[..., Any]
    input_layouts: Mapping[str, str] = field(default_factory=dict)
    output_layouts: Mapping[str, str] = field(default_factory=dict)


Implementation = Callable[[Case], Callable[..., Any] | Program]
"""Imports its framework *inside*, and returns the function to be compiled (or a Program)."""


class Unsupported(Exception):
    """Raised by an implementation that cannot serve a case; the message is the reason shown."""


def _one(case: Case) -> int:
    return 1


@dataclass(frozen=True, kw_only=True)
class Operator:
    """An operator: its mathematics, its cases, its cost, and one implementation per frontend.

    Parameters
    ----------
    summary
        One line: what is computed, with its formula.
    presets
        At least one of size ``tiny`` and one of size ``default``.
    inputs, outputs
        ``case -> {name: TensorSpec}``, in calling order.
    reference
        ``reference(case, *inputs)`` in float64 NumPy; returns one array or a tuple of them.
    gradient
        ``gradient(case, *inputs, *cotangents)`` in float64 NumPy: the gradient of
        sum(output * cotangent) with respect to each differentiable floating input, in order.
        Needed for the direction ``backward``.
    flops
        ``case -> int``: floating-point operations of the forward pass; a multiply-add counts two.
    backward_flops
        Of the backward pass alone; None counts twice the forward pass, which is exact for
        products and a convention for the rest.
    reduction
        ``case -> int``: the longest sum that makes one output element; decides the tolerance.
    least_bytes
        ``case -> int``: bytes that any implementation must move; None means every input read once
        and every output written once.
    implementations
        Frontend name to implementation.
    unsupported
        Frontend name to the reason why it has no implementation.
    backward_dtypes
        Types that direction ``backward`` is offered in, where not all of ``dtypes`` make sense: a
        slope with jumps (relu) has no right answer after rounding to 16 bits.
    tolerance
        Factor on the default tolerance, for operators that amplify rounding; say why in the file.
    """

    name: str
    summary: str
    presets: tuple[Preset, ...]
    inputs: Callable[[Case], Mapping[str, TensorSpec]]
    outputs: Callable[[Case], Mapping[str, TensorSpec]]
    reference: Callable[..., Any]
    flops: Callable[[Case], int]
    implementations: Mapping[str, Implementation]
    dtypes: tuple[str, ...] = ("float32", "bfloat16")
    directions: tuple[str, ...] = ("forward",)
    layouts: tuple[str, ...] = ("native",)
    gradient: Callable[..., Any] | None = None
    backward_flops: Callable[[Case], int] | None = None
    reduction: Callable[[Case], int] = _one
    least_bytes: Callable[[Case], int] | None = None
    unsupported: Mapping[str, str] = field(default_factory=dict)
    backward_dtypes: tuple[str, ...] | None = None
    tolerance: float = 1.0

    def cases(
        self,
        *,
        sizes: tuple[str, ...] = SIZES,
        dtypes: tuple[str, ...] | None = None,
        directions: tuple[str, ...] | None = None,
        layouts: tuple[str, ...] | None = None,
    ) -> list[Case]:
        """Every case of this operator that matches, in the presets' order; None matches all."""
        return [
            Case(self.name, p.params, dtype, direction, layout, 0, p.size, p.name, p.source)
            for p in self.presets
            if p.size in sizes
            for dtype in self.dtypes
            if dtypes is None or dtype in dtypes
            for direction in self.directions
            if directions is None or direction in directions
            if direction != "backward" or dtype in (self.backward_dtypes or self.dtypes)
            for layout in self.layouts
            if layouts is None or layout in layouts
        ]

    def total_flops(self, case: Case) -> int:
        """Of the whole timed call: direction ``backward`` runs the forward pass as well."""
        forward = self.flops(case)
        if case.direction == "forward":
            return forward
        backward = self.backward_flops
        return forward + (backward(case) if backward else 2 * forward)

    def differentiable_inputs(self, case: Case) -> tuple[str, ...]:
        return tuple(
            name
            for name, spec in self.inputs(case).items()
            if spec.differentiable and dtype_named(spec.dtype_in(case)).floating
        )

    def total_least_bytes(self, case: Case) -> int:
        """Bytes the whole timed call must move at least; see ``least_bytes``.

        The backward direction reads the cotangents and writes one gradient per differentiable
        input besides.
        """
        inputs, outputs = self.inputs(case), self.outputs(case)
        if self.least_bytes is not None:
            total = self.least_bytes(case)
        else:
            total = sum(spec.bytes_in(case) for spec in (*inputs.values(), *outputs.values()))
        if case.direction == "backward":
            total += sum(spec.bytes_in(case) for spec in outputs.values())
            total += sum(inputs[name].bytes_in(case) for name in self.differentiable_inputs(case))
        return total


@dataclass(frozen=True)
class OperatorSource:
    """Where an operator comes from. ``digest`` (SHA-256) covers the file and its helper modules."""

    operator: Operator
    path: Path
    digest: str
