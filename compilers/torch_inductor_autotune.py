"""torch.compile as it is after a search: every configuration of every kernel timed while compiling.

Without CUDA graphs, so that what it gains over torch-inductor is the search alone.
"""

from __future__ import annotations

from opscope.compiler import Script
from opscope.compilers.torch_inductor import TorchInductor


class TorchInductorAutotune(TorchInductor):
    name = "torch-inductor-autotune"
    summary = "torch.compile, mode max-autotune without CUDA graphs: takes minutes to compile"
    script = Script(file="_script_torch", compile="compile_max_autotune", show="show_output_code")
    mode = "max-autotune-no-cudagraphs"
    deviceless = ()
    unasked = ()


COMPILER = TorchInductorAutotune()
