/** A provider's words about a failure, without our credentials: for the log its name of the request and its text (P-S59), for people its sentence (P-S94). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Headers } from "../../machine/interfaces/listen.js";
import { isUsual } from "./headers.js";
import type { Address } from "./target.js";

export interface Told {
  /** The provider's name for the request, to be quoted to its support. */
  readonly requestId?: string;
  /** The beginning of its text. */
  readonly words?: string;
}

/** Replaces the credentials of a request in a text. */
export type Hide = (text: string) => string;

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

/** Least characters of a credential: shorter texts are rather words of the language. The value of a key may be shorter. */
const SHORTEST = 8;
const SHORTEST_KEY = 4;

const KEYS: ReadonlySet<string> = new Set(["authorization", "x-api-key", "api-key"]);

/** Fewest characters of the beginning of a key that are hidden; providers show fewer, so that people know which key is meant. */
const BEGINNING = 12;

const HIDDEN = "[redacted]";

/**
 * Hides the values in URL and headers of an address, as they are and in the forms in which servers repeat them, and long beginnings of its
 * keys.
 */
export function hiderOf({ url, headers }: Address): Hide {
  const { username, password, searchParams } = new URL(url);
  const values = [
    ...headers.flatMap(([name, value]) => {
      const shortest = KEYS.has(name) ? SHORTEST_KEY : SHORTEST;
      return isUsual(name, value) ? [] : [value, withoutScheme(value)].filter((one) => one.length >= shortest);
    }),
    ...[username, password, ...searchParams.values()].filter((one) => one.length >= SHORTEST_KEY),
  ];
  // Longer forms first: a form may be a part of another one.
  const hidden = [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const keys = headers.flatMap(([name, value]) => (KEYS.has(name) ? [withoutScheme(value)] : []));
  const begun = [...new Set([...keys, username, password].flatMap(formsOf))].filter((form) => form.length > BEGINNING);
  return (text) => {
    const whole = hidden.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return begun.reduce(withoutBeginnings, whole);
  };
}

function withoutScheme(value: string): string {
  return value.replace(/^\S+ +/, "");
}

function formsOf(value: string): readonly string[] {
  const base64 = Buffer.from(value).toString("base64url");
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed()), base64];
}

/** The text without beginnings of a key, each as long as it is. */
function withoutBeginnings(text: string, key: string): string {
  const head = key.slice(0, BEGINNING);
  let shown = "";
  let from = 0;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, from)) {
    shown += text.slice(from, at) + HIDDEN;
    from = at + BEGINNING;
    while (from < text.length && from - at < key.length && text[from] === key[from - at]) from += 1;
  }
  return shown + text.slice(from);
}
