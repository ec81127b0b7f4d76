"""JAX called without an outer jit: each primitive is compiled and dispatched by itself.

Many functions of jax.numpy and jax.nn carry a jit of their own, so this is eager between library
functions, not inside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from opscope import flags
from opscope.compiler import Compiled, Compiler, Job, Script, Switch
from opscope.compilers import _dispatched
from opscope.compilers._jax import Jax
from opscope.records import Artifact

SHAPING = (
    *("broadcast_in_dim", "reshape", "squeeze", "expand_dims", "stop_gradient"),
    "convert_element_type",
)
"""What a compiled function does around its operations (shapes, types of scalars): not counted as
operations that were fused."""

INLINE = ("custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "custom_lin", "checkpoint")
"""Primitives that run their body one primitive at a time when nothing is traced around them."""

_FLAG = "opscope.inner_jits"
_COMPILED = "/jax/core/compile/backend_compile_duration"
"""The event that JAX records for every program that XLA compiles."""

NO_INNER_JITS = Switch(
    lever="inner-jits-off",
    title="no jit inside the function either",
    scope="call",
    flags={_FLAG: "false"},
    check="nothing is compiled while it is timed",
    not_clean="functions of jax.numpy that are jitted inside come apart too",
)


class JaxEager(Compiler):
    name = "jax-eager"
    summary = "JAX without an outer jit (many jax.numpy functions are jitted inside)"
    frontend = Jax
    script = Script(file="_script_jax", compile="compile_eager", show="show_jaxpr")
    stages = ("dispatched-ops",)
    eager = True
    differentiate_first = True
    levers: ClassVar[Mapping[str, Switch]] = {"inner-jits-off": NO_INNER_JITS}

    def known_flags(self) -> Iterable[str]:
        return (_FLAG,)

    def event_name(self, kernel: str) -> str:
        inner = kernel[4:-1] if kernel.startswith("jit(") else kernel
        return f"jit_{inner}"

    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        if not flags.boolean(_FLAG, job.settings.flags.get(_FLAG, "true")):
            call = _without_jits(call)
        return Compiled(call=call, compilations=_compilations())

    def build(self, job: Job) -> Compiled:
        compiled = super().build(job)
        return replace(compiled, artifacts=lambda: (dispatched_ops(compiled.call, job),))

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        yield dispatched_ops(self.build(job).call, job)


def _without_jits(call: Callable[..., Any]) -> Callable[..., Any]:
    import jax

    def without(*inputs: Any) -> Any:
        with jax.disable_jit():
            return call(*inputs)

    return without


def _compilations() -> Callable[[], int]:
    """Counts the programs that are compiled from now on."""
    import jax

    count = 0

    def heard(event: str, duration: float, **_: Any) -> None:
        nonlocal count
        count += event == _COMPILED

    jax.monitoring.register_event_duration_secs_listener(heard)
    return lambda: count


def dispatched_ops(call: Callable[..., Any], job: Job) -> Artifact:
    """The outer equations of the function's jaxpr: each is one dispatch when there is no jit.

    Derived, for JAX has no hook on dispatch: it is traced, not run.
    """
    import jax

    file = _dispatched.code_file(job.call)
    with _jits_kept() as kept:
        traced = jax.make_jaxpr(call)(*job.inputs)
    lines = list(_lines(traced.jaxpr, file))
    tool = f"jax {jax.__version__} make_jaxpr"
    text = "".join(f"{line}\n" for line in lines)
    note = "" if kept else "functions that are jitted to be inlined are shown by their parts"
    return Artifact(stage="dispatched-ops", text=text, tool=tool, exact=False, note=note)


@contextmanager
def _jits_kept() -> Iterator[bool]:
    """Many functions of jax.numpy are jitted with ``inline=True``: run eagerly they are one
    dispatch, traced they dissolve. While this stands they do not; False if this JAX has changed."""
    try:
        from jax._src import pjit
        from jax._src.interpreters import partial_eval

        rules = partial_eval.custom_staging_rules
        primitive = pjit.jit_p if hasattr(pjit, "jit_p") else pjit.pjit_p
        rule = rules[primitive]
    except (ImportError, AttributeError, KeyError):
        yield False
        return

    def staged(*arguments: Any, **parameters: Any) -> Any:
        return rule(*arguments, **{**parameters, "inline": False})

    rules[primitive] = staged
    try:
        yield True
    finally:
        rules[primitive] = rule


def _lines(jaxpr: Any, file: str) -> Iterator[str]:
    for equation in jaxpr.eqns:
        name, body = equation.primitive.name, _body(equation)
        if name in INLINE and body is not None:
            yield from _lines(body, file)
            continue
        compiled = name in ("jit", "pjit") or (body is not None and name != "custom_call")
        yield _dispatched.line(
            f"{name}({equation.params['name']})" if "name" in equation.params else name,
            (_type(v.aval) for v in equation.invars),
            (_type(v.aval) for v in equation.outvars),
            generated=dict.fromkeys(_operations(body)) if compiled and body is not None else None,
            at=_place(equation, file),
        )


def _body(equation: Any) -> Any:
    """The jaxpr inside an equation, if it has one."""
    for key in ("call_jaxpr", "fun_jaxpr", "jaxpr", "body_jaxpr"):
        if key in equation.params:
            found = equation.params[key]
            return getattr(found, "jaxpr", found)
    return None


def _operations(jaxpr: Any) -> Iterator[str]:
    for equation in jaxpr.eqns:
        body = _body(equation)
        if body is None and equation.primitive.name not in SHAPING:
            yield equation.primitive.name
        elif body is None:
            continue
        else:
            yield from _operations(body)


def _type(aval: Any) -> str:
    return _dispatched.tensor_type(str(getattr(aval, "dtype", "token")), getattr(aval, "shape", ()))


def _place(equation: Any, file: str) -> str:
    """The innermost line of the operator's file in the equation's traceback."""
    traceback = getattr(equation.source_info, "traceback", None)
    for frame in traceback.frames if traceback is not None else ():
        if frame.file_name == file:
            return f"{Path(file).name}:{frame.line_num}"
    return ""


COMPILER = JaxEager()
