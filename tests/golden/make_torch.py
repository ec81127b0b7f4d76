"""Make the Inductor CPU golden files again: ``make_torch.py [FOLDER [KEY ...]]``.

FOLDER defaults to ``inductor-cpu``; the files of an older PyTorch lie beside it under its version.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "sources"))
os.environ["TORCHINDUCTOR_CACHE_DIR"] = tempfile.mkdtemp()

LINKED = ("layernorm-forward", "gelu-forward")
"""Whose every stage is kept, with the FX node of each kernel line and a line table."""


def anonymous(text: str) -> str:
    """Without the folders of the machine that compiled."""
    text = re.sub(r"(?:/[\w.+\-]+)+/site-packages/", "", text)
    text = re.sub(r"(?:/[\w.+\-]+)+/([\w.\-]+\.(?:py|cpp|so|h)\b)", r"\1", text)
    return re.sub(r"(?<![\w./])/(?!usr/)(?:[\w.+\-]+/){2,}[\w.+\-]+", "", text)


@contextlib.contextmanager
def tagged() -> Iterator[None]:
    """Every kernel line ends in ``// @src:NODE``, the FX node it was lowered from.

    Inductor keeps origins per buffer only, so the node is remembered by each lowered closure, by
    each operation recorded from it and written out with the line. Private names, each put back.
    """
    import torch._inductor.ir as ir
    import torch._inductor.loop_body as loop_body
    from torch._inductor.utils import DeferredLineBase, IndentedBuffer
    from torch._inductor.virtualized import NullHandler, V

    stack: list[str] = []
    post, proxy, write = (
        ir.IRNode.__post_init__,
        loop_body.LightTracer.create_proxy,
        IndentedBuffer.writeline,
    )

    def lowered(node: Any) -> str:
        current = V.current_node
        if current is not None and not isinstance(current, NullHandler):
            return str(getattr(current, "name", ""))
        return ",".join(sorted(o.name for o in getattr(node, "origins", None) or ()))

    class Tagged:
        def __init__(self, function: Any, tag: str) -> None:
            self.function, self.tag = function, tag

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            stack.append(self.tag)
            try:
                return self.function(*args, **kwargs)
            finally:
                stack.pop()

        def __getattr__(self, name: str) -> Any:
            if name in ("function", "tag"):
                raise AttributeError(name)
            return getattr(self.function, name)

    def replayed() -> Any:
        interpreter = V.interpreter
        return (
            None
            if isinstance(interpreter, NullHandler)
            else getattr(interpreter, "current_node", None)
        )

    def post_init(self: Any) -> None:
        post(self)
        inner = getattr(self, "inner_fn", None)
        if isinstance(self, ir.Loops) and inner is not None and not isinstance(inner, Tagged):
            object.__setattr__(self, "inner_fn", Tagged(inner, lowered(self)))

    def create_proxy(self: Any, *args: Any, **kwargs: Any) -> Any:
        made = proxy(self, *args, **kwargs)
        node = replayed()
        made.node.meta["src"] = (node.meta.get("src") if node is not None else "") or (
            stack[-1] if stack else ""
        )
        return made

    def under(original: Any) -> Any:
        def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
            tag = self.inner_fn.tag if isinstance(self.inner_fn, Tagged) else lowered(self)
            stack.append(tag)
            try:
                return original(self, *args, **kwargs)
            finally:
                stack.pop()

        return wrapped

    def writeline(self: Any, line: Any) -> Any:
        node = replayed()
        source = node.meta.get("src") if node is not None else None
        if source:
            note = f"  // @src:{source}"
            if isinstance(line, DeferredLineBase):
                if line.line and "@src:" not in line.line:
                    line = line._new_line(line.line + note)
            elif (
                isinstance(line, str) and line.strip() and "\n" not in line and "@src:" not in line
            ):
                line = line if line.rstrip().endswith("\\") else line + note
        return write(self, line)

    with (
        mock.patch.object(ir.IRNode, "__post_init__", post_init),
        mock.patch.object(loop_body.LightTracer, "create_proxy", create_proxy),
        mock.patch.object(IndentedBuffer, "writeline", writeline),
        mock.patch.object(ir.Reduction, "store_reduction", under(ir.Reduction.store_reduction)),
        mock.patch.object(ir.Pointwise, "store_output", under(ir.Pointwise.store_output)),
    ):
        yield


def assembly(library: Path) -> str:
    """The kernel's own functions with their inline chains; not the rest of the library."""
    command = ["objdump", "-d", "-l", "--inlines", "-C", "--no-show-raw-insn", "-M", "intel"]
    text = subprocess.run(
        [*command, str(library)], capture_output=True, text=True, check=True
    ).stdout
    kept: list[str] = []
    keep = False
    for line in text.splitlines():
        header = re.match(r"[0-9a-f]+ <(.*)>:", line)
        if header:
            name = header[1]
            keep = bool(re.match(r"kernel(\.|$|\()", name)) and "cold" not in name
        if keep:
            kept.append(line)
    return "\n".join(kept) + "\n"


def compiled(function: Any, arguments: Any, direction: str, linked: bool) -> dict[str, str]:
    import torch
    import torch._functorch.config as functorch_config
    import torch._inductor.config as config
    from torch._inductor.compile_fx import compile_fx
    from torch._inductor.graph import GraphLowering

    stages: dict[str, list[str]] = {}

    def keep(stage: str, text: str) -> None:
        stages.setdefault(stage, []).append(text)

    def graph(owner: Any) -> str:
        return str(owner.print_readable(print_output=False))

    def backend(module: Any, example: Any) -> Any:
        keep("dynamo-graph.py", graph(module))
        return compile_fx(module, example)

    def scheduled(nodes: Any) -> Any:
        keep("inductor-ir.txt", "\n".join(described(node) for node in nodes))
        return nodes

    def save(code: str) -> None:
        keep("output-code.py", code)

    symbols = "debug_symbols" if hasattr(config.aot_inductor, "debug_symbols") else "debug_compile"
    settings = {
        "fx_graph_cache": False,
        "compile_threads": 1,
        f"aot_inductor.{symbols}": linked,
        "post_grad_custom_post_pass": lambda g: keep("post-grad-graph.py", graph(g.owning_module)),
        "_post_fusion_custom_pass": scheduled,
    }
    cache = Path(os.environ["TORCHINDUCTOR_CACHE_DIR"])
    before = set(cache.glob("*/*.main.cpp"))
    torch._dynamo.reset()
    with (
        config.patch(settings),
        functorch_config.patch(enable_autograd_cache=False),
        mock.patch.object(GraphLowering, "save_output_code", staticmethod(save)),
        tagged() if linked else contextlib.nullcontext(),
    ):
        if direction == "backward":
            arguments = [a.clone().requires_grad_() for a in arguments]
        output = torch.compile(function, backend=backend)(*arguments)
        if direction == "backward":
            output.backward(torch.ones_like(output))
    if linked:
        for source in sorted(set(cache.glob("*/*.main.cpp")) - before):
            keep("cpp.cpp", source.read_text())
            keep("asm.s", assembly(source.with_suffix("").with_suffix(".main.so")))
    return {
        name if len(texts) == 1 else name.replace(".", f".{part}."): anonymous(text)
        for name, texts in stages.items()
        for part, text in enumerate(texts)
    }


def described(node: Any) -> str:
    """A scheduler node: its debug string, with a line of origins (FX nodes) for each buffer."""
    lines = [node.debug_str()]
    for part in node.get_nodes():
        origins = part.node.get_origins() if part.node is not None else ()
        lines.append(f"{part.get_name()}.origins = {sorted(o.name for o in origins)}")
    return "\n".join(lines)


def main(folder: str, only: list[str]) -> None:
    import torch
    import torch_ops

    torch.manual_seed(0)
    for name, (function, arguments, directions) in torch_ops.cases(torch.randn).items():
        for direction in directions:
            key = f"{name}-{direction}"
            if only and key not in only:
                continue
            stages = compiled(function, arguments, direction, key in LINKED)
            if key not in LINKED:
                stages = {n: t for n, t in stages.items() if n.startswith("output-code")}
            target = HERE / folder / key
            target.mkdir(parents=True, exist_ok=True)
            for stage, text in stages.items():
                (target / stage).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*(sys.argv[1:2] or ["inductor-cpu"]), sys.argv[2:])
