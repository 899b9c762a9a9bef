/** The difference of two texts, line by line. */

export interface DiffRow {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** Of larger pairs the whole of the one replaces the whole of the other. */
const MOST_CELLS = 250_000;

export function lineDiff(before: string, after: string): readonly DiffRow[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [
    ...a.slice(0, start).map((text) => ({ sign: " ", text }) as const),
    ...middleOf(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map((text) => ({ sign: " ", text }) as const),
  ];
}

/** `context`: the unchanged lines that are shown around a change; undefined stands for lines that are not. */
export function aroundChanges(rows: readonly DiffRow[], context: number): readonly (DiffRow | undefined)[] {
  const isShown = rows.map(() => false);
  for (const [index, { sign }] of rows.entries()) {
    if (sign === " ") continue;
    isShown.fill(true, Math.max(0, index - context), Math.min(rows.length, index + context + 1));
  }
  return rows.flatMap((row, index) => {
    if (isShown[index] === true) return [row];
    return index === 0 || isShown[index - 1] === true ? [undefined] : [];
  });
}

function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** By the longest common row of lines. */
function middleOf(a: readonly string[], b: readonly string[]): readonly DiffRow[] {
  const removed = (lines: readonly string[]): readonly DiffRow[] => lines.map((text) => ({ sign: "-", text }));
  const added = (lines: readonly string[]): readonly DiffRow[] => lines.map((text) => ({ sign: "+", text }));
  if (a.length * b.length > MOST_CELLS) return [...removed(a), ...added(b)];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      rows.push({ sign: " ", text: a[i] ?? "" });
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) rows.push({ sign: "-", text: a[i++] ?? "" });
    else rows.push({ sign: "+", text: b[j++] ?? "" });
  }
  return [...rows, ...removed(a.slice(i)), ...added(b.slice(j))];
}
