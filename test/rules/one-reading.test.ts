/** Texts that two programs would read differently are refused: `agent://` paths, addresses of documents, names of directories. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";

const findings = (config: object): readonly string[] => {
  const text = JSON.stringify({ version: 3, ...config });
  return lint({ texts: [{ file: "config.json", text }] }).diagnostics.map(
    ({ rule, severity }) => `${severity} ${rule}`,
  );
};

const UNCLEAR = ["user@h/x", "a%2f..%2fb", "a%2e%2e/b", "a?x=1", "a#b", "a b", "a\u00a0b", "h:80/x"];

test.each(UNCLEAR)("nothing shipped is called agent://%s", (path) => {
  expect(findings({ facets: { f: { source: `agent://${path}` } } })).toEqual(["error path/escapes-project"]);
  expect(findings({ tui: { "theme-file": `agent://themes/${path}.yaml` } })).toEqual(["error path/theme-file"]);
});

test("ordinary names of what is shipped", () => {
  expect(findings({ facets: { f: { source: "agent://facets/plan-1.2_b.md" } } })).toEqual([]);
  expect(findings({ tui: { "theme-file": "agent://themes/default.yaml" } })).toEqual([]);
});

const server = (auth: object, more: object = {}) => ({ transport: "http", url: "https://s.test/mcp", auth, ...more });

test.each([
  ["https://x.test//", "error"],
  ["https://x.test///", "error"],
  ["https://x.test/c#f", "error"],
  ["https://x.test/c#", "error"],
  ["https://x.test/c?q#f", "error"],
  ["https://x.test/c?q", "warning"],
])("the metadata document %s", (url, severity) => {
  const auth = { type: "oauth", registration: { type: "client-metadata-url", url } };
  expect(findings({ mcp_servers: { s: server(auth) } })).toEqual([`${severity} mcp/metadata-url`]);
});

test("logins whose directories differ in capitals alone", () => {
  const oauth = { type: "oauth" };
  const other = { url: "https://t.test/mcp" };
  const rule = ["warning mcp/auth-key-collision"];
  expect(findings({ mcp_servers: { github: server(oauth), GitHub: server(oauth, other) } })).toEqual(rule);
  const named = server(oauth, { ...other, auth_key_name: "GITHUB" });
  expect(findings({ mcp_servers: { github: server(oauth), b: named } })).toEqual(rule);
  expect(findings({ mcp_servers: { github: server(oauth), gitlab: server(oauth, other) } })).toEqual([]);
});
