/** JSON and JSONC through jsonc-parser's event interface, which keeps every key, digit and offset. */
import { createScanner, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import type { Finding } from "../diagnostic/finding.js";
import { MappingBuilder, type Notebook, type Reading } from "./builder.js";
import type { Node, Scalar } from "./node.js";
import { markLength, type Span } from "./source.js";
import { depthFinding, loneSurrogate, MAX_DEPTH } from "./text.js";

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const TOKEN = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 } as const;

/** A container that is still open. */
type Open =
  | { readonly kind: "object"; readonly start: number; readonly builder: MappingBuilder; key: string; keySpan: Span }
  | { readonly kind: "array"; readonly start: number; readonly items: Node[] };

/** Reads JSON (`json`: strict) or JSONC (`jsonc`: comments and trailing commas). An empty text is an empty object. */
export function readJson(text: string, format: "json" | "jsonc"): Reading {
  const mark = markLength(text);
  const body = text.slice(mark);
  const tooDeep = deepBracket(body);
  if (tooDeep !== undefined) return { root: undefined, problems: [depthFinding(mark + tooDeep)], leftOut: [] };

  const notebook: Notebook = { problems: [], leftOut: [] };
  const open: Open[] = [];
  let root: Node | undefined;
  let broken: Finding | undefined;
  let unclosed: Open | undefined;

  const spanAt = (offset: number, length: number): Span => ({ start: mark + offset, end: mark + offset + length });

  const stopAt = (offset: number, length: number): Stop => ({
    span: spanAt(offset, length),
    before: body.slice(0, offset),
    here: body.slice(offset, offset + length),
    within: open.at(-1),
  });

  const place = (node: Node): void => {
    const container = open.at(-1);
    if (container === undefined) root = node;
    else if (container.kind === "array") container.items.push(node);
    else container.builder.add(container.key, container.keySpan, node);
  };

  const close = (offset: number, length: number): void => {
    const container = open.pop();
    if (container === undefined) return;
    // At the end of the text the parser closes what is still open, the innermost first, and then complains.
    if (length === 0) unclosed ??= container;
    const span = { start: container.start, end: mark + offset + length };
    place(
      container.kind === "array" ? { kind: "sequence", items: container.items, span } : container.builder.finish(span),
    );
  };

  visit(
    body,
    {
      onObjectBegin: (offset) => {
        const start = mark + offset;
        open.push({
          kind: "object",
          start,
          builder: new MappingBuilder(notebook),
          key: "",
          keySpan: { start, end: start },
        });
      },
      onArrayBegin: (offset) => {
        open.push({ kind: "array", start: mark + offset, items: [] });
      },
      onObjectProperty: (key, offset, length) => {
        const container = open.at(-1);
        if (container?.kind !== "object") return;
        container.key = key;
        container.keySpan = spanAt(offset, length);
      },
      onObjectEnd: close,
      onArrayEnd: close,
      onLiteralValue: (value: string | number | boolean | null, offset, length) => {
        const span = spanAt(offset, length);
        if (typeof value === "string" && !value.isWellFormed())
          notebook.problems.push(loneSurrogate(span.start, span.end));
        const scalar: Scalar = { kind: "scalar", value, span };
        // Minus zero is zero to everybody but doubles.
        const digits = body.slice(offset, offset + length);
        place(typeof value === "number" ? { ...scalar, value: value + 0, digits } : scalar);
      },
      onError: (code, offset, length) => {
        broken ??= unclosed === undefined ? syntaxFinding(code, stopAt(offset, length), format) : neverClosed(unclosed);
      },
    },
    { disallowComments: format === "json", allowTrailingComma: format === "jsonc", allowEmptyContent: true },
  );

  if (broken !== undefined) return { root: undefined, problems: [broken], leftOut: [] };
  const empty: Node = new MappingBuilder(notebook).finish({ start: mark, end: mark });
  return { root: root ?? empty, ...notebook };
}

/** Offset of the bracket that opens one level too many. The parser recurses, so this is known before it starts. */
function deepBracket(body: string): number | undefined {
  const scanner = createScanner(body, true);
  let depth = 0;
  for (let token = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
      depth += 1;
      if (depth > MAX_DEPTH) return scanner.getTokenOffset();
    } else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
      // Closers that close nothing must not hide the depth of what follows.
      depth = Math.max(depth - 1, 0);
    }
  }
  return undefined;
}

/** By the name of the parser's code. */
const MEANINGS: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is not a JSON value; texts need double quotes",
  InvalidNumberFormat: "this number is not written as JSON wants it",
  PropertyNameExpected: "a key in double quotes belongs here",
  ValueExpected: "a value belongs here",
  ColonExpected: "a `:` belongs between key and value",
  CommaExpected: "a `,` is missing before this",
  EndOfFileExpected: "the configuration has ended; nothing may follow it",
  UnexpectedEndOfComment: "this comment is never closed",
  UnexpectedEndOfString: 'this text is never closed: a `"` is missing',
  UnexpectedEndOfNumber: "this number ends too early",
  InvalidUnicode: "`\\u` needs four hexadecimal digits",
  InvalidEscapeCharacter: "this escape does not exist in JSON",
  InvalidCharacter: "control characters must be escaped in a text",
};

/** Where the parser stopped. */
interface Stop {
  readonly span: Span;
  readonly before: string;
  readonly here: string;
  /** The innermost container that is open. */
  readonly within: Open | undefined;
}

function syntaxFinding(code: ParseErrorCode, { span, before, here, within }: Stop, format: "json" | "jsonc"): Finding {
  const finding: Finding = { rule: "syntax/json", at: { span }, message: "this is not valid JSON" };
  const name = printParseErrorCode(code);
  const previous = before.trimEnd().at(-1) ?? "";
  const closer = within?.kind === "array" ? "]" : "}";
  if (name === "InvalidCommentToken") {
    const help = "remove the comment, or name the file `config.jsonc`";
    return { ...finding, message: "JSON has no comments", help };
  }
  if (name === "CommaExpected" && within !== undefined && /^[\]}]/.test(here)) {
    return { ...neverClosed(within), related: [{ at: { span }, message: `a \`${closer}\` is missing before this` }] };
  }
  if (name === "CommaExpected" && /^\d/.test(here) && before.endsWith("0")) {
    return { ...finding, at: { span: { ...span, start: span.start - 1 } }, message: "a number cannot start with 0" };
  }
  if (within?.kind === "object" && /^[{,]$/.test(previous) && /^[\w$'-]/.test(here)) {
    return { ...finding, message: "keys need double quotes" };
  }
  const said = { ...finding, message: MEANINGS[name] ?? finding.message };
  return format === "json" && previous === "," && /^[\]}]/.test(here)
    ? { ...said, help: "JSON allows no comma after the last entry; a `config.jsonc` does" }
    : said;
}

function neverClosed({ start }: Open): Finding {
  return { rule: "syntax/json", at: { span: { start, end: start + 1 } }, message: "this bracket is never closed" };
}
