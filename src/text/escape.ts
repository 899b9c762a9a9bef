/**
 * Makes text from a configuration safe to show in a message. Hostile text must not move the cursor, reorder or hide characters, forge a
 * line, or give a command to a CI system.
 */

/** Spells each control, format character (bidi among them), line separator, lone surrogate and other invisible character as an escape. */
function withoutUnsafe(text: string, spell: (character: string) => string): string {
  // The classes of unsafe characters beyond ASCII take longer to look up than a file takes to check.
  if (/^[ -~…]*$/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, spell);
}

/** Whether all characters of a text are visible and none acts on a terminal. */
export function isVisible(text: string): boolean {
  return withoutUnsafe(text, () => "") === text;
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

/** The colons that CI systems look for at the start of a line, or anywhere if a command follows: `::cmd::`. A text may be the start of a line. */
const CI_COLONS = /(?<=^\s*:):|(?<=:):(?=[A-Za-z][\w-]*(?:::|[ ,]))/g;

/** A text in which no CI system finds a command: `instead` replaces one `#` of each mark. */
export function withoutMarks(text: string, instead: string): string {
  return text.includes("##") ? text.replace(CI_MARK, instead) : text;
}

/** Escapes all invisible characters and breaks up commands to CI systems; other text stays. */
export function printable(text: string): string {
  const marked = withoutMarks(withoutUnsafe(text, escapeCharacter), "\\x23");
  return marked.includes("::") ? marked.replace(CI_COLONS, "\\x3a") : marked;
}

/** `printable` for a text whose line breaks are our own. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** Characters that move the cursor, end a line unexpectedly or reorder text. */
const ACTING = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes only the characters that act on a terminal; for output that must stay exact, such as a program. */
export function harmless(text: string): string {
  return text.replace(ACTING, escapeCharacter);
}

/** `harmless` for text in which CI systems must find no command either; line endings stay, `\r\n` included. */
export function unheeded(text: string): string {
  const lines = text.split(/(\r?\n)/).map((part, index) => (index % 2 === 1 ? part : harmless(part)));
  // Only the start of a line changes: many ordinary lines contain colons.
  const broken = lines
    .join("")
    .split("\n")
    .map((line) => (line.trimStart().startsWith("::") ? line.replace("::", ":\\x3a") : line));
  return withoutMarks(broken.join("\n"), "\\x23");
}

/** JSON with an escape for every character that is invisible or acts on a terminal or CI system. */
export function printableJson(value: unknown): string {
  return escapedInQuotes(JSON.stringify(value, null, 2));
}

/** Escapes the same characters, except line breaks, in a text of ours that contains them only between double quotes. */
export function escapedInQuotes(text: string): string {
  const escaped = (character: string): string =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  const visible = withoutUnsafe(text, (character) => (character === "\n" ? character : escaped(character)));
  return withoutMarks(visible, escaped("#"));
}
