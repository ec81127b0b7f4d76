"""opscope: kernel-level operator microbenchmarks and a compiler explorer.

In a checkout the operators, compilers, parsers and reports live in the root folders ``ops/``,
``compilers/``, ``inspect/`` and ``reports/``; installed, they lie inside this package. Either way
they are ``opscope.ops``, ``opscope.compilers``, ``opscope.inspect`` and ``opscope.reports``.
"""

from pathlib import Path

__version__ = "0.1.0"

_here = Path(__file__).parent
if not (_here / "ops").is_dir() and (_here.parent / "ops").is_dir():
    __path__.append(str(_here.parent))
