/** Breaks prose into lines that fit a terminal. */
import { columnsOf } from "./width.js";

/** The words of a text on lines of at most `room` columns. A longer word has a line of its own. */
export function wrapped(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let columns = 0;
  for (const word of text.split(/\s+/)) {
    const width = columnsOf(word);
    if (line !== "" && columns + 1 + width > room) {
      lines.push(line);
      line = "";
    }
    columns = line === "" ? width : columns + 1 + width;
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Wraps each paragraph separately. Indented text stays unchanged, and so does all text for a terminal of unknown width. */
export function folded(text: string, room: number | undefined): string {
  if (room === undefined) return text;
  const blocks: string[] = [];
  for (const line of text.split("\n")) {
    const isProse = /^\S/.test(line);
    const last = blocks.at(-1);
    // Items of a list begin new lines.
    const goesOn = isProse && last !== undefined && /^\S/.test(last) && !/^[-*] /.test(line);
    if (goesOn) blocks[blocks.length - 1] = `${last} ${line}`;
    else blocks.push(line);
  }
  return blocks.map((block) => (/^\S/.test(block) ? wrapped(block, room).join("\n") : block)).join("\n");
}
