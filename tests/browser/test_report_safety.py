"""Nothing that a report shows can run: hostile text planted in every field that it shows."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from opscope.cause import Conclusion, Finding, Intervention, Standing
from opscope.dumping.manifest import Coverage, Link, Manifest, Source, Span, StageFile
from opscope.plain import cleaned
from opscope.records import (
    Accuracy,
    Alarm,
    Kernel,
    Measurement,
    Record,
    Run,
    Status,
)
from opscope.report import Material, NamedRun, load_material

PLANTED = (
    "<script>window.pwned = 1</script>",
    "</script><script>window.pwned = 1</script>",
    "</style></title></template><img src=x onerror='window.pwned = 1'>",
    '" onmouseover="window.pwned = 1" x="',
    "' onfocus='window.pwned = 1' autofocus='",
    "<svg onload=window.pwned=1><a xlink:href='javascript:window.pwned=1'>x</a></svg>",
    "{{ cycler.__init__.__globals__ }}{% for x in y %}",
    "${window.pwned = 1} `${1}` \\u003cscript\\u003e",
    "<!--<script>", "]]><script>window.pwned=1</script>",
    "\u2028\u2029\x00\x1b[31m\ud800",
)  # fmt: skip
EVERYTHING = " ".join(PLANTED)


def hostile_record(compiler: str, status: Status = Status.OK) -> Record:
    return Record(
        operator=f"op{EVERYTHING}",
        case=f"case{EVERYTHING}",
        compiler=f"{compiler}{EVERYTHING}",
        frontend=f"torch{EVERYTHING}",
        target=f"cpu{EVERYTHING}",
        status=status,
        reason=EVERYTHING,
        eager=compiler == "eager",
        params={EVERYTHING: EVERYTHING},
        dtype=EVERYTHING,
        direction=EVERYTHING,
        layout=EVERYTHING,
        size=EVERYTHING,
        name=EVERYTHING,
        flops=1000,
        least_bytes=1000,
        accuracy=Accuracy(error=1e-6, tolerance=1e-4, detail=EVERYTHING),
        measurement=Measurement(
            samples_ns=(1e3, 1.1e3, 1.2e3, 1.3e3), iterations=1, clock=EVERYTHING, sync=EVERYTHING
        ),
        compile_s=1.0,
        kernels=(
            Kernel(name=EVERYTHING, kind=EVERYTHING, ops=PLANTED, time_ns=500.0, notes=PLANTED),
        ),
        kernels_reason=EVERYTHING,
        alarms=(Alarm(kind=EVERYTHING, evidence=EVERYTHING),),
        math_mode={EVERYTHING: EVERYTHING},
        versions={EVERYTHING: EVERYTHING},
        flags={EVERYTHING: EVERYTHING},
    )


def hostile_explanation(record: Record) -> Conclusion:
    switch = Intervention(
        lever=EVERYTHING,
        title=EVERYTHING,
        scope=EVERYTHING,
        effects={EVERYTHING: EVERYTHING},
        not_clean=EVERYTHING,
        reason=EVERYTHING,
    )
    finding = Finding(
        id=EVERYTHING,
        title=EVERYTHING,
        share_ns=10.0,
        share_percent=50.0,
        standing=Standing.CONFIRMED,
        evidence=PLANTED,
        commands=PLANTED,
        intervention=switch,
    )
    return Conclusion(
        operator=record.operator,
        case=record.case,
        target=record.target,
        a=EVERYTHING,
        b=EVERYTHING,
        verdict={"kind": EVERYTHING},
        ratio=1.0,
        interval=(None, None),
        a_ns=100.0,
        b_ns=120.0,
        gap_ns=20.0,
        causes=(finding,),
        not_fused={EVERYTHING: [EVERYTHING, {EVERYTHING: EVERYTHING}]},
        why_no_causes=EVERYTHING,
        doubts=PLANTED,
    )


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, write_report) -> Path:
    run = cleaned(  # as everything is that was read from a file
        Run(
            records=(
                hostile_record("eager"),
                hostile_record("jit"),
                hostile_record("broken", Status.CRASHED),
            ),
            environment={EVERYTHING: EVERYTHING, "cpu": EVERYTHING, "nested": {"a": [EVERYTHING]}},
            time_summary_s={EVERYTHING: 1.0},
        )
    )
    older = dataclasses.replace(run, environment={"commit": EVERYTHING})
    folder = tmp_path_factory.mktemp("artifacts")
    place = folder / "op" / "case" / "jit" / "cpu"
    place.mkdir(parents=True)
    text = "\n".join(PLANTED)
    for extension in ("py", "hlo"):
        (place / f"00.{extension}").write_text(text, encoding="utf-8", errors="surrogatepass")
    manifest = Manifest(
        operator=run.records[0].operator,
        case=run.records[0].case,
        compiler=EVERYTHING,
        target=EVERYTHING,
        ran=False,
        device=EVERYTHING,
        stages=(
            StageFile(stage="hlo", file="00.hlo", language="hlo", tool=EVERYTHING, note=EVERYTHING),
            StageFile(stage="output-code", part=EVERYTHING, file="00.py", language="python"),
            StageFile(stage=EVERYTHING, absent=EVERYTHING),
            StageFile(stage="asm", file="../../../../outside.txt"),
        ),
        source=Source(file=EVERYTHING, first_line=1, text=PLANTED),
        links=(Link(source_line=1, spans=(Span(stage="hlo", first=1, last=3),)),),
        coverage=(Coverage(stage="hlo", linkable=3, linked=3, one=3, how=EVERYTHING),),
        versions={EVERYTHING: EVERYTHING},
    )
    manifest.save(place)
    (folder / "outside.txt").write_text("secret")
    return write_report(
        Material(
            runs=(
                NamedRun(name=f"old{EVERYTHING}.json", run=older),
                NamedRun(name="new.json", run=run),
            ),
            artifacts=folder,
            problems=(EVERYTHING,),
            explanations=(hostile_explanation(run.records[0]),),
        )
    )


def test_nothing_planted_runs_anywhere(view, hostile):
    page = view().open(hostile)
    assert page.all(".side").count() == 2
    page.page.wait_for_selector(".side[data-side=a] .stage .ln")
    options = page.all(".side[data-side=a] .s-stage option").evaluate_all(
        "o => o.map(x => x.value)"
    )
    for value in options:
        page.page.select_option(".side[data-side=b] .s-stage", value)
        page.page.wait_for_timeout(30)
    page.page.select_option("#f-metric", "median")
    page.page.fill("#f-text", PLANTED[0])
    page.all(".side[data-side=a] .s-find").fill(PLANTED[0])
    for element in page.all("a, button, .ln, td, [tabindex]").all()[:200]:
        element.dispatch_event("mouseover")
        element.dispatch_event("focus")
    page.page.wait_for_timeout(200)
    assert page.page.evaluate("typeof window.pwned") == "undefined"
    assert page.page.evaluate("document.querySelectorAll('img, iframe, object, embed').length") == 0
    own = page.page.evaluate("""
      [...document.querySelectorAll('*')].flatMap((e) => [...e.attributes])
        .filter((a) => a.name.startsWith('on') || /^\\s*javascript:/i.test(a.value)).length""")
    assert own == 0


def test_hostile_text_is_shown_as_it_is(view, hostile):
    page = view().open(hostile)
    assert PLANTED[1] in page.all(".why .causes").inner_text()
    assert PLANTED[0] in page.all("#case h2").inner_text()
    page.page.wait_for_selector(".side[data-side=a] .stage .ln")
    assert PLANTED[1] in page.all(".side[data-side=a] .stage").inner_text()


def test_a_stage_outside_its_folder_is_not_read(hostile):
    assert "secret" not in hostile.read_text(errors="replace")


def test_the_policy_allows_one_script_and_one_style_only(hostile, report):
    for path in (hostile, report):
        text = path.read_text(encoding="utf-8")
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        executable = [
            kind
            for kind in re.findall(r"<script([^>]*)>", text.split("</head>")[1])
            if not re.search(r'type="(text/plain|application/json)"', kind)
        ]
        assert executable == [""]


def test_an_injected_script_is_refused_by_the_policy(view, report):
    page = view().open(report)
    page.page.evaluate("""() => {
      const script = document.createElement('script');
      script.textContent = 'window.pwned = 1';
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<p onclick="window.pwned = 1" id=trap>x</p>');
      document.getElementById('trap').click();
    }""")
    assert page.page.evaluate("typeof window.pwned") == "undefined"
    assert page.errors
    assert all("Content Security Policy" in error for error in page.errors)
    page.errors.clear()


def test_a_broken_manifest_and_a_broken_run_are_named_in_the_page(view, write_report, tmp_path):
    golden = Path(__file__).parent.parent / "golden" / "report"
    cut = tmp_path / "cut.json"
    cut.write_text((golden / "run.json").read_text()[:1000])
    place = tmp_path / "artifacts" / "a" / "b" / "c" / "d"
    place.mkdir(parents=True)
    (place / "manifest.json").write_text('{"stages": 3}')
    material = load_material((golden / "run.json", cut), tmp_path / "artifacts")
    page = view().open(write_report(material))
    problems = " ".join(page.all(".problem").all_inner_texts())
    assert "cut.json" in problems
    assert "manifest.json" in problems
    assert page.all("#heat tbody tr").count() == 6
