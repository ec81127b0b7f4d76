"""The JAX frontend: what jax-eager, jax-jit and the like share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opscope.compiler import Event, Frontend, Job, Loop, Settings
from opscope.compilers import _xplane
from opscope.devices import host_of

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

_PRECISION = {"highest": "highest", "tf32": "tensorfloat32", "default": None}


class Jax(Frontend):
    name = "jax"
    module = "jax"
    distributions = ("jax", "jaxlib")
    extra = "jax"

    def environment(self, settings: Settings) -> dict[str, str]:
        variables = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", "TF_CPP_MIN_LOG_LEVEL": "2"}
        if host_of(settings.target) == "cpu":
            variables["JAX_PLATFORMS"] = "cpu"
        if settings.threads:
            variables["NPROC"] = str(settings.threads)  # the size of XLA's own thread pools
        return variables

    def private_caches(self, folder: str) -> dict[str, str]:
        return {"JAX_COMPILATION_CACHE_DIR": "", "JAX_ENABLE_COMPILATION_CACHE": "false"}

    def start(self, settings: Settings) -> None:
        import jax

        jax.config.update("jax_enable_x64", settings.wide)
        if (precision := _PRECISION[settings.precision]) is not None:
            jax.config.update("jax_default_matmul_precision", precision)

    def targets(self) -> tuple[str, ...]:
        import jax

        platform = jax.default_backend()
        if platform == "cpu":
            return ("cpu",)
        if platform == "gpu":  # both vendors'
            amd = "rocm" in jax.devices()[0].client.platform_version.lower()
            platform = "rocm" if amd else "cuda"
        return (platform, "cpu")

    def math_mode(self) -> dict[str, Any]:
        import jax

        return {
            "default_matmul_precision": jax.config.jax_default_matmul_precision,
            "enable_x64": jax.config.jax_enable_x64,
        }

    def tensor(self, array: Array, dtype: str, settings: Settings) -> Any:
        import jax
        import jax.numpy as jnp

        platform = host_of(settings.target).partition(":")[0]
        kind = {"cuda": "gpu", "rocm": "gpu"}.get(platform, platform)
        with jax.default_device(jax.devices(kind)[0]):
            return jnp.array(array, dtype=getattr(jnp, "bool_" if dtype == "bool" else dtype))

    def array(self, tensor: Any) -> Array:
        import jax.numpy as jnp
        import numpy as np

        narrow = tensor.dtype == jnp.bfloat16
        return np.asarray(tensor.astype(jnp.float32) if narrow else tensor)

    def wait(self, outputs: Any) -> None:
        if isinstance(outputs, tuple | list):
            for output in outputs:
                output.block_until_ready()
        else:
            outputs.block_until_ready()

    def loop(self, call: Callable[..., Any], arguments: Sequence[Any], sync: str) -> Loop:
        if sync == "batch":
            return super().loop(call, arguments, sync)

        def loop(n: int) -> None:  # the general way costs a tenth of a call of 10 us
            outputs = call(*arguments)
            self.wait(outputs)
            several = isinstance(outputs, tuple | list)
            del outputs  # its memory is what the next call would get
            if several:
                for _ in repeat(None, n - 1):
                    self.wait(call(*arguments))
            else:
                for _ in repeat(None, n - 1):
                    call(*arguments).block_until_ready()

        return loop

    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        import jax

        count, wrt = len(job.arguments), job.wrt

        def forward_and_backward(*inputs: Any) -> tuple[Any, ...]:
            arguments = list(inputs[:count])

            def of_differentiable(*by: Any) -> tuple[Any, ...]:
                for position, value in zip(wrt, by, strict=True):
                    arguments[position] = value
                outputs = call(*arguments)
                return tuple(outputs) if isinstance(outputs, tuple | list) else (outputs,)

            by = [inputs[position] for position in wrt]
            outputs, pull_back = jax.vjp(of_differentiable, *by)
            return (*outputs, *pull_back(tuple(inputs[count:])))

        return forward_and_backward

    def replay(
        self, call: Callable[..., Any], inputs: Sequence[Any], *, decomposed: bool
    ) -> Iterator[tuple[str, tuple[int, ...], tuple[Any, ...]]]:
        import jax

        closed = jax.make_jaxpr(call)(*inputs)
        values = dict(zip(closed.jaxpr.constvars, closed.consts, strict=True))
        values |= dict(zip(closed.jaxpr.invars, inputs, strict=True))
        return _replayed(closed.jaxpr, values, {}, count())

    def memory_bytes(self) -> int | None:
        import jax

        statistics = jax.devices()[0].memory_stats() or {}
        return statistics.get("peak_bytes_in_use")

    def profile(self, run: Callable[[], None]) -> list[Event]:
        import tempfile

        import jax

        with tempfile.TemporaryDirectory() as folder:
            options = jax.profiler.ProfileOptions()
            options.host_tracer_level = 2
            options.python_tracer_level = 0
            with jax.profiler.trace(folder, profiler_options=options):
                run()
            path = next(Path(folder).rglob("*.xplane.pb"))
            return profile_events(path)


def profile_events(path: Path) -> list[Event]:
    """The events of a file with an XSpace: the device's where there is one, else XLA's on the host;
    after each run of a module the module's own."""
    from jax.profiler import ProfileData

    events = [
        _xplane.Raw(
            plane=plane.name,
            line=line.name,
            name=event.name,
            start_ns=event.start_ns,
            duration_ns=event.duration_ns,
            stats=dict(event.stats),
        )
        for plane in ProfileData.from_file(str(path)).planes
        for line in plane.lines
        for event in line.events
    ]
    found = _xplane.of_device(events) or _xplane.of_host(events, only_xla=True)
    return list(_xplane.with_modules(found))


def _replayed(
    jaxpr: Any, values: dict[Any, Any], makers: dict[Any, int], numbers: Iterator[int]
) -> Iterator[tuple[str, tuple[int, ...], tuple[Any, ...]]]:
    """Equation by equation; functions that are jitted inside are gone into, loops are not.

    ``values`` and ``makers`` hold what variables are and which operation made them.
    """
    from jax.extend.core import Literal

    def value(atom: Any) -> Any:
        return atom.val if isinstance(atom, Literal) else values[atom]

    for equation in jaxpr.eqns:
        inner = equation.params.get("jaxpr") if equation.primitive.name in ("jit", "pjit") else None
        if inner is not None:
            own = dict(zip(inner.jaxpr.constvars, inner.consts, strict=True))
            own |= dict(zip(inner.jaxpr.invars, map(value, equation.invars), strict=True))
            made = {
                variable: makers[atom]
                for variable, atom in zip(inner.jaxpr.invars, equation.invars, strict=True)
                if not isinstance(atom, Literal) and atom in makers
            }
            yield from _replayed(inner.jaxpr, own, made, numbers)
            for variable, atom in zip(equation.outvars, inner.jaxpr.outvars, strict=True):
                literal = isinstance(atom, Literal)
                values[variable] = atom.val if literal else own[atom]
                if not literal and atom in made:
                    makers[variable] = made[atom]
            continue
        bound = equation.primitive.get_bind_params(equation.params)
        # JAX before 0.10 gives functions apart from parameters
        functions, parameters = bound if isinstance(bound, tuple) else ((), bound)
        found = equation.primitive.bind(*functions, *map(value, equation.invars), **parameters)
        outputs = tuple(found) if equation.primitive.multiple_results else (found,)
        operands = tuple(
            makers[atom]
            for atom in equation.invars
            if not isinstance(atom, Literal) and atom in makers
        )
        number = next(numbers)
        for variable, output in zip(equation.outvars, outputs, strict=True):
            values[variable], makers[variable] = output, number
        yield equation.primitive.name, operands, outputs
