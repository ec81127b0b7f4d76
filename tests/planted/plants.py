"""Pairs of programs whose difference is known by construction, drawn by a seeded generator.

Two files define the same operator (``planted``: one input, one output, or two inputs) for one
compiler; the second has the plant. Everything else, the family of the operator, its size, the
compiler, the side that carries the plant and its strength, is drawn. Neither the operator's name
nor its parameters tell the cause.

The clean sides of a compiler differ from run to run only in numbers; a control has the clean
program on both sides, written with other names.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent, indent

_FILE = """
from opscope.nouns import Operator, TensorSpec, normal, preset

PRESETS = (preset("tiny", rows=16, columns=16), preset("default", rows={rows}, columns={columns}))


def specs(case):
    p = case.params
    return {{"x": TensorSpec((p.rows, p.columns), fill=normal({scale})){second}}}


def program(case):
{program}


def reference(case, x, *w):
    import numpy as np

    return {reference}


OPERATOR = Operator(
    name="planted",
    summary="one of several programs, with or without a plant",
    presets=PRESETS,
    inputs=specs,
    outputs=lambda case: {{"y": TensorSpec(({shape}))}},
    reference=reference,
    flops=lambda case: case.params.rows * case.params.columns,
    reduction=lambda case: {reduction},
    implementations={{"{frontend}": program}},
    dtypes=("float32",),
)
"""

_TORCH = "import torch\n"
_JAX = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"


@dataclass(frozen=True, kw_only=True)
class Family:
    """A mathematical function: its NumPy formula, its program per frontend (``a`` is the drawn
    number), and what it is good for."""

    reference: str
    torch: str
    jax: str
    second: bool = False
    reduction: str = "1"


CHAIN = Family(
    reference="np.exp(-np.abs(x)) * {a} + x",
    torch="return torch.exp(-torch.abs(x)) * {a} + x",
    jax="return jnp.exp(-jnp.abs(x)) * {a} + x",
)
LINEAR = Family(reference="x * {a}", torch="return x * {a}", jax="return x * {a}")
NORMALISED = Family(
    reference="{a} * x / np.sqrt((x * x).mean(-1, keepdims=True) + 1)",
    torch="return {a} * x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1)",
    jax="return {a} * x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1)",
    reduction="case.params.columns",
)
SIGMOID = Family(
    reference="{a} / (1 + np.exp(-x))",
    torch="return {a} / (1 + torch.exp(-x))",
    jax="return {a} / (1 + jnp.exp(-x))",
)
PRODUCT = Family(
    reference="{a} * (x @ w[0])",
    torch="return {a} * (x @ w)",
    jax="return {a} * (x @ w)",
    second=True,
    reduction="case.params.columns",
)
CUMULATED = Family(
    reference="{a} * np.cumsum(x, -1)",
    torch="return {a} * torch.cumsum(x, -1)",
    jax="return {a} * jnp.cumsum(x, -1)",
    reduction="case.params.columns",
)


@dataclass(frozen=True, kw_only=True)
class Pair:
    """``a`` and ``b`` are the texts of two operator files; ``cause`` is what was planted (empty for
    a control), ``slow`` the side that has it, ``lever`` whether a switch can confirm it."""

    name: str
    cause: str
    a: str
    b: str
    compilers: tuple[str, str]
    slow: str = ""
    flags_a: tuple[str, ...] = ()
    flags_b: tuple[str, ...] = ()
    lever: bool = False
    drawn: dict[str, object] = field(default_factory=dict)

    @property
    def switch(self) -> str:
        """What kind of switch can confirm it, if any."""
        if not self.lever:
            return ""
        return "the plant undone" if self.flags_a or self.flags_b else "another one"

    def write(self, folder: Path) -> tuple[Path, Path]:
        """The two files, in folders of their own."""
        paths = []
        for side, text in (("a", self.a), ("b", self.b)):
            path = folder / f"{self.name}-{side}" / "planted.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            paths.append(path)
        return paths[0], paths[1]


def written(
    family: Family, frontend: str, body: str, rows: int, columns: int, a: float, name: str
) -> str:
    """An operator file whose program is ``body``, a function of x (and w) called ``name``."""
    imports = _TORCH if frontend == "torch" else _JAX
    arguments = "x, w" if family.second else "x"
    function = f"def {name}({arguments}):\n{indent(dedent(body).strip(), '    ')}\n\nreturn {name}"
    return _FILE.format(
        rows=rows,
        columns=columns,
        scale=0.5,
        second=', "w": TensorSpec((p.columns, p.columns), fill=normal(0.05))'
        if family.second
        else "",
        program=indent(f"{imports}\n{function}".format(a=a), "    "),
        reference=family.reference.format(a=a).replace("w[0]", "w[0]"),
        shape="case.params.rows, case.params.columns",
        reduction=family.reduction,
        frontend=frontend,
    )


@dataclass(frozen=True, kw_only=True)
class Plant:
    """How a cause is planted: ``body`` replaces the family's program, or ``flag`` is set, at a
    strength that is drawn. ``sizes`` are (rows, columns)."""

    cause: str
    compiler: str
    families: tuple[Family, ...]
    sizes: tuple[tuple[int, int], ...]
    body: Callable[[random.Random, str], str] | None = None
    flag: str = ""
    lever: bool = False

    @property
    def frontend(self) -> str:
        return self.compiler.partition("-")[0]


SMALL, MIDDLE = ((16, 64), (32, 64), (48, 32)), ((512, 512), (384, 1024), (768, 512))
LARGE = ((1024, 1024), (2048, 1024), (1536, 1024))


def _in_steps(rng: random.Random, clean: str) -> str:
    steps = rng.choice((20, 40, 60))
    return f"for _ in range({steps}):\n    x = x * 1.0\n{clean}"


def _in_float64(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    return f"x = x.double()\nreturn ({inner}).float()"


def _with_breaks(rng: random.Random, clean: str) -> str:
    breaks = "x = x * 1.0\ntorch._dynamo.graph_break()\n"
    return breaks * rng.choice((2, 3, 4)) + clean


def _through_python(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    same = "jax.pure_callback(lambda v: np.array(v), jax.ShapeDtypeStruct(x.shape, x.dtype), x)"
    return f"x = {same}\nreturn {inner}"


def _transposing(rng: random.Random, clean: str) -> str:
    copies = "x = x.t().contiguous().t().contiguous()\n"
    return copies * rng.choice((1, 2)) + clean


def _with_more_work(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    library = "torch" if "torch." in clean or "x *" in clean else "jnp"
    more = rng.choice(("cos", "tanh"))
    return f"return {inner} + 0.0 * {library}.{more}({library}.sin(x))"


def _with_more_work_jax(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    return f"return {inner} + 1e-30 * jnp.{rng.choice(('cos', 'tanh'))}(jnp.sin(x))"


def _by_a_triangle(rng: random.Random, clean: str) -> str:
    ones = "torch.ones(x.shape[-1], x.shape[-1])"
    return f"return {{a}} * (x @ torch.triu({ones}))"


def _by_a_triangle_jax(rng: random.Random, clean: str) -> str:
    return "n = x.shape[-1]\nreturn {a} * (x @ jnp.triu(jnp.ones((n, n))))"


def _touching_new_memory(rng: random.Random, clean: str) -> str:
    pages = rng.choice((8192, 16384, 24576))
    return f"torch.empty({pages} * 1024)[::1024].fill_(1.0)\n{clean}"


def _by_tanh(rng: random.Random, clean: str) -> str:
    return "return {a} * 0.5 * (1 + torch.tanh(0.5 * x))"


def _by_tanh_jax(rng: random.Random, clean: str) -> str:
    return "return {a} * 0.5 * (1 + jnp.tanh(0.5 * x))"


def _on_one_thread(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    return (
        "threads = torch.get_num_threads()\ntorch.set_num_threads(1)\n"
        f"y = {inner}\ntorch.set_num_threads(threads)\nreturn y"
    )


POINTWISE = (CHAIN, NORMALISED)

PLANTS = (
    Plant(cause="dispatch", compiler="torch-eager", families=(CHAIN, LINEAR), sizes=SMALL,
          body=_in_steps, lever=True),
    Plant(cause="fusion", compiler="jax-jit", families=POINTWISE, sizes=LARGE,
          flag="xla_disable_hlo_passes=fusion", lever=True),
    Plant(cause="fusion", compiler="torch-inductor", families=(NORMALISED,), sizes=LARGE,
          flag="opscope.unfused=true", lever=True),
    Plant(cause="library", compiler="jax-jit", families=(PRODUCT,), sizes=MIDDLE,
          flag="xla_disable_hlo_passes=dot-library-rewriter", lever=True),
    Plant(cause="algorithm", compiler="torch-eager", families=(CUMULATED,), sizes=MIDDLE,
          body=_by_a_triangle),
    Plant(cause="algorithm", compiler="jax-jit", families=(CUMULATED,), sizes=MIDDLE,
          body=_by_a_triangle_jax),
    Plant(cause="vectorisation", compiler="torch-inductor", families=(CHAIN, SIGMOID),
          sizes=MIDDLE, flag="cpp.simdlen=0", lever=True),
    Plant(cause="vectorisation", compiler="jax-jit", families=(CHAIN, SIGMOID), sizes=MIDDLE,
          flag="xla_backend_optimization_level=0", lever=True),
    Plant(cause="dtype", compiler="torch-eager", families=POINTWISE, sizes=MIDDLE,
          body=_in_float64),
    Plant(cause="dtype", compiler="torch-inductor", families=POINTWISE, sizes=MIDDLE,
          body=_in_float64),
    Plant(cause="math_mode", compiler="torch-eager", families=(SIGMOID,), sizes=MIDDLE,
          body=_by_tanh),
    Plant(cause="math_mode", compiler="jax-jit", families=(SIGMOID,), sizes=MIDDLE,
          body=_by_tanh_jax),
    Plant(cause="layout_copies", compiler="torch-eager", families=(CHAIN, LINEAR), sizes=LARGE,
          body=_transposing),
    Plant(cause="host_copies", compiler="jax-jit", families=POINTWISE, sizes=MIDDLE,
          body=_through_python),
    Plant(cause="graph_breaks", compiler="torch-inductor", families=(CHAIN, LINEAR), sizes=SMALL,
          body=_with_breaks),
    Plant(cause="unequal_work", compiler="torch-eager", families=(LINEAR,), sizes=MIDDLE,
          body=_with_more_work),
    Plant(cause="unequal_work", compiler="jax-jit", families=(LINEAR,), sizes=MIDDLE,
          body=_with_more_work_jax),
    Plant(cause="page_faults", compiler="torch-eager", families=(LINEAR,), sizes=MIDDLE,
          body=_touching_new_memory, lever=True),
    Plant(cause="threads", compiler="torch-eager", families=(CHAIN,), sizes=LARGE,
          body=_on_one_thread, lever=True),
)  # fmt: skip

CONTROLS = ("torch-eager", "jax-jit", "torch-inductor")


def draw(seed: int, pairs: int = 24, controls: int = 6) -> list[Pair]:
    """``pairs`` planted pairs, every plant at least once if there is room, and ``controls``."""
    rng = random.Random(seed)
    plants = list(PLANTS)
    rng.shuffle(plants)
    while len(plants) < pairs:
        plants.append(rng.choice(PLANTS))
    drawn = [_planted(rng, number, plant) for number, plant in enumerate(plants[:pairs])]
    return drawn + [_control(rng, pairs + number) for number in range(controls)]


def _planted(rng: random.Random, number: int, plant: Plant) -> Pair:
    family, (rows, columns) = rng.choice(plant.families), rng.choice(plant.sizes)
    factor = round(rng.uniform(0.5, 2.0), 3)
    body = family.torch if plant.frontend == "torch" else family.jax
    slow = rng.choice("AB")
    bodies = {"A": body, "B": body}
    if plant.body is not None:
        bodies[slow] = plant.body(rng, body)
    texts = {
        side: written(family, plant.frontend, text, rows, columns, factor, "function")
        for side, text in bodies.items()
    }
    flags = {side: (plant.flag,) if plant.flag and side == slow else () for side in "AB"}
    return Pair(
        name=f"pair{number:02d}",
        cause=plant.cause,
        a=texts["A"],
        b=texts["B"],
        compilers=(plant.compiler, plant.compiler),
        slow=slow,
        flags_a=flags["A"],
        flags_b=flags["B"],
        lever=plant.lever,
        drawn={"rows": rows, "columns": columns, "factor": factor, "program": bodies[slow]},
    )


def _control(rng: random.Random, number: int) -> Pair:
    compiler = rng.choice(CONTROLS)
    family = rng.choice((CHAIN, NORMALISED, SIGMOID, PRODUCT))
    frontend = compiler.partition("-")[0]
    body = family.torch if frontend == "torch" else family.jax
    rows, columns = rng.choice(MIDDLE)
    factor = round(rng.uniform(0.5, 2.0), 3)
    texts = [
        written(family, frontend, body, rows, columns, factor, name) for name in ("one", "other")
    ]
    return Pair(
        name=f"pair{number:02d}",
        cause="",
        a=texts[0],
        b=texts[1],
        compilers=(compiler, compiler),
        drawn={"rows": rows, "columns": columns, "factor": factor},
    )
