/**
 * Text from a configuration, made fit to be read aloud in a message.
 * A stranger wrote it: it must not move the cursor, reorder or hide characters, forge a line, or speak to a CI system.
 */

/** What stands in place of a secret; always the same length. */
export const REDACTED = "<redacted>";

const LONGEST_ECHO = 80;

// Controls, format characters (bidi among them), line separators, lone surrogates, and whatever else shows nothing.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

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

/** Escapes everything invisible and breaks up CI workflow commands (`::cmd::`, `##[cmd]`, `##vso[cmd]`). Leaves other text alone. */
export function printable(text: string): string {
  return text
    .replace(UNSAFE, escapeCharacter)
    .replace(/##(?=\[|vso\[)/g, "#\\x23")
    .replace(/::(?=[A-Za-z][\w-]*(?:::|[ ,]))/g, ":\\x3a");
}

/** The same for a text whose line breaks are our own. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** JSON in which every character that shows nothing or acts on a reader is an escape. */
export function printableJson(value: unknown): string {
  const escaped = (character: string): string =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  return JSON.stringify(value, null, 2).replace(UNSAFE, (character) =>
    character === "\n" ? character : escaped(character),
  );
}

// Values of flags, user information and query values of URLs, authorization values, and keys of well-known shape.
const CREDENTIAL =
  /(?<=--[A-Za-z][\w-]{0,40}(?:token|secret|password|key)=)[^\s"']+|(?<=:\/\/)[^\s/?#"']+(?=@)|(?<=[?&#][\w.[\]-]{1,64}=)[^\s&#"']+|(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{8,}|\b(?:sk|pk|rk|ghp|gho|ghs|ghr|github_pat|glpat|xox[abprs])[-_][\w-]{16,}|\bAKIA[0-9A-Z]{16}\b|(?<![\w-])eyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g;

/** Where a text evidently carries a credential, wherever it stands. */
export function credentialSpans(text: string): readonly { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(CREDENTIAL), ({ 0: match, index }) => ({ start: index, end: index + match.length }));
}

/** A text without the credentials that it evidently carries. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIAL, REDACTED);
}

/** A text without the words that a configuration declares secret. */
export function withoutWords(text: string, words: RegExp | undefined): string {
  return words === undefined ? text : text.replace(words, REDACTED);
}

/** A name or value in backticks: escaped, without credentials. */
export function quote(value: string | number | boolean | null): string {
  return value === "" ? '`""`' : `\`${printable(withoutCredentials(String(value)))}\``;
}

/** A message in which no quotation is longer than a reader wants. Cut last, so that no half of a secret is left uncovered. */
export function shortened(text: string): string {
  return text.replace(/`([^`]+)`/g, (whole, quoted: string) => {
    if (quoted.length <= LONGEST_ECHO) return whole;
    return `\`${[...quoted].slice(0, LONGEST_ECHO).join("")}…\` (${quoted.length} characters)`;
  });
}

/** `a`, `b` or `c`, with the tail counted when there are many. */
export function quoteList(values: readonly string[], word: "or" | "and" = "or", most = 8): string {
  const shown = values.slice(0, most).map(quote);
  const rest = values.length - shown.length;
  return rest > 0 ? enumerate([...shown, `${rest} more`], "and") : enumerate(shown, word);
}

/** Things in a sentence, as they are: a, b or c. */
export function enumerate(things: readonly string[], word: "or" | "and" = "or"): string {
  const last = things.at(-1) ?? "";
  return things.length < 2 ? last : `${things.slice(0, -1).join(", ")} ${word} ${last}`;
}
