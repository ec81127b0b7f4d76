"""Which ATen operators a call dispatches, from one call under a dispatch mode (forward and
backward: the autograd engine's threads inherit the mode)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from opscope.compiler import Job
from opscope.compilers import _dispatched
from opscope.records import Artifact


def dispatched_ops(call: Callable[..., Any], job: Job) -> Artifact:
    """Calls once, untimed."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    file = _dispatched.code_file(job.call)
    lines: list[str] = []

    class Recorder(TorchDispatchMode):  # type: ignore[misc]
        def __torch_dispatch__(
            self, function: Any, types: Any, args: Any = (), kwargs: Mapping[str, Any] | None = None
        ) -> Any:
            outputs = function(*args, **(kwargs or {}))
            taken, given = list(_tensors((args, kwargs))), list(_tensors(outputs))
            memory = {_address(tensor) for tensor in taken}
            view = bool(given) and all(_address(tensor) in memory for tensor in given)
            lines.append(
                _dispatched.line(
                    str(function),
                    map(_type, taken),
                    map(_type, given),
                    view=view and not _writes(function),
                    moved=_moved(str(function), taken, given),
                    at=_dispatched.place_in(file),
                )
            )
            return outputs

    with Recorder():
        call(*job.inputs)
    tool = f"torch {torch.__version__} TorchDispatchMode"
    return Artifact(stage="dispatched-ops", text="".join(f"{ln}\n" for ln in lines), tool=tool)


def _writes(function: Any) -> bool:
    """Whether the operator changes an argument: then its output is no mere view of it."""
    return any(
        a.alias_info is not None and a.alias_info.is_write for a in function._schema.arguments
    )


def _moved(name: str, taken: list[Any], given: list[Any]) -> bool:
    """Whether it copies from one device to another. A number that another device's operator takes
    as an argument is none: it travels with the launch."""
    if name.startswith("aten._local_scalar_dense"):
        return any(tensor.device.type != "cpu" for tensor in taken)
    sources = taken[1:2] if name.startswith("aten.copy_") else taken
    from_, to = ({tensor.device.type for tensor in tensors} for tensors in (sources, given))
    return len(from_) == len(to) == 1 and from_ != to


def _tensors(value: Any) -> Iterator[Any]:
    import torch
    from torch.utils._pytree import tree_leaves

    return (leaf for leaf in tree_leaves(value) if isinstance(leaf, torch.Tensor))


def _address(tensor: Any) -> int:
    address: int = tensor.untyped_storage().data_ptr()
    return address


def _type(tensor: Any) -> str:
    return _dispatched.tensor_type(str(tensor.dtype).removeprefix("torch."), tensor.shape)
