"""From observations to explanations: shares, standings, and what must not be claimed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from opscope.cause import Cause, Evidence, SideFacts, Standing, load_explanations
from opscope.explaining import attribution, shares
from opscope.explaining.laboratory import Timed
from opscope.explaining.observation import Observation, Trial
from opscope.registry import Registry
from opscope.verdicts.verdict import VERDICT, estimate, judge

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "explain"


def timed(ns: float, pairs: int = 8, spread: float = 0.01) -> Timed:
    """Pairs of blocks around ``ns``, the i-th pair off by up to ``spread``."""
    offs = [1 + spread * ((i * 37 % 11) / 5 - 1) for i in range(pairs)]
    return Timed(pairs=tuple((ns * f, ns * f * 1.001, ns * f) for f in offs))


def cause(name: str, *levers: str, weight: float = 1.0, slow: str = "B") -> Cause:
    """A cause that always has evidence against one side."""

    def found(own: SideFacts, other: SideFacts) -> Evidence | None:
        return Evidence(lines=("seen",), weight=weight) if own.name == slow else None

    return Cause(
        name=name, title=name, reads=(), levers=levers, confirms="the gap closes", judge=found
    )


def observed(a_ns: float, b_ns: float, **more) -> Observation:
    a, b = timed(a_ns), timed(b_ns)
    pairs = zip(a.pairs, b.pairs, strict=True)
    verdict = judge([estimate(one, other) for one, other in pairs], VERDICT)
    return Observation(
        operator="planted",
        case="n8",
        target="cpu",
        a=SideFacts(name="A", compiler="x"),
        b=SideFacts(name="B", compiler="x"),
        verdict=verdict.to_json(),
        verdict_times={"A": a, "B": b},
        **more,
    )


def thrown(a_with: float, b_with: float, lever: str = "off", **more) -> Observation:
    """A takes 100 µs and B 200 µs; with the switch they take what is given."""
    trial = Trial(
        lever=lever,
        title=lever,
        scope="compile",
        arms={"A": "A+off", "B": "B+off"},
        effects={"A": "changed", "B": "changed"},
    )
    times = {"A": timed(1e5), "B": timed(2e5), "A+off": timed(a_with), "B+off": timed(b_with)}
    return observed(1e5, 2e5, trials=(replace(trial, **more),), screened=times)


def standing(seen: Observation, *causes: Cause) -> Standing:
    return attribution.explain(seen, causes or (cause("fusion", "off"),)).causes[0].standing


def test_a_switch_that_closes_the_gap_confirms():
    made = attribution.explain(thrown(2e5, 2e5), (cause("fusion", "off"),))
    (found,) = made.causes
    assert found.standing is Standing.CONFIRMED
    assert found.share_percent == pytest.approx(100, abs=5)
    assert made.unexplained_percent == pytest.approx(0, abs=5)
    assert made.gap_ns == pytest.approx(1e5, rel=0.02)


def test_a_half_closed_gap_leaves_half_unexplained():
    made = attribution.explain(thrown(1.5e5, 2e5), (cause("fusion", "off"),))
    assert made.causes[0].share_percent == pytest.approx(50, abs=5)
    assert made.unexplained_percent == pytest.approx(50, abs=5)
    assert made.unexplained_interval is not None
    low, high = made.unexplained_interval
    assert low <= made.unexplained_percent <= high


def test_a_switch_without_movement_refutes():
    assert standing(thrown(1.0e5, 2.0e5)) is Standing.REFUTED


def test_a_switch_that_only_scales_both_sides_confirms_nothing():
    # both half as slow: the difference moves by half, the ratio not at all
    assert standing(thrown(5e4, 1e5)) is not Standing.CONFIRMED


def test_a_switch_that_widens_the_gap_refutes():
    assert standing(thrown(1e5, 3e5)) is Standing.REFUTED


def test_a_gap_that_turns_round_is_bounded_by_the_gap():
    made = attribution.explain(thrown(4e5, 2e5), (cause("fusion", "off"),))
    assert made.causes[0].share_percent == pytest.approx(100)
    assert made.causes[0].bounded
    assert made.unexplained_interval == pytest.approx((0, 100), abs=5)


def test_a_switch_without_effect_leaves_it_untested():
    seen = thrown(1e5, 2e5, reason="it took no effect on either side")
    assert standing(seen) is Standing.UNTESTED


def test_a_cause_without_a_switch_is_consistent_at_best():
    made = attribution.explain(observed(1e5, 2e5), (cause("dtype"),))
    assert made.causes[0].standing is Standing.CONSISTENT
    assert made.unexplained_percent == 100


def test_without_evidence_it_says_unknown():
    made = attribution.explain(observed(1e5, 2e5), ())
    assert made.causes == ()
    assert "unknown" in made.why_no_causes


@pytest.mark.parametrize(("b_ns", "why"), [(1e5, "same"), (1.03e5, "smallest difference")])
def test_no_gap_has_no_causes(b_ns, why):
    made = attribution.explain(observed(1e5, b_ns), (cause("fusion"),))
    assert made.causes == ()
    assert why in made.why_no_causes


def test_one_switch_confirms_one_cause():
    both = (cause("fusion", "off", weight=3.0), cause("algorithm", "off", weight=1.0))
    first, second = attribution.explain(thrown(2e5, 2e5), both).causes
    assert (first.id, first.standing) == ("fusion", Standing.CONFIRMED)
    assert (second.id, second.standing) == ("algorithm", Standing.CONSISTENT)
    assert second.share_ns is None


def test_a_cause_against_the_gap_has_a_negative_share():
    made = attribution.explain(thrown(5e4, 2e5), (cause("threads", "off", slow="A"),))
    assert made.causes[0].share_percent < 0


def test_two_switches_share_in_both_orders():
    names = ("A", "B", "A+x", "B+x", "A+y", "B+y", "A+x+y", "B+x+y")
    ns = (1e5, 3e5, 1e5, 2e5, 1e5, 2e5, 1e5, 1e5)
    times = {name: timed(t) for name, t in zip(names, ns, strict=True)}
    trials = tuple(
        Trial(lever=x, title=x, scope="compile", arms={"A": f"A+{x}", "B": f"B+{x}"}, effects={})
        for x in "xy"
    )
    seen = observed(
        1e5, 3e5, trials=trials, decided=times, joint={"x+y": {"A": "A+x+y", "B": "B+x+y"}}
    )
    made = attribution.explain(seen, (cause("fusion", "x"), cause("dtype", "y")))
    assert [c.share_percent for c in made.causes] == pytest.approx([50, 50], abs=4)
    assert made.causes[0].intervention.both_orders is not None
    assert made.unexplained_percent == pytest.approx(0, abs=6)


def test_a_switch_that_changes_more_does_not_take_from_a_clean_ones_share():
    names = ("A", "B", "A+x", "B+x", "A+y", "B+y", "A+x+y", "B+x+y")
    ns = (1e5, 3e5, 1e5, 1e5, 3e5, 5e5, 9e5, 2e5)  # y slows both; with x it overshoots
    times = {name: timed(t) for name, t in zip(names, ns, strict=True)}
    trials = tuple(
        Trial(lever=x, title=x, scope="compile", arms={"A": f"A+{x}", "B": f"B+{x}"}, effects={},
              not_clean="all comes apart" if x == "y" else "")
        for x in "xy"
    )  # fmt: skip
    seen = observed(
        1e5, 3e5, trials=trials, decided=times, joint={"x+y": {"A": "A+x+y", "B": "B+x+y"}}
    )
    made = attribution.explain(seen, (cause("library", "x"), cause("fusion", "y")))
    found = {finding.id: finding for finding in made.causes}
    assert found["library"].standing is Standing.CONFIRMED
    assert found["library"].share_percent == pytest.approx(100, abs=4)
    assert made.causes[0].id == "library"
    after = found["fusion"].intervention  # with x nothing of the gap is left, whatever y does then
    assert after.share_ns == pytest.approx(0, abs=1e4)
    assert found["fusion"].standing is not Standing.CONFIRMED


def test_a_cause_that_works_against_the_gap_keeps_its_sign():
    against = thrown(1e5, 9e5)  # without it the gap of 1e5 becomes 8e5
    (found,) = attribution.explain(against, (cause("fusion", "off", slow="A"),)).causes
    assert found.standing is Standing.CONFIRMED
    assert found.share_percent == pytest.approx(-700, abs=40)


def test_page_faults_that_go_with_another_cause_are_part_of_it():
    times = {"A": timed(1e5), "B": replace(timed(3e5), page_faults=2000.0)}
    times |= {"B+narrow": timed(1e5), "B+tuned-allocator": timed(1.2e5)}
    trials = tuple(
        Trial(lever=x, title=x, scope="compile", arms={"A": "A", "B": f"B+{x}"}, effects={})
        for x in ("narrow", "tuned-allocator")
    )
    seen = observed(1e5, 3e5, trials=trials, screened=times)
    causes = (cause("dtype", "narrow"), cause("page_faults", "tuned-allocator"))
    dtype, faults = attribution.explain(seen, causes).causes
    assert (dtype.id, dtype.standing) == ("dtype", Standing.CONFIRMED)
    assert (faults.id, faults.standing) == ("page_faults", Standing.CONSISTENT)
    assert "part of dtype" in faults.intervention.reason
    times["B+narrow"] = replace(times["B+narrow"], page_faults=1900.0)  # they stay: two causes
    seen = observed(1e5, 3e5, trials=trials, screened=times)
    assert attribution.explain(seen, causes).causes[1].standing is Standing.CONFIRMED


def test_what_is_printed_is_what_the_report_reads(tmp_path):
    made = attribution.explain(thrown(2e5, 2e5), (cause("fusion", "off"),))
    path = tmp_path / "why.json"
    path.write_text(json.dumps(made.to_json()))
    (read,) = load_explanations(path)
    assert read.causes[0].standing == "confirmed"
    assert read.gap_ns == made.gap_ns


def test_an_observation_survives_json():
    seen = thrown(2e5, 2e5)
    assert Observation.from_json(json.loads(json.dumps(seen.to_json()))) == seen


def test_a_straight_line_has_its_intercept():
    intercept, misfit = shares.fitted([1, 4, 16], [11, 14, 26])
    assert intercept == pytest.approx(10)
    assert misfit == pytest.approx(0)
    assert shares.fitted([1, 4, 16], [11, 44, 26])[1] > 10


RECORDED = sorted(GOLDEN.glob("*.json"))


def test_runs_were_recorded():
    assert len(RECORDED) >= 6


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_run_is_explained_as_it_was(path):
    """Real runs of planted pairs, kept by ``tests/planted/study.py --record``: the planted cause
    comes first, on the side that has it, and nothing else is confirmed."""
    kept = json.loads(path.read_text())
    seen = Observation.from_json(kept["seen"])
    made = attribution.explain(seen, list(Registry().causes.values()))
    confirmed = [c.id for c in made.causes if c.standing is Standing.CONFIRMED]
    if not kept["cause"]:
        assert made.causes == ()
        return
    assert made.causes[0].id == kept["cause"]
    assert made.causes[0].slow == kept["slow"]
    assert confirmed == ([kept["cause"]] if kept["lever"] else [])


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_without_its_facts_a_recorded_run_is_unknown(path):
    seen = Observation.from_json(json.loads(path.read_text())["seen"])
    blind = {"kernels": (), "operations": {}, "counts": {}, "notes": {}}
    seen = replace(seen, a=replace(seen.a, **blind), b=replace(seen.b, **blind))
    assert attribution.explain(seen, list(Registry().causes.values())).causes == ()


@pytest.mark.jax
def test_a_planted_fusion_is_found_live(tmp_path):
    """The whole way with a real compiler: B does without fusion, and the switch shows it."""
    from tests.planted import plants

    rng = random.Random(5)
    fusion = next(p for p in plants.PLANTS if p.cause == "fusion" and p.compiler == "jax-jit")
    pair = plants.planted(rng, 0, fusion)
    a, b = pair.write(tmp_path)
    command = [sys.executable, "-m", "opscope", "explain", str(a), "--operator-b", str(b)]
    command += ["--between", *pair.compilers, "--threads", "1", "--quick", "--json"]
    command += [f"--flag-a={flag}" for flag in pair.flags_a]
    command += [f"--flag-b={flag}" for flag in pair.flags_b]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert "compiling" in done.stderr
    if made["verdict"]["kind"] == "UNDECIDED":  # a busy machine: then nothing may be claimed
        assert made["causes"] == []
    else:
        assert made["causes"][0]["id"] == "fusion"
        assert "became" in json.dumps(made["causes"][0]["intervention"]["effects"])


def test_an_empty_call_cannot_take_longer_than_a_full_one():
    facts = SideFacts(name="A", compiler="x")
    known = shares.with_measured(facts, timed(1e5), 2e4, None)
    assert known.count("noop_ns") == 2e4
    disturbed = shares.with_measured(facts, timed(1e5), 2e6, None)
    assert disturbed.count("noop_ns") is None


def test_a_switch_that_need_not_take_a_cause_away_cannot_refute_it():
    partial = replace(cause("math_mode", "off"), refutable=False)
    (found,) = attribution.explain(thrown(1e5, 2e5), (partial,)).causes
    assert found.standing is Standing.CONSISTENT
    assert found.share_ns is None
    (closed,) = attribution.explain(thrown(2e5, 2e5), (partial,)).causes
    assert closed.standing is Standing.CONFIRMED
