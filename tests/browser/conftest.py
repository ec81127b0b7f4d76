"""A real headless Chromium for the HTML report, and reports made from a stored real run.

The tests skip, and say why, where there is no Chromium or no Playwright. Screenshots go to
``out/screenshots``, or to the folder that OPSCOPE_SCREENSHOTS names.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from opscope.registry import Registry
from opscope.report import Material, load_material

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden" / "report"
RUN = GOLDEN / "run.json"
ARTIFACTS = GOLDEN / "artifacts"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    pytest.importorskip("jinja2", reason="Jinja2 is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=path, args=list(FLAGS))
        yield running
        running.close()


class View:
    """One open page. What went wrong in it is collected: console errors, requests, dialogs."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog {dialog.message}"))

    def open(self, path: Path, case: str = "") -> View:
        address = f"{path.as_uri()}#/{case}" if case else path.as_uri()
        self.page.goto(address)
        self.page.wait_for_selector("body[data-shown]", state="attached")
        return self

    def all(self, selector: str) -> Any:
        return self.page.locator(selector)

    def lines(self, side: str, pane: str, name: str = "on") -> set[int]:
        """Numbers of the lines of a pane that carry a class."""
        found = self.all(f".side[data-side={side}] .{pane} .ln.{name}")
        return set(found.evaluate_all("lines => lines.map((line) => Number(line.dataset.n))"))

    def choose(self, side: str, compiler: str, stage: str) -> None:
        """Open a stage in a pane and wait until it is there."""
        place = f".side[data-side={side}]"
        self.page.select_option(f"{place} .s-compiler", label=f"{compiler} · cpu")
        self.page.wait_for_selector(f"{place} .s-stage option[value='{stage}']", state="attached")
        self.page.select_option(f"{place} .s-stage", stage)
        self.page.wait_for_selector(f"{place} .stage .ln")

    def until(self, holds: Callable[[], bool], timeout_s: float = 10.0) -> None:
        """Wait in turns: Playwright's own way evaluates text, which the page's policy forbids."""
        deadline = time.monotonic() + timeout_s
        while not holds():
            assert time.monotonic() < deadline, "it never came true"
            self.page.wait_for_timeout(50)

    def screenshot(self, name: str) -> None:
        folder = Path(os.environ.get("OPSCOPE_SCREENSHOTS", "out/screenshots"))
        folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=folder / f"{name}.png", full_page=True)


@pytest.fixture
def view(browser: Any) -> Iterator[Callable[..., View]]:
    """Makes views; none of them may have had an error or asked for anything but its file."""
    views: list[tuple[Any, View]] = []

    def make(width: int = 1280, height: int = 900, scheme: str = "light") -> View:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        views.append((context, View(context.new_page())))
        return views[-1][1]

    yield make
    for context, opened in views:
        context.close()
        assert opened.errors == []
        assert [url for url in opened.requests if not url.startswith(("file:", "data:"))] == []
        assert len({url.split("#")[0] for url in opened.requests}) <= 1


@pytest.fixture(scope="session")
def write_report(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Material], Path]:
    def write(material: Material) -> Path:
        out = tmp_path_factory.mktemp("report") / "report.html"
        Registry().reports["html"].write(material, out)
        return out

    return write


@pytest.fixture(scope="session")
def report(write_report: Callable[[Material], Path]) -> Path:
    """The report of the stored run, with artifacts of its layer normalisation."""
    pytest.importorskip("jinja2", reason="Jinja2 is not installed")
    return write_report(load_material((RUN,), ARTIFACTS))
