/** What has the form of a credential is hidden, and nothing that only begins like one. */
import { expect, test } from "vitest";
import { scrubberOf, slowlyScrubbed } from "./oracle.js";

const scrubber = scrubberOf();
const KEY = "a1B2c3D4e5F6g7H8i9J0";
const BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";

test.each([
  ["sk-abcdefghijklmnop", "[redacted]"],
  [`a key: sk-proj-${KEY}-${KEY}.`, "a key: [redacted]."],
  ["sk-ant-api03-Ab1_cd-EF2gh-Ij3kl", "[redacted]"],
  [`key=ghp_${KEY};`, "key=[redacted];"],
  [`github_pat_${KEY}`, "[redacted]"],
  ["id AKIAIOSFODNN7EXAMPLE and more", "id [redacted] and more"],
  ["ASIAIOSFODNN7EXAMPLE", "[redacted]"],
  ["AGE-SECRET-KEY-1QQPQYQ", "[redacted]"],
  ["a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-_na. b", "a [redacted]. b"],
  ["eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "[redacted]"],
  [`x -----BEGIN RSA PRIVATE KEY-----\n${BODY}\n-----END RSA PRIVATE KEY----- y`, "x [redacted] y"],
  [`"-----BEGIN PRIVATE KEY-----\\n${BODY}\\n-----END PRIVATE KEY-----\\n"`, '"[redacted]\\n"'],
  [`-----BEGIN EC PRIVATE KEY-----\n${BODY}`, "[redacted]"],
  [`"-----BEGIN OPENSSH PRIVATE KEY-----\\n${BODY}", "next"`, '"[redacted]", "next"'],
  [
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v1.4 (x)\n\n${BODY}\n=ab/c\n-----END PGP PRIVATE KEY BLOCK-----\n`,
    "[redacted]\n",
  ],
  [`-----BEGIN PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F\n\n${BODY}`, "[redacted]"],
  [`-----END X----------BEGIN PRIVATE KEY----- ${BODY}`, "-----END X-----[redacted]"],
  ["Authorization: Bearer abcdefgh ijkl", "Authorization: Bearer [redacted] ijkl"],
  ["Authorization: Basic dXNlcjpwYXNz\r\nHost: a", "Authorization: Basic [redacted]\r\nHost: a"],
  [`curl -H "Authorization: Bearer ${KEY}" https://a`, 'curl -H "Authorization: Bearer [redacted]" https://a'],
  [`{"Authorization": "token ${KEY}"}`, '{"Authorization": "token [redacted]"}'],
  [`{\\"authorization\\":\\"${KEY}\\"}`, '{\\"authorization\\":\\"[redacted]\\"}'],
  ["Proxy-Authorization: SSWS 00abcdef-1", "Proxy-Authorization: SSWS [redacted]"],
  ["AUTHORIZATION : Bearer 1|abc$def", "AUTHORIZATION : Bearer [redacted]"],
  ["Authorization: Bearer k=Authorization:Bearer abcdefgh", "Authorization: Bearer [redacted] [redacted]"],
  [`-----BEGIN PRIVATE KEY-----\n${BODY}\n-------END PRIVATE KEY----- y`, "[redacted] y"],
])("C251 %j is %j", (text, expected) => {
  expect(scrubber.scrub(text)).toBe(expected);
  expect(slowlyScrubbed(text, [])).toBe(expected);
});

test.each([
  "task-list-of-things",
  "task-list-of-things-a1B2c3D4e5",
  "sk-learn and sk_model_v2, pk_order_items, sk-cube-grid",
  "sk-abc",
  "sk-model1-tested2-on3-data4",
  "sk_CMS_RecipientEncryptedKey_new_null(sk_ASN1_UTF8STRING_value, pk_orderItemsOfCustomers_v2b3)",
  "ghp_short",
  "AKIAIOSFODNN7EXAMPLE1",
  "SAKIAIOSFODNN7EXAMPLE",
  "eyJhbGciOiJIUzI1NiJ9 and eyJ.a.b",
  "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "-----BEGIN -----BEGIN -----BEGIN ",
  "Authorization: Bearer $TOKEN",
  "Authorization: Bearer ${TOKEN}",
  "Authorization: Bearer <token>",
  "Authorization: Bearer {token}",
  "Authorization: Bearer %s",
  "Authorization: Bearer YOUR_API_KEY",
  "Authorization: Bearer your-token-1234",
  "Authorization: Bearer xxxxxxxxxxxx",
  "Authorization: Bearer ***********",
  "Authorization: Bearer",
  "Authorization: the user must log in somewhere",
  "Authorization: required",
  "preauthorization: a1b2c3d4e5",
  "the authorization of a1b2c3d4e5",
  "Authorization:\na1b2c3d4e5",
])("C249 %j stays", (text) => {
  expect(scrubber.scrub(text)).toBe(text);
  expect(slowlyScrubbed(text, [])).toBe(text);
});

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 0123456789";

test.each<readonly [what: string, least: number, of: (length: number) => string]>([
  ["a token", 16, (length) => `ghp_${LETTERS.slice(0, length)}`],
  ["a key in one piece", 16, (length) => `sk-${LETTERS.slice(0, length)}`],
  ["a key in pieces", 20, (length) => `sk-${"a1b-".repeat(9).slice(0, length)}`],
  ["a key after `sk_`", 16, (length) => `sk_live_${`a1${LETTERS}`.slice(0, length)}`],
  ["an access key", 16, (length) => `AKIA${CAPITALS.slice(0, length)}`],
  ["the first part of a signed token", 10, (length) => `eyJ${LETTERS.slice(0, length)}.a.b`],
  ["the second part of a signed token", 1, (length) => `eyJabcdefghij.${LETTERS.slice(0, length)}.b`],
  ["a credential", 8, (length) => `Authorization: Token ${`1${LETTERS}`.slice(0, length)}`],
])("C251 %s has at least %i characters behind its beginning", (_, least, of) => {
  expect(scrubber.scrub(of(least - 1))).toBe(of(least - 1));
  expect(scrubber.scrub(of(least))).toMatch(/^(?:Authorization: Token )?\[redacted\]$/);
});

test("C251 the label of a private key has at most 40 characters before these two words", () => {
  const key = (length: number): string => `-----BEGIN ${CAPITALS.slice(0, length)}PRIVATE KEY-----`;
  expect(scrubber.scrub(key(40))).toBe("[redacted]");
  expect(scrubber.scrub(key(41))).toBe(key(41));
});

test.each([
  ...["\\n", "\\t", "\\u000a", "\\x0A", "%20", "é", "_", '"', "\\\\n"],
  ...["\x1b[0;31m", "\\u001b[1m", "\\u001b[0000000000000000m", "\\e[K", "\\033[K", "\\x1B[m"],
])("C251 a key after %j, in any pieces", (before) => {
  for (const key of ["sk-abcdefghijklmnop", "AGE-SECRET-KEY-A", "AKIAIOSFODNN7EXAMPLE"]) {
    const text = `a${before}${key}`;
    expect(scrubber.scrub(text)).toBe(`a${before}[redacted]`);
    for (const length of [1, 2, 9]) {
      const stream = scrubber.stream();
      const pieces = Array.from({ length: text.length }, (_, at) => text.slice(at * length, (at + 1) * length));
      expect(pieces.map((piece) => stream.push(piece)).join("") + stream.end()).toBe(`a${before}[redacted]`);
    }
  }
});
