/** Finds the missing or superfluous bracket in JSON when it is not at the place where the parser stopped. */
import { type Lone, loneBracket, PARTNERS, type Piece } from "../brackets.js";
import type { InvalidJson } from "../facts.js";
import { type Edit, edited, inserting } from "../repair.js";
import { createScanner, visit } from "./bundled.js";
import { problem } from "./problems.js";

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const END = 17;

/** `stop`: where the parser stopped; `start`: where the text begins in its file. Undefined if the mistake is where the parser stopped. */
export function strayBracket(text: string, stop: number, start: number): InvalidJson | undefined {
  const lone = loneBracket(piecesOf(text));
  const here: Piece = { mark: text[stop] ?? "", offset: stop, end: stop + 1, indent: 0, isFirst: false };
  const candidates: Lone[] = [];
  if (lone !== undefined && lone.piece.offset <= stop) candidates.push(lone);
  if (/[{}[\]]/.test(here.mark)) candidates.push({ kind: "stray", piece: here });
  for (const each of candidates) {
    const { kind, piece, before, end } = each;
    const mark = kind === "unopened" ? openerFor(text, before) : (PARTNERS[piece.mark] ?? "");
    const edit: Edit =
      kind === "stray"
        ? { span: { start: piece.offset, end: piece.end }, text: "" }
        : inserting(mark, end ?? text.length);
    // Lines that are indented without a pattern show nothing.
    if (errorIn(edited(text, edit)) <= stop + 1) continue;
    const at = { span: { start: start + piece.offset, end: start + piece.end } };
    if (kind === "stray") return problem(/[{[]/.test(piece.mark) ? "unclosed-bracket" : "stray-closer", at.span);
    if (kind === "unopened") return { ...problem("missing-opener", at.span), mark };
    const closer = before && { text: mark, span: { start: start + before.offset, end: start + before.end } };
    return { ...problem("unclosed-bracket", at.span), ...(closer && { closer }) };
  }
  return undefined;
}

/** A container whose first token is a key is a mapping. */
function openerFor(text: string, before: Piece | undefined): string {
  return /^"(?:[^"\\\r\n]|\\.)*"\s*:/.test(text.slice(before?.offset, (before?.offset ?? 0) + 1024)) ? "{" : "[";
}

/** The offset where the parser stops; infinite if it reads the whole text. */
function errorIn(text: string): number {
  let first = Number.POSITIVE_INFINITY;
  visit(text, { onError: (_, offset) => (first = Math.min(first, offset)) }, { allowTrailingComma: true });
  return first;
}

/** All tokens but comments. */
function* piecesOf(text: string): Generator<Piece> {
  const scanner = createScanner(text, true);
  let indent = 0;
  let nextBreak = -1;
  for (let token = scanner.scan(); token !== END; token = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    let lineStart = nextBreak === -1 ? 0 : undefined;
    while (nextBreak < offset) {
      if (nextBreak !== -1) lineStart = nextBreak + 1;
      const ahead = text.indexOf("\n", nextBreak + 1);
      nextBreak = ahead === -1 ? text.length : ahead;
    }
    if (lineStart !== undefined) indent = offset - lineStart;
    const length = scanner.getTokenLength();
    const mark = length === 1 && /[{}[\],:]/.test(text[offset] ?? "") ? (text[offset] ?? "") : "";
    yield { mark, offset, end: offset + length, indent, isFirst: lineStart !== undefined };
  }
}
