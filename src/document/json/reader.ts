/** JSON and JSONC through jsonc-parser's event interface, which keeps every key, digit and offset. */
import { createScanner, visit } from "jsonc-parser";
import type { Span } from "../../diagnostic/diagnostic.js";
import { MappingBuilder, type Notebook, type ParseResult } from "../builder.js";
import { MAX_DEPTH, tooDeep, unpairedSurrogate } from "../encoding.js";
import type { JsonProblem, ReadingFact } from "../facts.js";
import type { Node, Scalar } from "../node.js";
import { markLength } from "../source.js";
import { loneBracket } from "./brackets.js";
import { disputedLineEnd } from "./line-ends.js";
import { emptyJson, invalidJson, type StopPoint, unclosedBracket } from "./problems.js";

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const TOKEN = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 } as const;

/** A container that is still open. */
type Open =
  | { readonly kind: "object"; readonly start: number; readonly builder: MappingBuilder; key: string; keySpan: Span }
  | { readonly kind: "array"; readonly start: number; readonly items: Node[] };

/** Reads JSON (`json`: strict) or JSONC (`jsonc`: comments and trailing commas). An empty text is no document of either. */
export function readJson(text: string, format: "json" | "jsonc"): ParseResult {
  const mark = markLength(text);
  const body = text.slice(mark);
  const deep = deepBracket(body);
  if (deep !== undefined) return { root: undefined, problems: [tooDeep(mark + deep)], leftOut: [] };

  const notebook: Notebook = { problems: [], leftOut: [] };
  const open: Open[] = [];
  let root: Node | undefined;
  let broken: ReadingFact | undefined;
  let unclosed: Open | undefined;

  const spanAt = (offset: number, length: number): Span => ({ start: mark + offset, end: mark + offset + length });

  const stopAt = (offset: number, length: number): StopPoint => ({
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
          notebook.problems.push(unpairedSurrogate(span.start, span.end));
        const scalar: Scalar = { kind: "scalar", value, span };
        // Minus zero is zero to everybody but doubles.
        const digits = body.slice(offset, offset + length);
        place(typeof value === "number" ? { ...scalar, value: value + 0, digits } : scalar);
      },
      onError: (code, offset, length) => {
        broken ??=
          unclosed === undefined ? invalidJson(code, stopAt(offset, length), format) : unclosedBracket(unclosed);
      },
    },
    { disallowComments: format === "json", allowTrailingComma: format === "jsonc", allowEmptyContent: true },
  );

  if (broken !== undefined) {
    const problem = isAboutBrackets(broken) ? (loneBracket(body, mark) ?? broken) : broken;
    return { root: undefined, problems: [problem], leftOut: [] };
  }
  const disputed = format === "jsonc" ? disputedLineEnd(body, mark) : undefined;
  if (disputed !== undefined) return { root: undefined, problems: [disputed], leftOut: [] };
  if (root === undefined) return { root, problems: [emptyJson(mark)], leftOut: [] };
  return { root, ...notebook };
}

/** Whether a missing or superfluous bracket may have led the parser astray. */
function isAboutBrackets(fact: ReadingFact): boolean {
  const misled: readonly JsonProblem[] = [
    ...(["unclosed-bracket", "content-after-end", "missing-key", "missing-value", "missing-comma"] as const),
    ...(["missing-colon", "other"] as const),
  ];
  return fact.kind === "invalid-json" && misled.includes(fact.problem);
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
