/** Secrets in lines that are no YAML and no JSON: every frame hides what follows the name of a secret on its line. */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { render } from "../report/sound.js";

const reports = (text: string): string => {
  const file = text.startsWith("{") ? "config.json" : "config.yaml";
  return Object.values(render(lint({ texts: [{ file, text }] }))).join("\n");
};

const server = (line: string): string =>
  `mcp_servers:\n  s:\n    transport: stdio\n    command: s\n    env:\n      ${line}\n`;
const key = (line: string): string => `providers:\n  a:\n    auth:\n      type: static_key\n      ${line}\n`;

describe("a passphrase", () => {
  test.each([
    ["behind an empty text", key('key: ""correct horse')],
    ["behind an empty text in single quotes", key("key: ''correct horse")],
    ["behind a text that ends too early", key('key: "a" correct horse')],
    ["in brackets", "providers: { a: { auth: { type: static_key, key: ''correct horse } } }"],
    ["without a colon", server("API_TOKEN correct horse")],
    ["without a colon, in quotes", server("API_TOKEN 'correct horse'")],
    ["behind a semicolon", server("API_TOKEN; correct horse")],
    ["without a colon in brackets", "providers: { a: { auth: { type: static_key, key correct horse } } }"],
    ["in a name", 'providers: { a: { auth: { type: static_key, key ""correct horse" } } }'],
    ["at the top", "password correct horse\nversion: 3\n"],
    ["behind `=` in an item", server("- API_TOKEN=correct horse: x: y")],
    ["in JSON without a colon", '{ "providers": { "a": { "auth": { "key" "correct horse" } } } }'],
    ["in JSON behind an empty text", '{ "providers": { "a": { "auth": {\n "key": ""correct horse"\n } } } }'],
    ["of a user in an address that is cut", 'daemon:\n  web:\n    https_proxy: "https://me:correct horse\n'],
    ["of a user in an address without `@`", "daemon: { web: { https_proxy: https://me:correct-horse } }"],
    ["of a user in an address of a server", 'mcp_servers: { s: { transport: http, url: "https://me:correct-horse" } }'],
    ["in CRLF", key('key: ""correct horse\r')],
  ])("%s", (_, text) => {
    const all = reports(text);
    expect(all).toContain("config.");
    expect(all).not.toMatch(/correct|horse/);
  });
});

describe("shown", () => {
  test.each([
    [
      "the next entry, where a `,` is missing",
      "providers: { a: { auth: { key: 'k' format: bearer_token } } }",
      "format: bearer_token",
    ],
    ["a section without a colon", "providers:\n  a:\n    auth { type: static_key }\n", "type: static_key"],
    ["a reference", key('key: ""${A_KEY}'), "${A_KEY}"],
    ["a port", 'daemon:\n  web:\n    https_proxy: "https://proxy.example:3128\n', "proxy.example:3128"],
    ["another name", "daemon:\n  log_level info\n", "log_level info"],
  ])("%s", (_, text, part) => {
    expect(reports(text)).toContain(part);
  });
});
