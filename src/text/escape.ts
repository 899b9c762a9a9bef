/**
 * Text from a configuration, made fit to be read aloud in a message.
 * A stranger wrote it: it must not move the cursor, reorder or hide characters, forge a line, or speak to a CI system.
 */

/** With an escape for each control, format character (bidi among them), line separator, lone surrogate, and whatever else shows nothing. */
function withoutUnsafe(text: string, spell: (character: string) => string): string {
  // To look up what is unsafe beyond ASCII takes longer than to check a file.
  if (/^[ -~…]*$/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, spell);
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** One character written as an escape, such as `\x1b` or `\u{202e}`. */
function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}

/** The mark that CI systems look for anywhere in a line: `##[cmd]`, `##vso[cmd]`, `##teamcity[cmd]`. */
const CI_MARK = /(?<=#)#(?=(?:vso|teamcity)?\[)/gi;

/** What they look for where a line begins, or anywhere if a command follows: `::cmd::`. A text may be the start of a line. */
const CI_COLONS = /(?<=^\s*:):|(?<=:):(?=[A-Za-z][\w-]*(?:::|[ ,]))/g;

/** A text in which no CI system finds a command, with something else for a `#` of each mark. */
export function withoutMarks(text: string, instead: string): string {
  return text.includes("##") ? text.replace(CI_MARK, instead) : text;
}

/** Escapes everything invisible and breaks up commands to CI systems. Leaves other text alone. */
export function printable(text: string): string {
  const marked = withoutMarks(withoutUnsafe(text, escapeCharacter), "\\x23");
  return marked.includes("::") ? marked.replace(CI_COLONS, "\\x3a") : marked;
}

/** The same for a text whose line breaks are our own. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** What moves the cursor, ends a line where there is none, or reorders what is read. */
const ACTING = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** For a text that is wanted as it is, programs among it: an escape only for what acts on a terminal. */
export function harmless(text: string): string {
  return text.replace(ACTING, escapeCharacter);
}

/** The same, and no CI system finds a command in its lines; what they end with, `\r\n` too, stays. */
export function unheeded(text: string): string {
  const lines = text.split(/(\r?\n)/).map((part, index) => (index % 2 === 1 ? part : harmless(part)));
  // What stands at the start of a line, not what stands in one: most of what is written has colons.
  const broken = lines
    .join("")
    .split("\n")
    .map((line) => (line.trimStart().startsWith("::") ? line.replace("::", ":\\x3a") : line));
  return withoutMarks(broken.join("\n"), "\\x23");
}

/** JSON in which every character that shows nothing or acts on a reader is an escape. */
export function printableJson(value: unknown): string {
  return escapedInQuotes(JSON.stringify(value, null, 2));
}

/** The same for a text of ours in which such characters stand between double quotes alone, its line breaks aside. */
export function escapedInQuotes(text: string): string {
  const escaped = (character: string): string =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  const visible = withoutUnsafe(text, (character) => (character === "\n" ? character : escaped(character)));
  return withoutMarks(visible, escaped("#"));
}
