/** A provider's words about a failure, without our credentials: for the log its name of the request and its text (P-S59), for people its sentence (P-S94). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Hide } from "../../../provider/hide.js";
import type { Headers } from "../../machine/interfaces/listen.js";

export interface Told {
  /** The provider's name for the request, to be quoted to its support. */
  readonly requestId?: string;
  /** The beginning of its text. */
  readonly words?: string;
}

/** Most characters of a text. */
const TOLD = 500;

const REQUEST_IDS: readonly string[] = [
  ...["x-request-id", "request-id", "x-amzn-requestid", "x-ms-request-id", "apim-request-id", "cf-ray"],
];

export function requestIdIn(headers: Headers, hide: Hide): string | undefined {
  const found = REQUEST_IDS.map((name) => headers.find(([key]) => key === name)?.[1]).find((id) => id !== undefined);
  return found === undefined || !/^[!-~]{1,128}$/.test(found) ? undefined : hide(found);
}

/** The content coding of an answer that still has one, in a word; undefined where it has none. */
export function codingIn(headers: Headers, hide: Hide): string | undefined {
  const codings = headers.flatMap(([name, value]) => (name === "content-encoding" ? value.split(",") : []));
  const coding = codings.map((one) => one.trim().toLowerCase()).filter((one) => one !== "" && one !== "identity");
  if (coding.length === 0) return undefined;
  const word = hide(coding.join(", "));
  return /^[a-z0-9._, -]{1,40}$/.test(word) ? word : "unknown";
}

/** Characters at the end of a long text that are left out: a credential could be cut there, and is shorter than this. */
const TAIL = 8192;

/** The beginning of a text, on one line and without credentials; undefined when it is empty. */
export function wordsIn(text: string, hide: Hide): string | undefined {
  const hidden = hide(text);
  const words = (text.length > limits.providerWords ? hidden.slice(0, -TAIL) : hidden)
    .slice(0, TOLD)
    .toWellFormed()
    .replace(/\s+/g, " ")
    .trim();
  return words === "" ? undefined : words;
}

/** Characters that a terminal acts on or does not show. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

const WORD = /[^\s"'`:,;()]+/g;

/** A key that the provider has masked itself still shows its ends. */
function withoutMasked(word: string): string {
  if (!word.includes("***")) return word;
  return word.endsWith(".") ? "[redacted]." : "[redacted]";
}

/** A provider's sentence for people; undefined when it has no words. */
export function sentenceIn(text: string, hide: Hide): string | undefined {
  return wordsIn(hide(text).toWellFormed().replace(UNPRINTABLE, " ").replace(WORD, withoutMasked), hide);
}

/** The address that a provider redirects to, without query and user. */
export function locationIn(headers: Headers, url: string): string | undefined {
  const location = headers.find(([name]) => name === "location")?.[1] ?? "";
  if (location === "" || !URL.canParse(location, url)) return undefined;
  const { origin, pathname } = new URL(location, url);
  return origin === "null" ? undefined : `${origin}${pathname}`;
}
