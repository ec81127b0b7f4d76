"""Installs opscope and the frameworks into virtual environments: what ``make bench`` does first.

Runs on the bare interpreter, before anything is installed: standard library only. With an NVIDIA
GPU it takes the builds that use it, and gives TensorFlow an environment of its own, because its
CUDA 12 libraries and the CUDA 13 ones of PyTorch and JAX clash in one. The plan is printed first.

    python3 opscope/install.py --venv .venv [--dry-run] [--extras dev] [--gpu|--cpu]
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OLDEST_PYTHON = (3, 11)
STAMP = "opscope-installed.json"
SOURCES = ("opscope", "ops", "compilers", "inspect", "reports")


@dataclass(frozen=True)
class Step:
    """One environment and the pip requirements that go into it, with their approximate download
    as the package index listed it for Linux on x86-64 (late 2026)."""

    environment: Path
    requirements: tuple[str, ...]
    download_gib: float
    why: str

    def command(self, constraints: Path) -> list[str]:
        python = self.environment / "bin" / "python"
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        return [*pip, "-c", str(constraints), *self.requirements]


def has_nvidia_gpu() -> bool:
    return any(Path("/dev").glob("nvidia[0-9]*"))


def plan(environment: Path, extras: tuple[str, ...], *, gpu: bool) -> list[Step]:
    """What to install where. ``extras`` are those of pyproject.toml besides the frameworks."""
    project = str(ROOT)
    if not gpu:
        names = ",".join(("torch", "jax", *extras))
        requirements = ("tensorflow-cpu", "-e", f"{project}[{names}]")
        return [Step(environment, requirements, 0.9, "all three frameworks, on the CPU")]
    names = ",".join(("torch", *extras))
    beside = environment.with_name(environment.name + "-tensorflow")
    return [
        Step(
            environment,
            ("jax[cuda13]", "-e", f"{project}[{names}]"),
            4.5,
            "PyTorch and JAX with their CUDA 13 libraries",
        ),
        Step(
            beside,
            ("tensorflow[and-cuda]", "-e", project),
            3.5,
            "TensorFlow with its CUDA 12 libraries; opscope finds it beside the first",
        ),
    ]


def describe(steps: list[Step], constraints: Path) -> Iterator[str]:
    for step in steps:
        yield f"{step.environment}: {step.why} (download about {step.download_gib:g} GiB)"
        yield f"  {shlex.join(step.command(constraints))}"


def install(steps: list[Step], constraints: Path) -> None:
    """Make the environments and fill them; CalledProcessError if pip fails."""
    for step in steps:
        if not (step.environment / "bin" / "python").exists():
            venv.create(step.environment, with_pip=True)
        subprocess.run(step.command(constraints), check=True)
        stamp = {"requirements": step.requirements, "why": step.why}
        (step.environment / STAMP).write_text(json.dumps(stamp, indent=1), encoding="utf-8")
        # pip compiles no editable install, and `opscope list` has 0.3 s, the first time too
        python = str(step.environment / "bin" / "python")
        subprocess.run([python, "-m", "compileall", "-q", *SOURCES], cwd=ROOT, check=True)


def stamp_of(environment: Path) -> dict[str, Any] | None:
    """What was installed into an environment from here; None if nothing was."""
    try:
        stamp = json.loads((environment / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return stamp if isinstance(stamp, dict) else None


def tensorflow_beside(python: Path) -> Path | None:
    """The interpreter of the environment that TensorFlow has for itself, next to that of
    ``python`` (``.venv`` and ``.venv-tensorflow``); None if there is none."""
    environment = python.parent.parent
    candidate = environment.with_name(environment.name + "-tensorflow") / "bin" / "python"
    return candidate if candidate.exists() else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv")
    parser.add_argument("--extras", default="", help="comma-separated, such as dev,xla-cuda")
    parser.add_argument("--dry-run", action="store_true", help="print the plan and stop")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--gpu", action="store_true", help="as if there were an NVIDIA GPU")
    which.add_argument("--cpu", action="store_true", help="as if there were none")
    arguments = parser.parse_args()
    if sys.version_info < OLDEST_PYTHON:
        needed = ".".join(map(str, OLDEST_PYTHON))
        print(f"opscope needs Python {needed} or newer; this is {sys.version}", file=sys.stderr)
        return 3
    gpu = arguments.gpu or (has_nvidia_gpu() and not arguments.cpu)
    extras = tuple(filter(None, arguments.extras.split(",")))
    constraints = ROOT / "constraints.txt"
    steps = plan(arguments.venv.absolute(), extras, gpu=gpu)
    print("\n".join(describe(steps, constraints)), flush=True)
    if not arguments.dry_run:
        install(steps, constraints)
    return 0


if __name__ == "__main__":
    sys.exit(main())
