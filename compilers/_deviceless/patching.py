"""Finds the files in ``patches/``, checks their symbols, swaps them and puts them back."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

from opscope.compilers._deviceless import patches
from opscope.compilers._deviceless.absent import Absent

SUPPORTED = ("2.13",)
"""Releases of PyTorch whose internals these patches were written and tested for."""

NEEDED = (
    "torch._inductor.codecache:_load_triton_kernel_from_source",
    "torch._inductor.compile_fx:compile_fx",
    "torch._inductor.compile_fx:compile_fx_inner",
    "torch._inductor.graph:GraphLowering.save_output_code",
    "torch._inductor.runtime.triton_heuristics:CachingAutotuner._create_compile_meta",
    "torch._inductor.runtime.triton_heuristics:CachingAutotuner._create_compile_options",
)
"""Internals that are called, not replaced."""

MEMOISED = (
    "torch.utils._triton:has_triton",
    "torch.utils._triton:has_triton_tma",
    "torch.utils._triton:has_triton_tma_device",
    "torch.utils._triton:has_triton_stable_tma_api",
    "torch.utils._triton:has_datacenter_blackwell_tma_device",
    "torch.utils._triton:triton_backend",
    "torch.utils._triton:triton_hash_with_backend",
    "torch._inductor.utils:get_gpu_type",
    "torch._inductor.utils:is_big_gpu",
    "torch._inductor.utils:get_max_num_sms",
    "torch._inductor.utils:using_b200",
    "torch._inductor.utils:get_gpu_shared_memory",
    "torch._inductor.runtime.hints:DeviceProperties.create",
    "torch._inductor.codecache:CacheBase.get_system",
    "torch._inductor.runtime.triton_helpers:get_backend_options",
)
"""Remembered answers to "what GPU is there?", forgotten on the way in and on the way out. A release
may lack some: whatever it remembers elsewhere only matters if it asked before."""

_MISSING = object()


def files() -> list[ModuleType]:
    """The modules in ``patches/``, in name order."""
    names = sorted(module.name for module in pkgutil.iter_modules(patches.__path__))
    return [importlib.import_module(f"{patches.__name__}.{name}") for name in names]


def resolve(symbol: str) -> tuple[Any, str]:
    """(owner, attribute name) of ``"module:Class.attribute"``.

    Raises ImportError or AttributeError where the owner does not exist; whether the attribute does
    is for the caller to ask.
    """
    module, _, path = symbol.partition(":")
    owner: Any = importlib.import_module(module)
    *classes, name = path.split(".")
    for part in classes:
        owner = getattr(owner, part)
    return owner, name


def exists(symbol: str) -> bool:
    try:
        owner, name = resolve(symbol)
    except (ImportError, AttributeError):
        return False
    return hasattr(owner, name)


def missing_symbols() -> list[str]:
    """The self-test: which of the internals that are needed this PyTorch does not have."""
    wanted = [symbol for file in files() for symbol in file.SYMBOLS]
    return [symbol for symbol in (*NEEDED, *wanted) if not exists(symbol)]


@contextmanager
def swapped(replacements: Mapping[str, Any]) -> Iterator[None]:
    """Set every symbol to its replacement, and put all back, in reverse order, at the end."""
    with ExitStack() as stack:
        for symbol, value in replacements.items():
            owner, name = resolve(symbol)
            before = vars(owner).get(name, _MISSING)
            setattr(owner, name, value)
            stack.callback(_put_back, owner, name, before)
        yield


def _put_back(owner: Any, name: str, before: Any) -> None:
    if before is _MISSING:
        delattr(owner, name)  # it was inherited, or created by us
    else:
        setattr(owner, name, before)


@contextmanager
def patched(absent: Absent) -> Iterator[None]:
    """PyTorch with every patch applied. The stand-ins are made before the first one is swapped."""
    replacements: dict[str, Any] = {}
    for file in files():
        made = file.replacements(absent)
        if set(made) != {*file.SYMBOLS, *file.CREATED}:
            raise AssertionError(f"{file.__name__} replaces other symbols than it declares")
        replacements.update(made)
    forget(MEMOISED)
    try:
        with swapped(replacements):
            yield
    finally:
        forget(MEMOISED)


def forget(symbols: Iterable[str]) -> None:
    """Clear the caches of memoised functions, as far as they exist and are memoised."""
    for symbol in symbols:
        if not exists(symbol):
            continue
        owner, name = resolve(symbol)
        function = getattr(owner, name)
        function = getattr(function, "__func__", function)
        while not hasattr(function, "cache_clear") and hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        if hasattr(function, "cache_clear"):
            function.cache_clear()
