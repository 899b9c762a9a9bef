/** Characters that end a line for some programs and not for others, so that programs disagree on where a comment ends. */
import type { ReadingFact } from "../facts.js";
import { createScanner } from "./bundled.js";

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const TOKEN = { string: 10, end: 17 } as const;

const DISPUTED = /[\u0085\u2028\u2029]|\r(?!\n)/;

/** The first such character outside of strings. `start`: where the text begins in its file. */
export function disputedLineEnd(text: string, start: number): ReadingFact | undefined {
  if (!DISPUTED.test(text)) return undefined;
  const scanner = createScanner(text, false);
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.string) continue;
    const offset = scanner.getTokenOffset();
    const length = scanner.getTokenLength();
    // One more character, to check for a line feed after a carriage return.
    const found = text.slice(offset, offset + length + 1).search(DISPUTED);
    if (found === -1 || found >= length) continue;
    const span = { start: start + offset + found, end: start + offset + found + 1 };
    return { kind: "invalid-json", at: { span }, problem: "line-end" };
  }
  return undefined;
}
