/** One check of a file pattern. */

export interface Seen {
  /** Completes "an entry of `permissions.secret_files` …". */
  readonly message: string;
  readonly help: string;
  /** The text to write instead; it may have a mistake of its own. */
  readonly instead?: string | undefined;
  /** Whether the author can have meant no other pattern (S35). */
  readonly isCertain?: boolean;
}

/** A check for one kind of mistake; undefined for a text without it. */
export type Look = (text: string) => Seen | undefined;

const QUOTES = "\"'`“”‘’«»";

/** The text between quotes; undefined for a text without quotes around it. Drops a lone quote. */
export function unquoted(text: string): string | undefined {
  const [first = "", ...others] = text;
  const last = others.at(-1) ?? "";
  const [isOpened, isClosed] = [first !== "" && QUOTES.includes(first), last !== "" && QUOTES.includes(last)];
  if (isOpened && isClosed) return others.slice(0, -1).join("").trim();
  const isLone = [...text].filter((one) => QUOTES.includes(one)).length === 1;
  if (!isLone) return undefined;
  if (isClosed) return text.slice(0, -1).trim();
  // A name may begin with an apostrophe.
  return isOpened && (!"'’".includes(first) || /^.[.~/*]/.test(text)) ? others.join("").trim() : undefined;
}
