/** URLs as they will be parsed (attacks E18, E20): texts that are no URL, URLs that lead elsewhere, and correct URLs that look like mistakes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLoopback, readUrl, type UrlOptions, urlProblem } from "../../src/toolkit/judge/rules/url.js";
import { cases } from "../cases.js";

const PORT = "write its digits, or leave the port out";
const START = "start with `https://`, or `http://` for a local server";
const BLANK = "contains white space, a control character or a backslash";
const BLANK_HELP = "write the URL without them";
const NONE = "is not a URL";
const USER_HELP = "credentials belong in `auth` or `headers`";
const HOST_HELP = "write the host by its real name";

const over = (scheme: string): string => `cannot be reached over \`${scheme}:\``;
const userOf = (host: string): string => `contains a user name or password before the \`@\`; the host is \`${host}\``;
const leadsTo = (host: string): string => `leads to the host \`${host}\`, although it looks like another one`;

type Row = readonly [text: string, message: string, help: string];

const useless: readonly Row[] = [
  [" https://api.acme.example", BLANK, BLANK_HELP],
  ["https://api.acme.example ", BLANK, BLANK_HELP],
  ["ht\ntps://evil.test/", BLANK, BLANK_HELP],
  ["https://api.acme.example\u0000", BLANK, BLANK_HELP],
  ["https://evil.test\\.api.acme.example/", BLANK, BLANK_HELP],
  ["", NONE, START],
  ["api.acme.example/v1", NONE, START],
  ["//evil.test", NONE, START],
  ["https//evil.test", NONE, "a `:` is missing after `https`"],
  ["http//127.0.0.1:8080/v1", NONE, "a `:` is missing after `http`"],
  ["https;//evil.test", NONE, "a `:` is missing after `https`"],
  ["https:evil.test", NONE, "`//` is missing after `https:`"],
  ["HTTPS:/evil.test", NONE, "a `/` is missing after `HTTPS:/`"],
  ["https.evil.test", NONE, START],
  ["https:///evil.test", NONE, START],
  ["https://", NONE, START],
  ["https://api.acme.example:99999", "has a port that is no number up to 65535", PORT],
  ["https://api.acme.example:eighty", "has a port that is no number up to 65535", PORT],
  ["https://[::1", NONE, START],
  ["javascript:alert(1)", NONE, START],
  ["javascript:https://api.acme.example", NONE, START],
  ["file:///etc/passwd", over("file"), START],
  ["ftp://api.acme.example", over("ftp"), START],
  ["xhttps://api.acme.example", over("xhttps"), START],
  ["httpsx://api.acme.example", over("httpsx"), START],
  ["https://api.acme.example@evil.test/", userOf("evil.test"), USER_HELP],
  ["https://user:secret@api.acme.example", userOf("api.acme.example"), USER_HELP],
  ["https://@api.acme.example", userOf("api.acme.example"), USER_HELP],
];

const misleading: readonly (readonly [text: string, host: string])[] = [
  ["https://api.acme.example%2eevil.test/", "api.acme.example.evil.test"],
  ["https://аcme.example/", "xn--cme-5cd.example"],
  ["https://api.acme。example/", "api.acme.example"],
  ["http://2130706433/", "127.0.0.1"],
  ["http://0x7f.1:8080", "127.0.0.1:8080"],
  ["http://acme.example:0080", "acme.example"],
  ["https://acme.example:080", "acme.example:80"],
];

const sound = [
  "https://api.acme.example",
  "HTTPS://Api.Acme.Example:443/v1?region=eu#top",
  "http://api.acme.example:80/",
  "http://api.acme.example:443/",
  "https://api.acme.example:80/",
  "https://api.acme.example:/v1",
  "https://xn--cme-5cd.example",
  "https://api.acme.example/@team",
  "https://api.acme.example?to=me@example.com",
  "http://localhost:8080",
  "http://[0:0:0:0:0:0:0:1]:8080",
  "http://[::ffff:127.0.0.1]/",
];

describe("urlProblem", () => {
  test.each(useless)("%j %s", (text, message, help) => {
    expect(urlProblem(text)).toMatchObject({ message, help });
    expect(readUrl(text)).toBeUndefined();
  });

  test.each([
    ["api.acme.example/v1", "https://api.acme.example/v1"],
    ["localhost:11434/v1", "http://localhost:11434/v1"],
    ["https//evil.test", "https://evil.test"],
    ["https;//evil.test", "https://evil.test"],
    ["HTTPS:/evil.test", "https://evil.test"],
    ["openai", undefined],
    ["https.evil.test", undefined],
    ["https//anna:secret@evil.test", undefined],
    ["mailto:anna@evil.test", undefined],
  ])("%j may mean %j", (text, meant) => {
    expect(urlProblem(text)?.meant).toBe(meant);
  });

  test.each(misleading)("%j leads to %s", (text, host) => {
    expect(urlProblem(text)).toEqual({ severity: "warning", message: leadsTo(host), help: HOST_HELP });
    expect(readUrl(text)?.host).toBe(host);
  });

  test.each(sound)("%j means what it says", (text) => {
    expect(urlProblem(text)).toBeUndefined();
    expect(readUrl(text)?.href).toBe(new URL(text).href);
  });

  test("a URL without a problem leads to the host that is written, also when it was not parsed", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."axn09-._:/%@~"), minLength: 1, maxLength: 12 });
    const [first, last] = [fc.constantFrom("", "a.", "xn--", "a.xn--"), fc.constantFrom("", ".example", ".example/v1")];
    const addresses = fc.tuple(first, letters, last).map((parts) => `https://${parts.join("")}`);
    fc.assert(
      fc.property(addresses, (text) => {
        if (urlProblem(text) !== undefined) return;
        const [, written = ""] = /^https:\/\/([^/?#]*)/.exec(text) ?? [];
        const { host, hostname } = new URL(text);
        expect([host, `${hostname}:443`, `${hostname}:`]).toContain(written);
      }),
      { numRuns: cases(20_000) },
    );
  });

  test("a proxy may name a user, and the host is what comes last", () => {
    const options: UrlOptions = { mayHoldUser: true };
    expect(urlProblem("http://me:secret@proxy.corp.example:3128", options)).toBeUndefined();
    expect(urlProblem("http://me@there@proxy.corp.example:3128", options)).toBeUndefined();
    expect(urlProblem("http://me@0x7f.1", options)?.message).toBe(leadsTo("127.0.0.1"));
    expect(readUrl("http://me@proxy.corp.example:3128", options)?.host).toBe("proxy.corp.example:3128");
    expect(readUrl("http://me@proxy.corp.example:3128")).toBeUndefined();
  });

  test("no text is no URL", () => {
    expect(readUrl(undefined)).toBeUndefined();
  });
});

test.each([
  ["localhost", true],
  ["LOCALHOST:8080", true],
  ["127.0.0.1", true],
  ["127.10.20.30", true],
  ["127.1", true],
  ["2130706433", true],
  ["[::1]", true],
  ["[0:0:0:0:0:0:0:1]:8080", true],
  ["[::ffff:127.0.0.1]", true],
  ["[::ffff:127.255.255.254]", true],
  ["[::ffff:7fab:cd]", true],
  ["localhost.evil.test", false],
  ["my-localhost", false],
  ["127.0.0.1.evil.test", false],
  ["128.0.0.1", false],
  ["10.127.0.1", false],
  ["[::2]", false],
  ["[::127.0.0.1]", false],
  ["[::ffff:10.0.0.1]", false],
  ["[::ffff:128.0.0.1]", false],
  ["[1::ffff:7f00:1]", false],
  ["[::ffff:7f00:1:1]", false],
])("http://%s leads to this machine: %s", (host, expected) => {
  expect(isLoopback(new URL(`http://${host}/cb`))).toBe(expected);
});
