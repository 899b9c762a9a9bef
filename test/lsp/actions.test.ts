/** Code actions as an editor asks for them; what they change is tested in `test/actions`. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CodeAction, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { fix } from "../../src/index.js";
import { machineAt } from "./server.js";
import { type Begun, opened, PROJECT, PROVIDER } from "./texts.js";

const MISTAKES = "version: 3\nmodels:\n  big: {provider: mine, clas: full, context_window: 1000}\ntui: {them: light}\n";

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
const RESOLVES = { capabilities: { textDocument: { codeAction: { resolveSupport: { properties: ["edit"] } } } } };

async function actionsIn({ client, at }: Begun, only?: readonly string[]): Promise<readonly CodeAction[]> {
  const { diagnostics } = await client.findingsOf(at(PROJECT), 1);
  return client.request("textDocument/codeAction", {
    textDocument: { uri: at(PROJECT) },
    range: WHOLE,
    context: { diagnostics, ...(only && { only }) },
  });
}

function applied(text: string, edit: WorkspaceEdit | undefined): string {
  const edits = Object.values(edit?.changes ?? {}).flat() as TextEdit[];
  return TextDocument.applyEdits(TextDocument.create("", "", 1, text), edits);
}

test("all fixes together are those of `lint --fix`", async () => {
  const begun = await opened(PROVIDER, MISTAKES);
  const [all, ...others] = await actionsIn(begun, ["source.fixAll"]);
  expect(others).toEqual([]);
  const { fixed } = fix({ host: machineAt(begun.directory).hostAt(`${begun.directory}/work`) });
  const text = fixed.find(({ before }) => before.scope === "project")?.text;
  expect(text).not.toBe(MISTAKES);
  expect(applied(MISTAKES, all?.edit)).toBe(text);
});

test("no action is offered that would change nothing, and `only: null` is no wish", async () => {
  const text = readFileSync("fixtures/err/a mistake in an alias target only.yaml", "utf8");
  const begun = await opened(PROVIDER, text);
  const { diagnostics } = await begun.client.findingsOf(begun.at(PROJECT), 1);
  const actions = await begun.client.request<readonly CodeAction[]>("textDocument/codeAction", {
    ...{ textDocument: { uri: begun.at(PROJECT) }, range: WHOLE, context: { diagnostics, only: null } },
  });
  expect(actions.length).toBeGreaterThan(0);
  for (const { edit } of actions) expect(applied(text, edit)).not.toBe(text);
});

test("an editor that resolves gets the edit of an action when it asks for it", async () => {
  const begun = await opened(PROVIDER, MISTAKES, RESOLVES);
  const [all] = await actionsIn(begun, ["source.fixAll.agentcfg"]);
  expect(all?.edit).toBeUndefined();
  const resolved = await begun.client.request<CodeAction>("codeAction/resolve", all);
  expect(applied(MISTAKES, resolved.edit)).not.toBe(MISTAKES);
});

test("an action of an older text is not resolved", async () => {
  const begun = await opened(PROVIDER, MISTAKES, RESOLVES);
  const [all] = await actionsIn(begun, ["source.fixAll.agentcfg"]);
  begun.client.change(begun.at(PROJECT), "version: 3\n", 2);
  expect((await begun.client.request<CodeAction>("codeAction/resolve", all)).edit).toBeUndefined();
});

test("fixes alone are preferred, and name their findings", async () => {
  const begun = await opened(PROVIDER, MISTAKES);
  const actions = await actionsIn(begun, ["quickfix"]);
  const fixes = actions.filter(({ isPreferred }) => isPreferred);
  expect(fixes.length).toBeGreaterThan(0);
  for (const { diagnostics = [], title } of fixes) {
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(title).not.toMatch(/^Suppress/);
  }
});

test("an action names the findings that it is about, and none of the same rule elsewhere", async () => {
  const text = "version: 3\ndaemon: {log_levl: info, max_tool_turn: 5}\ntui: {them: light}\n";
  const begun = await opened(PROVIDER, text);
  const actions = await actionsIn(begun, ["quickfix"]);
  const named = actions.map(({ title, diagnostics = [] }) => [
    title,
    ...diagnostics.map(({ range: { start } }) => `${start.line}:${start.character}`),
  ]);
  expect(named).toEqual([
    ["write `log_level`", "1:9"],
    ["write `max_tool_turns`", "1:25"],
    ["write `theme`", "2:6"],
    ["Suppress `schema/unknown-key` on line 2", "1:9", "1:25"],
    ["Suppress `schema/unknown-key` on line 3", "2:6"],
    ["Suppress `schema/unknown-key` in this file", "1:9", "1:25", "2:6"],
  ]);
});

test("a warning can be suppressed on its line and in the file, without a reason", async () => {
  const text = "version: 3\ndaemon: {retry: {max_retries: 0, base_delay_ms: 5}}\n";
  const begun = await opened(PROVIDER, text);
  const actions = await actionsIn(begun, ["quickfix"]);
  const written = actions.map(({ edit }) => applied(text, edit)).filter((now) => now.includes("agentcfg-ignore"));
  expect(written).toHaveLength(2);
  expect(written.some((now) => now.includes("agentcfg-ignore-file effect/delay-without-retries"))).toBe(true);
});

test("strict JSON has no comments to suppress with", async () => {
  const text = '{"version": 3, "daemon": {"retry": {"max_retries": 0, "base_delay_ms": 5}}}';
  const { client, at } = await opened(PROVIDER, "version: 3\n");
  const uri = at("other/.agent/config.json");
  client.open(uri, text);
  const { diagnostics } = await client.findingsOf(uri, 1);
  expect(diagnostics.map(({ code }) => code)).toContain("effect/delay-without-retries");
  const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri },
    range: WHOLE,
    context: { diagnostics },
  });
  expect(actions.filter(({ title }) => /suppress/i.test(title))).toEqual([]);
});
