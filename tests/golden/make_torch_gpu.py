"""Make the golden files of Inductor's Triton code again, for a GPU that is not there:
``make_torch_gpu.py h100 inductor-sm_90 [KEY ...]``, ``make_torch_gpu.py mi300x inductor-gfx942
layernorm-forward``, in a checkout.

``inductor-sm_90-2.9.1`` holds what PyTorch 2.9.1 wrote for the same functions, kept as it was.
Of each kernel the first configuration is kept; of the machine code only the functions.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "sources"), str(HERE.parent.parent)]

CODE = ("triton", "ttir", "ttgir", "llir", "ptx", "sass", "ptxas-info", "amdgcn")


def functions_only(sass: str) -> str:
    kept, keep = [], False
    for line in sass.splitlines():
        if line.startswith("\t.section\t"):
            keep = ".text." in line
        if keep:
            kept.append(line)
    return "\n".join(kept) + "\n"


def job(name: str, call: Any, shapes: Any, direction: str, target: str) -> Any:
    """A job on CPU tensors; the deviceless compiler only looks at their shapes and types."""
    import torch

    from opscope.compiler import Job, Settings
    from opscope.nouns import Case, Operator, Params, TensorSpec, preset

    sizes = [preset("tiny", n=1), preset("default", n=2)]
    operator = Operator(
        name=name,
        summary="",
        presets=tuple(sizes),
        inputs=lambda case: {f"x{i}": TensorSpec(s) for i, s in enumerate(shapes)},
        outputs=lambda case: {},
        reference=lambda *_: None,
        flops=lambda case: 0,
        implementations={"torch": lambda case: call},
    )
    tensors = tuple(torch.zeros(shape) for shape in shapes)
    backward = direction == "backward"
    return Job(
        operator=operator,
        case=Case(operator=name, params=Params(n=1), direction=direction),
        call=call,
        arguments=tensors,
        cotangents=(torch.zeros_like(call(*tensors)),) if backward else (),
        wrt=tuple(range(len(tensors))) if backward else (),
        settings=Settings(target=target),
    )


def main(target: str, folder: str, only: list[str]) -> None:
    import make_torch
    import torch_ops

    from opscope import devices
    from opscope.compilers._deviceless import inductor
    from opscope.stages import STAGES

    def shape(*sizes: int) -> tuple[int, ...]:
        return sizes

    cases: Mapping[str, Any] = torch_ops.cases(shape)
    for name, (call, shapes, directions) in cases.items():
        for direction in directions:
            key = f"{name}-{direction}"
            if only and key not in only:
                continue
            linked = key in make_torch.LINKED
            stages = ("output-code", *(("post-grad-graph", *CODE) if linked else ()))
            wanted = job(name, call, shapes, direction, target)
            kept: dict[str, list[str]] = {}
            for artifact in inductor.dump(wanted, devices.device(target), stages):
                if artifact.text is not None:
                    kept.setdefault(artifact.stage, []).append(artifact.text)
            out = HERE / folder / key
            out.mkdir(parents=True, exist_ok=True)
            for stage, texts in kept.items():
                texts = texts[:1] if stage in CODE else texts
                for part, text in enumerate(texts):
                    text = functions_only(text) if stage == "sass" else text
                    numbered = f".{part}" if len(texts) > 1 else ""
                    path = out / f"{stage}{numbered}.{STAGES[stage].extension}"
                    path.write_text(make_torch.anonymous(text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
