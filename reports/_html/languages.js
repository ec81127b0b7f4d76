// Syntax colours for the stages. Pygments knows neither MLIR, HLO nor jaxpr, and colouring every
// artifact of a big run with it takes minutes when the report is written; here a text is coloured
// when it is opened. A language is one expression of named groups, tried at each position:
// c comment, s string, n number, k keyword, t type, f called or defined name, v variable, l label.

const Languages = (() => {
  const words = (text) => `\\b(?:${text.trim().split(/\s+/).join('|')})\\b`;
  const language = (...parts) => new RegExp(parts.map(([name, ...sources]) =>
    `(?<${name}>${sources.join('|')})`).join('|'), 'gm');

  const NUMBER = String.raw`\b0[xX][0-9a-fA-F_]+\b|\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b`;
  const QUOTED = String.raw`"(?:\\.|[^"\\\n])*"?`;
  const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'?`;
  const CALLED = String.raw`\b[A-Za-z_]\w*(?=\s*\()`;
  const MLIR_TYPE = String.raw`\b(?:tensor|memref|vector)<[^>\n]*>|!\w[\w.]*(?:<[^>\n]*>)?|\b(?:bf16|tf32|f\d+|[iu]\d+|index)\b`;
  const PYTHON = words(`and as assert async await break class continue def del elif else except
    finally for from global if import in is lambda nonlocal not or pass raise return try while with
    yield None True False`);
  const CPP = words(`alignas alignof asm auto break case catch class const constexpr continue
    default delete do else enum explicit extern false for friend goto if inline mutable namespace
    new noexcept nullptr operator private protected public return sizeof static static_cast
    reinterpret_cast const_cast struct switch template this throw true try typedef typename union
    using virtual void volatile while`);
  const CPP_TYPE = words(`bool char double float half int long short signed unsigned size_t
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t`);
  const HLO_TYPE = String.raw`\b(?:pred|token|opaque|bf16|f8\w*|[fsuc]\d+)\[[^\]\n]*\](?:\{[^}\n]*\})?`;
  const ASM_REGISTER = String.raw`%?\b(?:[re]?(?:ax|bx|cx|dx|si|di|bp|sp|ip)|[abcd][lh]|r\d+[dwb]?|[xyz]mm\d+|k[0-7])\b`;

  const all = {
    python: language(
      ['c', String.raw`#[^\n]*`],
      ['s', String.raw`\b[rRbBfFuU]{0,2}(?:"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))|${QUOTED}|${SINGLE})|"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))|${QUOTED}|${SINGLE}`],
      ['l', String.raw`^[ \t]*@[\w.]+`], ['k', PYTHON], ['n', NUMBER], ['f', CALLED]),
    cpp: language(
      ['c', String.raw`//[^\n]*|/\*[^]*?(?:\*/|(?![^]))`], ['s', QUOTED, SINGLE],
      ['l', String.raw`^[ \t]*#[^\n]*`], ['t', CPP_TYPE], ['k', CPP],
      ['n', NUMBER + String.raw`[fFuUlL]*`], ['f', CALLED]),
    mlir: language(
      ['c', String.raw`//[^\n]*`], ['s', QUOTED], ['l', String.raw`[#^]\w+`],
      ['v', String.raw`%[\w#:]+`], ['t', MLIR_TYPE], ['f', String.raw`@[\w.$-]+`],
      ['k', String.raw`\b[a-z_]\w*\.[a-z_][\w.]*`, words('module func return private public attributes loc dense true false')],
      ['n', NUMBER]),
    hlo: language(
      ['c', String.raw`//[^\n]*|/\*[^\n]*?\*/`], ['s', QUOTED],
      ['l', String.raw`^(?:ENTRY|HloModule)\b|\bROOT\b`], ['v', String.raw`%[\w.$-]+`], ['t', HLO_TYPE],
      ['k', String.raw`(?<=\s)[a-z][a-z0-9-]*(?=\()`], ['f', String.raw`\b\w+(?==)`], ['n', NUMBER]),
    jaxpr: language(
      ['c', String.raw`#[^\n]*`], ['s', QUOTED, SINGLE],
      ['t', String.raw`\b(?:bool|bf16|[fuic]\d+)\[[^\]\n]*\]`],
      ['k', words('lambda let in')], ['f', String.raw`\b[a-z_]\w*(?=\[|\s+[a-z]+(?:\s|$))`], ['n', NUMBER]),
    llvm: language(
      ['c', String.raw`;[^\n]*`], ['s', 'c?' + QUOTED], ['l', String.raw`^[\w.$-]+:|[!#][\w.]+`],
      ['v', String.raw`%[\w.$-]+|%"[^"\n]*"`], ['f', String.raw`@[\w.$-]+|@"[^"\n]*"`],
      ['t', String.raw`\b(?:void|ptr|half|bfloat|float|double|label|metadata|i\d+)\b|<\d+ x [\w ]+>`],
      ['k', words(`define declare ret br switch phi call tail fadd fsub fmul fdiv fneg add sub mul
        load store getelementptr inbounds alloca icmp fcmp select bitcast zext sext trunc fpext
        fptrunc sitofp uitofp fptosi shl lshr ashr and or xor extractelement insertelement
        shufflevector extractvalue insertvalue unreachable to align fast contract reassoc nsz arcp
        nnan ninf nuw nsw local_unnamed_addr unnamed_addr private internal global constant
        attributes target datalayout triple source_filename addrspace noundef nocapture readonly
        nonnull dereferenceable noalias volatile atomic true false null undef poison zeroinitializer`)],
      ['n', NUMBER]),
    ptx: language(
      ['c', String.raw`//[^\n]*|/\*[^]*?(?:\*/|(?![^]))`], ['s', QUOTED], ['l', String.raw`^\$?[\w$]+:|\$L\w+`],
      ['v', String.raw`%[\w.]+`], ['t', String.raw`\.(?:pred|bf16x2|f16x2|bf16|tf32|[fsub]\d+|v[248])\b`],
      ['k', String.raw`\.(?:version|target|address_size|visible|entry|func|reg|shared|global|param|local|const|extern|weak|maxntid|reqntid|minnctapersm|align|loc|file|section|pragma)\b|^[ \t]*(?:@!?%\w+\s+)?[a-z]\w*(?:\.\w+|::\w+)*`],
      ['n', String.raw`\b0[fFdD][0-9a-fA-F]+\b|` + NUMBER]),
    sass: language(
      ['c', String.raw`//[^\n]*|/\*[^\n]*?\*/`], ['l', String.raw`\.L_[\w.]+|^\s*\.[\w.]+`],
      ['v', String.raw`\b(?:U?R\d+|U?RZ|U?P\d|U?PT|SR_[\w.]+|SB\d)\b`],
      ['k', String.raw`\b[A-Z][A-Z0-9_]+(?:\.[A-Z0-9_]+)*\b`], ['n', NUMBER]),
    asm: language(
      ['c', String.raw`#[^\n]*|;[^\n]*|//[^\n]*`], ['s', QUOTED], ['l', String.raw`^\s*[\w.$]+:|^\s*\.\w+`],
      ['v', ASM_REGISTER], ['n', String.raw`\$?-?` + NUMBER],
      ['k', String.raw`(?<=^\s*(?:[0-9a-f]+:\s+(?:[0-9a-f]{2} )*\s*)?)[a-z][a-z0-9.]+\b`]),
    protobuf: language(
      ['c', String.raw`#[^\n]*`], ['s', QUOTED, SINGLE], ['f', String.raw`\b\w+(?=\s*[:{])`],
      ['k', words('true false')], ['t', String.raw`\bDT_\w+`], ['n', NUMBER]),
    dot: language(
      ['c', String.raw`//[^\n]*`], ['s', QUOTED], ['k', words('digraph graph subgraph node edge')],
      ['f', String.raw`\b\w+(?==)`], ['n', NUMBER]),
  };
  all.amdgcn = all.asm;

  // Inductor keeps whole kernels in triple-quoted strings: those are coloured as what they hold.
  function inner(text) {
    if (!/^[rRbBfFuU]{0,2}("""|''')/.test(text) || !text.includes('\n')) return null;
    if (/#include|extern "C"/.test(text)) return all.cpp;
    return /\bimport triton\b|@triton\b/.test(text) ? all.python : null;
  }

  function* tokens(text, expression, from = 0) {
    for (const match of text.matchAll(expression)) {
      const value = match[0];
      if (!value) continue;
      const name = Object.keys(match.groups).find((key) => match.groups[key] !== undefined);
      const start = from + match.index;
      const within = name === 's' && expression === all.python ? inner(value) : null;
      if (!within) {
        yield [start, start + value.length, name];
        continue;
      }
      const [open] = /^\w*(?:"""|''')/.exec(value);
      const close = value.endsWith(open.slice(-3)) ? 3 : 0;
      yield [start, start + open.length, 's'];
      yield* tokens(value.slice(open.length, value.length - close), within, start + open.length);
      if (close) yield [start + value.length - close, start + value.length, 's'];
    }
  }

  return { get: (name) => all[name] || null, tokens };
})();

// Per line, the pieces [text, class] of a text: found as far down as has been asked for.
class Colours {
  constructor(text, language) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
    if (this.starts.length > 1 && this.starts.at(-1) === text.length) this.starts.pop();
    const expression = Languages.get(language);
    this.tokens = expression ? Languages.tokens(text, expression) : null;
    this.found = [];
    this.pending = null;
  }

  get lines() { return this.starts.length; }

  line(index) {
    const from = this.starts[index];
    const next = index + 1 < this.lines ? this.starts[index + 1] : this.text.length + 1;
    let to = Math.min(next - 1, this.text.length);
    if (this.text[to - 1] === '\n') to -= 1;
    return [from, to];
  }

  // Tokens are kept per line they begin on; a long one is entered on every line it covers.
  advance(upTo) {
    while (this.tokens) {
      if (this.pending && this.pending[0] >= upTo) return;
      if (this.pending) this.enter(this.pending);
      const next = this.tokens.next();
      if (next.done) { this.tokens = null; this.pending = null; } else this.pending = next.value;
    }
  }

  enter([start, end, name]) {
    let line = this.lineAt(start);
    while (line < this.lines && this.starts[line] < end) {
      (this.found[line] ||= []).push([start, end, name]);
      line += 1;
    }
  }

  lineAt(offset) {
    let low = 0;
    let high = this.lines - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle; else high = middle - 1;
    }
    return low;
  }

  pieces(index) {
    const [from, to] = this.line(index);
    this.advance(to);
    const pieces = [];
    let at = from;
    for (const [start, end, name] of this.found[index] || []) {
      const a = Math.max(start, at);
      const b = Math.min(end, to);
      if (b <= a) continue;
      if (a > at) pieces.push([this.text.slice(at, a), '']);
      pieces.push([this.text.slice(a, b), `t${name}`]);
      at = b;
    }
    if (at < to) pieces.push([this.text.slice(at, to), '']);
    return pieces;
  }
}
