"""Every stage of what a session measured, as files: pytest's ``--artifacts DIR``.

Made after the last measurement, in workers of their own with empty caches, so that nothing compiles
while something is timed. What has not changed since the last time comes from the dump cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from opscope.dumping import dump
from opscope.errors import OpscopeError, UnsupportedError
from opscope.measuring.subject import Options
from opscope.nouns import Case, OperatorSource
from opscope.registry import Registry


@dataclass(frozen=True)
class Measured:
    """One (operator, case, compiler) that a session measured."""

    source: OperatorSource
    case: Case
    compiler: str

    def __str__(self) -> str:
        return f"{self.source.operator.name} {self.case.id} through {self.compiler}"


def write_artifacts(
    registry: Registry,
    measured: Iterable[Measured],
    options: Options,
    folder: Path,
    tell: Callable[[str], None],
) -> list[str]:
    """Dump each of ``measured`` below ``folder``; returns what went wrong, a line each.

    ``tell`` is called with what is being compiled. A compiler that shows no stages is passed over.
    """
    problems: list[str] = []
    for item in measured:
        tell(f"stages of {item}")
        try:
            request = dump.request(registry, item.source, item.case, item.compiler, options)
            dumped = dump.obtain(request)
            dump.copy_to(dumped, folder)
        except UnsupportedError:
            continue
        except (OpscopeError, OSError) as error:
            problems.append(f"no artifacts of {item}: {error}")
            continue
        if dumped.failure:
            first = dumped.failure.strip().splitlines()[0]
            problems.append(f"artifacts of {item} end before {dumped.failed_stage}: {first}")
    return problems
