/** Recognises credentials in any text: keys of well-known form, values next to the name of a credential, and users in URLs. */

import { mayNameCredential } from "../../../text/credential-names.js";
import { ACCESS_KEYS, BODY, FILE_KEY, HEADER, JWT, SERVICES, TOKENS } from "../../../text/keys.js";
import { stretchesOf } from "../../../text/matches.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import { joined, reaching } from "./cover.js";
import { generatedSpans } from "./generated.js";
import { valuesIn } from "./pairs.js";
import { isHarmless, isPlaceholder, isSchemaWord, withoutReferences } from "./references.js";

/** Prefixes that only keys have, and prefixes that a word may have. */
export const WELL_KNOWN = new RegExp(
  String.raw`(?<![A-Za-z0-9])(?:(?:${TOKENS})[-_][\w-]{${BODY},}|(?:${ACCESS_KEYS})[0-9A-Z]{${BODY}}(?!\w)|${JWT}[\w-]{${HEADER},2000}\.[\w-]+\.[\w-]*|${FILE_KEY}\w+|(?:${SERVICES})[-_][A-Za-z0-9]{${BODY},}|((?:${SERVICES})[-_][\w-]{8,}|(?:npm|hf|gsk|xai|tvly|pypi|whsec|shpat|dop_v1|lin_api|AIza|ya29\.|SG\.)[-_]?[\w.-]{16,}))`,
  "g",
);

/** User information of a URL. */
const USER = /(?<=:\/\/)[^\s/?#"'<>]+(?=@)/g;

/** The user and password of a broken URL, whose password has a blank or another character that must be encoded. A port is no password. */
const BROKEN_USER =
  /(?<=:\/\/)(?!\[)[^\n/?#"'`<>@:]{1,100}:(?!\d{1,5}(?:[/?#\s]|$)|\$?\{\w+\}[/?#]|\/\/)(?:\\.|(?!:\/\/)[^\n"`\\]){1,200}(?=@)/g;

/** The password behind a login in a command: `-u me:password`, `-ume:password`, `--user=me:password`. A number is the group of a user. */
const LOGIN =
  /(?<=(?<![\w-])(?:-u[ \t]{0,8}|--(?:proxy-)?user(?:[ \t]{1,8}|[ \t]*=[ \t]*))["']?[^\s:/"'`]{1,100}:)(?!\d+(?![^\s"'`])|\/\/)[^\s"'`]+/g;

/** Whoever has the address with its signature has what it opens. */
const SIGNATURE = /(?<=[?&](?:sig|signature|x-amz-signature|x-goog-signature)=)[^\s&#"'<>]+/gi;

const BEARER = /(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{8,}/g;

/** The credentials in a text, or the references in their place. Returns only evident ones, because a warning must not be a false alarm. */
export function credentialsIn(text: string): readonly Span[] {
  if (!MAY_HOLD.test(text)) return [];
  const evident = evidentIn(text, namedIn(text));
  const keys = privateKeys(text);
  return keys.length === 0 ? evident : joined([...evident, ...keys]);
}

function evidentIn(text: string, named: readonly Span[]): readonly Span[] {
  const known = wellKnown(text);
  const users = stretchesOf(text, USER);
  const bearers = stretchesOf(text, BEARER);
  const signatures = withoutHarmless(text, stretchesOf(text, SIGNATURE));
  const isNothing = known.length + users.length + bearers.length + signatures.length + named.length === 0;
  return isNothing ? known : evidentOf(text, { known, users, bearers, signatures, named });
}

/** The evident ones among the candidates. */
function evidentOf(text: string, { known, users, bearers, signatures, named }: Candidates): readonly Span[] {
  const isKnown = (span: Span): boolean => reaching(known, span).length > 0;
  return joined([
    ...known,
    ...signatures,
    ...users.filter((span) => isKnown(span) || /:./s.test(text.slice(span.start, span.end))),
    ...bearers.filter((span) => looksGenerated(text, span)),
    ...named.filter((span) => looksGenerated(text, span) || isKnown(span) || isParameter(text, span)),
  ]);
}

interface Candidates {
  readonly known: readonly Span[];
  readonly users: readonly Span[];
  readonly bearers: readonly Span[];
  readonly signatures: readonly Span[];
  readonly named: readonly Span[];
}

/** The spans of a text to hide: its credentials, users of URLs without a password, and texts that look generated. */
export function secretsIn(written: string): readonly Span[] {
  if (!MAY_HOLD.test(written)) return [];
  const text = withoutEscapes(written);
  const named = namedIn(text);
  const spans = [
    ...stretchesOf(text, USER),
    ...stretchesOf(text, BROKEN_USER),
    ...stretchesOf(text, LOGIN),
    ...named,
    ...evidentIn(text, named),
  ];
  return joined([
    ...spans.flatMap((span) => withoutReferences(text, span)),
    ...generatedSpans(text),
    ...privateKeys(text),
  ]);
}

/** Every credential matches: it is as long as a key, or has the mark of a URL, a pair or a flag. */
const MAY_HOLD = /[\w-]{8}|:\/\/|[=:]|--/;

/** A text of the same length; white space replaces the escapes of JSON and of messages, which most likely stand for it. */
function withoutEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:[nrtfb]|x[0-9a-f]{2}|u[0-9a-f]{4})/gi, (code) =>
    code.length === 2 && /[nr]/.test(code) ? " \n" : " ".repeat(code.length),
  );
}

function wellKnown(text: string): readonly Span[] {
  return stretchesOf(text, WELL_KNOWN, isCertain);
}

function isCertain({ 0: key, 1: doubtful }: RegExpExecArray): boolean {
  return doubtful === undefined || hasDigitOrCapital(key);
}

/** The values next to the name of a credential, except for those that evidently open nothing. */
function namedIn(text: string): readonly Span[] {
  const values = valuesIn(text, mayNameCredential);
  return values.length === 0 ? values : withoutHarmless(text, values);
}

function withoutHarmless(text: string, values: readonly Span[]): readonly Span[] {
  return values.filter(({ start, end }) => !opensNothing(text.slice(start, end)));
}

/** Whether a value under the name of a credential is not a credential. */
export function opensNothing(value: string): boolean {
  return isHarmless(value) || isPlaceholder(value) || isSchemaWord(value);
}

function isParameter(text: string, { start }: Span): boolean {
  return /[?&#][\w.[\]-]+=$/.test(text.slice(Math.max(start - 80, 0), start));
}

/** Whether a span looks generated: it has a digit, or a capital inside a word. */
function looksGenerated(text: string, { start, end }: Span): boolean {
  return hasDigitOrCapital(text.slice(start, end));
}

const DIGIT_OR_CAPITAL = /\d|[a-z][A-Z]/;

function hasDigitOrCapital(value: string): boolean {
  return DIGIT_OR_CAPITAL.test(value);
}

/** Whether a URL's user information starts here. */
export function isUserAt(text: string, start: number): boolean {
  return text.startsWith("://", start - 3);
}

/** Private keys in PEM form; one without an end marker extends to the end of the text. */
function privateKeys(text: string): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("-----BEGIN ", from);
    if (start === -1) return spans;
    const isKey = /^-----BEGIN [A-Z ]{0,40}KEY/.test(text.slice(start, start + 64));
    const close = isKey ? text.indexOf("-----END ", start) : start + 1;
    const end = close === -1 ? text.length : isKey ? endOfMarker(text, close) : close;
    if (isKey) spans.push({ start, end });
    from = end;
  }
}

function endOfMarker(text: string, close: number): number {
  const marker = /^-----END [A-Z ]{0,40}(?:-----)?/.exec(text.slice(close, close + 64))?.[0] ?? "";
  return close + marker.length;
}
