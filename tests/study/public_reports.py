"""``make study-reports``: public reports of slow code, put to ``opscope explain`` here and now.

What was seen of each is kept in a file, so the study can be run in pieces and what it says can be
concluded again from the files. Gaps between compilers that nobody reported, but that people ask
about, are asked in the same way. The document of this repository is written anew, from what was
seen for it, by

    python -m tests.study.public_reports --minutes 0 --kept tests/golden/public_reports \\
        --out docs/public-reports.md
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from opscope import machine
from opscope.cause import Conclusion
from opscope.cli import build_parser
from opscope.commands._waterfall import lines
from opscope.commands.explain import question_of
from opscope.explaining import explain
from opscope.explaining.observation import Observation
from opscope.registry import Registry
from opscope.verdicts.verdict import INTEREST, Kind, Verdict

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests" / "golden" / "public_reports"
RAN_ON = "ran-on.txt"
"""Beside what was seen: the machine and the versions, a line each."""


@dataclass(frozen=True)
class Question:
    """``said``: what was reported of B (empty where nobody reported anything); ``times``: how many
    times as long as the other it was said to take, if a figure was given."""

    name: str
    report: str
    said: str
    asked: tuple[str, ...]
    times: float = 0.0

    @property
    def command(self) -> str:
        return " ".join(("opscope explain", *self.asked))

    @property
    def link(self) -> str:
        repository, _, number = self.report.partition("#")
        return f"https://github.com/{repository}/issues/{number}" if number else ""


def _between(a: str, b: str, operator: str, *more: str) -> tuple[str, ...]:
    return (operator, "--between", a, b, *more, "--threads", "1")


def _function(name: str) -> tuple[str, ...]:
    return _between("torch-eager", "torch-inductor", "pointwise_math", "--shape",
                    f"size=1048576,function={name}")  # fmt: skip


COMPILED = "compiled code is slower than eager code on transcendental functions"
QUESTIONS = (
    Question("logit", "pytorch/pytorch#110611", COMPILED, _function("logit")),
    Question("tanh", "pytorch/pytorch#110611", COMPILED, _function("tanh")),
    Question("mish", "pytorch/pytorch#93498", "compiled mish is five times slower",
             _between("torch-eager", "torch-inductor", "mish", "--shape", "size=1048576"), times=5),
    Question("min-sum", "pytorch/pytorch#106466", "compiled code is slower on tiny vectors",
             _between("torch-eager", "torch-inductor", "min_sum", "--shape", "size=192")),
    Question("cumprod", "pytorch/pytorch#136263", "the compiled backward pass is far slower",
             _between("torch-eager", "torch-inductor", "cumprod", "--direction", "backward",
                      "--shape", "outer=8,length=32,inner=500")),
    Question("sum-leading", "jax-ml/jax#25187", "a sum over the leading axis is slow",
             _between("torch-eager", "jax-jit", "sum_leading")),
    Question("cumsum", "jax-ml/jax#28097", "cumsum is slow on a CPU",
             _between("torch-eager", "jax-jit", "cumsum")),
    Question("argsort", "jax-ml/jax#10434", "argsort is slow on a CPU",
             _between("torch-eager", "jax-jit", "argsort", "--shape", "size=100000")),
    Question("depthwise", "jax-ml/jax#23713", "depthwise convolution is slow",
             _between("torch-eager", "jax-jit", "depthwise_conv2d")),
    Question("neighbours", "jax-ml/jax#37465", "a penalty is slower than its own gradient",
             _between("torch-inductor", "jax-jit", "neighbour_penalty")),
    Question("sum-cos", "openxla/xla#16792", "a reduction stops fusing beyond 32 elements",
             _between("torch-inductor", "jax-jit", "sum_cos", "--shape", "size=4096")),
    Question("attention", "jax-ml/jax#24934", "attention is behind PyTorch's",
             _between("torch-eager", "jax-jit", "attention", "--shape", "seq=512")),
    Question("layernorm", "", "", _between("torch-inductor", "jax-jit", "layernorm")),
    Question("layernorm-compiled", "", "", _between("torch-eager", "torch-inductor", "layernorm")),
    Question("mlp", "", "", _between("torch-inductor", "jax-jit", "mlp")),
    Question("log-compiled", "", "",
             _between("torch-inductor", "jax-jit", "pointwise_math", "--shape",
                      "size=1048576,function=log")),
    Question("depthwise-compiled", "", "",
             _between("torch-inductor", "jax-jit", "depthwise_conv2d")),
)  # fmt: skip


def answer(made: Conclusion, question: Question) -> str:
    """What became of a report that B is slow: with the interval, as every figure here."""
    verdict = Verdict.from_json(made.verdict)
    if verdict.kind is Kind.UNDECIDED or verdict.ratio is None:
        return "undecided here"
    low, high = verdict.interval
    figure = f"{verdict.ratio:.3g}x ({low:.3g} to {high:.3g})"
    if verdict.kind is not Kind.SLOW or not verdict.matters(INTEREST):
        return f"not seen here: {figure}"
    if question.times and high < question.times / 2:
        return f"smaller here: {figure}, not {question.times:g}x"
    return f"holds: {figure}"


def concluded(question: Question, registry: Registry, kept: Path = KEPT) -> Conclusion:
    """Again from what was seen; raises OSError or ValueError if that was not kept."""
    seen = Observation.from_json(json.loads((kept / f"{question.name}.json").read_text()))
    return explain.conclude(seen, list(registry.causes.values()))


def look(question: Question, registry: Registry, kept: Path) -> None:
    """Ask as a user would, and keep what was seen."""
    began = time.monotonic()
    asked = ["explain", *question.asked]
    made, seen = explain.explain(question_of(build_parser(asked).parse_args(asked), registry))
    text = json.dumps(replace(seen, commands={}).to_json(), indent=1)
    (kept / f"{question.name}.json").write_text(text + "\n", encoding="utf-8")
    (kept / RAN_ON).write_text("\n".join(_ran_on()) + "\n", encoding="utf-8")
    causes = ", ".join(f"{cause.id} {cause.standing}" for cause in made.causes)
    print(f"{question.name}: {answer(made, question)}; {causes or 'no causes'};"
          f" {time.monotonic() - began:.0f} s", flush=True)  # fmt: skip


def render(made: dict[str, Conclusion], ran_on: Sequence[str]) -> str:
    """The document."""
    reported = [q for q in QUESTIONS if q.report and q.name in made]
    own = [q for q in QUESTIONS if not q.report and q.name in made]
    text = [
        "# Public reports of slow code, asked here",
        "",
        "B is the side that was reported to be slow. *Not seen here*: B is as fast, faster or less"
        " than 5% slower",
        "with these versions on this machine. Made by `make study-reports`; every figure comes from"
        " the command",
        "above it, and `tests/golden/public_reports/` has what was seen, for `opscope explain FILE"
        " --replay`.",
        "",
        *(f"- {line}" for line in ran_on),
        "",
        "| report | said | case | A | B | kernels | time of B over A |",
        "|-|-|-|-|-|-|-|",
    ]
    for q in reported:
        c = made[q.name]
        kernels = f"{len(c.kernels['a'])} and {len(c.kernels['b'])}"
        cells = (f"[{q.report}]({q.link})", q.said, q.name, c.a, c.b, kernels, answer(c, q))
        text.append(f"| {' | '.join(cells)} |")
    for title, questions in (("Each report", reported), ("Other gaps", own)):
        text += ["", f"## {title}"]
        for q in questions:
            text += ["", *_section(q, made[q.name])]
    return "\n".join(text) + "\n"


def _section(question: Question, made: Conclusion) -> Iterator[str]:
    yield f"### {question.name.replace('-', ' ')}" + (f": {question.said}" if question.said else "")
    yield ""
    yield f"`{question.command}`"
    yield ""
    yield "```"
    yield from (text.rstrip() for text, _ in lines(made))
    yield "```"


def _ran_on() -> list[str]:
    facts = machine.facts()
    names = ("torch", "jax", "numpy")
    versions = [f"{name} {metadata.version(name)}" for name in names]
    virtual = ", virtual" if facts.get("virtualised") else ""
    return [
        f"{facts['cpu']['model']}{virtual}, pinned to one core, Linux {facts['kernel']}",
        ", ".join([f"Python {platform.python_version()}", *versions]),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="make study-reports", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="begin none after this")
    parser.add_argument("--only", default="", help="names, comma-separated: asked again")
    parser.add_argument("--kept", type=Path, default=Path("build/public-reports"))
    parser.add_argument("--out", type=Path, default=Path("build/public-reports.md"))
    arguments = parser.parse_args()
    registry, kept = Registry(), arguments.kept
    kept.mkdir(parents=True, exist_ok=True)
    again = {name for name in arguments.only.split(",") if name}
    if unknown := again - {question.name for question in QUESTIONS}:
        parser.error(f"no question {', '.join(sorted(unknown))}: there are"
                     f" {', '.join(question.name for question in QUESTIONS)}")  # fmt: skip
    deadline = time.monotonic() + arguments.minutes * 60
    for question in QUESTIONS:
        wanted = question.name in again or not (kept / f"{question.name}.json").is_file()
        if (wanted and not again) or question.name in again:
            if time.monotonic() > deadline:
                break
            look(question, registry, kept)
    there = [q for q in QUESTIONS if (kept / f"{q.name}.json").is_file()]
    made = {q.name: concluded(q, registry, kept) for q in there}
    ran_on = (kept / RAN_ON).read_text(encoding="utf-8").splitlines() if there else []
    arguments.out.write_text(render(made, ran_on), encoding="utf-8")
    print(f"{len(there)} of {len(QUESTIONS)} questions, {arguments.out}")
    return 0 if len(there) == len(QUESTIONS) else 1


if __name__ == "__main__":
    sys.exit(main())
