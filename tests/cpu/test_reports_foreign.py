"""Foreign, broken and altered JSON: named by file and field, or reported, never a crash."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope.errors import UsageError
from opscope.records import Run
from opscope.registry import Registry
from opscope.report import Material, NamedRun, load_material

GOLDEN = Path(__file__).parent.parent / "golden" / "report" / "run.json"
REAL = json.loads(GOLDEN.read_text())
REAL["records"] = REAL["records"][:3]
REPORTS = Registry().reports


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("records", 1, "operator"), None, "records[1].operator: null is not text"),
        (("records", 0, "status"), "fine", "records[0].status: 'fine' is not one of ok, "),
        (("records", 0, "kernels"), [{"kind": "copy"}], "records[0].kernels[0].name: missing"),
        (("records", 2, "measurement", "samples_ns", 1), "x",
         "records[2].measurement.samples_ns[1]: 'x' is not a number"),
        (("records", 0, "measurement", "samples_ns"), [], "records[0].measurement.samples_ns: no"),
        (("records", 0, "measurement", "samples_ns", 0), float("nan"), "not positive and finite"),
        (("records", 0, "metrics"), {"gflops": True}, "records[0].metrics.gflops: True is not"),
        (("records", 0, "alarms"), {}, "records[0].alarms: {} is not a list"),
        (("environment",), [], "environment: [] is not an object"),
        (("schema",), 99, "schema 99 is not 1"),
        (("records",), {}, "no list of 'records'"),
    ],
)  # fmt: skip
def test_a_field_that_does_not_fit_is_named_with_its_file(tmp_path, path, value, message):
    data = copy.deepcopy(REAL)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(data))
    with pytest.raises(UsageError) as caught:
        load_material((broken,))
    assert f"{broken}: " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "\x00", '{"benchmarks": []}', "[" * 100_000])
def test_what_is_no_run_is_named(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"other\.json"):
        load_material((path,))


def places(data, path=()):
    yield path
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in list(items)[:6]:
        yield from places(value, (*path, key))


def value_at(path):
    value = REAL
    for step in path:
        value = value[step]
    return value


PLACES = sorted({path for path in places(REAL) if path}, key=repr)
NUMBERS = [path for path in PLACES if type(value_at(path)) in (int, float)]
EXTREMES = st.sampled_from([0, -1, 0.0, -1.0, 1e308, 5e-324, 10**400, float("inf"), float("nan")])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(st.sampled_from(PLACES), ANYTHING)
        | st.tuples(st.sampled_from(NUMBERS), EXTREMES),
        min_size=1,
        max_size=3,
    )
)
def test_an_altered_run_is_refused_or_reported_in_every_format(tmp_path, changes):
    data = copy.deepcopy(REAL)
    for path, value in changes:
        place = data
        try:
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
        except (TypeError, KeyError, IndexError):
            continue  # an earlier change has taken this place away
    try:
        run = Run.from_json(data)
    except UsageError:
        return
    old = NamedRun(name="old.json", run=Run.from_json(REAL))
    material = Material(runs=(old, NamedRun(name="new.json", run=run)))
    for report in REPORTS.values():
        report.write(material, tmp_path / report.name)
