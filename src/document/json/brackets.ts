/** Which bracket is the one that is missing or too many: the line that is indented unlike its partner gives it away. */
import { createScanner } from "jsonc-parser";
import type { Span } from "../../diagnostic/diagnostic.js";
import type { ReadingFact } from "../facts.js";

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const END = 17;
const PARTNERS: ReadonlyMap<string, string> = new Map([
  ["}", "{"],
  ["]", "["],
]);

interface Bracket {
  readonly text: string;
  readonly offset: number;
  /** How far the line is indented on which it stands. */
  readonly indent: number;
  /** Whether it is the first thing on its line. */
  readonly isFirst: boolean;
}

/** Undefined where all brackets have partners, or nothing tells which has none. `start`: where the text begins in its file. */
export function loneBracket(text: string, start: number): ReadingFact | undefined {
  const brackets = bracketsOf(text);
  if (isBalanced(brackets)) return undefined;
  const span = ({ offset }: Bracket): Span => ({ start: start + offset, end: start + offset + 1 });
  const open: Bracket[] = [];
  for (const bracket of brackets) {
    const opener = PARTNERS.get(bracket.text);
    const top = open.at(-1);
    if (opener === undefined) open.push(bracket);
    else if (top === undefined) return { kind: "invalid-json", at: { span: span(bracket) }, problem: "stray-closer" };
    else if (bracket.isFirst && (top.text !== opener || top.indent !== bracket.indent)) {
      const isPartner = ({ text: other, indent }: Bracket): boolean => other === opener && indent === bracket.indent;
      if (open.some(isPartner)) {
        const closer = { text: top.text === "{" ? "}" : "]", span: span(bracket) };
        return { kind: "invalid-json", at: { span: span(top) }, problem: "unclosed-bracket", closer };
      }
      if (top.text !== opener || bracket.indent > top.indent)
        return { kind: "invalid-json", at: { span: span(bracket) }, problem: "stray-closer" };
      open.pop();
    } else if (top.text === opener) open.pop();
    else return undefined;
  }
  return undefined;
}

/** All brackets outside of strings and comments. */
function bracketsOf(text: string): readonly Bracket[] {
  const found: Bracket[] = [];
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
    const mark = text[offset] ?? "";
    if (/^[{}[\]]$/.test(mark) && scanner.getTokenLength() === 1)
      found.push({ text: mark, offset, indent, isFirst: lineStart !== undefined });
  }
  return found;
}

function isBalanced(brackets: readonly Bracket[]): boolean {
  const open: string[] = [];
  for (const { text } of brackets) {
    const opener = PARTNERS.get(text);
    if (opener === undefined) open.push(text);
    else if (open.pop() !== opener) return false;
  }
  return open.length === 0;
}
