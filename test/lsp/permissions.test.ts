/** Permissions that are open in an editor (P-S108): findings while somebody types, keys, tools and servers, and the meaning of a rule. */
import { expect, test } from "vitest";
import type { CodeAction, CompletionItem, DocumentSymbol, Hover } from "vscode-languageserver/node";
import { type Begun, begin, GLOBAL, PROJECT, positionOf } from "./texts.js";

const OWN = ".config/agent/permissions.yaml";
const OF_PROJECT = "work/.agent/permissions.yaml";
const SERVERS = "version: 3\nmcp_servers: { github: { transport: stdio, command: github-mcp } }\n";
const RULES = `allow:
  - { tool: shell, command: "npm test *" }
  - { server: github, tool: "list_*" }
  - tool: edit
    path: src/**
deny:
  - { command: git push }
`;

async function hovered({ client, at }: Begun, name: string, text: string, mark: string): Promise<string> {
  const position = positionOf(text, mark, 2);
  const hover = await client.request<Hover | null>("textDocument/hover", { textDocument: { uri: at(name) }, position });
  return (hover?.contents as { value: string } | undefined)?.value ?? "";
}

async function completed(name: string, marked: string): Promise<readonly string[]> {
  const { client, at } = await begin({ [GLOBAL]: SERVERS, [PROJECT]: "version: 3\n" });
  const text = marked.replace("¦", "");
  client.open(at(name), text);
  const position = positionOf(marked, "¦");
  const textDocument = { uri: at(name) };
  const items = await client.request<CompletionItem[]>("textDocument/completion", { textDocument, position });
  return items.map(({ label }) => label);
}

test.each([OWN, OF_PROJECT])("findings of %s come and go with its text", async (name) => {
  const { client, at } = await begin({ [GLOBAL]: SERVERS, [PROJECT]: "version: 3\n" });
  client.open(at(name), "deny:\n  - { tol: shell }\n");
  expect((await client.findingsOf(at(name), 1)).diagnostics.map(({ code, range }) => [code, range.start])).toEqual([
    ["schema/unknown-key", { line: 1, character: 6 }],
  ]);
  client.change(at(name), "deny:\n  - { tool: shell, command: a && b }\n", 2);
  expect((await client.findingsOf(at(name), 2)).diagnostics.map(({ code }) => code)).toEqual([
    "permission/never-matches",
  ]);
  client.change(at(name), "deny: [\n", 3);
  expect((await client.findingsOf(at(name), 3)).diagnostics.map(({ code }) => code)).toEqual(["syntax/yaml"]);
  client.change(at(name), "deny:\n  - { tool: shell }\n", 4);
  expect((await client.findingsOf(at(name), 4)).diagnostics).toEqual([]);
});

test("a server that the configuration gets is known to the permissions beside it", async () => {
  const { client, at } = await begin({ [GLOBAL]: "version: 3\n" });
  client.open(at(GLOBAL), "version: 3\n");
  client.open(at(OWN), "allow:\n  - { server: github }\n");
  expect((await client.findingsOf(at(OWN), 1)).diagnostics.map(({ code }) => code)).toEqual([
    "permission/unknown-server",
  ]);
  client.change(at(GLOBAL), SERVERS, 2);
  await client.until(() => client.findings(at(OWN))?.diagnostics.length === 0);
});

test("a finding has its fix as an action", async () => {
  const { client, at } = await begin({ [GLOBAL]: SERVERS });
  const text = "allow:\n  - { tool: Bash, command: npm test }\n";
  client.open(at(OWN), text);
  const { diagnostics } = await client.findingsOf(at(OWN), 1);
  const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri: at(OWN) },
    range: diagnostics[0]?.range,
    context: { diagnostics },
  });
  expect(actions.map(({ title }) => title)).toContain("write `shell`");
});

/** A place in the text, and a part of its hover. */
const HOVERS: readonly (readonly [mark: string, told: string])[] = [
  ["npm test", "allows commands that begin with npm test"],
  ["list_*", "allows list_* of the server github"],
  ["src/**", "allows edit of files that match src/**"],
  ["git push", "denies the command git push"],
  ["deny", "Calls that never run, whatever else allows them."],
  ["server", "The name of an entry of mcp_servers."],
];

test.each(HOVERS)("hover on %s: %s", async (mark, told) => {
  const begun = await begin({ [GLOBAL]: SERVERS });
  begun.client.open(begun.at(OWN), RULES);
  expect(await hovered(begun, OWN, RULES, mark)).toContain(told);
});

test("hover in a project says that `allow` has no effect there", async () => {
  const begun = await begin({ [PROJECT]: "version: 3\n" });
  begun.client.open(begun.at(OF_PROJECT), RULES);
  expect(await hovered(begun, OF_PROJECT, RULES, "npm test")).toContain("without effect: a project allows nothing");
});

/** A text with the cursor, and some of the offers. */
const TYPED: readonly (readonly [what: string, marked: string, offers: readonly string[]])[] = [
  ["lists", "¦\n", ["version", "allow", "ask", "deny"]],
  ["fields of a rule", "allow:\n  - ¦\n", ["tool", "command", "path", "server"]],
  ["fields that are left", "allow:\n  - { tool: shell, ¦ }\n", ["command", "path", "server"]],
  ["tools", "deny:\n  - tool: ¦\n", ["shell", "read", "edit", "delegate", "mcp__github__*"]],
  ["servers", "ask:\n  - server: ¦\n", ["github"]],
];

test.each(TYPED)("completion of %s", async (_, marked, offers) => {
  expect(await completed(OWN, marked)).toEqual(expect.arrayContaining([...offers]));
});

test("nothing of a configuration is offered", async () => {
  expect(await completed(OWN, "¦\n")).not.toContain("mcp_servers");
});

test("there is an outline, and nothing to rename, link or hint", async () => {
  const { client, at } = await begin({ [GLOBAL]: SERVERS });
  client.open(at(OWN), RULES);
  const textDocument = { uri: at(OWN) };
  const symbols = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
  expect(symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(["allow", "deny"]));
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const position = positionOf(RULES, "github", 2);
  expect(await client.request("textDocument/documentLink", { textDocument })).toEqual([]);
  expect(await client.request("textDocument/inlayHint", { textDocument, range })).toEqual([]);
  expect(await client.request("textDocument/definition", { textDocument, position })).toEqual([]);
});
