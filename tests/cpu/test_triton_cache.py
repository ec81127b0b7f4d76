"""What is read from Triton's cache: a kernel is compiled for sm_90 into a private one, twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

SCRIPT = dedent(
    """
    import json

    import triton
    import triton.language as tl
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from opscope.compilers import _triton_cache

    @triton.jit
    def double(x, y, n, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + at, 2 * tl.load(x + at, at < n), at < n)

    before = _triton_cache.entries()
    for warps in (1, 4):
        types = {"x": "*fp32", "y": "*fp32", "n": "i32", "BLOCK": "constexpr"}
        source = ASTSource(double, types, {"BLOCK": 1024})
        target = GPUTarget("cuda", 90, 32)
        triton.compile(source, target=target, options={"num_warps": warps})
    new = _triton_cache.entries() - before
    stages = ("triton", "ttir", "ttgir", "llir", "ptx", "cubin", "sass", "ptxas-info")
    found = _triton_cache.artifacts(new, {"double": "the source"}, stages, "cuda")
    rows = [[a.stage, a.part, a.text, len(a.data or b""), a.absent, a.note] for a in found]
    print(json.dumps([len(before), rows]))
    """
)


@pytest.mark.torch
@pytest.mark.slow
def test_every_configuration_with_every_stage(tmp_path: Path) -> None:
    pytest.importorskip("triton")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, "TRITON_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    before, rows = json.loads(done.stdout)
    assert before == 0
    parts = {part for _, part, *_ in rows}
    assert parts == {"double[1 of 2]", "double[2 of 2]"}
    for stage, part, text, size, absent, note in rows:
        assert text or size or absent, (stage, part)
        assert "does not say which one won" in note
    ptx = [text for stage, _, text, *_ in rows if stage == "ptx"]
    assert len(ptx) == 2
    assert all(".visible .entry double" in text for text in ptx)
    assert [text for stage, _, text, *_ in rows if stage == "triton"] == ["the source"] * 2
    assert all(size > 1000 for stage, _, _, size, *_ in rows if stage == "cubin")
