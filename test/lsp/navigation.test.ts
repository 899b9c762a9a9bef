/** Definition, references, rename, outline, links, hints and tokens, as an editor asks for them. */
import { expect, test } from "vitest";
import type { InlayHint, Location, WorkspaceEdit } from "vscode-languageserver/node";
import { GLOBAL, MODEL, opened, PROJECT, PROVIDER, positionOf } from "./texts.js";

test("the definition of a provider is in the other file", async () => {
  const { client, at } = await opened(PROVIDER, MODEL);
  const position = positionOf(MODEL, "mine", 2);
  const found = await client.request<Location[]>("textDocument/definition", {
    textDocument: { uri: at(PROJECT) },
    position,
  });
  const start = positionOf(PROVIDER, "mine");
  expect(found).toEqual([{ uri: at(GLOBAL), range: { start, end: { ...start, character: start.character + 4 } } }]);
});

test("references are those of both files, with the key or without", async () => {
  const { client, at } = await opened(PROVIDER, MODEL);
  const ask = (includeDeclaration: boolean): Promise<Location[]> =>
    client.request("textDocument/references", {
      textDocument: { uri: at(GLOBAL) },
      position: positionOf(PROVIDER, "mine", 1),
      context: { includeDeclaration },
    });
  expect((await ask(true)).map(({ uri }) => uri)).toEqual([at(GLOBAL), at(PROJECT)]);
  expect((await ask(false)).map(({ uri }) => uri)).toEqual([at(PROJECT)]);
});

const ASKS = { workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } } };

test("a rename edits both files, by version, and asks before the global one", async () => {
  const { client, at } = await opened(PROVIDER, MODEL, { capabilities: ASKS });
  const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
    textDocument: { uri: at(PROJECT) },
    position: positionOf(MODEL, "mine"),
    newName: "yours",
  });
  expect(edit.documentChanges).toMatchObject([
    { textDocument: { uri: at(GLOBAL), version: 1 }, edits: [{ newText: "yours", annotationId: "global" }] },
    { textDocument: { uri: at(PROJECT), version: 1 }, edits: [{ newText: "yours" }] },
  ]);
  expect(edit.changeAnnotations).toMatchObject({ global: { needsConfirmation: true } });
});

test("a simple editor gets simple edits", async () => {
  const { client, at } = await opened(PROVIDER, MODEL);
  const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
    textDocument: { uri: at(PROJECT) },
    position: positionOf(MODEL, "mine"),
    newName: "yours",
  });
  expect(Object.keys(edit.changes ?? {})).toEqual([at(GLOBAL), at(PROJECT)]);
});

test.each([
  ["an empty name", "", /empty|name/],
  ["a name with a line break", "a\nb", /./],
  ["a reserved name", "__proto__", /./],
])("%s is refused with a reason", async (_, newName, reason) => {
  const { client, at } = await opened(PROVIDER, MODEL);
  const answer = await client.ask("textDocument/rename", {
    textDocument: { uri: at(PROJECT) },
    position: positionOf(MODEL, "mine"),
    newName,
  });
  expect(answer.error).toMatchObject({ code: -32803, message: expect.stringMatching(reason) });
});

test("nothing is renamed while one of the files cannot be read", async () => {
  const { client, at } = await opened(PROVIDER, MODEL);
  client.change(at(GLOBAL), `${PROVIDER}mod\n`, 2);
  const answer = await client.ask("textDocument/rename", {
    textDocument: { uri: at(PROJECT) },
    position: positionOf(MODEL, "mine"),
    newName: "yours",
  });
  expect(answer.error?.message).toContain("cannot be read");
});

test("an editor that asks first learns what can be renamed", async () => {
  const capabilities = { textDocument: { rename: { prepareSupport: true } } };
  const { client, at } = await opened(PROVIDER, MODEL, { capabilities });
  const ask = (mark: string): Promise<unknown> =>
    client.request("textDocument/prepareRename", {
      textDocument: { uri: at(PROJECT) },
      position: positionOf(MODEL, mark),
    });
  expect(await ask("mine")).toMatchObject({ placeholder: "mine" });
  expect(await ask("class")).toBeNull();
});

test("the outline has sections and their entries, as a tree or as a list", async () => {
  for (const hierarchicalDocumentSymbolSupport of [true, false]) {
    const capabilities = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport } } };
    const { client, at } = await opened(PROVIDER, MODEL, { capabilities });
    const found = await client.request<{ name: string; children?: { name: string }[] }[]>(
      "textDocument/documentSymbol",
      {
        textDocument: { uri: at(PROJECT) },
      },
    );
    const names = found.flatMap(({ name, children = [] }) => [name, ...children.map((child) => child.name)]);
    expect(names).toContain("models");
    expect(names).toContain("big");
  }
});

const THEMES = { global: "version: 3\ntui: {theme: dark}\n", project: "version: 3\ntui: {theme: light}\n" };

test("hints say what a value beats, and what beats it", async () => {
  const { client, at } = await opened(THEMES.global, THEMES.project);
  const ask = async (uri: string): Promise<readonly string[]> => {
    const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const found = await client.request<InlayHint[]>("textDocument/inlayHint", { textDocument: { uri }, range: whole });
    return found.map(({ label }) => (typeof label === "string" ? label : label.map(({ value }) => value).join("")));
  };
  expect(await ask(at(PROJECT))).toEqual([expect.stringContaining("dark")]);
  expect(await ask(at(GLOBAL))).toEqual([expect.stringContaining("light")]);
});

test("hints can be turned off", async () => {
  const { client, at } = await opened(THEMES.global, THEMES.project, { initializationOptions: { inlayHints: false } });
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  expect(await client.request("textDocument/inlayHint", { textDocument: { uri: at(PROJECT) }, range })).toEqual([]);
});

test("a path in the project is a link", async () => {
  const project = "version: 3\nagent_behavior: {shell: {init_script: tools/setup.sh}}\n";
  const { client, at } = await opened("version: 3\n", project);
  expect(await client.request("textDocument/documentLink", { textDocument: { uri: at(PROJECT) } })).toMatchObject([
    { target: at("work/tools/setup.sh"), range: { start: positionOf(project, "tools") } },
  ]);
});

test("substitutions have tokens, in relative positions", async () => {
  const allowed = PROVIDER.replace("\n", "\nconfig_command_substitution: true\n");
  const global = allowed.replace("{type: no_auth}", "{type: static_key, key: '${KEY:-none}', format: bearer_token}");
  const { client, at } = await opened(global, MODEL);
  const { data } = await client.request<{ data: number[] }>("textDocument/semanticTokens/full", {
    textDocument: { uri: at(GLOBAL) },
  });
  const { line, character } = positionOf(global, "${KEY");
  expect(data.length % 5).toBe(0);
  expect(data.slice(0, 2)).toEqual([line, character]);
  expect(
    data
      .filter((_, index) => index % 5 === 0)
      .slice(1)
      .every((delta) => delta === 0),
  ).toBe(true);
});

test("after an edit that breaks another line, places still answer where they lie now", async () => {
  const { client, at } = await opened(PROVIDER, MODEL);
  const broken = `mod\n${MODEL}`;
  client.change(at(PROJECT), broken, 2);
  const found = await client.request<Location[]>("textDocument/definition", {
    textDocument: { uri: at(PROJECT) },
    position: positionOf(broken, "mine", 2),
  });
  expect(found).toMatchObject([{ uri: at(GLOBAL) }]);
  const references = await client.request<Location[]>("textDocument/references", {
    textDocument: { uri: at(GLOBAL) },
    position: positionOf(PROVIDER, "mine"),
    context: { includeDeclaration: false },
  });
  expect(references).toMatchObject([{ uri: at(PROJECT), range: { start: positionOf(broken, "mine") } }]);
});
