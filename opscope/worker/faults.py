"""What an exception in a worker amounts to: a status, and a reason that fits a screen."""

from __future__ import annotations

import re
import traceback

from opscope.errors import NotAvailableError, UsageError
from opscope.nouns import Unsupported
from opscope.records import Status
from opscope.worker.wire import Message

_OUT_OF_MEMORY = re.compile(
    r"out of memory"  # PyTorch, JAX, the CUDA driver, TPUs
    r"|OOM when allocating|failed to allocate memory|Dst tensor is not initialized"  # TensorFlow
    r"|RESOURCE_EXHAUSTED: (?:Failed|Error) (?:to allocate|allocating)"  # XLA
    r"|Attempting to (?:allocate|reserve) .*That was not possible"  # a TPU's runtime
    r"|(?:CUBLAS|CUDNN|CUSOLVER|CUFFT|HIPBLAS|MIOPEN)_(?:STATUS_)?ALLOC_FAILED"
    r"|can't allocate memory|cannot allocate memory|not enough memory: you tried to allocate"
    r"|std::bad_alloc",
    re.IGNORECASE | re.DOTALL,
)
"""Not the limits of one kernel: shared memory or registers that run out are a kernel's fault."""

_DEVICE_LOST = re.compile(
    r"illegal memory access|device-side assert|unspecified launch failure|misaligned address"
    r"|an illegal instruction was encountered|hardware stack error|uncorrectable ECC error"
    r"|CUDA_ERROR_(?:ILLEGAL_ADDRESS|LAUNCH_FAILED|ASSERT|MISALIGNED_ADDRESS|ILLEGAL_INSTRUCTION)",
    re.IGNORECASE,
)
"""After one of these every later call of the process fails with it too."""


def fault(error: BaseException) -> Message:
    """An exception as a status and a reason; ``lost`` if the process cannot be used any more."""
    text = str(error)
    if isinstance(error, Unsupported):
        return {"status": Status.UNSUPPORTED.value, "reason": text}
    if isinstance(error, NotAvailableError):
        return {"status": Status.UNAVAILABLE.value, "reason": text}
    if isinstance(error, UsageError):
        return {"status": Status.FAILED.value, "reason": text, "usage": True}
    if isinstance(error, MemoryError) or _OUT_OF_MEMORY.search(text):
        reason = f"{type(error).__name__}: {text[:2000]}"
        return {"status": Status.OUT_OF_MEMORY.value, "reason": reason}
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    where = "".join(f"\n  at {f.filename}:{f.lineno} in {f.name}: {f.line}" for f in frames)
    reason = f"{type(error).__name__}: {text[:2000]}{where}"
    if _DEVICE_LOST.search(text):
        return {"status": Status.CRASHED.value, "reason": reason, "lost": True}
    return {"status": Status.FAILED.value, "reason": reason}
