"""Pairs of programs whose difference is known by construction, drawn by a seeded generator.

Two files define the same operator (``planted``: one input, one output, or two inputs); the second
has the plant. Everything else, the family of the operator, its size, the compiler, the side that
carries the plant and its strength, is drawn. Neither the operator's name nor its parameters tell
the cause.

The clean sides of a compiler differ from run to run only in numbers; a control has the clean
program on both sides, written with other names.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .families import (
    CHAIN,
    CUMULATED,
    GROWTH,
    LINEAR,
    NORMALISED,
    PRODUCT,
    SIGMOID,
    TABLE,
    Family,
    written,
)

UNDOING, ANOTHER = "the plant undone", "another one"


@dataclass(frozen=True, kw_only=True)
class Pair:
    """``a`` and ``b`` are the texts of two operator files; ``cause`` is what was planted (empty for
    a control), ``slow`` the side that has it. ``switch`` says what kind of switch can confirm it,
    if any: one that merely undoes the plant, or another one."""

    name: str
    cause: str
    a: str
    b: str
    compilers: tuple[str, str]
    slow: str = ""
    flags_a: tuple[str, ...] = ()
    flags_b: tuple[str, ...] = ()
    switch: str = ""
    drawn: dict[str, object] = field(default_factory=dict)

    @property
    def lever(self) -> bool:
        return bool(self.switch)

    def write(self, folder: Path) -> tuple[Path, Path]:
        """The two files, in folders of their own."""
        paths = []
        for side, text in (("a", self.a), ("b", self.b)):
            path = folder / f"{self.name}-{side}" / "planted.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            paths.append(path)
        return paths[0], paths[1]


Body = Callable[[random.Random, str], str]
"""From the clean program to the one with the plant, at a strength that is drawn."""


@dataclass(frozen=True, kw_only=True)
class Plant:
    """How a cause is planted: ``body`` replaces the family's program, or ``flag`` is set, or the
    slow side has another compiler (``slow_compiler``). ``sizes`` are (rows, columns)."""

    cause: str
    compiler: str
    families: tuple[Family, ...]
    sizes: tuple[tuple[int, int], ...]
    body: Body | None = None
    flag: str = ""
    slow_compiler: str = ""
    switch: str = ""

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


def _in_float64_jax(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    return (
        "with jax.enable_x64(True):\n    x = x.astype('float64')\n"
        f"    y = ({inner}).astype('float32')\nreturn y"
    )


def _with_breaks(rng: random.Random, clean: str) -> str:
    breaks = "x = x * 1.0\ntorch._dynamo.graph_break()\n"
    return breaks * rng.choice((2, 3, 4)) + clean


def _through_python(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    same = "jax.pure_callback(lambda v: np.array(v), jax.ShapeDtypeStruct(x.shape, x.dtype), x)"
    return f"x = {same}\nreturn {inner}"


def _jitted_anew(rng: random.Random, clean: str) -> str:
    steps = rng.choice((1, 2))
    return "x = jax.jit(lambda v: v * 1.0)(x)\n" * steps + clean


def _transposing(rng: random.Random, clean: str) -> str:
    copies = "x = x.t().contiguous().t().contiguous()\n"
    return copies * rng.choice((1, 2)) + clean


def _with_more_work(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    return f"return {inner} + 0.0 * torch.{rng.choice(('cos', 'tanh'))}(torch.sin(x))"


def _with_more_work_jax(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    return f"return {inner} + 1e-30 * jnp.{rng.choice(('cos', 'tanh'))}(jnp.sin(x))"


def _table_anew(rng: random.Random, clean: str) -> str:
    """The table depends on the input, in name only: nothing can compute it before."""
    return clean.replace("return", "table = jnp.asarray(table) + 0.0 * x[:1, :1]\nreturn")


def _by_a_triangle(rng: random.Random, clean: str) -> str:
    ones = "torch.ones(x.shape[-1], x.shape[-1])"
    return f"return {{a}} * (x @ torch.triu({ones}))"


def _by_a_triangle_jax(rng: random.Random, clean: str) -> str:
    return "n = x.shape[-1]\nreturn {a} * (x @ jnp.triu(jnp.ones((n, n))))"


def _touching_new_memory(rng: random.Random, clean: str) -> str:
    pages = rng.choice((8192, 16384, 24576))
    return f"torch.empty({pages} * 1024)[::1024].fill_(1.0)\n{clean}"


def _by_power(rng: random.Random, clean: str) -> str:
    return "return torch.pow(2.718281828459045, x) * {a}"


def _by_power_jax(rng: random.Random, clean: str) -> str:
    return "return jnp.power(2.718281828459045, x) * {a}"


def _on_one_thread(rng: random.Random, clean: str) -> str:
    inner = clean.removeprefix("return ")
    return (
        "threads = torch.get_num_threads()\ntorch.set_num_threads(1)\n"
        f"y = {inner}\ntorch.set_num_threads(threads)\nreturn y"
    )


POINTWISE = (CHAIN, NORMALISED)

PLANTS = (
    Plant(cause="dispatch", compiler="torch-eager", families=(CHAIN, LINEAR), sizes=SMALL,
          body=_in_steps, switch=ANOTHER),
    Plant(cause="launch_floor", compiler="torch-eager", families=(LINEAR,), sizes=SMALL,
          slow_compiler="torch-inductor", switch=ANOTHER),
    Plant(cause="fusion", compiler="jax-jit", families=POINTWISE, sizes=LARGE,
          flag="xla_disable_hlo_passes=fusion", switch=UNDOING),
    Plant(cause="fusion", compiler="torch-inductor", families=(NORMALISED,), sizes=LARGE,
          flag="opscope.unfused=true", switch=UNDOING),
    Plant(cause="library", compiler="jax-jit", families=(PRODUCT,), sizes=MIDDLE,
          flag="xla_disable_hlo_passes=dot-library-rewriter", switch=UNDOING),
    Plant(cause="algorithm", compiler="torch-eager", families=(CUMULATED,), sizes=MIDDLE,
          body=_by_a_triangle),
    Plant(cause="algorithm", compiler="jax-jit", families=(CUMULATED,), sizes=MIDDLE,
          body=_by_a_triangle_jax),
    Plant(cause="vectorisation", compiler="torch-inductor", families=(CHAIN, SIGMOID),
          sizes=MIDDLE, flag="cpp.simdlen=0", switch=UNDOING),
    Plant(cause="vectorisation", compiler="jax-jit", families=(CHAIN, SIGMOID), sizes=MIDDLE,
          flag="xla_backend_optimization_level=0", switch=UNDOING),
    Plant(cause="dtype", compiler="torch-eager", families=POINTWISE, sizes=MIDDLE,
          body=_in_float64, switch=ANOTHER),
    Plant(cause="dtype", compiler="torch-inductor", families=POINTWISE, sizes=MIDDLE,
          body=_in_float64, switch=ANOTHER),
    Plant(cause="dtype", compiler="jax-jit", families=POINTWISE, sizes=MIDDLE,
          body=_in_float64_jax),
    Plant(cause="math_mode", compiler="torch-eager", families=(GROWTH,), sizes=MIDDLE,
          body=_by_power),
    Plant(cause="math_mode", compiler="jax-jit", families=(GROWTH,), sizes=MIDDLE,
          body=_by_power_jax),
    Plant(cause="layout_copies", compiler="torch-eager", families=(CHAIN, LINEAR), sizes=LARGE,
          body=_transposing),
    Plant(cause="host_copies", compiler="jax-jit", families=POINTWISE, sizes=MIDDLE,
          body=_through_python),
    Plant(cause="recompilation", compiler="jax-eager", families=(CHAIN, LINEAR), sizes=SMALL,
          body=_jitted_anew, switch=ANOTHER),
    Plant(cause="graph_breaks", compiler="torch-inductor", families=(CHAIN, LINEAR), sizes=SMALL,
          body=_with_breaks, switch=ANOTHER),
    Plant(cause="unequal_work", compiler="torch-eager", families=(LINEAR,), sizes=MIDDLE,
          body=_with_more_work),
    Plant(cause="unequal_work", compiler="jax-jit", families=(LINEAR,), sizes=MIDDLE,
          body=_with_more_work_jax),
    # XLA folds the clean side's table before its first pass that has a name to switch off
    Plant(cause="unequal_work", compiler="jax-jit", families=(TABLE,), sizes=MIDDLE,
          body=_table_anew),
    Plant(cause="page_faults", compiler="torch-eager", families=(LINEAR,), sizes=MIDDLE,
          body=_touching_new_memory, switch=ANOTHER),
    Plant(cause="threads", compiler="torch-eager", families=(CHAIN,), sizes=LARGE,
          body=_on_one_thread, switch=ANOTHER),
)  # fmt: skip

CONTROLS = ("torch-eager", "jax-jit", "torch-inductor")


def draw(seed: int, pairs: int = 24, controls: int = 6) -> list[Pair]:
    """``pairs`` planted pairs, every plant at least once if there is room, and ``controls``."""
    rng = random.Random(seed)
    plants = list(PLANTS)
    rng.shuffle(plants)
    while len(plants) < pairs:
        plants.append(rng.choice(PLANTS))
    drawn = [planted(rng, number, plant) for number, plant in enumerate(plants[:pairs])]
    return drawn + [_control(rng, pairs + number) for number in range(controls)]


def planted(rng: random.Random, number: int, plant: Plant) -> Pair:
    """One pair with this plant, the rest drawn."""
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
    slower = plant.slow_compiler or plant.compiler
    compilers = {side: slower if side == slow else plant.compiler for side in "AB"}
    return Pair(
        name=f"pair{number:02d}",
        cause=plant.cause,
        a=texts["A"],
        b=texts["B"],
        compilers=(compilers["A"], compilers["B"]),
        slow=slow,
        flags_a=flags["A"],
        flags_b=flags["B"],
        switch=plant.switch,
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
