"""TensorFlow in a script of its own: the functions that ``opscope repro`` copies into it.

Nothing here imports opscope. DEVICE is replaced by the case's.
"""

from __future__ import annotations

from typing import Any

DEVICE = "cpu"


def to_tensor(array: Any, dtype: str) -> Any:
    import tensorflow as tf

    with tf.device("/CPU:0" if DEVICE == "cpu" else "/GPU:0"):
        return tf.identity(tf.cast(tf.constant(array), getattr(tf, dtype)))


def to_array(tensor: Any) -> Any:
    import tensorflow as tf

    return (tf.cast(tensor, tf.float32) if tensor.dtype == tf.bfloat16 else tensor).numpy()


def wait_for(outputs: Any) -> None:
    import tensorflow as tf

    if DEVICE != "cpu":
        tf.experimental.sync_devices()


def with_gradient(call: Any, count: int, wrt: list[int]) -> Any:
    """A function of arguments and cotangents that gives outputs and gradients."""
    import tensorflow as tf

    def forward_and_backward(*inputs: Any) -> Any:
        by = [inputs[position] for position in wrt]
        with tf.GradientTape() as tape:
            tape.watch(by)
            outputs = call(*inputs[:count])
        outputs = outputs if isinstance(outputs, tuple | list) else (outputs,)
        gradients = tape.gradient(list(outputs), by, output_gradients=list(inputs[count:]))
        return (*outputs, *(tf.convert_to_tensor(gradient) for gradient in gradients))

    return forward_and_backward


def compile_eager(call: Any, inputs: Any, flags: Any) -> Any:
    return call


def compile_graph(call: Any, inputs: Any, flags: Any) -> Any:
    import tensorflow as tf

    return tf.function(call, autograph=False)


def compile_xla(call: Any, inputs: Any, flags: Any) -> Any:
    import tensorflow as tf

    return tf.function(call, jit_compile=True, autograph=False)


def show_graph(compiled: Any, inputs: Any) -> None:
    import tensorflow as tf

    print(tf.function(compiled).get_concrete_function(*inputs).graph.as_graph_def())


def show_optimized_hlo(compiled: Any, inputs: Any) -> None:
    print(compiled.experimental_get_compiler_ir(*inputs)(stage="optimized_hlo"))
