"""The TensorFlow frontend: what tf-eager, tf-graph and tf-xla share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from opscope.compiler import Event, Frontend, Job, Settings
from opscope.compilers import _xla_flags, _xplane
from opscope.compilers._xla_dump import xla_flags
from opscope.devices import host_of

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]


class TensorFlow(Frontend):
    name = "tensorflow"
    module = "tensorflow"
    distributions = ("tensorflow", "tensorflow-cpu", "keras")
    extra = "tensorflow"

    def environment(self, settings: Settings) -> dict[str, str]:
        variables = {"TF_CPP_MIN_LOG_LEVEL": "2", "TF_FORCE_GPU_ALLOW_GROWTH": "true"}
        if host_of(settings.target) == "cpu":
            variables["CUDA_VISIBLE_DEVICES"] = ""
        if settings.threads:
            variables["TF_NUM_INTRAOP_THREADS"] = str(settings.threads)
            variables["NPROC"] = str(settings.threads)
        # Where XLA leaves the optimized HLO of what it compiles (see _xla_dump.py), and options
        # of XLA, which TensorFlow takes from the environment only.
        own = [f"--{n}={v}" for n, v in settings.flags.items() if n.startswith("xla_")]
        dump = ("--xla_dump_to={caches}/xla", "--xla_dump_hlo_as_text")
        variables["XLA_FLAGS"] = xla_flags(*dump, *own)
        return variables

    def start(self, settings: Settings) -> None:
        own = {n: v for n, v in settings.flags.items() if n.startswith("xla_")}
        _xla_flags.check("tf-xla", "tensorflow", own)
        import tensorflow as tf

        if settings.threads:
            tf.config.threading.set_intra_op_parallelism_threads(settings.threads)
        if settings.precision != "default":
            allowed = settings.precision == "tf32"
            tf.config.experimental.enable_tensor_float_32_execution(allowed)

    def targets(self) -> tuple[str, ...]:
        import tensorflow as tf

        if not tf.config.list_physical_devices("GPU"):
            return ("cpu",)
        return ("rocm" if tf.test.is_built_with_rocm() else "cuda", "cpu")

    def math_mode(self) -> dict[str, Any]:
        import tensorflow as tf

        return {
            "threads": tf.config.threading.get_intra_op_parallelism_threads(),
            "tf32": tf.config.experimental.tensor_float_32_execution_enabled(),
        }

    def tensor(self, array: Array, dtype: str, settings: Settings) -> Any:
        import tensorflow as tf

        # identity copies: a constant may otherwise share the mapped file's pages
        with tf.device("/CPU:0" if host_of(settings.target) == "cpu" else "/GPU:0"):
            return tf.identity(tf.cast(tf.constant(array), getattr(tf, dtype)))

    def array(self, tensor: Any) -> Array:
        import tensorflow as tf

        narrow = tensor.dtype == tf.bfloat16
        values: Array = (tf.cast(tensor, tf.float32) if narrow else tensor).numpy()
        return values

    def wait(self, outputs: Any) -> None:
        first = outputs[0] if isinstance(outputs, tuple | list) else outputs
        if "GPU" in first.device:
            import tensorflow as tf

            tf.experimental.sync_devices()

    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        import tensorflow as tf

        count, wrt = len(job.arguments), job.wrt

        def forward_and_backward(*inputs: Any) -> tuple[Any, ...]:
            by = [inputs[position] for position in wrt]
            with tf.GradientTape() as tape:
                tape.watch(by)
                outputs = call(*inputs[:count])
            outputs = outputs if isinstance(outputs, tuple | list) else (outputs,)
            gradients = tape.gradient(list(outputs), by, output_gradients=list(inputs[count:]))
            return (*outputs, *(tf.convert_to_tensor(gradient) for gradient in gradients))

        return forward_and_backward

    def profile(self, run: Callable[[], None]) -> list[Event]:
        """Events are named after HLO instructions (XLA), graph nodes (``node:Type`` without its
        type) and operations run eagerly."""
        import tempfile
        from pathlib import Path

        import tensorflow as tf

        with tempfile.TemporaryDirectory() as folder:
            options = tf.profiler.experimental.ProfilerOptions(
                host_tracer_level=2, python_tracer_level=0, device_tracer_level=1
            )
            tf.profiler.experimental.start(folder, options)
            try:
                run()
            finally:
                tf.profiler.experimental.stop()
            path = next(Path(folder).rglob("*.xplane.pb"))
            return profile_events(path.read_bytes())


def profile_events(content: bytes) -> list[Event]:
    """The events of a serialized XSpace: the device's where there is one, else the host's."""
    from tensorflow.tsl.profiler.protobuf import xplane_pb2

    space = xplane_pb2.XSpace()
    space.ParseFromString(content)
    events = []
    for plane in space.planes:
        stats = {key: meta.name for key, meta in plane.stat_metadata.items()}
        names = {key: meta.name for key, meta in plane.event_metadata.items()}
        for line in plane.lines:
            for event in line.events:
                told = {
                    stats[stat.metadata_id]: _value(stat, stats)
                    for stat in event.stats
                    if stats[stat.metadata_id] in ("hlo_op", "hlo_module", *_NODE)
                }
                events.append(
                    _xplane.Raw(
                        plane=plane.name,
                        line=line.name,
                        name=names[event.metadata_id],
                        start_ns=line.timestamp_ns + event.offset_ps / 1e3,
                        duration_ns=event.duration_ps / 1e3,
                        stats=told,
                    )
                )
    found = _xplane.of_device(events) or _xplane.of_host(events, only_xla=False)
    return [placed.event for placed in found]


_NODE = ("tf_op", "kernel_annotation")


def _value(stat: Any, names: dict[int, str]) -> str:
    """A text is in the statistic itself or, shared, in the table of names."""
    return stat.str_value or names.get(stat.ref_value, "")
