"""Switches of XLA's CPU compiler that were seen to change its code, for JAX and TensorFlow alike.

Not here, because they change nothing: ``optimization_barrier`` (a later pass removes it), a pass
name that XLA does not have (accepted in silence), ``xla_cpu_max_isa`` as an option of one
compilation (it is read once per process).
"""

from __future__ import annotations

from collections.abc import Mapping

from opscope.compiler import Switch

_HONOUR_NOT = {
    f"xla_cpu_fast_math_honor_{what}": "false" for what in ("nans", "infs", "division", "functions")
}

FUSION_LOG: Mapping[str, str] = {
    "TF_CPP_VMODULE": "instruction_fusion=10",
    "TF_CPP_MIN_LOG_LEVEL": "0",
}
"""Has XLA write every decision of its fusion pass to standard error."""


def levers(scope: str) -> Mapping[str, Switch]:
    """``scope``: ``compile`` where options go with a compilation, ``process`` where they are read
    from the environment."""
    found = (
        Switch(
            lever="fusion-off",
            title="no fusion of operations into loops",
            scope=scope,
            flags={"xla_disable_hlo_passes": "fusion"},
            check="no kernel has two source operations, and there are more kernels",
            not_clean="expansions (of erf, say) happened before and come apart as well",
        ),
        Switch(
            lever="dot-library-off",
            title="products and reductions by XLA's own loops, not a library",
            scope=scope,
            flags={"xla_disable_hlo_passes": "dot-library-rewriter"},
            check="no product or reduction is a library fusion",
        ),
        Switch(
            lever="library-off",
            title="no library for products and reductions",
            scope=scope,
            flags={"xla_cpu_experimental_ynn_fusion_type": ""},
            check="no library fusion is left",
            not_clean="reductions then become trees of reductions, which alone costs time",
        ),
        Switch(
            lever="fast-math",
            title="floating-point arithmetic that may be reordered and approximated",
            scope=scope,
            flags={"xla_cpu_enable_fast_math": "true", **_HONOUR_NOT},
            check="the machine code changes",
            not_clean="results change in the last digits; NaN and infinity are not honoured",
        ),
        Switch(
            lever="narrow-vectors",
            title="vectors of 128 bits",
            scope=scope,
            flags={"xla_cpu_prefer_vector_width": "128"},
            check="the machine code uses narrower registers",
        ),
        Switch(
            lever="optimisation-off",
            title="LLVM without optimisation",
            scope=scope,
            flags={"xla_backend_optimization_level": "0"},
            check="the machine code changes",
            not_clean="everything that LLVM does goes, vectors and all else",
        ),
        Switch(
            lever="constant-folding-off",
            title="no folding of constants by XLA",
            scope=scope,
            flags={"xla_disable_hlo_passes": "constant_folding"},
            check="operations on constants are left in the optimized HLO",
            not_clean="the library that runs products folds constants too",
        ),
        Switch(
            lever="algebra-off",
            title="no algebraic simplification",
            scope=scope,
            flags={"xla_disable_hlo_passes": "algsimp"},
            check="the optimized HLO has more operations",
        ),
        Switch(
            lever="convolution-canonicalization-off",
            title="convolutions keep the layout they came in",
            scope=scope,
            flags={"xla_disable_hlo_passes": "convolution-canonicalization"},
            check="transposes around convolutions are gone",
        ),
        Switch(
            lever="old-processor",
            title="only instructions that every x86-64 with SSE4.2 has",
            scope="process",
            environment={"XLA_FLAGS": "--xla_cpu_max_isa=SSE4_2"},
            check="no ymm or zmm register in the machine code",
            not_clean="products by libraries keep their instructions",
        ),
    )
    return {switch.lever: switch for switch in found}
