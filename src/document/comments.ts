/** The comments of a text, in the formats that have any. */
import { createScanner } from "jsonc-parser";
import { CST, Lexer } from "yaml";
import type { Document } from "./document.js";
import { markLength, type Span } from "./source.js";

export interface Comment {
  /** From its first mark to its end, the line break not included. */
  readonly span: Span;
  /** What it says, without its marks. */
  readonly text: string;
}

/** In the order of the text. */
export function commentsIn({ source: { text }, format }: Document): readonly Comment[] {
  if (format === "json") return [];
  return format === "yaml" ? yamlComments(text) : jsonComments(text);
}

function yamlComments(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  let offset = 0;
  let inScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | null = inScalar ? null : CST.tokenType(lexeme);
    inScalar = type === "scalar";
    // These lexemes only announce what follows; the text does not hold them.
    if (inScalar || type === "doc-mode" || type === "flow-error-end") continue;
    if (type === "comment") comments.push(comment(lexeme, offset, 1));
    offset += lexeme.length;
  }
  return comments;
}

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const TOKEN = { lineComment: 12, blockComment: 13, end: 17 } as const;

function jsonComments(text: string): readonly Comment[] {
  const mark = markLength(text);
  const body = text.slice(mark);
  const scanner = createScanner(body, false);
  const comments: Comment[] = [];
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token !== TOKEN.lineComment && token !== TOKEN.blockComment) continue;
    const start = scanner.getTokenOffset();
    comments.push(comment(body.slice(start, start + scanner.getTokenLength()), mark + start, 2));
  }
  return comments;
}

function comment(spelling: string, start: number, marks: number): Comment {
  const text = spelling.slice(marks).replace(/\*\/$/, "").trim();
  return { span: { start, end: start + spelling.length }, text };
}
