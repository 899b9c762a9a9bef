/** Whatever names and values hold, the page has no markup but its own, no secret, and no character that acts. */
import { describe, expect, test } from "vitest";
import { isVisible } from "../../src/text/escape.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, globalFile, PROJECT } from "../machine/names.js";
import { pageOn, partOf, tagsIn, textOf } from "./pages.js";

const V = "version: 3\n";

/** The tags that the page makes itself, without the texts in their attributes. */
const OWN_TAG =
  /^<\/?(?:head|body|header|main|footer|nav|section|h[123]|p|b|i|s|a|ul|ol|li|br|code|small|span|div|table|thead|tbody|tr|th|td|details|summary|input|label|html)(?: (?:id|class|href|scope|colspan|role|aria-label|tabindex|type|name|for|autocomplete)="[\w #-]*"| open| checked)*>$/;

const HOSTILE: readonly (readonly [string, string])[] = [
  ["an end of the style", "</style><script>alert(1)</script>"],
  ["a script", "<script>alert(1)</script>"],
  ["an image", "<img src=x onerror=alert(1)>"],
  ["an end of a comment", "--><svg onload=alert(1)>"],
  ["a link", "javascript:alert(1)"],
  ["quotes", `" onmouseover="alert(1)" x='`],
  ["entities", "&lt;script&gt;&#60;b&#62;"],
  ["the end of a code", "</code></td></tr></table>"],
  ["U+0000", "a\0b"],
  ["an escape of a terminal", "\u001b[31mred\u0007"],
  ["bidi", "a\u202eb\u2066c"],
  ["line separators", "a\u2028b\u0085c\u00a0"],
  ["a template", "${'$'}{x} `y` $$"],
  ["a mark of CI", "##[error]x ::error::y"],
  ["a command in quotes", "`<b>x</b>`"],
];

describe.each(HOSTILE)("%s", (_, text) => {
  const quoted = JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const files = {
    [globalFile("json")]:
      `{"version": 3, "plugins": {${quoted}: ${quoted}, "list": [${quoted}]}, "models": {${quoted}: {"class": ${quoted}, "provider": ${quoted}}}, "providers": {${quoted}: {"kind": {"type": "custom_beta_compatible"}, "url": ${quoted}, "auth": {"type": "static_key", "key": ${quoted}}}}}`,
    [PROJECT]: `${V}plugins: { ${quoted}: 1, ${quoted.replace('"', '"x')}: ${quoted} }\nmcp_servers: { ${quoted}: { transport: stdio, command: ${quoted}, args: [${quoted}], env: { A: "\${${quoted.slice(1, -1).replace(/[^\w]/g, "")}X}" } } } # ${quoted}\nupdates: ${quoted}\n`,
  };

  test("has no markup in the page but its own, and no character that acts", () => {
    const page = pageOn(machine(files));
    expect(tagsIn(page).filter((tag) => tag !== "</style>" && !OWN_TAG.test(tag))).toEqual([]);
    expect(page.split("\n").every(isVisible)).toBe(true);
    expect(page.match(/<script|<img|<svg|javascript:[^<]*"/gi) ?? []).toEqual([]);
  });
});

test("a lone surrogate", () => {
  const page = pageOn(machine({ [globalFile("json")]: '{"version": 3, "plugins": {"a\\ud800": "b\\udc00"}}' }));
  expect(page.isWellFormed?.() ?? !/\p{Cs}/u.test(page)).toBe(true);
});

test("100,000 characters without a blank stand whole", () => {
  const long = "x".repeat(100_000);
  const page = pageOn(machine({ [GLOBAL]: `${V}plugins: { a: ${long} }\n` }));
  expect(textOf(partOf(page, "values"))).toContain(long);
});

test.each([
  ["no file", {}],
  ["both empty", { [GLOBAL]: "", [PROJECT]: "" }],
  ["the project alone, empty", { [PROJECT]: "" }],
])("%s: the defaults are in effect", (_, files) => {
  const page = pageOn(machine(files));
  expect(partOf(page, "values").match(/<tr class="/g)?.length).toBeGreaterThan(5);
  expect(tagsIn(page).filter((tag) => tag !== "</style>" && !OWN_TAG.test(tag))).toEqual([]);
});

test("64 levels", () => {
  const deep = (end: string): string => `${'{"a":'.repeat(60)}${end}${"}".repeat(60)}`;
  const page = pageOn(
    machine({
      [globalFile("json")]: `{"version": 3, "plugins": ${deep("1")}}`,
      [PROJECT]: `${V}plugins: ${deep("2")}\n`,
    }),
  );
  expect(textOf(partOf(page, "values"))).toMatch(/2 waits\s*1 global 1:\d+ in effect until/);
});

test("8,000 models have 8,000 rows", () => {
  const models = Array.from({ length: 8000 }, (_, index) => `  m${index}: { context_window: ${index + 1} }`);
  const page = pageOn(machine({ [GLOBAL]: `${V}models:\n${models.join("\n")}\n` }));
  expect(partOf(page, "models").match(/<tr><th scope="row">/g)).toHaveLength(8000);
});

const KEY = `sk-ant-api03-${"CANARYabcdefghijklmnopqrstuvwxyz0123456789".repeat(2)}`;

describe("a secret is in no byte of the page", () => {
  test.each([
    [
      "a value",
      `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test", auth: { type: static_key, key: CANARYvalue } } }\n`,
    ],
    [
      "a header",
      `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test", headers: { Authorization: CANARYheader } } }\n`,
    ],
    [
      "a URL",
      `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "https://user:CANARYpass@p.test/v1" } }\n`,
    ],
    ["an argument", `${V}mcp_servers: { s: { transport: stdio, command: x, args: [--api-key, CANARYargument] } }\n`],
    ["a variable", `${V}mcp_servers: { s: { transport: stdio, command: x, env: { API_TOKEN: CANARYvariable } } }\n`],
    ["a key that looks like one", `${V}models: { "${KEY}": { class: full } }\n`],
    [
      "an unknown section with such a name",
      `${V}plugins: { credentials: { inner: CANARYinner, list: [CANARYlist] } }\n`,
    ],
    ["a comment", `${V}# api_key: CANARYcomment\ntui: { theme: dark } # password=CANARYcomment2\n`],
    ["a comment with a key", `${V}# the old one was ${KEY}\n`],
    ["a comment with a login", `${V}# curl -u me:CANARYlogin https://x.test\n`],
    ["a comment with a line separator", `${V}# old\u2028token: CANARYseparated\n`],
    ["a commented block of lines", `${V}# key: |\n#   CANARYblock1\n#   CANARYblock2\ntui: { theme: dark }\n`],
    ["a commented value below its name", `${V}  # token:\n  #   CANARYbelow\ntui: { theme: dark }\n`],
    ["a commented list", `${V}# secret_words:\n#   - CANARYword\n#   - CANARYword2\r\ntui: { theme: dark }\n`],
    ["a commented folded value", `${V}## password: >-\n##   CANARYfold\n##   CANARYfold2\n`],
    ["a commented block", `${V}# providers:\n#   p:\n#     auth: { type: static_key, key: "CANARYblock" }\n`],
    [
      "a block of lines",
      `${V}providers:\n  p:\n    kind: { type: custom_beta_compatible }\n    url: https://p.test\n    auth:\n      type: static_key\n      key: |\n        CANARYline1\n        CANARYline2\n`,
    ],
    ["a broken text", `${V}providers: { p: { auth: { key: CANARYbroken }\n`],
    [
      "two equal keys",
      `${V}tui: { theme: dark }\nproviders: { p: { auth: { key: CANARYa } } }\ntui: { theme: light }\n`,
    ],
    [
      "a misspelt key",
      `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test", auth: { type: static_key, kye: CANARYmisspelt } } }\n`,
    ],
  ])("in %s", (_, text) => {
    for (const files of [
      { [GLOBAL]: text },
      { [PROJECT]: text },
      { [GLOBAL]: text, [PROJECT]: text.replaceAll("CANARY", "CANARYother") },
    ])
      expect(leaksIn(pageOn(machine(files)))).toEqual([]);
  });

  // A project's own words hide nothing of its effects on its user.
  test("in a word that the user declares", () => {
    const user = `${V}permissions: { secret_words: [CANARYword] }\nplugins: { a: say CANARYword }\n`;
    expect(leaksIn(pageOn(machine({ [GLOBAL]: user })))).toEqual([]);
    expect(
      leaksIn(pageOn(machine({ [GLOBAL]: user, [PROJECT]: `${V}plugins: { b: CANARYword } # CANARYword\n` }))),
    ).toEqual([]);
  });

  test("nor in what overrides and what lost", () => {
    const layer = (name: string): string =>
      `${V}plugins: { credentials: { inner: CANARY${name} } }\nproviders: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test", headers: { X-Api-Key: CANARY${name} }, auth: { type: static_key, key: CANARY${name} } } }\nmcp_servers: { s: { transport: stdio, command: x, args: [--token, CANARY${name}] } }\n`;
    expect(leaksIn(pageOn(machine({ [GLOBAL]: layer("one"), [PROJECT]: layer("two") })))).toEqual([]);
    const gone = `${V}plugins: null\nproviders: { p: { auth: null, headers: null } }\nmcp_servers: null\n`;
    expect(leaksIn(pageOn(machine({ [GLOBAL]: layer("one"), [PROJECT]: gone })))).toEqual([]);
  });
});

/** The lines of a page with a part of a secret. */
function leaksIn(page: string): readonly string[] {
  return page.split("\n").filter((line) => line.includes("CANARY"));
}
