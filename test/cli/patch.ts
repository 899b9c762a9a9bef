/** Applies a unified diff as strictly as it can be read: every line that it shows must be there, at the number that it says. */

const HUNK = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/;

/** The text that the diff of one file makes of another one. Throws where the diff does not fit. */
export function patched(text: string, diff: string): string {
  const [old = "", now = "", ...lines] = diff.split(/(?<=\n)/);
  if (!old.startsWith("--- ") || !now.startsWith("+++ ")) throw new Error("there is no head");
  const before = text.split(/(?<=\n)/);
  const after: string[] = [];
  let at = 0;
  for (let index = 0; index < lines.length; ) {
    const [, start, removed, target, added] = (HUNK.exec((lines[index] ?? "").trimEnd()) ?? []).map(Number);
    if (start === undefined || removed === undefined || target === undefined || added === undefined)
      throw new Error(`no hunk: ${lines[index]}`);
    index += 1;
    // A hunk without lines stands behind the line that it names.
    const first = removed === 0 ? start : start - 1;
    after.push(...before.slice(at, first));
    at = first;
    if (after.length !== (added === 0 ? target : target - 1)) throw new Error(`hunk at the wrong place: ${target}`);
    const counts = { removed: 0, added: 0 };
    while (index < lines.length && !HUNK.test((lines[index] ?? "").trimEnd())) {
      const line = lines[index] ?? "";
      const isUnended = lines[index + 1]?.startsWith("\\ ") ?? false;
      const content = isUnended ? line.slice(1).replace(/\n$/, "") : line.slice(1);
      index += isUnended ? 2 : 1;
      if (line.startsWith("+")) after.push(content);
      else if (before[at] !== content) throw new Error(`no such line: ${content}`);
      else {
        at += 1;
        if (line.startsWith(" ")) after.push(content);
        else if (!line.startsWith("-")) throw new Error(`no line of a diff: ${line}`);
      }
      counts.removed += line.startsWith("+") ? 0 : 1;
      counts.added += line.startsWith("-") ? 0 : 1;
    }
    if (counts.removed !== removed || counts.added !== added) throw new Error("a hunk of another length");
  }
  return [...after, ...before.slice(at)].join("");
}
