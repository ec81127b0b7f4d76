"""From what a user asks for (sizes, dtypes, shapes, compilers) to cases and settings.

The command line and pytest take the same options; they are named, documented and validated here.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from opscope import attached, nouns
from opscope.compiler import HOST_TARGETS
from opscope.devices import DEVICES
from opscope.dtypes import DTYPES
from opscope.errors import UsageError, unknown
from opscope.install import tensorflow_beside
from opscope.machine import available_cores
from opscope.nouns import Case, Operator, Params, Preset, Scalar
from opscope.registry import Registry

PRECISIONS = ("highest", "tf32", "default")


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which cases of an operator are wanted. Empty tuples mean the operator's ordinary ones.

    ``shape`` makes an ad-hoc case: the first selected preset with some parameters replaced.
    """

    sizes: tuple[str, ...] = ("default",)
    dtypes: tuple[str, ...] = ()
    directions: tuple[str, ...] = ("forward",)
    layouts: tuple[str, ...] = ("native",)
    shape: Mapping[str, Scalar] = field(default_factory=dict)

    def cases(self, operator: Operator) -> list[Case]:
        """The selected cases; none if the operator has nothing that was asked for.

        Raises UsageError for a parameter of ``shape`` that no preset has.
        """
        if self.shape:
            operator = replace(operator, presets=(_ad_hoc(operator, self.sizes, self.shape),))
        return operator.cases(
            sizes=(*self.sizes, "ad-hoc"),
            dtypes=self.dtypes or (_ordinary_dtype(operator),),
            directions=self.directions,
            layouts=self.layouts,
        )


def _ordinary_dtype(operator: Operator) -> str:
    return "float32" if "float32" in operator.dtypes else operator.dtypes[0]


def _ad_hoc(operator: Operator, sizes: Sequence[str], shape: Mapping[str, Scalar]) -> Preset:
    """The first preset of the wanted sizes, with ``shape`` in place of its parameters."""
    base = next((p for p in operator.presets if p.size in sizes), operator.presets[0])
    for name, value in shape.items():
        if name not in base.params:
            raise unknown(f"shape parameter of {operator.name}", name, base.params)
        if type(value) is not type(base.params[name]):
            kind = type(base.params[name]).__name__
            raise UsageError(f"--shape {name}={value}: {operator.name} takes {kind} for {name}")
        if isinstance(value, int) and not isinstance(value, bool) and value <= 0:
            raise UsageError(f"--shape {name}={value}: must be positive")
    preset = Preset("ad-hoc", Params(**{**base.params, **shape}))
    probe = Case(operator.name, preset.params)
    try:
        operator.inputs(probe), operator.outputs(probe), operator.flops(probe)
    except Exception as error:
        raise UsageError(
            f"--shape: {operator.name} cannot have {preset.params}: {error}"
        ) from error
    return preset


def find_case(operator: Operator, case_id: str) -> Case:
    """The case called ``case_id`` among all the operator's; UsageError for any other name."""
    cases = {case.id: case for case in operator.cases()}
    if case_id not in cases:
        raise unknown(f"case of {operator.name}", case_id, cases)
    return cases[case_id]


def split(text: str | None) -> tuple[str, ...]:
    """``"a,b"`` as names; empty for None and for the empty text."""
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def each_known(kind: str, names: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """``names`` unchanged, ``all`` as every one known; UsageError for the first unknown one."""
    if tuple(names) == ("all",):
        return tuple(known)
    for name in names:
        if name not in known:
            raise unknown(kind, name, known)
    return tuple(names)


def selection(
    *,
    size: str | None,
    dtype: str | None,
    direction: str | None,
    layout: str | None,
    shape: str | None,
) -> Selection:
    """A Selection from the texts of the options; UsageError names the first bad one."""
    return Selection(
        sizes=each_known("size", split(size or "default"), nouns.SIZES),
        dtypes=each_known("dtype", split(dtype), tuple(DTYPES)),
        directions=each_known("direction", split(direction or "forward"), nouns.DIRECTIONS),
        layouts=split(layout or "native"),
        shape=parse_shape(shape or ""),
    )


def parse_shape(text: str) -> dict[str, Scalar]:
    """``"m=4096,causal=true"`` as parameters; UsageError for anything else."""
    return {name: _scalar(value) for name, value in _pairs("--shape", split(text)).items()}


def parse_flags(values: Sequence[str]) -> dict[str, str]:
    """``["a=1", "b=2"]`` as compiler options; UsageError for a value that is not KEY=VALUE."""
    return _pairs("--flag", values)


def parse_pythons(values: Sequence[str]) -> dict[str, str]:
    """``["torch=/a/python"]`` as frontend to interpreter; the first one named for each.

    TensorFlow's own environment beside ours serves it unless another interpreter is named. Raises
    UsageError for an unknown frontend or an interpreter that is not there.
    """
    pythons = {frontend: paths[0] for frontend, paths in _interpreters(values).items()}
    beside = tensorflow_beside(Path(sys.executable))
    if beside is not None:
        pythons.setdefault("tensorflow", str(beside))
    return pythons


def more_pythons(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """``["torch=/a", "torch=/b"]`` as frontend to the interpreters after its first; see Options."""
    return {frontend: paths[1:] for frontend, paths in _interpreters(values).items() if paths[1:]}


def in_each_interpreter(
    registry: Registry, compilers: Sequence[str], more: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """``compilers``, and once more with ``@2`` and so on for every further interpreter."""
    return tuple(
        name if number == 1 else f"{name}@{number}"
        for name in compilers
        for number in range(1, 2 + len(more.get(registry.compiler(name).frontend.name, ())))
    )


def _interpreters(values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for value in values:
        for frontend, path in _pairs("--python", [value]).items():
            if frontend not in nouns.FRONTENDS:
                raise unknown("frontend", frontend, nouns.FRONTENDS)
            if shutil.which(path) is None:
                raise UsageError(f"--python {frontend}={path}: no such interpreter")
            found[frontend] = (*found.get(frontend, ()), path)
    return found


def _pairs(option: str, values: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values:
        name, separator, content = value.partition("=")
        if not (name.strip() and separator and content.strip()):
            raise UsageError(f"{option} takes NAME=VALUE, not {value!r}")
        pairs[name.strip()] = content.strip()
    return pairs


def _scalar(text: str) -> Scalar:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    parsers: tuple[Callable[[str], Scalar], ...] = (int, float)
    for parse in parsers:
        try:
            return parse(text)
        except ValueError:
            continue
    return text


def host_target(text: str | None) -> str:
    """An attached target such as ``cpu`` or ``cuda:1``; the GPU, if there is one, for None."""
    if text is None:
        return attached.default_target()
    if text.split(":")[0] not in HOST_TARGETS:
        raise unknown("target", text, HOST_TARGETS)
    return attached.check_index(text)


def any_target(text: str | None) -> str:
    """An attached target, or the name of a device that is only compiled for."""
    if text is not None and text in DEVICES:
        return text
    if text is not None and text.split(":")[0] not in HOST_TARGETS:
        raise unknown("target", text, (*HOST_TARGETS, *DEVICES))
    return host_target(text)


def _agreeing(case: Case, asked: Mapping[str, str | None]) -> Case:
    """``case``, unless something else was asked for beside its id."""
    for option, value in asked.items():
        if value is not None and value != getattr(case, option):
            raise UsageError(f"--{option} {value} contradicts --case {case.id}: give one of them")
    return case


def one_case(
    operator: Operator,
    selected: Selection,
    case_id: str | None,
    asked: Mapping[str, str | None] = MappingProxyType({}),
) -> Case:
    """The case called ``case_id``, or the first one selected. UsageError if there is none, or if
    its id says other than what was ``asked`` (``{"dtype": "bfloat16"}``; None is not asked).

    ``case_id`` may also be the name of a preset, such as ``gpt2``, of which the selection's dtype,
    direction and layout are taken.
    """
    named = tuple(p for p in operator.presets if p.name and p.name == case_id)
    if named:
        operator, selected = replace(operator, presets=named), replace(selected, sizes=nouns.SIZES)
    elif case_id is not None:
        return _agreeing(find_case(operator, case_id), asked)
    cases = selected.cases(operator)
    if not cases:
        raise no_such_case(operator)
    return cases[0]


def no_such_case(operator: Operator) -> UsageError:
    """That nothing was selected, and what there is."""
    return UsageError(
        f"{operator.name} has no such case; it has the sizes"
        f" {', '.join(sorted({p.size for p in operator.presets}))}, the dtypes"
        f" {', '.join(operator.dtypes)}, the directions {', '.join(operator.directions)}"
        f" and the layouts {', '.join(operator.layouts)}"
    )


def thread_count(threads: int) -> int:
    """``threads`` if it is 0 (all) or at most the cores there are; UsageError otherwise."""
    cores = available_cores()
    if not 0 <= threads <= cores:
        raise UsageError(f"--threads {threads}: 1 to {cores} cores can be used here, 0 means all")
    return threads


def seconds(option: str, value: float) -> float:
    """``value`` if it is a positive number of seconds; UsageError otherwise."""
    if not value > 0:
        raise UsageError(f"{option} {value:g}: must be a positive number of seconds")
    return value


def compiler_names(registry: Registry, text: str | None, target: str) -> tuple[str, ...]:
    """Exact names, comma-separated, or ``all``; for None those that take part on ``target`` without
    being named. UsageError for an unknown one."""
    known, platform = registry.compilers, target.partition(":")[0]
    if not split(text):
        return tuple(name for name in known if known[name].takes_part(platform))
    named = tuple(dict.fromkeys(split(text)))  # named twice is measured once
    return each_known("compiler", named, tuple(known))


def spare(path: Path, read: Sequence[Path]) -> None:
    """UsageError if ``path`` is one of the files that are ``read``: it must not be written over."""
    if any(path.resolve() == other.resolve() for other in read):
        raise UsageError(f"{path}: is what is read here; write to another file")


def writable(path: Path, *, not_over: Sequence[Path] = ()) -> Path:
    """``path`` if a file can be written there; UsageError otherwise, before any work is done.

    ``not_over`` are files that were read and must not be written over.
    """
    path = path.expanduser()
    spare(path, not_over)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"{path}: the folder {folder} does not exist")
    try:  # access rights alone do not tell: a name may be too long, a file system full or read-only
        if path.exists() and not path.is_file():
            raise UsageError(f"{path}: cannot be written: it is no ordinary file")
        with tempfile.NamedTemporaryFile(prefix=path.name, dir=folder):
            pass
        if path.exists():
            path.open("r+b").close()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be written: {error}") from error
    return path


def writable_folder(path: Path) -> Path:
    """``path`` as a folder that can be written to, made if need be; UsageError otherwise."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error
    if not os.access(path, os.W_OK):
        raise UsageError(f"{path}: cannot be written")
    return path


def environment_of(options: Any) -> dict[str, Any]:
    """How a session was set up, for its JSON."""
    settings = options.settings
    return {
        "target": settings.target,
        "threads": settings.threads or "all",
        "precision": settings.precision,
        "allocator": settings.allocator,
        "flags": dict(settings.flags),
        "timeout_s": options.timeout_s,
        "block_ns": options.block_ns,
        "seed": options.seed,
    }
