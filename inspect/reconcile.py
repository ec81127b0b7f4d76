"""FLOPs and bytes of one compilation by every account there is, and where the accounts contradict.

Three accounts: the operator's own model, the compiler's claim (XLA's cost analysis, which is a
model too), and what is counted in the kernels of its IR. The measured time turns each into a rate,
which no account may put above the machine's measured peak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from opscope.facts import View
from opscope.records import Kernel

APART = 2.0
"""Two accounts of the same thing that are further apart than this contradict each other: what a
division or an exponential counts is a convention."""

ABOVE = 1.05
"""A rate above this share of the peak is impossible."""

MODEL, CLAIM, IR = "operator", "compiler", "ir"


@dataclass(frozen=True, kw_only=True)
class Account:
    """One quantity by all accounts; None where an account does not tell. ``partly`` says of how
    many kernels the IR tells it, if not of all: then its sum is a lower bound."""

    operator: float | None = None
    compiler: float | None = None
    ir: float | None = None
    partly: str = ""

    def known(self) -> dict[str, float]:
        found = {MODEL: self.operator, CLAIM: self.compiler, IR: self.ir}
        return {name: value for name, value in found.items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class Reconciled:
    """``rates`` are the operator's FLOPs and bytes over the measured time, ``peak_shares`` those
    over the machine's peaks (empty where no peak was measured), ``contradictions`` in words."""

    flops: Account
    bytes: Account
    rates: Mapping[str, float] = field(default_factory=dict)
    peak_shares: Mapping[str, float] = field(default_factory=dict)
    contradictions: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def reconcile(
    *,
    flops: int,
    least_bytes: int,
    kernels: Sequence[Kernel],
    claims: Mapping[str, float],
    call_ns: float | None,
    peak_flops_per_s: float | None = None,
    peak_bytes_per_s: float | None = None,
) -> Reconciled:
    """``claims`` are the compiler's own figures: ``flops`` and ``bytes``."""
    accounts = {
        "flops": _account(flops, claims.get("flops"), kernels, "flops"),
        "bytes": _account(least_bytes, claims.get("bytes"), kernels, "bytes"),
    }
    peaks = {"flops": peak_flops_per_s, "bytes": peak_bytes_per_s}
    rates: dict[str, float] = {}
    shares: dict[str, float] = {}
    told = [*_flops(accounts["flops"]), *_bytes(accounts["bytes"])]
    for what, account in accounts.items():
        peak = peaks[what]
        if not call_ns:
            continue
        for name, value in account.known().items():
            rate = value / call_ns * 1e9
            if name == MODEL:
                rates[f"{what}_per_s"] = rate
                if peak:
                    shares[what] = rate / peak
            if peak and rate > ABOVE * peak and (what == "flops" or name == MODEL):
                told.append(_impossible(what, name, rate, peak))
    return Reconciled(
        flops=accounts["flops"],
        bytes=accounts["bytes"],
        rates=rates,
        peak_shares=shares,
        contradictions=tuple(told),
        unknown=tuple(_unknown(accounts, kernels, claims, peaks)),
    )


def _account(model: int, claim: float | None, kernels: Sequence[Kernel], what: str) -> Account:
    values = [(getattr(kernel, what), kernel.launches) for kernel in kernels]
    known = [value * launches for value, launches in values if value is not None]
    partly = f"{len(known)} of {len(values)} kernels" if len(known) < len(values) else ""
    return Account(
        operator=float(model) if model else None,
        compiler=claim if claim is not None and claim >= 0 else None,  # XLA's -1: not known
        ir=float(sum(known)) if known else None,
        partly=partly if known else "",
    )


def _flops(account: Account) -> list[str]:
    told = []
    model, claim, ir = account.operator, account.compiler, account.ir
    if model and claim is not None:
        if claim > APART * model:
            told.append(f"the compiler claims {claim:.3g} FLOPs where the operator needs"
                        f" {model:.3g}: work is done again, or counted where none is")  # fmt: skip
        elif claim * APART < model:
            told.append(f"the compiler claims {claim:.3g} FLOPs where the operator needs"
                        f" {model:.3g}: it does not see inside a library call, or work is"
                        " gone")  # fmt: skip
    if model and ir is not None:
        if ir > APART * model:
            told.append(f"the IR has {ir:.3g} FLOPs where the operator needs {model:.3g}:"
                        " another algorithm, or work that is done again")  # fmt: skip
        elif ir * APART < model and not account.partly:
            told.append(f"the IR has {ir:.3g} FLOPs where the operator needs {model:.3g}:"
                        " work was folded or found dead")  # fmt: skip
    if claim is not None and ir and not account.partly and not ir / APART <= claim <= ir * APART:
        told.append(f"the compiler claims {claim:.3g} FLOPs, its own IR has {ir:.3g}")
    return told


def _bytes(account: Account) -> list[str]:
    told = []
    model, claim, ir = account.operator, account.compiler, account.ir
    if model and ir is not None:
        if ir > APART * model:
            told.append(f"kernels move {ir:.3g} bytes where inputs and outputs have {model:.3g}:"
                        " intermediates go through memory")  # fmt: skip
        elif ir * 1.1 < model and not account.partly:
            told.append(f"kernels move {ir:.3g} bytes, inputs and outputs have {model:.3g}:"
                        " not all of the data is read or written")  # fmt: skip
    if claim is not None and ir and not account.partly and not ir / APART <= claim <= ir * APART:
        told.append(f"the compiler claims {claim:.3g} bytes, the kernels of its IR move {ir:.3g}")
    return told


_WHOSE = {
    MODEL: "the operator's",
    CLAIM: "the compiler's claimed",
    IR: "the IR's",
}


def _impossible(what: str, name: str, rate: float, peak: float) -> str:
    unit, or_else = ("FLOP/s", "") if what == "flops" else ("byte/s", ", or it was in a cache")
    return (
        f"{_WHOSE[name]} {what} over the measured time are {rate:.3g} {unit}, above the"
        f" machine's {peak:.3g}: not all of that was done{or_else}"
    )


def _unknown(
    accounts: Mapping[str, Account],
    kernels: Sequence[Kernel],
    claims: Mapping[str, float],
    peaks: Mapping[str, float | None],
) -> list[str]:
    told = []
    if not claims:
        told.append("the compiler gives no cost analysis")
    if not kernels:
        told.append("no kernels are known to count in")
    told += [f"{what} are told by {a.partly} only" for what, a in accounts.items() if a.partly]
    told += [f"no kernel tells its {w}" for w, a in accounts.items() if kernels and a.ir is None]
    if not any(peaks.values()):
        told.append("this machine's peaks were not measured (a pytest run measures them)")
    return told


VIEW = View(
    name="reconcile",
    summary="FLOPs and bytes by the operator, the compiler and its IR, with contradictions",
    function=reconcile,
)
