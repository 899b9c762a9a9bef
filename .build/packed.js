/**
 * The schema in `dist`, which everybody's bundle holds, says once what repeats: a mark and a letter stand for each such part of it. The
 * command holds it as it is.
 */
import { readFileSync, writeFileSync } from "node:fs";

const FILE = "dist/generated/schema.js";

/** Neither stands in a schema. */
const [MARK, BETWEEN] = ["@", "<"];

/** No part begins with one of these: what stands behind a mark is never the beginning of another part. */
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+-./;=>?^_|~";

/** Where parts begin and end, and how long they are: enough to try few of all there are. */
const BORDER = /["{}[\],:]/;
const [SHORTEST, LONGEST] = [5, 60];

/** The part that saves most when it is said once; undefined where none saves anything. */
function bestPart(text) {
  const counts = new Map();
  for (let start = 0; start < text.length; start += 1) {
    if (!BORDER.test(text[start])) continue;
    for (let end = start + 1; end <= start + LONGEST && text[end - 1] !== MARK; end += 1) {
      if (end - start < SHORTEST || !BORDER.test(text[end - 1])) continue;
      const part = text.slice(start, end);
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
  }
  let [best, most] = [undefined, 0];
  for (const [part, count] of counts) {
    const saved = (count - 1) * (part.length - 2) - 3;
    if (saved > most) [best, most] = [part, saved];
  }
  return best;
}

export function packSchema() {
  const [, literal] = /^export const schemaText = (".*");$/m.exec(readFileSync(FILE, "utf8"));
  let text = JSON.parse(literal);
  if (text.includes(MARK) || text.includes(BETWEEN)) throw new Error("the schema holds what marks its parts");
  const parts = [];
  for (let part = bestPart(text); part !== undefined && parts.length < LETTERS.length; part = bestPart(text)) {
    text = text.replaceAll(part, () => MARK + LETTERS[parts.length]);
    parts.push(part);
  }
  const code = `const [parts, letters] = [${JSON.stringify(parts.join(BETWEEN))}.split("${BETWEEN}"), "${LETTERS}"];
export const schemaText = ${JSON.stringify(text)}.replace(/${MARK}(.)/g, (_, letter) => parts[letters.indexOf(letter)]);
`;
  writeFileSync(FILE, code);
}
