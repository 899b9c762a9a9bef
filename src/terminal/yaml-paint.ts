/** Colours keys and comments of YAML that this program has written. */
import { isMap, isScalar, Lexer, parseDocument, visit } from "yaml";
import type { Paint } from "../toolkit/judge/report/paint.js";

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly paint: (text: string) => string;
}

export function paintedYaml(text: string, paint: Paint): string {
  const stretches = [...keysIn(text, paint.strong), ...commentsIn(text, paint.faint)].sort((a, b) => a.start - b.start);
  let painted = "";
  let done = 0;
  for (const { start, end, paint: stroke } of stretches) {
    if (start < done) continue;
    painted += text.slice(done, start) + stroke(text.slice(start, end));
    done = end;
  }
  return painted + text.slice(done);
}

function keysIn(text: string, stroke: Stretch["paint"]): readonly Stretch[] {
  const keys: Stretch[] = [];
  visit(parseDocument(text), {
    Pair: (_, { key }, ancestors) => {
      if (!isScalar(key) || !key.range || !isMap(ancestors.at(-1))) return;
      keys.push({ start: key.range[0], end: key.range[1], paint: stroke });
    },
  });
  return keys;
}

/** Marks of the lexer that are not in the text. */
const MARKS: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f"]);

function commentsIn(text: string, stroke: Stretch["paint"]): readonly Stretch[] {
  const comments: Stretch[] = [];
  let start = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) {
      isScalarNext = token === "\u001f";
      continue;
    }
    const end = start + token.length;
    if (token.startsWith("#") && !isScalarNext) comments.push({ start, end, paint: stroke });
    isScalarNext = false;
    start = end;
  }
  return comments;
}
