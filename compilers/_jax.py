"""The JAX frontend: what jax-eager, jax-jit and the like share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from opscope.compiler import Frontend, Job, Settings
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
        name = {"gpu": "cuda"}.get(platform, platform)
        return (name,) if name == "cpu" else (name, "cpu")

    def math_mode(self) -> dict[str, Any]:
        import jax

        return {
            "default_matmul_precision": jax.config.jax_default_matmul_precision,
            "enable_x64": jax.config.jax_enable_x64,
        }

    def tensor(self, array: Array, dtype: str, settings: Settings) -> Any:
        import jax
        import jax.numpy as jnp

        kind = {"cpu": "cpu", "cuda": "gpu", "rocm": "gpu", "tpu": "tpu"}[host_of(settings.target)]
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

    def memory_bytes(self) -> int | None:
        import jax

        statistics = jax.devices()[0].memory_stats() or {}
        return statistics.get("peak_bytes_in_use")

    def profile(self, run: Callable[[], None]) -> list[tuple[str, float]]:
        """Events are named after HLO instructions, and once more, with the time of all their
        instructions, after the modules that were run (``jit_multiply``)."""
        import tempfile
        from pathlib import Path

        import jax

        with tempfile.TemporaryDirectory() as folder:
            options = jax.profiler.ProfileOptions()
            options.host_tracer_level = 2
            options.python_tracer_level = 0
            with jax.profiler.trace(folder, profiler_options=options):
                run()
            path = next(Path(folder).rglob("*.xplane.pb"))
            data = jax.profiler.ProfileData.from_file(str(path))
            found = [
                (event.start_ns, str(stats["hlo_op"]), str(stats.get("hlo_module", "")), event)
                for plane in data.planes
                for line in plane.lines
                for event in line.events
                if "hlo_op" in (stats := dict(event.stats))
            ]
            return list(_with_modules(sorted(found, key=lambda entry: entry[0])))


def _with_modules(found: list[tuple[float, str, str, Any]]) -> Iterator[tuple[str, float]]:
    """Each instruction's event, and after each run of a module the module's. A run ends where
    another module begins, or where an instruction comes again (loops end runs early: their module
    then counts as several)."""
    module, total = "", 0.0
    seen: set[str] = set()
    for _, name, of, event in found:
        if module and (of != module or name in seen):
            yield module, total
            total = 0.0
            seen.clear()
        module, total = of, total + event.duration_ns
        seen.add(name)
        yield name, event.duration_ns
    if module:
        yield module, total
