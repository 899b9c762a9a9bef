/** A unified diff of two texts of which one has a few lines more or other lines than the other. */

const CONTEXT = 3;

/** The diff, or an empty text when there is no difference. The changed stretch is shown as one hunk. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return "";
  const old = before.split(/(?<=\n)/);
  const now = after.split(/(?<=\n)/);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;

  const from = Math.max(head - CONTEXT, 0);
  const lead = old.slice(from, head);
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const trail = old.slice(old.length - tail, old.length - tail + CONTEXT);
  const count = (lines: readonly string[]): number => lead.length + lines.length + trail.length;
  const lines = [...prefixed(" ", lead), ...prefixed("-", removed), ...prefixed("+", added), ...prefixed(" ", trail)];
  const start = (lines: readonly string[]): number => (count(lines) === 0 ? from : from + 1);
  return [
    `--- ${file}\n+++ ${file}\n`,
    `@@ -${start(removed)},${count(removed)} +${start(added)},${count(added)} @@\n`,
    ...lines,
  ].join("");
}

function prefixed(mark: string, lines: readonly string[]): readonly string[] {
  return lines
    .filter((line) => line !== "")
    .map((line) => `${mark}${line}${line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`);
}
