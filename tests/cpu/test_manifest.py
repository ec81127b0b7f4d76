"""manifest.json: what is written is read back; what is foreign is refused by field."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.dumping.manifest import (
    Coverage,
    Link,
    Manifest,
    Source,
    Span,
    StageFile,
    manifest_paths,
)
from opscope.errors import UsageError

FULL = Manifest(
    operator="layernorm",
    case="rows8_features48-float32-forward",
    compiler="jax-jit",
    target="h100",
    ran=False,
    device="h100",
    stages=(
        StageFile(stage="jaxpr", file="00-jaxpr.jaxpr", lines=12, tool="jax"),
        StageFile(stage="ptx", part="fusion_5", file="01-ptx.ptx", language="ptx", exact=False),
        StageFile(stage="sass", absent="no ptxas on this machine"),
    ),
    source=Source(file="layernorm.py", first_line=60, text=("def f(x):", "    return x")),
    links=(Link(source_line=61, spans=(Span(stage="ptx:fusion_5", first=3, last=9, sources=6),)),),
    coverage=(Coverage(stage="jaxpr", linkable=10, linked=9, one=8, how="source_info"),),
    versions={"jax": "0.10.2"},
)


def test_a_manifest_survives_its_file(tmp_path):
    folder = tmp_path / "layernorm" / "case" / "jax-jit" / "h100"
    folder.mkdir(parents=True)
    path = FULL.save(folder)
    assert list(manifest_paths(tmp_path)) == [path]
    assert Manifest.load(path) == FULL


def test_parts_of_a_stage_have_ids_of_their_own():
    assert [stage.id for stage in FULL.stages] == ["jaxpr", "ptx:fusion_5", "sass"]


def test_what_did_not_run_carries_a_label():
    assert FULL.label == "compiled for h100 with jax 0.10.2, not run, not autotuned"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"stages": "x"}, "stages"),
        ({"stages": [{"file": "a"}]}, "stage"),
        ({"stages": [{"stage": "hlo", "lines": "9"}]}, "lines"),
        ({"links": [{"source_line": 1, "spans": [{"stage": "hlo", "first": 1}]}]}, "last"),
        ({"source": {"file": "a", "first_line": 1, "text": [1]}}, "text"),
        ({"compiler": 3}, "compiler"),
        ({"schema": 99}, "schema"),
    ],
)
def test_a_malformed_field_is_named_with_its_file(tmp_path, change, named):
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps({**FULL.to_json(), **change}))
    with pytest.raises(UsageError, match=rf"manifest\.json.*{named}"):
        Manifest.load(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(sorted(FULL.to_json())) | st.text(max_size=4), inner)
    ),
    max_leaves=20,
)


@given(JSON)
def test_foreign_json_is_a_usage_error_or_a_manifest(data):
    try:
        Manifest.from_json(data)
    except UsageError:
        return


def test_a_truncated_file_is_named(tmp_path):
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(FULL.to_json())[:50])
    with pytest.raises(UsageError, match=r"manifest\.json"):
        Manifest.load(path)
