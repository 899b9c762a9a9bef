/** The comments of a JSONC text. */
import { type Comment, commentAt } from "../comment.js";
import { markLength } from "../source.js";
import { createScanner } from "./bundled.js";

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const TOKEN = { lineComment: 12, blockComment: 13, end: 17 } as const;

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
