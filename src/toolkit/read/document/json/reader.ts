/** Reads JSON and JSONC with jsonc-parser's events, which preserve all keys, digits and offsets. */
import type { Span } from "../../diagnostic/diagnostic.js";
import { MappingBuilder, Notebook, type ParseResult } from "../builder.js";
import { type Comment, commentAt } from "../comment.js";
import { conflictMark } from "../conflict.js";
import { MAX_DEPTH, tooDeep, unpairedSurrogate } from "../encoding.js";
import type { InvalidJson, ReadingFact } from "../facts.js";
import type { Node, Scalar } from "../node.js";
import { markLength } from "../source.js";
import { createScanner, visit } from "./bundled.js";
import { emptyJson, invalidJson, orStrayBracket, problem, unclosedBracket } from "./problems.js";

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const TOKEN = {
  ...({ openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, string: 10 } as const),
  ...({ lineComment: 12, blockComment: 13, end: 17 } as const),
} as const;

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

  const notebook = new Notebook();
  const open: Open[] = [];
  /** The last three tokens. */
  const last: Span[] = [];
  /** Parts of JSONC that JSON does not have. */
  const comments: Span[] = [];
  const commas: Span[] = [];
  let root: Node | undefined;
  let broken: { readonly fact: InvalidJson; readonly offset: number } | undefined;
  let unclosed: Open | undefined;

  const spanAt = (offset: number, length: number): Span => ({ start: mark + offset, end: mark + offset + length });

  const passed = (offset: number, length: number): Span => {
    const span = spanAt(offset, length);
    if (last.push(span) > 3) last.shift();
    return span;
  };

  const place = (node: Node): void => {
    const container = open.at(-1);
    if (container === undefined) root = node;
    else if (container.kind === "array") container.items.push(node);
    else container.builder.add(container.key, container.keySpan, node);
  };

  const close = (offset: number, length: number): void => {
    const container = open.pop();
    if (container === undefined) return;
    // At the end of the text the parser closes the open containers, the innermost first, and then reports an error.
    if (length === 0) unclosed ??= container;
    const comma = last.at(-1);
    if (comma !== undefined && text[comma.start] === ",") commas.push(comma);
    const { end } = passed(offset, length);
    const span = { start: container.start, end };
    place(
      container.kind === "array" ? { kind: "sequence", items: container.items, span } : container.builder.finish(span),
    );
  };

  visit(
    body,
    {
      onObjectBegin: (offset) => {
        const { start } = passed(offset, 1);
        const keySpan = { start, end: start };
        open.push({ kind: "object", start, builder: new MappingBuilder(notebook), key: "", keySpan });
      },
      onArrayBegin: (offset) => {
        open.push({ kind: "array", start: passed(offset, 1).start, items: [] });
      },
      onObjectProperty: (key, offset, length) => {
        const keySpan = passed(offset, length);
        const container = open.at(-1);
        if (container?.kind === "object") Object.assign(container, { key, keySpan });
      },
      onSeparator: (_, offset, length) => {
        passed(offset, length);
      },
      onComment: (offset, length) => {
        comments.push(spanAt(offset, length));
      },
      onObjectEnd: close,
      onArrayEnd: close,
      onLiteralValue: (value: string | number | boolean | null, offset, length) => {
        const span = passed(offset, length);
        if (typeof value === "string" && !value.isWellFormed()) notebook.note(unpairedSurrogate(span.start, span.end));
        const scalar: Scalar = { kind: "scalar", value, span };
        // JSON data has no minus zero.
        const digits = body.slice(offset, offset + length);
        place(typeof value === "number" ? { ...scalar, value: value + 0, digits } : scalar);
      },
      onError: (code, offset, length) => {
        if (broken !== undefined) return;
        const stop = { span: spanAt(offset, length), text, last, within: open.at(-1) };
        broken = { offset, fact: unclosed === undefined ? invalidJson(code, stop) : unclosedBracket(unclosed) };
      },
    },
    { disallowComments: false, allowTrailingComma: true, allowEmptyContent: true },
  );

  const lenient = format === "json" ? notStrict(comments, commas) : [];
  const unread = (problems: readonly ReadingFact[]): ParseResult => ({ root: undefined, problems, leftOut: [] });
  if (broken !== undefined) {
    const { fact, offset } = broken;
    const mistake = conflict(text) ?? orStrayBracket(fact, body, offset, mark);
    return unread([
      ...lenient.filter(({ problem: kind, at }) => kind === "comment" && at.span.start < mistake.at.span.start),
      mistake,
    ]);
  }
  const disputed = format === "jsonc" ? disputedLineEnd(body, mark) : undefined;
  if (disputed !== undefined) return unread([disputed]);
  if (lenient.length > 0) return unread(lenient);
  if (root === undefined) return unread([emptyJson(mark)]);
  return { root, ...notebook };
}

/** The first comment, or else the commas before closing brackets: a text with both is JSONC, which one finding says. */
function notStrict([comment]: readonly Span[], commas: readonly Span[]): readonly InvalidJson[] {
  if (comment !== undefined) return [problem("comment", comment)];
  const [comma] = commas;
  const edits = commas.map((span) => ({ span, text: "" }));
  return comma === undefined ? [] : [problem("trailing-comma", comma, { edits, isSure: true })];
}

function conflict(text: string): InvalidJson | undefined {
  const span = conflictMark(text);
  return span && problem("conflict", span);
}

/** The offset of the bracket that opens one level too many. The parser recurses, so this check comes first. */
export function deepBracket(body: string): number | undefined {
  const scanner = createScanner(body, true);
  let depth = 0;
  for (let token = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) {
      depth += 1;
      if (depth > MAX_DEPTH) return scanner.getTokenOffset();
    } else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) {
      // A closing bracket without a partner does not lower the depth of later values.
      depth = Math.max(depth - 1, 0);
    }
  }
  return undefined;
}

/** Characters that end a line for some programs and not for others, so that programs disagree on where a comment ends. */
const DISPUTED = /[\u0085\u2028\u2029]|\r(?!\n)/;

/** The first such character outside of strings. `start`: the offset of the text in its file. */
function disputedLineEnd(text: string, start: number): ReadingFact | undefined {
  if (!DISPUTED.test(text)) return undefined;
  const scanner = createScanner(text, false);
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.string) continue;
    const offset = scanner.getTokenOffset();
    const length = scanner.getTokenLength();
    // The slice is one character longer, to see a line feed after a carriage return.
    const index = text.slice(offset, offset + length + 1).search(DISPUTED);
    if (index === -1 || index >= length) continue;
    const span = { start: start + offset + index, end: start + offset + index + 1 };
    return { kind: "invalid-json", at: { span }, problem: "line-end" };
  }
  return undefined;
}

export function jsonComments(text: string): readonly Comment[] {
  const mark = markLength(text);
  const body = text.slice(mark);
  const scanner = createScanner(body, false);
  const comments: Comment[] = [];
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token !== TOKEN.lineComment && token !== TOKEN.blockComment) continue;
    const start = scanner.getTokenOffset();
    const spelling = body.slice(start, start + scanner.getTokenLength());
    comments.push(commentAt(spelling, mark + start, "//"));
  }
  return comments;
}
