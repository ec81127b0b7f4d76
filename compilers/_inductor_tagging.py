"""Which FX node each line of an Inductor kernel comes from, as a comment at the end of the line.

Inductor keeps origins per buffer only, and a fused loop is one buffer. So the node that is being
lowered is remembered by each lowered closure, by each operation recorded from it, and written out
with the line: ``auto tmp3 = tmp2 * tmp1;  // @src:mul_1``. The instructions that are built do not
change; four private names are replaced while compiling, and put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any
from unittest import mock

_PATCHED = (
    ("torch._inductor.ir", "IRNode.__post_init__"),
    ("torch._inductor.ir", "Reduction.store_reduction"),
    ("torch._inductor.ir", "Pointwise.store_output"),
    ("torch._inductor.loop_body", "LightTracer.create_proxy"),
    ("torch._inductor.utils", "IndentedBuffer.writeline"),
    ("torch._inductor.utils", "DeferredLineBase._new_line"),
    ("torch._inductor.virtualized", "NullHandler"),
)


def missing() -> list[str]:
    """Which private names this PyTorch does not have; tagging needs them all."""
    return [f"{module}.{name}" for module, name in _PATCHED if not _has(module, name)]


def _has(module: str, name: str) -> bool:
    try:
        found: Any = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError):
        return False
    return True


class _Tagged:
    """A lowered closure that remembers the FX node it was made for."""

    def __init__(self, function: Callable[..., Any], tag: str, stack: list[str]) -> None:
        self.function, self.tag, self.stack = function, tag, stack

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        self.stack.append(self.tag)
        try:
            return self.function(*arguments, **keywords)
        finally:
            self.stack.pop()

    def __getattr__(self, name: str) -> Any:
        if name in ("function", "tag", "stack"):
            raise AttributeError(name)
        return getattr(self.function, name)


@contextmanager
def tagging(comment: str = "//") -> Iterator[None]:
    """Tag every kernel line written while this stands. Does nothing if a name is missing."""
    if missing():
        yield
        return
    import torch._inductor.ir as ir
    import torch._inductor.loop_body as loop_body
    from torch._inductor.utils import IndentedBuffer

    stack: list[str] = []
    post_init = ir.IRNode.__post_init__
    create_proxy = loop_body.LightTracer.create_proxy
    write_line = IndentedBuffer.writeline

    def tagged_init(self: Any) -> None:
        post_init(self)
        inner = getattr(self, "inner_fn", None)
        if isinstance(self, ir.Loops) and inner is not None and not isinstance(inner, _Tagged):
            object.__setattr__(self, "inner_fn", _Tagged(inner, _lowered(self), stack))

    def tagged_proxy(self: Any, *arguments: Any, **keywords: Any) -> Any:
        made = create_proxy(self, *arguments, **keywords)
        node = _replayed()
        earlier = node.meta.get("src") if node is not None else ""
        made.node.meta["src"] = earlier or (stack[-1] if stack else "")
        return made

    def tagged_line(self: Any, line: Any) -> Any:
        node = _replayed()
        source = node.meta.get("src") if node is not None else None
        return write_line(self, _with_note(line, f"  {comment} @src:{source}") if source else line)

    def under(original: Callable[..., Any]) -> Callable[..., Any]:
        def stored(self: Any, *arguments: Any, **keywords: Any) -> Any:
            inner = self.inner_fn
            stack.append(inner.tag if isinstance(inner, _Tagged) else _lowered(self))
            try:
                return original(self, *arguments, **keywords)
            finally:
                stack.pop()

        return stored

    with ExitStack() as patches:
        for owner, name, replacement in (
            (ir.IRNode, "__post_init__", tagged_init),
            (loop_body.LightTracer, "create_proxy", tagged_proxy),
            (IndentedBuffer, "writeline", tagged_line),
            (ir.Reduction, "store_reduction", under(ir.Reduction.store_reduction)),
            (ir.Pointwise, "store_output", under(ir.Pointwise.store_output)),
        ):
            patches.enter_context(mock.patch.object(owner, name, replacement))
        yield


def _lowered(node: Any) -> str:
    """The FX node being lowered now. A node's origins would also hold all that was inlined."""
    from torch._inductor.virtualized import NullHandler, V

    current = V.current_node
    if current is not None and not isinstance(current, NullHandler):
        return str(getattr(current, "name", ""))
    return ",".join(sorted(o.name for o in getattr(node, "origins", None) or ()))


def _replayed() -> Any:
    """The recorded operation for which code is being written, if any."""
    from torch._inductor.virtualized import NullHandler, V

    interpreter = V.interpreter
    if interpreter is None or isinstance(interpreter, NullHandler):
        return None
    return getattr(interpreter, "current_node", None)


def _with_note(line: Any, note: str) -> Any:
    from torch._inductor.utils import DeferredLineBase

    if isinstance(line, DeferredLineBase):
        if line.line and "@src:" not in line.line:
            return line._new_line(line.line + note)
        return line
    if not isinstance(line, str) or not line.strip() or "\n" in line or "@src:" in line:
        return line
    return line if line.rstrip().endswith("\\") else line + note
