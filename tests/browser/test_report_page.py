"""The HTML report of a real run, used as a reader uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden" / "report"
CASE = "layernorm/rows1024_features1024-float32-forward/cpu"
MLP = "mlp/rows128_features512_hidden2048-float32-forward/cpu"
WITHIN_ITS_PANE = """line => {
  const box = line.getBoundingClientRect();
  const pane = line.closest('.code').getBoundingClientRect();
  return box.top >= pane.top && box.bottom <= pane.bottom;
}"""
RECORDS = json.loads((GOLDEN / "run.json").read_text())["records"]


def linked(compiler: str, source_line: int, stage: str) -> set[int]:
    """What the stored manifest says that a source line became."""
    operator, case, target = CASE.split("/")
    path = GOLDEN / "artifacts" / operator / case / compiler / target / "manifest.json"
    links = json.loads(path.read_text())["links"]
    spans = next(link["spans"] for link in links if link["source_line"] == source_line)
    wanted = [range(s["first"], s["last"] + 1) for s in spans if s["stage"] == stage]
    return {line for lines in wanted for line in lines}


def test_it_opens_with_an_answer_and_every_record(view, report):
    page = view().open(report)
    assert page.all("h1").inner_text()
    assert page.all("#heat tbody tr").count() == len({(r["operator"], r["case"]) for r in RECORDS})
    assert page.all("#heat tbody td:not(.none)").count() == len(RECORDS)
    assert page.all("#case .results tbody tr").count() == 7


def test_filters_narrow_rows_and_columns_and_the_means_follow(view, report):
    page = view().open(report)
    before = page.all("#mean-of").inner_text()
    page.page.fill("#f-text", "soft")
    assert page.all("#heat tbody tr:visible").count() == 2
    assert page.all("#mean-of").inner_text() != before
    page.page.fill("#f-text", "")
    page.page.select_option("select[data-filter=operator]", "mlp")
    assert page.all("#heat tbody tr:visible").count() == 2
    columns = page.all("#heat thead th[data-c]:visible").count()
    page.page.uncheck("[data-compiler='0']")
    assert page.all("#heat thead th[data-c]:visible").count() == columns - 1


def test_other_figures_can_be_shown_in_the_table(view, report):
    page = view().open(report)
    page.page.select_option("#f-metric", "median")
    texts = page.all("#heat tbody td[data-over]").all_inner_texts()
    assert all(text.rstrip("!").endswith("s") for text in texts)


def test_a_case_is_reached_by_click_key_and_address(view, report):
    page = view().open(report)
    page.all(f"#heat a[href='#/{MLP}']").click()
    page.page.wait_for_selector("#case h2:has-text('mlp')")
    assert page.page.evaluate("decodeURIComponent(location.hash)") == f"#/{MLP}"
    page.page.keyboard.press("j")
    page.page.wait_for_selector("#case h2:has-text('softmax')")
    page.page.keyboard.press("k")
    page.page.wait_for_selector("#case h2:has-text('mlp')")
    again = view().open(report, MLP)
    assert again.all("#case h2").inner_text().startswith("mlp")


def test_a_source_line_lights_up_what_it_became_in_both_compilers(view, report):
    page = view().open(report, CASE)
    page.choose("a", "torch-inductor", "cpp")
    page.choose("b", "jax-jit", "hlo-optimized")
    page.all(".side[data-side=a] .source .ln[data-n='9']").click()  # r = torch.rsqrt(v + 1e-5)
    page.page.wait_for_selector(".side[data-side=a] .stage .ln.on")
    assert page.lines("a", "source") == {9}
    assert page.lines("a", "stage") == linked("torch-inductor", 9, "cpp")
    # jax.lax.rsqrt(v + 1e-5) stands on line 10 of the other implementation: matched by name.
    assert page.lines("b", "source", "named") == {10}
    assert page.lines("b", "stage", "named") == linked("jax-jit", 10, "hlo-optimized")
    first = page.all(".side[data-side=b] .stage .ln.named").first
    assert first.evaluate(WITHIN_ITS_PANE)


def test_a_line_that_was_kept_stays_lit_while_pointing_at_lines_without_links(view, report):
    page = view().open(report, CASE)
    page.choose("a", "torch-inductor", "cpp")
    page.all(".side[data-side=a] .source .ln[data-n='9']").click()
    page.all(".side[data-side=a] .stage .ln:visible:not(.linked)").first.hover()
    assert page.lines("a", "stage") == linked("torch-inductor", 9, "cpp")


def test_a_line_of_a_stage_leads_back_to_its_source(view, report):
    page = view().open(report, CASE)
    page.choose("a", "jax-jit", "jaxpr")
    page.choose("b", "jax-jit", "stablehlo")
    some_line = min(linked("jax-jit", 10, "jaxpr"))
    page.all(f".side[data-side=a] .stage .ln[data-n='{some_line}']").hover()
    page.page.wait_for_selector(".side[data-side=b] .stage .ln.on")
    assert page.lines("a", "source") == {10}
    assert page.lines("b", "source") == {10}
    assert page.lines("b", "stage") == linked("jax-jit", 10, "stablehlo")


def test_panes_scroll_together_unless_told_otherwise(view, report):
    page = view().open(report, CASE)
    page.choose("a", "jax-jit", "llvm-ir-optimized")
    page.choose("b", "jax-jit", "hlo-optimized")
    other = page.all(".side[data-side=b] .stage")
    page.all(".side[data-side=a] .stage").evaluate("pane => { pane.scrollTop = 1200; }")
    page.until(lambda: other.evaluate("pane => pane.scrollTop") > 0)
    page.page.uncheck("#sync")
    page.page.wait_for_timeout(150)
    before = other.evaluate("pane => pane.scrollTop")
    page.all(".side[data-side=a] .stage").evaluate("pane => { pane.scrollTop = 0; }")
    page.page.wait_for_timeout(150)
    assert other.evaluate("pane => pane.scrollTop") == before


def test_search_counts_and_walks_the_hits(view, report):
    page = view().open(report, CASE)
    page.choose("a", "jax-jit", "hlo-optimized")
    find = page.all(".side[data-side=a] .s-find")
    find.fill("RSQRT")
    path = next((GOLDEN / "artifacts").rglob("jax-jit/cpu/*hlo-optimized.hlo"))
    expected = [n for n, line in enumerate(path.read_text().splitlines(), 1) if "rsqrt" in line]
    found = page.all(".side[data-side=a] .found")
    assert found.inner_text() == f"1 of {len(expected)}"
    find.press("Enter")
    assert found.inner_text() == f"2 of {len(expected)}"


def test_copying_tells_whether_it_was_allowed(view, report):
    page = view().open(report, CASE)
    button = page.all(".side[data-side=a] .copy")
    button.click()
    page.until(lambda: button.inner_text() in ("copied", "not allowed"))


def test_panes_work_from_the_keyboard(view, report):
    page = view().open(report, CASE)
    page.choose("a", "torch-inductor", "cpp")
    page.all(".side[data-side=a] .source").focus()
    for _ in range(5):
        page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("Enter")
    assert page.lines("a", "stage", "pinned") == linked("torch-inductor", 9, "cpp")


def test_an_absent_stage_says_why(view, report):
    page = view().open(report, CASE)
    page.page.select_option(".side[data-side=a] .s-compiler", label="jax-jit · cpu")
    page.page.select_option(".side[data-side=a] .s-stage", "llo")
    assert "only a TPU has it" in page.all(".side[data-side=a] .stage").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_is_wider_than_the_window(view, report, width, scheme):
    page = view(width=width, scheme=scheme).open(report, CASE)
    page.choose("a", "torch-inductor", "cpp")
    page.choose("b", "jax-jit", "hlo-optimized")
    page.all(".side[data-side=a] .source .ln[data-n='9']").click()
    page.page.wait_for_selector(".side[data-side=a] .stage .ln.on")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    shown = page.all("#case figure svg:visible")
    assert shown.count() >= 3
    page.screenshot(f"report-{width}-{scheme}")


def test_the_theme_button_overrides_the_system(view, report):
    page = view(scheme="light").open(report)
    before = page.all("body").evaluate("body => getComputedStyle(body).backgroundColor")
    page.page.click("#theme")
    assert page.all("body").evaluate("body => getComputedStyle(body).backgroundColor") != before
