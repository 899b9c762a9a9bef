/** Texts that evidently are credentials, texts that may be, and texts that only look like one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { credentialsIn, secretsIn } from "../../src/toolkit/mean/redaction/credentials.js";
import { isHarmless } from "../../src/toolkit/mean/redaction/references.js";

const partsOf = (text: string, spans: ReturnType<typeof secretsIn>): readonly string[] =>
  spans.map(({ start, end }) => text.slice(start, end));

test.each([
  ["sk-0123456789abcdefgh", ["sk-0123456789abcdefgh"]],
  ["sk-learn-modeltraining-x", []],
  ["ghp_abcdefghijklmnopqrst", ["ghp_abcdefghijklmnopqrst"]],
  ["ghp_desk-abcdefghijklmnop", ["ghp_desk-abcdefghijklmnop"]],
  ["https://x.example/?q=abc.sk-learn-modeltraining-x", []],
  ["https://x.example/?q=ghp_abcdefghijklmnopqrst", ["ghp_abcdefghijklmnopqrst"]],
  ["https://sk-0123456789abcdefgh@x.example", ["sk-0123456789abcdefgh"]],
  ["https://me@x.example", []],
  ["https://me:@x.example", []],
  ["https://me:x@x.example", ["me:x"]],
  [`https://x.example/?lang=en9&${"y".repeat(200)}`, []],
  ["https://x.example/?api_key=plain", ["plain"]],
  ["Authorization: Bearer abcdefg1", ["Bearer abcdefg1"]],
  ["send Bearer abcdefg1", ["abcdefg1"]],
  ["send Bearer abcdEfgh", ["abcdEfgh"]],
  ["send Bearer ABCDEFGH", []],
  ["basic operations", []],
])("%s is evident", (text, expected) => {
  expect(partsOf(text, credentialsIn(text))).toEqual(expected);
});

test.each([
  ["https://me@x.example", ["me"]],
  ["https://me:two words@x.example/v1", ["me:two words"]],
  ["https://me: one@x.example/v1", ["me: one"]],
  ["https://me too:word@x.example/v1", ["me too:word"]],
  ["https://me:a/b@x.example/v1", ["me:a/b"]],
  ["https://me:a?b#c@x.example/v1", ["me:a?b#c"]],
  ["https://me:it's@x.example/v1", ["me:it's"]],
  ["https://me:<a b>@x.example/v1", ["me:<a b>"]],
  ["https://me:a b@c d@x.example/v1", ["me:a b@c d"]],
  ['"https://me:a \\"b@x.example/v1"', ['me:a \\"b']],
  ["https://me:${P} w@x.example/v1", [" w"]],
  ['"https://x.example:port", "me@x.example"', []],
  ["https://x.example:8080/@acme/tool or me@x.example", []],
  ["https://[::1]:8080/@acme", []],
  ["https://a.example, written https://me:one@a.example/v1", ["me:one"]],
  ["https://a.example:x or https://me:one@a.example/v1", ["me:one"]],
  ["-ume:plain", ["plain"]],
  ["--user=me:plain", ["plain"]],
  ["--proxy-user me:plain", ["plain"]],
  ["curl -s -u me:plain https://x.test", ["plain"]],
  ["curl --user 'me:plain' https://x.test", ["plain"]],
  ["# curl -u  me:plain", ["plain"]],
  ["curl -u me:${PASSWORD} https://x.test", []],
  ["docker run -u 1000:1000 image", []],
  ["run --url http://host:80 --menu a:b -x me:plain", []],
  ["https://x.example:${PORT}/@acme", []],
  ["https://x.example:{port}/@acme", []],
  ["https://x.example/a:b@c", []],
  ["https://x.example/?api_key=plain&v=2#top", ["plain"]],
  ["https://x.example/?version=2&page=abc", []],
  ["TOKEN=abc run --token abc", ["abc", "abc"]],
  ["Server=x;Password=abc;Database=y", ["abc"]],
  ['curl -H "Authorization: Basic abc" x', ["Basic abc"]],
  ['curl -H "X-Team: platform" x', []],
  ["# api_key: hunter2", ["hunter2"]],
  ['{"token": "a \\"b\\" c", "mode": "x"}', ['a \\"b\\" c']],
  ['{\\"token\\": \\"abc\\", \\"mode\\": \\"x\\"}', ["abc"]],
  ["token: ${A}", []],
  ["token: $(cat ~/.netrc)", []],
  ["token: ${A:-hunter2}", ["hunter2"]],
  ["$(curl -u me --password hunter2)", ["hunter2"]],
  ["key: $A_KEY", []],
  ["key: %A_KEY%", []],
  ["key: {env:A_KEY}", []],
  ["key: <your key>", []],
  ["the token: it is a word in a sentence", []],
  [
    "a -----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY----- b",
    ["-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----"],
  ],
  ["CANARY0123456789abcdef", ["CANARY0123456789abcdef"]],
  ["my CANARY-9f86d081884c7d65 x", ["CANARY-9f86d081884c7d65"]],
  ["/srv/9f86d081884c7d659a2feaa0c55ad015/x", ["9f86d081884c7d659a2feaa0c55ad015"]],
])("%s may be secret", (text, expected) => {
  expect(partsOf(text, secretsIn(text))).toEqual(expected);
});

const ORDINARY = [
  ...[
    "acme/big-1.5(high)",
    "claude-3-5-sonnet-20241022",
    "hf:acme/GLM-5.2",
    "qwen2p5-coder-32b-instruct",
    "gpt-4o-mini-2024-07-18",
  ],
  ...["anthropic.claude-3-5-sonnet-20240620-v1:0", "mixtral-8x7b-instruct-v0.1", "lab/qwen-32b-coder-vision"],
  ...["@modelcontextprotocol/server-filesystem", "npx -y @acme/tool@1.2.3-beta.4", "github.com/acme/tool/v2@v2.0.1"],
  ...["https://api.acme.example/openai/v1", "http://127.0.0.1:8080", "${TMPDIR}/x.sock", "~/.config/agent/config.yaml"],
  ...["/usr/local/share/ca-certificates/acme.crt", "C:\\Users\\me\\AppData\\Local", ".agent/skills/review/prompt.md"],
  ...[
    "2024-10-22T15:30:00Z",
    "20241022T153000Z",
    "1.2.3-alpha.1",
    "first.last@mail.example",
    "18446744073709551615",
    "0.85",
  ],
  ...[
    "custom_beta_compatible",
    "mcp__database__drop_table",
    "provider_stream_max_lifetime_secs",
    "ModelContextProtocol",
  ],
  ...[
    "Review the change, and say: which token is used where?",
    "Internationalisierungskonfiguration",
    "x86_64-unknown-linux-gnu",
  ],
  ...["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "================================", "arn:aws:iam::123456789012:role/reader"],
];

test.each(ORDINARY)("%s is nobody's secret", (text) => {
  expect(partsOf(text, secretsIn(text))).toEqual([]);
});

/** Secrets as machines make them. */
const generated = fc.oneof(
  ...[
    ["0123456789abcdef", 32],
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 24],
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 43],
    ["ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32],
  ].map(([letters, length]) =>
    fc
      .array(fc.constantFrom(...String(letters)), { minLength: Number(length), maxLength: Number(length) })
      .map((all) => all.join("")),
  ),
);

test("what a machine makes is hidden, but for a letter or two that stand apart", () => {
  const missed = fc.sample(generated, { numRuns: 2000, seed: 7 }).filter((secret) => {
    const hidden = secretsIn(`see ${secret}, please`).reduce((sum, { start, end }) => sum + end - start, 0);
    return hidden < secret.length * 0.75;
  });
  expect(missed.length).toBeLessThan(20);
});

test.each([
  "",
  "   ",
  "true",
  "FALSE",
  "yes",
  "no",
  "on",
  "off",
  "0",
  "1",
  "~/x",
  "./x",
  "../x",
  "/etc/x",
  "C:\\x",
  "oauth",
])("%j opens nothing", (value) => {
  expect(isHarmless(value)).toBe(true);
});

test.each([
  ...["2", "trues", "untrue", "10", "x ", "x~/y", "a./b", ".../x", "x/etc/y", "/etc", "//x/", "/e1/x"],
  ...["xC:\\x", "1:\\x", "C:x", "~x"],
])("%j may open something", (value) => {
  expect(isHarmless(value)).toBe(false);
});
