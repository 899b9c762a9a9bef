/** Quotes names and values in a sentence. */
import { printable } from "./escape.js";

const LONGEST_ECHO = 80;

/** A name or value in backticks, escaped. */
export function quote(value: string | number | boolean | null): string {
  return value === "" ? '`""`' : `\`${printable(String(value))}\``;
}

/** Shortens long quotations in a message. Run it last, so that no half of a secret escapes redaction. */
export function shortened(text: string): string {
  if (text.length <= LONGEST_ECHO) return text;
  return text.replace(/`([^`]+)`/g, (whole, quoted: string) => {
    if (quoted.length <= LONGEST_ECHO) return whole;
    return `\`${[...quoted].slice(0, LONGEST_ECHO).join("")}…\` (${quoted.length} characters)`;
  });
}

/** `a`, `b` or `c`; the end of a long list gives the number of omitted values. */
export function quoteList(values: readonly string[], word: "or" | "and" = "or", most = 8): string {
  const shown = values.slice(0, most).map(quote);
  const rest = values.length - shown.length;
  return rest > 0 ? enumerate([...shown, `${rest} more`], "and") : enumerate(shown, word);
}

/** Things in a sentence, without quotes: a, b or c. */
export function enumerate(things: readonly string[], word: "or" | "and" = "or"): string {
  const last = things.at(-1) ?? "";
  return things.length < 2 ? last : `${things.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** The end of a sentence about an unknown name: the names that its author may have meant. */
export function didYouMean(alike: readonly string[]): string {
  return alike.length === 0 ? "" : `; did you mean ${enumerate(alike)}?`;
}
