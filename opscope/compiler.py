"""What a compiler and a frontend are: the two base classes that files in ``compilers/`` implement.

A compiler consumes the implementations of one frontend. What several compilers of a framework
share (starting it, moving data, waiting, differentiating) lives once, in its Frontend. Both are
instantiated in the parent process, for their names, and used in a worker: **no method but those
that run in a worker may import a framework**, and never at the top of a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar

from opscope.errors import NotAvailableError
from opscope.nouns import Case, Operator
from opscope.records import Artifact

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

HOST_TARGETS = ("cpu", "cuda", "rocm", "tpu")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a compiler is to be set up. Plain data: it travels to the worker as JSON.

    ``threads`` 0 means every core this process may use. ``precision`` is ``highest`` (float32 means
    float32), ``tf32``, or ``default`` (each framework's own). ``wide`` is set for cases with 64-bit
    types, which JAX narrows by default. ``flags`` are one compiler's options.
    """

    target: str = "cpu"
    threads: int = 0
    precision: str = "highest"
    allocator: str = "default"
    wide: bool = False
    flags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Switch:
    """Something that can be thrown to see what it does: a lever of one compiler.

    ``scope`` says what has to be made anew: ``call``, ``compile``, ``process`` (an environment
    variable, read at start-up), ``source`` or ``case``. ``check`` says in words what must change in
    the parsed kernels for it to have taken effect; ``not_clean`` what else it changes.
    """

    lever: str
    title: str
    scope: str
    flags: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    check: str = ""
    not_clean: str = ""


@dataclass(frozen=True, kw_only=True)
class Script:
    """How a compiler is used in a script without opscope: the name of a file beside the compiler's,
    and the functions in it that compile a call and print what it was compiled to.

    ``environment`` must be set before the framework is imported.
    """

    file: str
    compile: str
    show: str
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Event:
    """Something that a profiler saw: an operator, an instruction or a kernel, and how long.

    ``kernel`` is the name of what a device ran, where this is one activity of a device; then
    ``name`` is what it was launched for, if that is told.
    """

    name: str
    duration_ns: float
    kernel: str = ""


def _no_artifacts() -> tuple[Artifact, ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Compiled:
    """A compiled function, ready to be called.

    ``artifacts`` gives the cheap stages *of this very executable*, without compiling again.
    ``compilations`` counts how often the framework has compiled it so far, where it can be asked:
    a number that grows while timing means that something else was timed.
    """

    call: Callable[..., Any]
    artifacts: Callable[[], tuple[Artifact, ...]] = _no_artifacts
    compilations: Callable[[], int] | None = None
    claims: Callable[[], Mapping[str, float]] | None = None
    """What the compiler itself says that a call costs: ``flops`` and ``bytes``."""
    first: Callable[..., Any] | None = None
    """Used in place of ``call`` for the very first call, by a compiler that works lazily and has to
    be watched while it does: hooks stand only as long as that call."""
    cache_hits: Callable[[], int] | None = None
    """How many of its compilations a compile cache answered; None where that cannot be asked."""
    choices: Callable[[], Mapping[str, str]] | None = None
    """What autotuning chose, by tuned operation, asked after the first call; None where nothing is
    tuned. An empty answer means that a cache spared the tuning."""
    interpreted: str = ""
    """Says, in words, by what the program is interpreted instead of compiled; it is then called
    once, to be checked, and never timed."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """One implementation with its data, as a compiler in a worker receives it.

    ``call`` takes ``arguments`` (tensors, already in the program's layouts). For the backward
    direction ``cotangents`` holds one tensor per output and ``wrt`` the positions of the arguments
    to differentiate by; otherwise they are empty.
    """

    operator: Operator
    case: Case
    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    cotangents: tuple[Any, ...] = ()
    wrt: tuple[int, ...] = ()
    settings: Settings = field(default_factory=Settings)

    @property
    def backward(self) -> bool:
        return self.case.direction == "backward"

    @property
    def inputs(self) -> tuple[Any, ...]:
        """Everything the timed function takes: arguments, then cotangents."""
        return (*self.arguments, *self.cotangents)


class Frontend(ABC):
    """A framework: how to start it in a fresh process and how to move data in and out."""

    name: ClassVar[str]
    module: ClassVar[str]
    """What is imported; its absence makes every compiler of this frontend ``unavailable``."""
    distributions: ClassVar[tuple[str, ...]]
    """Package names whose versions go into the record; the first one found is the framework's."""
    extra: ClassVar[str]
    """The extra of pyproject.toml that installs it."""

    own_products: ClassVar[bool] = False
    """True where an operator brings its own matrix products: then the framework's tell nothing."""

    @property
    def install(self) -> str:
        return f'pip install "opscope[{self.extra}]"'

    def environment(self, settings: Settings) -> dict[str, str]:
        """Environment variables that must be set before the import."""
        return {}

    def private_caches(self, folder: str) -> dict[str, str]:
        """Environment variables that put every compile cache into ``folder``, new for each worker:
        with a warm cache there would be no compile time to tell and nothing to dump."""
        return {}

    def fork_environment(self) -> dict[str, str]:
        """Environment variables that keep the import from starting helper processes, for a process
        that is going to be forked."""
        return {}

    @abstractmethod
    def start(self, settings: Settings) -> None:
        """Import the framework and set threads, precision and memory growth."""

    def targets(self) -> tuple[str, ...]:
        """Attached targets, best first; called in a worker after ``start``."""
        return ("cpu",)

    def math_mode(self) -> dict[str, Any]:
        """Precision settings as read back from the framework, not as they were asked for."""
        return {}

    @abstractmethod
    def tensor(self, array: Array, dtype: str, settings: Settings) -> Any:
        """A tensor of type ``dtype`` on the target, a copy of ``array``."""

    @abstractmethod
    def array(self, tensor: Any) -> Array:
        """The tensor's values in NumPy; bfloat16 as float32."""

    @abstractmethod
    def wait(self, outputs: Any) -> None:
        """Return when every tensor in ``outputs`` has been computed; copies nothing."""

    @abstractmethod
    def differentiate(self, call: Callable[..., Any], job: Job) -> Callable[..., Any]:
        """``call`` with its backward pass.

        Returns a function of ``job.inputs`` that gives ``(*outputs, *gradients)`` of
        sum(output * cotangent). Outputs are returned so that no compiler may drop the forward pass.
        """

    def differentiable(self, tensor: Any) -> Any:
        """``tensor`` as ``differentiate`` wants the arguments that it differentiates by."""
        return tensor

    def device_ns(
        self,
        call: Callable[..., Any],
        arguments: Sequence[Any],
        iterations: int,
        flush: Callable[[], object] | None = None,
    ) -> float | None:
        """Time of ``iterations`` calls by the device's own clock, gaps between kernels included;
        None where there is no device or no clock of its that can be read.

        ``flush`` is called before each of them, outside of its time and without waiting: what it
        starts on the device hides how long the host takes to launch the call.
        """
        return None

    def release(self) -> None:  # noqa: B027 without a device there is nothing to do
        """Give device memory that is not in use back, for other processes on the same device; count
        the peak from here."""

    def memory_bytes(self) -> int | None:
        """By how many bytes the device's allocator rose above its level at the last ``release``;
        None where only the RSS tells."""
        return None

    def profile(self, run: Callable[[], None]) -> list[Event]:
        """Call ``run`` under the framework's own profiler.

        Returns the events in the order in which they began, under the names that
        :meth:`Compiler.event_name` asks for. With a device only its time counts: an operator's is
        that of the kernels it launched.
        """
        raise NotAvailableError(f"{self.name} has no profiler here")

    def replay(
        self, call: Callable[..., Any], inputs: Sequence[Any], *, decomposed: bool
    ) -> Iterator[tuple[str, tuple[int, ...], tuple[Any, ...]]]:
        """Run ``call`` one operation at a time.

        Gives for each its name, the indices of the earlier operations whose results it reads, and
        its output tensors. ``decomposed`` asks for the operations that a compiler sees.
        """
        raise NotAvailableError(f"{self.name} cannot replay a program operation by operation")

    def loop(self, call: Callable[..., Any], arguments: Sequence[Any], sync: str) -> Loop:
        """A function that makes n calls; waits for each (``call``) or for the last (``batch``)."""
        wait = self.wait
        if sync == "batch":

            def batched(n: int) -> None:
                outputs: Any = ()
                for _ in repeat(None, n):
                    outputs = call(*arguments)
                wait(outputs)

            return batched

        def waited(n: int) -> None:
            for _ in repeat(None, n):
                wait(call(*arguments))

        return waited


Loop = Callable[[int], None]


class Compiler(ABC):
    """One way of making a frontend's implementation run."""

    name: ClassVar[str]
    summary: ClassVar[str]
    frontend: ClassVar[type[Frontend]]
    stages: ClassVar[tuple[str, ...]] = ()
    """Names from the stage catalogue, in lowering order, over all targets."""
    on_request: ClassVar[tuple[str, ...]] = ()
    """Those of ``stages`` that are long and only written when asked for by name."""
    targets: ClassVar[tuple[str, ...]] = HOST_TARGETS
    unasked: ClassVar[tuple[str, ...] | None] = None
    """The targets on which it takes part without having been named; None: on all of ``targets``."""
    deviceless: ClassVar[tuple[str, ...]] = ()
    """Platforms whose named devices (:mod:`opscope.devices`) ``dump`` compiles for without one."""
    differentiate_first: ClassVar[bool] = False
    """True compiles forward and backward as one function; False compiles the forward pass and lets
    the framework's autograd call what was compiled for the backward one."""
    eager: ClassVar[bool] = False
    """Whether this is its frontend's uncompiled way, the baseline of ratios and break-even."""
    levers: ClassVar[Mapping[str, Switch]] = {}
    script: ClassVar[Script | None] = None
    """For ``opscope repro``; None where there is none."""
    fusion_off: ClassVar[str] = ""
    """The lever that switches fusion off, for ``--fusion-effect``; empty if there is none."""
    fusion_log: ClassVar[Mapping[str, str]] = {}
    """Environment variables under which it writes to its log why it did not fuse."""

    profile_flags: ClassVar[Mapping[str, str]] = {}
    """Flags without which the profiler does not see this compiler's kernels."""

    def takes_part(self, platform: str) -> bool:
        """Whether a run on ``platform`` that names no compilers has this one among them."""
        return platform in (self.targets if self.unasked is None else self.unasked)

    def event_name(self, kernel: str) -> str:
        """What the profiler calls the kernel of that name; runs in the parent."""
        return kernel

    def known_flags(self) -> Iterable[str]:
        """Options that ``--flag`` accepts; called in a worker after the frontend started."""
        return ()

    @abstractmethod
    def compile(self, call: Callable[..., Any], job: Job) -> Compiled:
        """Compile ``call``, a function of ``job.inputs`` (or of ``job.arguments`` alone when the
        backward pass is the framework's). Lazy compilers may do the work in the first call."""

    def build(self, job: Job) -> Compiled:
        """What is timed: a function of ``job.inputs``, with the backward pass if asked for."""
        frontend = self.frontend()
        if not job.backward:
            return self.compile(job.call, job)
        if self.differentiate_first:
            return self.compile(frontend.differentiate(job.call, job), job)
        forward = self.compile(job.call, job)
        return replace(forward, call=frontend.differentiate(forward.call, job))

    def dump(self, job: Job, stages: Sequence[str]) -> Iterator[Artifact]:
        """Compile afresh and give the artifacts of ``stages``, in lowering order.

        A stage that this compilation does not have comes as an Artifact with ``absent`` set. Called
        in a worker of its own with private, empty compile caches.
        """
        raise NotAvailableError(f"{self.name} shows no stages")
