"""The page's own colouring against Pygments, where Pygments knows the language."""

from __future__ import annotations

from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden" / "report" / "artifacts"
TOKENS = """([text, name]) => {
  const expression = Languages.get(name);
  return expression && [...Languages.tokens(text, expression)];
}"""
PYTHON = '''
"""Doc."""
# a comment with "quotes"
@decorator
def f(x, y=1e-5):
    s = 'a # no comment' + f"{x}" + r"\\d"
    return """two
lines # still text""" if x else None
'''
CPP = """
#include <cmath>
/* block
   comment "with quotes" */
extern "C" void kernel(const float* p, int64_t n) { // line
  for (int64_t i = 0; i < n; i += 1) { auto s = "a // b"; p[i] = 1.0f / std::sqrt(p[i]); }
}
"""


@pytest.fixture(scope="module")
def tokens(browser, report):
    page = browser.new_page()
    page.goto(report.as_uri())
    yield lambda text, language: page.evaluate(TOKENS, [text, language])
    page.close()


def spans_by_pygments(text, lexer_name, kind):
    """Characters that Pygments gives a token type below ``kind``, without white space."""
    lexers = pytest.importorskip("pygments.lexers", reason="Pygments is not installed")
    from pygments.token import Comment, String

    wanted = {"c": Comment, "s": String}[kind]
    found = set()
    lexer = lexers.get_lexer_by_name(lexer_name)
    for start, type_, value in lexer.get_tokens_unprocessed(text):
        if type_ in wanted and type_ not in (Comment.Preproc, Comment.PreprocFile):
            found.update(i for i in range(start, start + len(value)) if not text[i].isspace())
    return found


def spans_here(tokens, text, language, kind):
    return {
        i
        for start, end, name in tokens(text, language)
        if name == kind
        for i in range(start, end)
        if not text[i].isspace()
    }


@pytest.mark.parametrize("kind", ["c", "s"])
@pytest.mark.parametrize(
    ("language", "lexer", "text"), [("python", "python", PYTHON), ("cpp", "cpp", CPP)]
)
def test_comments_and_strings_are_those_of_pygments(tokens, language, lexer, text, kind):
    theirs = spans_by_pygments(text, lexer, kind)
    ours = spans_here(tokens, text, language, kind)
    braces = {i for i, c in enumerate(text) if c in "{}x"}  # Pygments splits what f-strings hold
    assert ours - braces == theirs - braces


def test_llvm_comments_are_those_of_pygments(tokens):
    path = next(GOLDEN.rglob("*llvm-ir-optimized.ll"))
    text = path.read_text()[:20_000]
    assert spans_here(tokens, text, "llvm", "c") == spans_by_pygments(text, "llvm", "c")


@pytest.mark.parametrize("path", sorted(GOLDEN.rglob("[0-9]*.*")), ids=lambda p: p.name)
def test_real_stages_get_colours_that_cover_no_character_twice(tokens, path):
    from opscope.stages import STAGES

    stage = next(s for s in STAGES.values() if path.stem.split("-", 1)[1] == s.name)
    text = path.read_text()
    found = tokens(text, "jaxpr" if stage.name == "jaxpr" else stage.language)
    if stage.language == "text" and stage.name != "jaxpr":
        assert found is None
        return
    assert len(found) > len(text.splitlines()) / 3
    last = 0
    for start, end, _ in found:
        assert last <= start < end <= len(text)
        last = end


def test_kernels_inside_inductors_strings_are_coloured_as_code(tokens):
    text = "k = compile('''\n#include <cmath>\nvoid f() { return; }\n''')\n"
    found = {text[start:end]: name for start, end, name in tokens(text, "python")}
    assert found["return"] == "k"
    text = "k = compile(r'''\nimport triton\n@triton.jit\ndef f(): return \"x\"\n''', 3)\n"
    found = {text[start:end]: name for start, end, name in tokens(text, "python")}
    assert {found["return"], found['"x"'], found["3"]} == {"k", "s", "n"}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("hlo", "  %add.1 = f32[8]{0} add(f32[8]{0} %a, %b), metadata={op_name=\"x\"}",
         {"%add.1": "v", "f32[8]{0}": "t", "add": "k", '"x"': "s"}),
        ("mlir", "%0 = stablehlo.add %a, %b : tensor<8xf32> loc(#loc3)",
         {"%0": "v", "stablehlo.add": "k", "tensor<8xf32>": "t", "#loc3": "l"}),
        ("ptx", "\tld.global.v4.b32 \t{%r1, %r2}, [%rd3];  // load",
         {"\tld.global.v4.b32": "k", "%r1": "v", "// load": "c"}),
        ("sass", "  /*0010*/  @!P0 FFMA.FTZ R4, R2, 0x3f800000, RZ ;",
         {"/*0010*/": "c", "FFMA.FTZ": "k", "R4": "v", "0x3f800000": "n"}),
        ("asm", "\tvmulps\t(%rdi,%rax), %ymm0, %ymm1  # tail",
         {"vmulps": "k", "%ymm0": "v", "# tail": "c"}),
        ("jaxpr", "{ lambda ; a:f32[8,4]. let b:f32[8] = reduce_sum[axes=(1,)] a in (b,) }",
         {"lambda": "k", "f32[8,4]": "t", "reduce_sum": "f"}),
    ],
)  # fmt: skip
def test_languages_that_pygments_lacks(tokens, language, text, expected):
    found = {text[start:end]: name for start, end, name in tokens(text, language)}
    assert {piece: found.get(piece) for piece in expected} == expected
