"""What planted operators compute: families of functions, and the operator file around one."""

from __future__ import annotations

from dataclasses import dataclass
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

GROWTH = Family(
    reference="np.exp(x) * {a}",
    torch="return torch.exp(x) * {a}",
    jax="return jnp.exp(x) * {a}",
)
TABLE = Family(
    reference="x * {a} + np.cos(np.sin(np.arange(x.size, dtype='float32').reshape(x.shape) % 7))",
    torch="",
    jax=(
        "table = np.arange(x.size, dtype='float32').reshape(x.shape) % 7\n"
        "return x * {a} + jnp.cos(jnp.sin(table))"
    ),
)


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
