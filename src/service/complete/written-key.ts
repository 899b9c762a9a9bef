/** The key at the beginning of a line, in YAML or JSON. */
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Line } from "./lines.js";

/** The key that a line begins with, as it is written and as it is meant. */
export interface WrittenKey extends Span {
  readonly name: string;
  /** The offset behind its colon. */
  readonly after: number;
}

const KEY =
  /(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'[\]{},&*!|>%@`](?:[^\s:]|:(?!\s|$)|[ \t]+(?=[^\s:#]))*))[ \t]*:(?=\s|$)/y;
const LONGEST_KEY = 1000;

export function keyOn(text: string, { start, end, indent }: Line): WrittenKey | undefined {
  const line = text.slice(start, Math.min(end, start + indent + LONGEST_KEY));
  const from = indent + (/^(?:-[ \t]+)*/.exec(line.slice(indent))?.[0].length ?? 0);
  KEY.lastIndex = from;
  const match = KEY.exec(line);
  if (match === null) return undefined;
  const [whole, double, single, plain] = match;
  const name = double === undefined ? (single?.replaceAll("''", "'") ?? plain ?? "") : unescaped(double);
  const length = whole.slice(0, -1).trimEnd().length;
  return { name, start: start + from, end: start + from + length, after: start + KEY.lastIndex };
}

function unescaped(inside: string): string {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    return inside;
  }
}
