/** Words that hide nothing although they look as if they did, and words that are secrets. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";

const said = (word: string): readonly string[] =>
  lint({
    texts: [{ file: "config.json", text: JSON.stringify({ version: 3, permissions: { secret_words: [word] } }) }],
  }).diagnostics.map(({ rule, severity, message }) => {
    const what = rule === "secret/weak-word" ? message.replace(/^a word in `permissions.secret_words` /, "") : rule;
    return `${severity}: ${what}`;
  });

test.each([
  ...[
    "sk-*",
    "*password*",
    "*_TOKEN",
    "AKIA*",
    "/sk-.*/",
    "/ghp_.+/i",
    "/^sk-/",
    "sk-.*",
    "ghp_\\w+",
    "[A-Za-z0-9]{36}",
  ],
  ...["sk-[a-z0-9]+", "(?i)secret", "^xox[bp]-.+$", "eyJ.*", "\\d{16}"],
])("%j is a pattern", (word) => {
  expect(said(word)).toEqual(["warning: looks like a pattern"]);
});

test.each([
  "API_KEY",
  "GITHUB_TOKEN",
  "DB_PASSWORD",
  "AWS_REGION",
  "password",
  "api_key",
  "apiKey",
  "clientSecret",
  "TOKEN",
  "GITHUB_TOKEN, NPM_TOKEN",
  "GITHUB_TOKEN NPM_TOKEN",
])("%j is the name of a variable", (word) => {
  expect(said(word)).toEqual(["warning: looks like the name of a variable"]);
});

test.each([
  "$API_KEY",
  "%API_KEY%",
  "$env:API_KEY",
  "env:API_KEY",
  "process.env.API_KEY",
  "{env:API_KEY}",
  "{{ API_KEY }}",
])("%j is a variable in another spelling, which is one mistake", (word) => {
  expect(said(word)).toEqual(["warning: substitution/not-substituted"]);
});

test.each(["<your key>", "YOUR-API-KEY", "YOUR_API_KEY", "xxxxxxxx", "****"])("%j is a placeholder", (word) => {
  expect(said(word)).toEqual(["warning: secret/placeholder"]);
});

test.each([
  ...[
    "correct-horse-battery",
    "hunter2",
    "P@ss*w0rd",
    "Tr0ub4dor&3*",
    "*Qx81-kLm",
    "sk-0123456789abcdef",
    "/Ab3+d/9fKz=/",
  ],
  ...["four", "a.b+c", "ends with.*star", "${API_KEY}", "s3cr3t[1]", "my^pass$word", "Zx81kLmQ02rTvWyB47cDeF93gHiJ"],
  ...[
    "AB12_CD34_EF56",
    "$ecret-word",
    "100%sure%",
    "acme-internal",
    "Projekt Nordlicht",
    "key: value",
    "ABCDEFGH",
    "what?ever",
  ],
])("%j is a word", (word) => {
  expect(said(word)).toEqual([]);
});
