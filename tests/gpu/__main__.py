"""``make gpu-check``: the whole chain on the GPU of this machine, in less than eight minutes.

    PYTHONPATH=. python -m tests.gpu [--out DIR] [--minutes 7.5] [--only NAME,...] [--target cuda:1]

Nothing has to be installed but what is to be checked: PyTorch with Triton, JAX, or both, NumPy and
rich; TensorFlow takes part where it is. Writes ``gpu-check.json`` and ``gpu-check.txt``. On a
machine without a GPU it runs what needs none and says what it left out. Exit status 1 if a check
failed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from opscope import selection
from opscope.errors import UsageError

from . import chain
from .checks import CHECKS


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.gpu", description="see its docstring")
    parser.add_argument("--out", type=Path, default=Path("build/gpu-check"))
    parser.add_argument("--minutes", type=float, default=7.5, help="no check begins after these")
    parser.add_argument("--only", default="", help=f"of {', '.join(c.__name__ for c in CHECKS)}")
    parser.add_argument("--target", help="a GPU (default: cuda or rocm where there is one, or cpu)")
    parser.add_argument("--python", action="append", default=[], metavar="FRONTEND=PATH")
    arguments = parser.parse_args(given)
    known = {check.__name__: check for check in CHECKS}
    try:
        names = selection.each_known("check", selection.split(arguments.only), tuple(known))
        target = selection.host_target(arguments.target)
        pythons = selection.parse_pythons(arguments.python)
    except UsageError as error:
        parser.error(str(error))
    arguments.out.mkdir(parents=True, exist_ok=True)
    wanted = [known[name] for name in names or known]
    with chain.Context.opened(target, pythons, arguments.minutes * 60) as context:
        checks = [chain.run(check, context, _tell) for check in wanted]
        told = chain.told(context, checks)
    text = chain.summary(told)
    (arguments.out / "gpu-check.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    (arguments.out / "gpu-check.txt").write_text(text, encoding="utf-8")
    print(text)
    return 1 if any(check.status == chain.FAILED for check in checks) else 0


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
