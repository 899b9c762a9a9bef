/** One look at a pattern for files. */

export interface Seen {
  /** Completes "an entry of `permissions.secret_files` …". */
  readonly message: string;
  readonly help: string;
  /** What to write instead; it may have a mistake of its own. */
  readonly instead?: string | undefined;
  /** Whether no other pattern can have been meant (S35). */
  readonly isCertain?: boolean;
}

/** The mistake of its kind; undefined where the text has none. */
export type Look = (text: string) => Seen | undefined;

const QUOTES = "\"'`“”‘’«»";

/** What stands between quotes; undefined for a text without quotes around it. A lone one is left over. */
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
