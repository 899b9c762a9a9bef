/** A secret is found in what the usual encoders make of it, and nothing of it is left that tells it from another one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { formsOf } from "../../src/agent/session/scrub/inventory.js";
import { slowCases } from "../cases.js";
import { scrubberOf } from "./oracle.js";

const CHARACTERS = [..."aZ09-_.~!*'()/+=&<>\"\\ \n\t\u001f\u007fé日🔑"];

const secretArbitrary = fc
  .array(fc.constantFrom(...CHARACTERS), { minLength: 8, maxLength: 24 })
  .map((characters) => characters.join(""));

const lower = (text: string): string =>
  text.replace(/%[0-9A-F]{2}|(?<=(?<!\\)(?:\\\\)*)\\u[0-9A-Fa-f]{4}/g, (code) => code.toLowerCase());
const escaped = (text: string): string =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const json = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What writes a text, by the names of who does so. */
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  nothing: (text) => text,
  "JSON.stringify": json,
  "JSON in ASCII": (text) => escaped(json(text)),
  "JSON with slashes escaped": (text) => json(text).replaceAll("/", "\\/"),
  "JSON in ASCII with slashes escaped": (text) => escaped(json(text).replaceAll("/", "\\/")),
  "JSON in capitals": (text) =>
    escaped(json(text)).replace(/(?<=(?<!\\)(?:\\\\)*\\u)[0-9a-f]{4}/g, (code) => code.toUpperCase()),
  "JSON for pages": (text) => json(text).replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  "JSON for pages, with = and '": (text) =>
    json(text).replace(/[<>&=']/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  "JSON in JSON": (text) => json(json(text)),
  "JSON in ASCII in JSON": (text) => json(escaped(json(text))),
  "JSON in JSON in ASCII": (text) => escaped(json(json(text))),
  "JSON in capitals in JSON": (text) =>
    json(escaped(json(text)).replace(/(?<=(?<!\\)(?:\\\\)*\\u)[0-9a-f]{4}/g, (code) => code.toUpperCase())),
  encodeURIComponent,
  encodeURI,
  "encodeURI in small letters": (text) => lower(encodeURI(text)),
  "encodeURIComponent in small letters": (text) => lower(encodeURIComponent(text)),
  "all that RFC 3986 reserves": strict,
  "the same in small letters": (text) => lower(strict(text)),
  "with + for a space": (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  "a form": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "a path": (text) => strict(text).replaceAll("%2F", "/"),
};

test("C248 P as each of its encoders writes it", () => {
  const hidden = Object.keys(ENCODERS).map((name) => [name, "|[redacted]|"]);
  fc.assert(
    fc.property(secretArbitrary, (secret) => {
      const scrubber = scrubberOf(secret);
      const found = Object.entries(ENCODERS).map(([name, encode]) => [name, scrubber.scrub(`|${encode(secret)}|`)]);
      expect(found).toEqual(hidden);
    }),
    { numRuns: slowCases(2000) },
  );
});

/** Each character once: in other secrets, one place of the text may be two parts of the secret. */
const variedArbitrary = fc
  .uniqueArray(fc.constantFrom(...CHARACTERS), { minLength: 8, maxLength: 24 })
  .map((characters) => characters.join(""));

/** The characters of a text in base64 that are the same whatever stands around a part of it. */
function ofPart(length: number, start: number, end: number): readonly boolean[] {
  return Array.from({ length }, (_, index) => index * 6 >= start * 8 && (index + 1) * 6 <= end * 8);
}

test.each(["base64", "base64url"] as const)("C248 P within something in %s, at any place", (encoding) => {
  const around = fc.uint8Array({ maxLength: 7 });
  const ofShapes = scrubberOf();
  fc.assert(
    fc.property(variedArbitrary, around, around, (secret, before, after) => {
      const bytes = new TextEncoder().encode(secret);
      const text = Buffer.concat([before, bytes, after]).toString(encoding);
      // Some bytes are written like a key.
      fc.pre(ofShapes.scrub(text) === text);
      const own = ofPart(text.length, before.length, before.length + bytes.length);
      const expected = `${text.slice(0, own.indexOf(true))}[redacted]${text.slice(own.lastIndexOf(true) + 1)}`;
      expect(scrubberOf(secret).scrub(text)).toBe(expected);
    }),
    { numRuns: slowCases(4000) },
  );
});

test("each form once: of letters alone they are its text, and three in base64", () => {
  expect([...formsOf("abcdefgh")]).toEqual(["abcdefgh", "YWJjZGVmZ2", "FiY2RlZmdo", "hYmNkZWZna"]);
});

test("of JSON in JSON and whole URLs, keys of letters, digits and what base64 has get at most the form with escaped slashes", () => {
  const nested = (key: string) => [...formsOf(key)].filter((form) => form.includes("\\\\") || form === encodeURI(key));
  expect(nested("sk-a1B2_c3.D4~e5")).toEqual(["sk-a1B2_c3.D4~e5"]);
  expect(nested("aZ09+/aZ0=")).toEqual(["aZ09+/aZ0=", String.raw`aZ09+\\/aZ0=`]);
});

test("JSON in JSON is found whatever the inner one escapes", () => {
  const key = "wJalr+XUtn/FEMI<K7MDE>NG&bPxRfiCY";
  const escapes = [String.raw`\/`, String.raw`\u003c`, String.raw`\u003e`, String.raw`\u0026`];
  const inner = ["/", "<", ">", "&"].reduce(
    (text, one, at) => text.replace(one, () => escapes[at] ?? ""),
    JSON.stringify(key),
  );
  expect(JSON.parse(inner)).toBe(key);
  expect(scrubberOf(key).scrub(JSON.stringify(inner))).not.toContain("K7MDE");
});

test.each(["\ud83dabcdefgh", "abcd\udd11efgh"])("a lone surrogate, in %j", (secret) => {
  const scrubber = scrubberOf(secret);
  for (const encode of [String, json, (text: string) => encodeURIComponent(text.toWellFormed())])
    expect(scrubber.scrub(`|${encode(secret)}|`)).toBe("|[redacted]|");
});
