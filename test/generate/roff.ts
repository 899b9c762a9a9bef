/** Text as lines of a manual page: what would be a macro, an escape or no ASCII is spelt so that it is none. */

/** mandoc asks for lines that fit, and for a new one where a sentence begins. */
const WIDTH = 78;

/** Prose; text in backticks is quoted, and words that begin with a hyphen keep it. */
export function prose(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const quoted = plain.replace(/`([^`]*)`/g, (_, code: string) => `“${code.replaceAll("-", HYPHEN)}”`);
  const lines = quoted
    .split(/(?<=[.!?]) (?=\S)/)
    .filter((line) => line !== "")
    .flatMap(wrapped);
  return lines.map((line) => `${line}\n`).join("");
}

function wrapped(sentence: string): readonly string[] {
  const lines: string[] = [];
  for (const word of sentence.split(" ").map(spelt)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map(atStart);
}

/** A line that is typed as it stands. */
export function literal(line: string): string {
  return `${atStart(escaped(line.replaceAll("-", HYPHEN)))}\n`;
}

/** A word on the line of a macro. */
export function argument(word: string): string {
  return escaped(word.replaceAll("-", HYPHEN)).replaceAll('"', "\\(dq");
}

function spelt(word: string): string {
  const isCode = /^\W*-|[/_$]/.test(word);
  return escaped(isCode ? word.replaceAll("-", HYPHEN) : word);
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\e").replace(/[^\x20-\x7e]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return NAMED[character] ?? `\\[u${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}

/** The one that is typed; a plain one is for words that are joined. */
const HYPHEN = "\u2010";

const NAMED: Readonly<Record<string, string>> = { [HYPHEN]: "\\-", "“": "\\(lq", "”": "\\(rq" };

function atStart(line: string): string {
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
