"""Make the TensorFlow golden files again: ``python tests/golden/make_tensorflow.py``."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "sources"))
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["CUDA_VISIBLE_DEVICES"] = ""


def graph_with_sources(graph: Any) -> str:
    """GraphDef text; each node holds its traceback as a comment, outermost frame first."""
    places = {
        operation.name: [(Path(f.filename).name, f.lineno) for f in operation.traceback]
        for operation in graph.get_operations()
    }
    lines = []
    pending: list[str] = []
    for line in str(graph.as_graph_def()).splitlines():
        pending.append(line)
        if line.startswith('  name: "'):
            at = places.get(line.split('"')[1], [])
            at = [(f, n) for f, n in at if f == "tensorflow_ops.py"]
            if at:
                pending.insert(-1, "  # at " + " ".join(f"{f}:{n}" for f, n in at))
        if len(pending) > 1 or line == "}":
            lines += pending
            pending = []
    return "\n".join(lines + pending) + "\n"


def anonymous(text: str) -> str:
    """Without the folder that TensorFlow lies in on the machine that compiled."""
    return re.sub(r'"[^"\s]*/site-packages/', '"', text)


def optimised(concrete: Any) -> str:
    """What Grappler makes of a concrete function, as GraphDef text."""
    from tensorflow.core.protobuf import config_pb2, meta_graph_pb2
    from tensorflow.python.grappler import tf_optimizer
    from tensorflow.python.training import saver

    graph = concrete.graph
    meta: meta_graph_pb2.MetaGraphDef = saver.export_meta_graph(
        graph_def=graph.as_graph_def(), graph=graph
    )
    fetch = meta_graph_pb2.CollectionDef()
    fetch.node_list.value.extend(tensor.name for tensor in graph.outputs)
    meta.collection_def["train_op"].CopyFrom(fetch)
    return str(tf_optimizer.OptimizeGraph(config_pb2.ConfigProto(), meta))


def main(only: list[str]) -> None:
    import tensorflow as tf
    import tensorflow_ops

    def differentiated(function: Any, count: int) -> Any:
        def backward(cotangent: Any, *arguments: Any) -> Any:
            with tf.GradientTape() as tape:
                tape.watch(arguments)
                output = function(*arguments)
            return output, *tape.gradient(output, arguments, output_gradients=cotangent)

        return backward

    for name, (function, arguments, directions) in tensorflow_ops.cases(
        lambda *shape: tf.random.normal(shape)
    ).items():
        for direction in directions:
            key = f"{name}-{direction}"
            if only and key not in only:
                continue
            call, args = function, arguments
            if direction == "backward":
                call = differentiated(function, len(arguments))
                args = (function(*arguments), *arguments)
            compiled = tf.function(call, jit_compile=True, autograph=False)
            stages = compiled.experimental_get_compiler_ir(*args)
            specs = [tf.TensorSpec(a.shape, a.dtype) for a in args]
            concrete = tf.function(call, autograph=False).get_concrete_function(*specs)
            traced = compiled.get_concrete_function(*specs)
            folder = HERE / "tf-xla-cpu" / key
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "hlo-optimized.hlo").write_text(anonymous(stages(stage="optimized_hlo")))
            if key in ("layernorm-forward", "gelu-forward"):
                (folder / "hlo.hlo").write_text(anonymous(stages(stage="hlo")))
                (folder / "graphdef.pbtxt").write_text(graph_with_sources(traced.graph))
            if direction == "forward":
                folder = HERE / "tf-graph-cpu" / key
                folder.mkdir(parents=True, exist_ok=True)
                (folder / "graphdef-optimized.pbtxt").write_text(optimised(concrete))


if __name__ == "__main__":
    main(sys.argv[1:])
