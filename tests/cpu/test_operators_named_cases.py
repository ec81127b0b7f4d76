"""Shapes from real models are found by the name that the operator file gives them."""

from __future__ import annotations

import json

import pytest

from opscope import selection
from opscope.cli import main
from opscope.errors import UsageError
from opscope.registry import Registry

REGISTRY = Registry()


def chosen(operator: str, case_id: str, **options: str) -> str:
    texts = {"size": None, "dtype": None, "direction": None, "layout": None, "shape": None}
    selected = selection.selection(**{**texts, **options})
    return selection.one_case(REGISTRY.operators[operator].operator, selected, case_id).id


def test_a_preset_is_a_case_in_the_selected_dtype_and_direction() -> None:
    assert chosen("softmax", "gpt2") == "rows12288_features1024-float32-forward"
    asked = chosen("softmax", "gpt2", dtype="bfloat16", direction="backward")
    assert asked == "rows12288_features1024-bfloat16-backward"
    assert chosen("softmax", "rows8_features48-float64-forward").startswith("rows8_features48-")
    with pytest.raises(UsageError, match="unknown case of softmax 'gpt3'"):
        chosen("softmax", "gpt3")


def test_every_named_case_says_where_its_numbers_come_from(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list", "cases", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    named = [row for row in rows if row["preset"]]
    assert all(row["source"] for row in named)
    presets = {row["preset"] for row in named if row["operator"] == "resnet_training_step"}
    assert {f"resnet18-b{batch}" for batch in (32, 64, 128, 256)} <= presets
    sources = " ".join(row["source"] for row in named)
    for model in ("GPT-2", "Llama-3-8B", "BERT-base", "ViT-B/16", "ResNet-18"):
        assert model in sources
