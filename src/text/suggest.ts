/** Which of the accepted names somebody may have meant. Candidates come from the schema or the configuration's own names, never from values. */

const MOST_SUGGESTIONS = 3;
const LONGEST_NAME = 64;

/** At most three accepted names that are close to what was written, the closest first. */
export function suggest(written: string, accepted: Iterable<string>): readonly string[] {
  if (written.length > LONGEST_NAME) return [];
  const close: { name: string; distance: number }[] = [];
  for (const name of accepted) {
    const distance = plainName(name) === plainName(written) ? 0 : editDistance(written, name, allowance(written, name));
    if (distance !== undefined) close.push({ name, distance });
  }
  return close
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/** Spelling without case and word separators: `maxTokens`, `max-tokens` and `max_tokens` are the same word. */
function plainName(name: string): string {
  return name.replace(/[-_. ]/g, "").toLowerCase();
}

/** One slip in a short word, up to three in a long one. */
function allowance(a: string, b: string): number {
  return Math.min(3, Math.max(1, Math.floor(Math.max(a.length, b.length) / 3)));
}

/** Edits (insert, delete, replace, swap neighbours) from `a` to `b`; undefined when more than `most`. */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...current) > most) return undefined;
    beforeLast = last;
    last = current;
  }
  const distance = at(last, b.length);
  return distance <= most ? distance : undefined;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
