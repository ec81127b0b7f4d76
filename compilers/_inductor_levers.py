"""Switches of Inductor that were seen to change its code."""

from __future__ import annotations

from opscope.compiler import Switch
from opscope.compilers._inductor_unfused import FLAG

LEVERS = {
    switch.lever: switch
    for switch in (
        Switch(
            lever="fusion-off",
            title="every operation of the graph is a kernel of its own",
            scope="compile",
            flags={FLAG: "true"},
            check="no kernel has two source operations, and there are more kernels",
            not_clean="every intermediate is allocated, which can cost page faults",
        ),
        Switch(
            lever="vectors-off",
            title="C++ loops without explicit vectors",
            scope="compile",
            flags={"cpp.simdlen": "0"},
            check="no at::vec in the output code",
        ),
        Switch(
            lever="pattern-matcher-off",
            title="no replacement of patterns in the graph",
            scope="compile",
            flags={"pattern_matcher": "false"},
            check="attention and bias-and-product come apart",
        ),
        Switch(
            lever="layout-optimisation-off",
            title="convolutions keep the layout they came in",
            scope="compile",
            flags={"layout_optimization": "false"},
            check="copy kernels around convolutions are gone",
        ),
        Switch(
            lever="fast-math",
            title="floating-point arithmetic that may be reordered and approximated",
            scope="compile",
            flags={"cpp.enable_unsafe_math_opt_flag": "true"},
            check="the machine code changes",
            not_clean="results change in the last digits",
        ),
        Switch(
            lever="epilogue-fusion-off",
            title="no pointwise operations in the kernels of products",
            scope="compile",
            flags={"epilogue_fusion": "false"},
            check="templates of products end where the product does",
        ),
    )
}
