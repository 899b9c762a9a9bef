/** Attacks of a project on what belongs to the user, and on which layer is which (section A). */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import type { JsonObject } from "../arbitrary/plain.js";
import { type LayeredMachine, type Layers, layered } from "../machine/layered.js";

const TELEMETRY = { enabled: true, endpoint: "https://otel.acme.example" };

/** What the global layer alone comes to. */
const alone = async (contents: Layers): Promise<unknown> =>
  (await layered({ ...contents, project: undefined }).load()).config;

/** Expects that load and lint say the same, and returns it. */
async function saidBy(at: LayeredMachine): Promise<readonly string[]> {
  const said = at.said(at.lint());
  expect(at.said(await at.load())).toEqual(said);
  return said;
}

/** Expects that a project changes nothing and gives these findings. */
async function expectDropped(contents: Layers, said: readonly string[]): Promise<void> {
  const at = layered(contents);
  const result = await at.load();
  expect(at.said(result)).toEqual(said);
  expect(at.said(at.lint())).toEqual(said);
  expect(result.ok).toBe(true);
  expect(result.config).toEqual(await alone({ global: {}, ...contents }));
  expect(at.ran()).toBe(false);
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  test.each([
    ["nothing below", undefined],
    ["an empty global file", {}],
  ])("A01 telemetry of a project leaves no trace: %s", async (_, global) => {
    const project = '{"version":3,"telemetry":{"enabled":true,"endpoint":"https://evil.test"}}';
    const at = layered({ global, project, format });
    const { ok, config, origin } = await at.load();
    expect({ ok, has: Object.hasOwn(config ?? {}, "telemetry") }).toEqual({ ok: true, has: false });
    expect([origin("telemetry"), origin("telemetry.endpoint")]).toEqual([undefined, undefined]);
    expect(await saidBy(at)).toEqual(["project error layer/global-only telemetry"]);
  });

  test("A02 null does not erase telemetry", async () => {
    const contents = { global: { telemetry: TELEMETRY }, project: { telemetry: null }, format };
    await expectDropped(contents, ["project error layer/global-only telemetry"]);
    const { config, origin } = await layered(contents).load();
    expect(config?.telemetry).toEqual(TELEMETRY);
    expect(origin("telemetry.endpoint")).toMatchObject({ layer: "global", path: "/telemetry/endpoint" });
  });

  test.each([[[]], ["off"], [0], [false], [{}]])("A04 data: %j is global-only, not of a wrong type", async (data) => {
    const global = { data: { automatic_crash_reporting: false } };
    await expectDropped({ global, project: { data }, format }, ["project error layer/global-only data"]);
  });

  test("A05 null inside a block does not erase it", async () => {
    const contents = { global: { updates: { channel: "stable" } }, project: { updates: { channel: null } }, format };
    await expectDropped(contents, ["project error layer/global-only updates"]);
  });

  test("A06 a project cannot turn commands on", async () => {
    const at = layered({
      global: { tui: { mine: "$(touch M)" } },
      project: { config_command_substitution: true, tui: { theirs: "$(touch M)" } },
      format,
    });
    const result = await at.load();
    expect(at.said(result)).toEqual([
      "project error layer/global-only config_command_substitution",
      "project error substitution/in-project $(touch M)",
      "global warning substitution/disabled $(touch M)",
    ]);
    expect(result.config).toMatchObject({
      config_command_substitution: false,
      tui: { mine: "$(touch M)", theirs: "$(touch M)" },
    });
    expect(at.ran()).toBe(false);
  });

  test("A08 a dotted key is a name, not a path", async () => {
    const contents = {
      global: { telemetry: TELEMETRY },
      project: { "telemetry.endpoint": "https://evil.test" },
      format,
    };
    await expectDropped(contents, ["project warning schema/unknown-key telemetry.endpoint"]);
  });

  test("A10 keys are compared without their escapes", async () => {
    const project = '{"version":3,"tele\\u006detry":{"enabled":true}}';
    await expectDropped({ project, format }, ["project error layer/global-only telemetry"]);
  });

  test.each([
    ['{"version":3,"tui":{"theme":"dark"},"data":{},"data":null}'],
    ['{"version":3,"tui":{"theme":"dark"},"data":{},"d\\u0061ta":null}'],
  ])("A11 of two equal keys none counts: %s", async (text) => {
    const second = text.lastIndexOf(text.includes("\\") ? '"d\\u' : '"data"');
    const global = { tui: { theme: "light" }, data: { automatic_crash_reporting: false } };
    await expectDropped({ global, project: text, format }, ["project error syntax/duplicate-key data"]);

    const wrong = layered({ global: text, project: { tui: { theme: "light" } }, format });
    const result = await wrong.load();
    expect([result.ok, result.config]).toEqual([false, undefined]);
    expect(wrong.said(result)).toEqual(["global error syntax/duplicate-key data"]);
    expect(result.diagnostics[0]?.range.start.offset).toBe(second);
  });

  test("A12 __proto__ brings nothing in", async () => {
    const project =
      '{"version":3,"__proto__":{"telemetry":{"enabled":true},"config_command_substitution":true},"tui":{"x":"$(touch M)"}}';
    const global = { tui: { mine: "$(touch M)" } };
    const at = layered({ global, project, format });
    const { config, diagnostics } = await at.load();
    expect(at.said({ diagnostics })).toContain("project error schema/reserved-name __proto__");
    expect(config?.telemetry).toBeUndefined();
    expect(config?.config_command_substitution).toBe(false);
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype);
    expect(at.ran()).toBe(false);
  });

  test("A13 constructor.prototype is an unknown key", async () => {
    const project = { constructor: { prototype: { telemetry: {} } } };
    await expectDropped({ project, format }, ["project warning schema/unknown-key constructor"]);
    expect(Reflect.get({}, "telemetry")).toBeUndefined();
  });

  test("A19 $schema is not fetched", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end("{}");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const project = { $schema: `http://127.0.0.1:${port}/s.json` };
    await expectDropped({ project, format }, []);
    await new Promise((closed) => server.close(closed));
    expect(requests).toBe(0);
  });

  const comment = { json: "", jsonc: "// nothing\n", yaml: "# nothing\n" }[format];

  test.each([
    ["an empty file", "", format === "yaml" ? [] : ["project error syntax/json"]],
    ["only a comment", comment, format === "yaml" ? [] : ["project error syntax/json"]],
    ["an empty object", "{}", []],
    ["null", "null", ["project error syntax/not-a-mapping null"]],
    ["a list", "[]", ["project error syntax/not-a-mapping []"]],
    ["a text", '"x"', ["project error syntax/not-a-mapping x"]],
  ])("A24 a project that is %s changes nothing", async (_, project, said) => {
    await expectDropped({ global: { tui: { theme: "dark" } }, project, format }, said);
  });

  test("A26 what the user unset stays unset", async () => {
    const contents = { global: { telemetry: null }, project: { telemetry: TELEMETRY }, format };
    await expectDropped(contents, ["project error layer/global-only telemetry"]);
    expect(Object.hasOwn((await layered(contents).load()).config ?? {}, "telemetry")).toBe(false);
  });
});

test.each([
  ["tui: {theme: dark}\n---\ntelemetry: {enabled: true}\n", "project error syntax/unsupported-yaml ---"],
  ["---\ntui: {theme: dark}\n...\n---\ntelemetry: {enabled: true}\n", "project error syntax/unsupported-yaml ---"],
])("A16 a second YAML document refuses the layer: %j", async (project, said) => {
  await expectDropped({ global: { tui: { theme: "light" } }, project, format: "yaml" }, [said]);
});

const ANCHORED = "version: 3\ntui: &t {enabled: true}\n";

test.each([
  [`${ANCHORED}telemetry: *t\n`, "project error layer/global-only telemetry"],
  [`${ANCHORED}<<: {telemetry: {enabled: true}}\n`, "project warning syntax/merge-key <<"],
  [`${ANCHORED}"<<": {telemetry: {enabled: true}}\n`, "project warning schema/unknown-key <<"],
  ["version: 3\ntui: {enabled: true}\n? telemetry\n: {}\n", "project error layer/global-only telemetry"],
  ["version: 3\ntui: {enabled: true}\n'telemetry' : {}\n", "project error layer/global-only telemetry"],
])("A01 whichever way YAML has to spell it: %j", async (project, said) => {
  const at = layered({ project, format: "yaml" });
  const { config } = await at.load();
  expect(await saidBy(at)).toEqual([said]);
  expect(config?.tui).toMatchObject({ enabled: true });
  expect(Object.hasOwn(config ?? {}, "telemetry")).toBe(false);
});

describe("A27 nothing is looked for above the project", () => {
  const EVIL = '{"version":3,"tui":{"theme":"dark"}}';
  const ok: JsonObject = { tui: { theme: "light" } };
  const themeAt = async (contents: Layers): Promise<unknown> => {
    const at = layered({ global: ok, ...contents });
    const result = await at.load();
    expect([result.ok, result.diagnostics]).toEqual([true, []]);
    expect(at.lint().layers.map(({ scope }) => scope)).toEqual(result.layers.map(({ scope }) => scope));
    return result.config?.tui?.theme;
  };

  test.each([
    ["A27 the parent of the repository", { files: { "../.agent/config.json": EVIL } }, "light"],
    [
      "A27 the parent of the repository, from inside",
      { files: { "../.agent/config.json": EVIL, "a/b/x": "" }, cwd: "a/b" },
      "light",
    ],
    [
      "A27 the parent of a nested repository",
      { files: { ".agent/config.json": EVIL, "a/.git": "gitdir: x" }, cwd: "a" },
      "light",
    ],
    [
      "A27 the parent, outside a repository",
      { files: { "../a/.agent/config.json": EVIL, "../a/b/x": "" }, cwd: "../a/b" },
      "light",
    ],
    ["A27 a bare file in the parent", { files: { "../config.json": EVIL, "config.json": EVIL } }, "light"],
    [
      "A27 the repository itself, from inside",
      { files: { ".agent/config.json": EVIL, "a/b/x": "" }, cwd: "a/b" },
      "dark",
    ],
  ])("%s", async (_, contents, theme) => {
    expect(await themeAt(contents)).toBe(theme);
  });

  test("A27 a project directory that the caller names", async () => {
    const at = layered({
      global: ok,
      files: { "../.agent/config.json": EVIL, "../a/.agent/config.json": EVIL, "../a/b/x": "" },
    });
    const result = await at.load({ projectFile: `${at.root}/a/b` });
    expect(result.config?.tui?.theme).toBe("light");
    expect(result.layers.map(({ scope }) => scope)).toEqual(["global"]);
  });
});
