/** Findings while texts are opened, changed and closed, in both layers. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Editor } from "./editor.js";
import { home, machineAt, served, uriIn } from "./server.js";
import { begin, GLOBAL, MODEL, PROJECT, PROVIDER } from "./texts.js";

function codes(client: Editor, uri: string): readonly unknown[] {
  return (client.findings(uri)?.diagnostics ?? []).map(({ code }) => code);
}

test("an unsaved edit of the global file gives and clears a finding of the project", async () => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL });
  client.open(at(PROJECT), MODEL);
  client.open(at(GLOBAL), PROVIDER);
  await client.findingsOf(at(GLOBAL), 1);
  expect(codes(client, at(PROJECT))).toEqual([]);
  client.change(at(GLOBAL), "version: 3\n", 2);
  await client.until(() => codes(client, at(PROJECT)).length > 0);
  expect(codes(client, at(PROJECT))).toEqual(["reference/unknown-provider"]);
  client.change(at(GLOBAL), PROVIDER, 3);
  await client.until(() => codes(client, at(PROJECT)).length === 0);
});

test("a finding names its place in the other file", async () => {
  const { client, at } = await begin({
    [GLOBAL]: `${PROVIDER}models: {big: {provider: mine, class: full, context_window: 100000, max_output_tokens_per_turn: 90000}}\n`,
    [PROJECT]: "version: 3\nmodels: {big: {context_window: 50000}}\n",
  });
  client.open(at(PROJECT), "version: 3\nmodels: {big: {context_window: 50000}}\n");
  const { diagnostics } = await client.findingsOf(at(PROJECT), 1);
  const [place] = diagnostics.flatMap(({ relatedInformation = [] }) => relatedInformation);
  expect(place?.location).toMatchObject({ uri: at(GLOBAL), range: { start: { line: 2 } } });
});

test("a file that is only in the editor counts, and does no more when it is closed", async () => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER });
  client.open(at(PROJECT), "version: 3\ntui: {theme: 7}\n");
  await client.findingsOf(at(PROJECT), 1);
  expect(codes(client, at(PROJECT))).toEqual(["schema/wrong-type"]);
  client.notify("textDocument/didClose", { textDocument: { uri: at(PROJECT) } });
  await client.until(() => codes(client, at(PROJECT)).length === 0);
  expect(client.findings(at(PROJECT))?.version).toBeUndefined();
});

test("a file that changes on the disk counts at the next message", async () => {
  const { client, at, directory } = await begin({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL });
  client.open(at(PROJECT), MODEL);
  await client.findingsOf(at(PROJECT), 1);
  writeFileSync(join(directory, GLOBAL), "version: 3\n# no provider any more\n");
  client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: at(GLOBAL), type: 2 }] });
  await client.until(() => codes(client, at(PROJECT)).length > 0);
  expect(codes(client, at(PROJECT))).toEqual(["reference/unknown-provider"]);
});

test("an open file that is deleted on the disk is still there", async () => {
  const { client, at, directory } = await begin({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL });
  client.open(at(PROJECT), MODEL);
  await client.findingsOf(at(PROJECT), 1);
  rmSync(join(directory, "work/.agent"), { recursive: true });
  client.change(at(PROJECT), `${MODEL}tui: {theme: 7}\n`, 2);
  await client.findingsOf(at(PROJECT), 2);
  expect(codes(client, at(PROJECT))).toEqual(["schema/wrong-type"]);
});

test.each([
  ["another name", "work/.agent/settings.yaml"],
  ["the schema for editors", "work/.agent/config.schema.json"],
  ["another directory", "work/config.yaml"],
  ["a directory in `.agent`", "work/.agent/skills/config.yaml"],
])("a file with %s is none of its business", async (_, name) => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL });
  client.open(at(name), "tui: {theme: 7}\n");
  client.open(at(PROJECT), MODEL);
  await client.findingsOf(at(PROJECT), 1);
  expect(client.findings(at(name))).toBeUndefined();
  const position = { line: 0, character: 1 };
  expect(await client.request("textDocument/hover", { textDocument: { uri: at(name) }, position })).toBeNull();
});

test.each([
  "untitled:Untitled-1",
  "git:/work/.agent/config.yaml?ref",
  "file://elsewhere/work/.agent/config.yaml",
  "http://x/.agent/config.yaml",
  "",
])("a text at `%s` is no file", async (uri) => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL });
  client.open(uri, "tui: {theme: 7}\n");
  client.open(at(PROJECT), MODEL);
  await client.findingsOf(at(PROJECT), 1);
  expect(client.findings(uri)).toBeUndefined();
});

test("a directory with spaces, `%`, `#` and letters of other scripts is answered in the editor's own spelling", async () => {
  const name = "a b/100%/#7/кот/.agent/config.yaml";
  const { client, directory } = await begin({ [GLOBAL]: PROVIDER, [name]: MODEL });
  const uri = `file://${directory}/${name.split("/").map(encodeURIComponent).join("/")}`;
  client.open(uri, `${MODEL}tui: {theme: 7}\n`);
  await client.findingsOf(uri, 1);
  expect(codes(client, uri)).toEqual(["schema/wrong-type"]);
});

test("of a text that cannot be read, the findings of other lines stay and move", async () => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER });
  const before = "version: 3\nlogging: {level: 9}\ntui: {theme: 7}\n";
  client.open(at(PROJECT), before);
  await client.findingsOf(at(PROJECT), 1);
  const lines = (): readonly unknown[] =>
    (client.findings(at(PROJECT))?.diagnostics ?? []).map(({ code, range }) => [code, range.start.line]);
  const found = lines();
  expect(found.length).toBeGreaterThan(1);
  client.change(at(PROJECT), "version: 3\nmod\nlogging: {level: 9}\ntui: {theme: 7}\n", 2);
  await client.findingsOf(at(PROJECT), 2);
  expect(lines()).toEqual([
    ["syntax/yaml", 1],
    ...found.map((one) => [(one as [string, number])[0], (one as [string, number])[1] + 1]),
  ]);
  client.change(at(PROJECT), "version: 3\nmod\nlogging: {level: 9}\ntui: {theme: light}\n", 3);
  await client.findingsOf(at(PROJECT), 3);
  expect(lines().map((one) => (one as [string])[0])).not.toContain("schema/wrong-type-of-theme");
  expect(lines().filter((one) => (one as [string, number])[1] === 3)).toEqual([]);
});

test("while the global text cannot be read, the project is judged by the last one that could", async () => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL });
  client.open(at(GLOBAL), PROVIDER);
  client.open(at(PROJECT), MODEL);
  await client.findingsOf(at(PROJECT), 1);
  client.change(at(GLOBAL), `${PROVIDER}mod\n`, 2);
  client.change(at(PROJECT), MODEL.replace("mine", "other"), 2);
  await client.findingsOf(at(PROJECT), 2);
  expect(codes(client, at(GLOBAL))).toEqual(["syntax/yaml"]);
  expect(codes(client, at(PROJECT))).toEqual(["reference/unknown-provider"]);
});

test("two projects share the global file, whose findings are sent once", async () => {
  const bad = "version: 3\ntui: {theme: 7}\n";
  const { client, at } = await begin({
    [GLOBAL]: bad,
    [PROJECT]: MODEL,
    "other/.git/HEAD": "",
    "other/.agent/config.yaml": MODEL,
  });
  client.open(at(PROJECT), MODEL);
  client.open(at("other/.agent/config.yaml"), MODEL);
  await client.findingsOf(at("other/.agent/config.yaml"), 1);
  expect(codes(client, at(GLOBAL))).toEqual(["schema/wrong-type"]);
  await client.until(() => codes(client, at(PROJECT)).includes("reference/unknown-provider"));
});

test.each([
  ["off", []],
  ["beyond-schema", ["reference/unknown-provider"]],
  ["all", ["reference/unknown-provider", "schema/wrong-type"]],
  [null, ["reference/unknown-provider", "schema/wrong-type"]],
  [7, ["reference/unknown-provider", "schema/wrong-type"]],
])("`diagnostics: %s`", async (diagnostics, expected) => {
  const { client, at } = await begin({ [GLOBAL]: "version: 3\n" }, { initializationOptions: { diagnostics } });
  client.open(at(PROJECT), `${MODEL}tui: {theme: 7}\n`);
  await client.findingsOf(at(PROJECT), 1);
  expect(codes(client, at(PROJECT))).toEqual(expected);
});

test("options may change, and a global file may be named", async () => {
  const { client, at, directory } = await begin({ [GLOBAL]: "version: 3\n", "other.yaml": PROVIDER });
  client.open(at(PROJECT), MODEL);
  await client.findingsOf(at(PROJECT), 1);
  expect(codes(client, at(PROJECT))).toEqual(["reference/unknown-provider"]);
  client.notify("workspace/didChangeConfiguration", {
    settings: { agentcfg: { global: join(directory, "other.yaml") } },
  });
  await client.until(() => codes(client, at(PROJECT)).length === 0);
});

test("settings that say nothing about this server leave its options as they are", async () => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER }, { initializationOptions: { diagnostics: "off" } });
  let version = 0;
  for (const settings of [{}, { yaml: { x: 1 } }, { agentcfg: null }, [], null, { agentcfg: { inlayHints: false } }]) {
    version += 1;
    client.notify("workspace/didChangeConfiguration", { settings });
    client.open(at(PROJECT), "verson: 3\n", version);
    await client.findingsOf(at(PROJECT), version);
    const isReset = settings !== null && "agentcfg" in settings && settings.agentcfg !== null;
    expect([settings, codes(client, at(PROJECT))]).toEqual([settings, isReset ? ["schema/unknown-key"] : []]);
  }
});

test.each([
  ["is no catalog", "{ not yaml"],
  ["is not there", undefined],
])("a catalog that %s: the user is told why, once", async (_, text) => {
  const catalog = "catalog.json";
  const directory = home({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL, ...(text !== undefined && { [catalog]: text }) });
  const client = served(machineAt(directory));
  await client.initialize({ initializationOptions: { catalog: join(directory, catalog) } });
  const uri = uriIn(directory, PROJECT);
  for (const version of [1, 2]) {
    client.open(uri, `${MODEL}# ${version}\n`, version);
    await client.findingsOf(uri, version);
  }
  const said = client.received.filter(({ method }) => method === "window/showMessage");
  expect(said).toMatchObject([{ params: { message: expect.stringContaining("cannot use the catalog ") } }]);
});

test("a value without effect is marked as unnecessary", async () => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER });
  client.open(at(PROJECT), "version: 3\ndaemon: {retry: {max_retries: 0, base_delay_ms: 5}}\n");
  const { diagnostics } = await client.findingsOf(at(PROJECT), 1);
  expect(diagnostics).toMatchObject([{ code: "effect/delay-without-retries", tags: [1] }]);
});

test("both `config.yaml` and `config.json` in one directory are a finding", async () => {
  const { client, at, directory } = await begin({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL });
  mkdirSync(join(directory, "work/.agent"), { recursive: true });
  client.open(at(PROJECT), MODEL);
  client.open(at("work/.agent/config.json"), "{}");
  await client.until(() => codes(client, at(PROJECT)).includes("layer/ambiguous-file"));
});

test("that finding is shown in each of the files that is open", async () => {
  const other = "work/.agent/config.json";
  const { client, at, directory } = await begin({ [PROJECT]: MODEL, [other]: "{}" });
  client.open(at(other), '{"version": 3, "tui": {"theme": 7}}');
  await client.findingsOf(at(other), 1);
  expect(codes(client, at(other))).toEqual(["layer/ambiguous-file"]);
  rmSync(join(directory, PROJECT));
  client.change(at(other), '{"version": 3, "tui": {"theme": 8}}', 2);
  await client.findingsOf(at(other), 2);
  expect(codes(client, at(other))).toEqual(["schema/wrong-type"]);
});

test("the user's own settings of `lint` count, also when they change", async () => {
  const settings = ".config/agentcfg/lint.yaml";
  const { client, at, directory } = await begin({ [GLOBAL]: PROVIDER, [settings]: "ignore: [schema]\n" });
  client.open(at(PROJECT), `${MODEL}tui: {theme: 7}\n`);
  await client.findingsOf(at(PROJECT), 1);
  expect(codes(client, at(PROJECT))).toEqual([]);
  writeFileSync(join(directory, settings), "severity: {schema: info}\n");
  client.notify("workspace/didChangeWatchedFiles", { changes: [] });
  await client.until(() => codes(client, at(PROJECT)).length > 0);
  expect(client.findings(at(PROJECT))?.diagnostics).toMatchObject([{ code: "schema/wrong-type", severity: 3 }]);
});

test.each([
  ["ignor: [schema]\n", "did you mean `ignore`"],
  ["format: prety\n", "did you mean `pretty`"],
])("settings that cannot be used are told to the user once, and all findings are shown: %j", async (settings, said) => {
  const { client, at } = await begin({ [GLOBAL]: PROVIDER, ".config/agentcfg/lint.yaml": settings });
  client.open(at(PROJECT), `${MODEL}tui: {theme: 7}\n`);
  await client.findingsOf(at(PROJECT), 1);
  client.change(at(PROJECT), `${MODEL}tui: {theme: 8}\n`, 2);
  await client.findingsOf(at(PROJECT), 2);
  expect(codes(client, at(PROJECT))).toEqual(["schema/wrong-type"]);
  const shown = client.received.filter(({ method }) => method === "window/showMessage");
  expect(shown).toMatchObject([{ params: { message: expect.stringContaining(said) } }]);
});

test("a layer that is there and cannot be read is told to the user once, as by the command", async () => {
  const { client, at } = await begin({ [`${GLOBAL}/x`]: "", [PROJECT]: MODEL });
  client.open(at(PROJECT), MODEL);
  await client.findingsOf(at(PROJECT), 1);
  client.change(at(PROJECT), `${MODEL}tui: {theme: 8}\n`, 2);
  await client.findingsOf(at(PROJECT), 2);
  const shown = client.received.filter(({ method }) => method === "window/showMessage");
  expect(shown).toMatchObject([{ params: { message: "cannot read ~/.config/agent/config.yaml: it is a directory" } }]);
});
