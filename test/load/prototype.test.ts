/** A key exists if it is an own property: results are the same whatever Object.prototype holds (C07, I7). */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import * as library from "../../src/index.js";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import { FORMAT_NAMES, type Format } from "../../src/toolkit/read/document/formats.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import type { JsonObject } from "../arbitrary/plain.js";
import { some } from "../cases.js";
import { layered, spell } from "../machine/layered.js";
import { memoryHost } from "../machine/memory.js";
import { globalFile, projectFile } from "../machine/names.js";
import { POLLUTIONS, polluted } from "../machine/polluted.js";
import { BIN } from "../machine/run.js";
import { rows } from "../substitution/rows.js";

type Pair = readonly [name: string, global: JsonObject, project: JsonObject];

const TAGLESS: JsonObject = {
  providers: { a: { url: "https://a.test" }, b: { kind: {} }, c: { kind: { type: "catalog", name: "c" }, auth: {} } },
  mcp_servers: { a: {}, b: { command: "b" }, c: { url: "https://c.test" }, d: { transport: "stdio", command: "d" } },
  models: { a: { context_window: 1000, reasoning: {} }, b: { context_window: 1000 }, c: { inherits: "b" } },
};

/** Configurations in which keys are left out wherever one can be. */
const SPARSE: readonly Pair[] = [
  ["a global file without tags", TAGLESS, {}],
  ["a project without tags", {}, TAGLESS],
  [
    "a project over a global file",
    {
      providers: { a: { kind: { type: "custom_alpha_compatible" }, url: "https://a.test", headers: { A: "a" } } },
      mcp_servers: { a: { transport: "stdio", command: "a" }, b: { transport: "http", url: "https://b.test" } },
      models: { a: { context_window: 1000, request_option_defaults: { x: true } }, b: {} },
      plugins: { a: {} },
      tui: {},
    },
    {
      providers: { a: { headers: { a: "b" } } },
      mcp_servers: { a: { env: {} }, b: { auth: { type: "oauth" } } },
      models: { b: { inherits: "a" }, c: { inherits: "b", request_option_defaults: {} } },
      data: {},
      daemon: {},
    },
  ],
  ["nothing at all", {}, {}],
  ["every object empty", Object.fromEntries(empties()), Object.fromEntries(empties())],
];

function* empties(): Generator<[string, JsonObject]> {
  for (const [key, shape] of configShape.properties) if (shape.types?.has("object")) yield [key, {}];
}

const inputs: readonly Pair[] = [
  ...SPARSE,
  ...some(rows).map(({ id, what, global, project }): Pair => [`${id} ${what}`, global ?? {}, project ?? {}]),
];

/** Everything there is to see of linting and loading. */
async function outcome(files: Readonly<Record<string, string>>): Promise<unknown> {
  const machine = () => memoryHost({ files, env: { X: "x" }, answer: (command) => `<${command}>` });
  const { diagnostics, summary } = lint({ host: machine() });
  const host = machine();
  const { ok, config, fingerprint, unresolved, diagnostics: more } = await load({ host });
  return [diagnostics, summary, ok, config, fingerprint, unresolved, more, host.commands];
}

async function expectUnchanged(key: string, value: unknown, pairs: readonly Pair[], format: Format = "json") {
  for (const [name, global, project] of pairs) {
    const files = {
      [globalFile(format)]: spell({ version: 3, ...global }, format),
      [projectFile(format)]: spell({ version: 3, ...project }, format),
    };
    const clean = JSON.stringify(await outcome(files));
    const found = JSON.stringify(await polluted(key, value, () => outcome(files)));
    expect({ name, outcome: JSON.parse(found) }).toEqual({ name, outcome: JSON.parse(clean) });
  }
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  test("C07 with Object.prototype.enabled", async () => {
    await expectUnchanged("enabled", true, inputs, format);
  });
});

test.each(some(POLLUTIONS))("C07 with Object.prototype.%s = %j", async (key, value) => {
  await expectUnchanged(key, value, SPARSE);
});

test("C07 with a frozen Object.prototype", async () => {
  const at = layered({ global: { tui: { a: "${X}" } }, project: { data: {}, mcp_servers: { a: { command: 1 } } } });
  const freeze = "data:text/javascript,Object.freeze(Object.prototype)";
  const frozen = (args: readonly string[]): unknown => {
    const options = { cwd: at.cwd, env: { ...at.env }, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", freeze, BIN, ...args], options);
    return { code: status, stdout, stderr };
  };
  for (const args of [
    ["lint", ".agent/config.json", "--format", "json"],
    ["lint", ".agent/config.json", "--format", "pretty", "--color", "always"],
    ["schema"],
    ["rules"],
  ]) {
    const usual = await at.run(args);
    expect(usual).toMatchObject({ code: args[0] === "lint" ? 1 : 0 });
    expect(frozen(args)).toEqual(usual);
  }
});

/** Lints, fixes and loads every fixture, and prints what comes of each. It is a text, so that a process can be given it. */
const EVERY_FIXTURE = `async ({ fix, lint, load, nodeHost }, { readdirSync }, print) => {
  const run = async () => ({ kind: "output", bytes: new TextEncoder().encode("x") });
  const host = { ...nodeHost(), env: { HOME: "/dev/null/home", X: "x" }, run };
  for (const folder of ["fixtures/err", "fixtures/ok"]) {
    for (const name of readdirSync(folder)) {
      if (name.endsWith(".expected")) continue;
      const files = [folder + "/" + name];
      const { diagnostics } = lint({ files, global: false, project: false, host });
      const { fixed } = fix({ files, global: false, project: false, host, unsafe: true });
      const { ok, config } = await load({ globalFile: files[0], projectFile: false, host });
      print(JSON.stringify([name, diagnostics, fixed.map(({ text }) => text), ok, config]));
    }
  }
}`;

const LIBRARY = pathToFileURL("dist/index.js").href;

test("C07 linting, fixing and loading every fixture with a frozen Object.prototype", async () => {
  const usual: string[] = [];
  const here = new Function(`return ${EVERY_FIXTURE}`)() as (...given: readonly unknown[]) => Promise<void>;
  await here(library, fs, (text: string) => usual.push(text));
  expect(usual.length).toBeGreaterThan(100);
  const script = `
    Object.freeze(Object.prototype);
    await (${EVERY_FIXTURE})(await import(${JSON.stringify(LIBRARY)}), await import("node:fs"), console.log);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    ...{ encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  });
  expect(stderr).toBe("");
  expect(stdout.trimEnd().split("\n")).toEqual(usual);
});

test("C07 loading with a frozen Object.prototype, in every format", () => {
  const places = FORMAT_NAMES.map((format) => {
    const { cwd, env } = layered({
      ...{ global: { tui: { a: "${X}" } }, project: { data: {}, plugins: { constructor: 1 } }, format },
    });
    return { cwd, env: { HOME: env["HOME"], X: "x" } };
  });
  const script = `
    Object.freeze(Object.prototype);
    const { load } = await import(${JSON.stringify(LIBRARY)});
    for (const place of ${JSON.stringify(places)}) {
      const { config, diagnostics } = await load(place);
      console.log(JSON.stringify([config?.tui, config?.plugins, diagnostics.map(({ rule }) => rule)]));
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const said = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const expected = [expect.objectContaining({ a: "x" }), { constructor: 1 }, ["layer/global-only"]];
  expect(said).toEqual(FORMAT_NAMES.map(() => expected));
});
