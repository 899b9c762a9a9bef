/** What holds for every pair of layers (I1 to I12), and what merging does to any two. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { isAgentConfig } from "../../src/generated/validate.js";
import { type Path, parsePath, toPointer } from "../../src/text/path.js";
import { lint } from "../../src/toolkit/lint.js";
import { type LoadResult, load } from "../../src/toolkit/load.js";
import { dataAt, type Json } from "../../src/toolkit/read/document/data.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { CERTIFICATES } from "../arbitrary/mended.js";
import {
  answer,
  anyTextArbitrary,
  ENV,
  isGlobalOnly,
  modelPairArbitrary,
  OWN_TEXTS,
  orderlyArbitrary,
  pairArbitrary,
  placesOf,
  userArbitrary,
  withoutGlobalOnly,
} from "../arbitrary/pair.js";
import { isObject, type JsonObject } from "../arbitrary/plain.js";
import { type Spelling, spellingArbitrary } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";
import { expectUnseen } from "../machine/layered.js";
import { type MemoryHost, memoryHost, memoryPath } from "../machine/memory.js";
import { globalFile, projectFile } from "../machine/names.js";
import { POLLUTIONS, polluted } from "../machine/polluted.js";
import { namedIn, recorder } from "../machine/recorder.js";
import { acceptsType } from "../schema/of-data.js";

interface Layers {
  readonly global: Spelling;
  readonly project?: Spelling | undefined;
}

function machine({ global, project }: Layers): MemoryHost {
  const files = {
    [CERTIFICATES]: "CERTIFICATE",
    [globalFile(global.format)]: global.text,
    ...(project && { [projectFile(project.format)]: project.text }),
  };
  return memoryHost({ files, env: ENV, answer });
}

async function loaded(layers: Layers): Promise<LoadResult & Pick<MemoryHost, "commands" | "reads">> {
  const host = machine(layers);
  const result = await load({ host });
  return Object.assign(result, { commands: host.commands, reads: host.reads });
}

const configOf = ({ config }: LoadResult): JsonObject =>
  ({ ...structuredClone(config ?? {}) }) as unknown as JsonObject;

/** The part of a configuration that is the user's alone. */
const userPart = (result: LoadResult): JsonObject =>
  Object.fromEntries(Object.entries(configOf(result)).filter(([key]) => isGlobalOnly(key)));

const hasError = ({ diagnostics }: Pick<LoadResult, "diagnostics">, scope?: "global" | "project"): boolean =>
  diagnostics.some(({ layer, severity }) => severity === "error" && (scope === undefined || layer === scope));

const isUnusable = ({ text, format }: Spelling): boolean =>
  parse({ file: "config", text }, format).problems.some(({ kind }) => kind !== "merge-key");

const unusableArbitrary = anyTextArbitrary.filter(isUnusable);

const runs = { numRuns: slowCases(80) };

test("I1 no project changes what is the user's alone", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const alone = await loaded({ global });
      fc.pre(alone.ok);
      const both = await loaded({ global, project });
      if (both.ok) expect(userPart(both)).toEqual(userPart(alone));
    }),
    runs,
  );
});

test("I2 no project adds a command, and none runs while the switch is off", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ user, global, project }) => {
      const alone = await loaded({ global });
      const both = await loaded({ global, project });
      const own = user["config_command_substitution"] === true ? alone.commands : [];
      expect(own).toEqual(expect.arrayContaining([...both.commands]));
      expect(new Set(both.commands).size).toBe(both.commands.length);
    }),
    runs,
  );
});

const asJson = (value: Json): Spelling => ({ format: "json", text: JSON.stringify(value) });

test("I2 no project adds a command through models that inherit", async () => {
  await fc.assert(
    fc.asyncProperty(modelPairArbitrary, async ([user, project]) => {
      const { commands } = await loaded({ global: asJson(user), project: asJson(project) });
      expect(commands.filter((command) => !command.startsWith("own "))).toEqual([]);
    }),
    { numRuns: slowCases(500) },
  );
});

test("I3 what came from outside is not looked at again", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ user, global, project }) => {
      const result = await loaded({ global, project });
      if (!result.ok || user["config_command_substitution"] !== true) return;
      for (const { path, value } of placesOf(configOf(result))) {
        const origin = result.origin(toPointer(path));
        if (typeof value !== "string" || origin?.layer !== "global") continue;
        const wanted = OWN_TEXTS.get(String(written(user, origin.path)));
        if (wanted !== undefined) expect({ path, value: value.trim() }).toEqual({ path, value: wanted.trim() });
      }
    }),
    runs,
  );
});

test("I4 nothing that came from outside is shown", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async (pair) => {
      expectUnseen("CANARY", await load({ host: machine(pair) }));
      expectUnseen("CANARY", lint({ host: machine(pair) }));
    }),
    { numRuns: slowCases(40) },
  );
});

test("I5 linting does nothing but read the two files and look for those that they name in the project", () => {
  const named = ({ text, format }: Spelling): readonly string[] => {
    const { root } = parse({ file: "config", text }, format);
    return root === undefined ? [] : namedIn(toData(root));
  };
  fc.assert(
    fc.property(pairArbitrary, ({ global, project }) => {
      const { host, forbidden, files } = recorder(machine({ global, project }), [global, project].flatMap(named));
      lint({ host });
      expect(forbidden).toEqual([]);
      expect([...files]).toEqual([globalFile(global.format), projectFile(project.format)].map(memoryPath));
    }),
    runs,
  );
});

test("I7 nothing depends on what Object.prototype holds", async () => {
  const shown = async (layers: Layers): Promise<string> => {
    const { ok, config, diagnostics, commands } = await loaded(layers);
    return JSON.stringify([lint({ host: machine(layers) }).diagnostics, ok, config, diagnostics, commands]);
  };
  await fc.assert(
    fc.asyncProperty(pairArbitrary, fc.constantFrom(...POLLUTIONS), async (pair, [key, value]) => {
      // The `yaml` package takes any `key` that a token seems to have for the token's own.
      fc.pre(key !== "key" || (pair.global.format !== "yaml" && pair.project.format !== "yaml"));
      const usual = await shown(pair);
      const found = await polluted(key, value, () => shown(pair));
      expect(JSON.parse(found)).toEqual(JSON.parse(usual));
    }),
    { numRuns: slowCases(40) },
  );
});

test("I9 each file is read once, and the result tells which bytes", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async (pair) => {
      const host = machine(pair);
      const sha256 = [pair.global, pair.project].map(({ text }) => host.sha256(Buffer.from(text)));
      const result = await loaded(pair);
      const reads = result.reads.filter(({ file }) => !file.endsWith(`/${CERTIFICATES}`));
      expect(reads.map(({ bytes }) => host.sha256(bytes))).toEqual(sha256);
      expect(result.layers.map((layer) => layer.sha256)).toEqual(sha256);
      const { layers } = lint({ host });
      expect(host.reads.map(({ bytes }) => host.sha256(bytes))).toEqual(sha256);
      expect(layers.map((layer) => layer.sha256?.())).toEqual(sha256);
    }),
    runs,
  );
});

test("I12 an unusable project leaves the user's layer as it is, and is an error", async () => {
  await fc.assert(
    fc.asyncProperty(userArbitrary.chain(spellingArbitrary), unusableArbitrary, async (global, project) => {
      const alone = await loaded({ global });
      fc.pre(alone.ok);
      const both = await loaded({ global, project });
      expect([both.ok, configOf(both)]).toEqual([true, configOf(alone)]);
      expect(hasError(both, "project")).toBe(true);
    }),
    runs,
  );
});

test("I12 an unusable global layer fails, whatever the project says", async () => {
  await fc.assert(
    fc.asyncProperty(unusableArbitrary, orderlyArbitrary.chain(spellingArbitrary), async (global, project) => {
      const result = await loaded({ global, project });
      expect([result.ok, result.config, result.commands, hasError(result, "global")]).toEqual([
        false,
        undefined,
        [],
        true,
      ]);
    }),
    runs,
  );
});

test("I12 what does not load says why", async () => {
  const projects = pairArbitrary.map(({ project }) => project);
  await fc.assert(
    fc.asyncProperty(projects, projects, async (global, project) => {
      const result = await loaded({ global, project });
      expect(result.ok || hasError(result)).toBe(true);
    }),
    runs,
  );
});

test("what loads is what the validator accepts, in the eyes of another reading of the schema", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const { ok, config } = await loaded({ global, project });
      if (!ok) return;
      count += 1;
      expect(isAgentConfig(structuredClone(config))).toBe(true);
    }),
    { numRuns: slowCases(400) },
  );
  expect(count).toBeGreaterThan(slowCases(100));
});

test("I12 no other mistake of a project costs the user's layer", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      fc.pre((await loaded({ global })).ok);
      const { ok, diagnostics } = await loaded({ global, project });
      const errors = diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ layer, rule }) => `${layer} ${rule}`);
      // A variable that a project needs and that is not set makes loading fail, wherever it stands (S17).
      if (!errors.includes("project substitution/unset-variable")) expect({ ok, errors }).toMatchObject({ ok: true });
    }),
    runs,
  );
});

/** Errors that leave a value where it is: a secret works all the same (loaded.ts), a command is text (S19). */
const LEAVES_VALUE = /^(secret\/|substitution\/in-project$)/;

test("I12 what is an error in a project is not in effect", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const result = await loaded({ global, project });
      if (!result.ok) return;
      for (const { rule, severity, layer, path } of result.diagnostics) {
        if (severity !== "error" || layer !== "project" || path === undefined || LEAVES_VALUE.test(rule)) continue;
        expect({ rule, path, origin: result.origin(path) }).not.toMatchObject({ origin: { layer: "project", path } });
      }
    }),
    runs,
  );
});

test("I12 a circle of models that a project closes is the project's mistake", async () => {
  const user = { version: 3, models: { a: { inherits: "b", context_window: 1000 }, b: { context_window: 2000 } } };
  const result = await loaded({
    global: asJson(user),
    project: asJson({ version: 3, models: { b: { inherits: "a" } } }),
  });
  expect([result.ok, hasError(result, "global"), hasError(result, "project")]).toEqual([true, false, true]);
});

/** The value that a text writes at a JSON Pointer. */
function written(text: Json, pointer: string): Json | undefined {
  let at: Json | undefined = text;
  for (const step of parsePath(pointer) ?? []) {
    at = at === undefined ? undefined : dataAt(at, [Array.isArray(at) ? Number(step) : step]);
  }
  return at;
}

/** The data of a text, read by another parser. */
function meaning({ text, format }: Spelling): Json {
  if (format === "yaml") return parseYaml(text, { version: "1.2", schema: "core" });
  return JSON.parse(text.replace(/^\/\/.*\n/, ""));
}

const isLeaf = (value: Json): boolean => !isObject(value) && !Array.isArray(value);

/** White space around a static key does not count (S22). */
function trimmedAt(path: Path, value: Json | undefined): Json | undefined {
  const isKey = path[0] === "providers" && path[2] === "auth" && path[3] === "key";
  return isKey && typeof value === "string" ? value.trim() : value;
}

test("a configuration over itself changes nothing", async () => {
  const twice = orderlyArbitrary.chain((config) =>
    fc.tuple(spellingArbitrary(config), spellingArbitrary(withoutGlobalOnly(config))),
  );
  await fc.assert(
    fc.asyncProperty(twice, async ([global, project]) => {
      const alone = await loaded({ global });
      fc.pre(alone.ok);
      const both = await loaded({ global, project });
      expect([both.ok, JSON.stringify(both.config)]).toEqual([true, JSON.stringify(alone.config)]);
    }),
    runs,
  );
});

test("null in a project takes away what may be null; where that would be a mistake it says so and takes nothing", async () => {
  const chosen = orderlyArbitrary
    .map((config) => ({
      config,
      nullable: [...placesOf(withoutGlobalOnly(config))].filter(
        ({ path, value, shape }) =>
          path.every((step) => typeof step === "string") &&
          value !== null &&
          shape?.types !== undefined &&
          acceptsType(shape, null),
      ),
    }))
    .filter(({ nullable }) => nullable.length > 0)
    .chain(({ config, nullable }) => fc.tuple(spellingArbitrary(config), fc.constantFrom(...nullable)));
  await fc.assert(
    fc.asyncProperty(chosen, async ([global, { path }]) => {
      const nothing = path.reduceRight<Json>((inner, step) => ({ [step]: inner }), null);
      const result = await loaded({ global, project: asJson(nothing) });
      expect(result.ok).toBe(true);
      // A project's changes to its user's agent are reported and take effect all the same.
      const diagnostics = result.diagnostics.filter(({ rule }) => !rule.startsWith("trust/"));
      if (hasError({ diagnostics })) {
        expect(configOf(result)).toEqual(configOf(await loaded({ global })));
        return;
      }
      // What is left there is a default, or what a model inherits.
      const origin = result.origin(toPointer(path));
      if (origin !== undefined && "path" in origin) expect(origin.path).not.toBe(toPointer(path));
    }),
    runs,
  );
});

test("every value in effect is written where its origin says", async () => {
  const pairs = fc.tuple(orderlyArbitrary.chain(spellingArbitrary), orderlyArbitrary.chain(spellingArbitrary));
  await fc.assert(
    fc.asyncProperty(pairs, async ([global, project]) => {
      const result = await loaded({ global, project });
      fc.pre(result.ok);
      const texts = { global: meaning(global), project: meaning(project) };
      for (const { path, value } of placesOf(configOf(result))) {
        if (!isLeaf(value) || path[0] === "version" || path[0] === "$schema") continue;
        const origin = result.origin(toPointer(path));
        expect({ path, origin }).toEqual({ path, origin: expect.anything() });
        if (origin === undefined || !("path" in origin)) continue;
        expect({ path, value }).toEqual({ path, value: trimmedAt(path, written(texts[origin.layer], origin.path)) });
      }
    }),
    runs,
  );
});

test("every value of a project that is in order is in effect, and its own", async () => {
  const pairs = fc.tuple(orderlyArbitrary.chain(spellingArbitrary), orderlyArbitrary.map(withoutGlobalOnly));
  await fc.assert(
    fc.asyncProperty(pairs, async ([global, project]) => {
      const result = await loaded({ global, project: asJson(project) });
      expect(result.ok).toBe(true);
      // Each is in order by itself; together they may be a mistake.
      fc.pre(!hasError(result));
      const config = configOf(result);
      for (const { path, value, shape } of placesOf(project)) {
        // Two spellings of one header are one header; null is a value in plugins alone.
        if (!isLeaf(value) || path.includes("headers") || path[0] === "version" || path[0] === "$schema") continue;
        if (
          value === null &&
          path[0] !== "plugins" &&
          !(shape === undefined && path.some((step) => typeof step === "number"))
        )
          continue;
        // A setting inside `daemon` that is the user's alone (S4).
        if (shape?.schema["x-scope"] === "global") {
          expect(result.origin(toPointer(path))).not.toMatchObject({ layer: "project" });
          continue;
        }
        // Some zeros mean as much as leaving it out (S24).
        const meant = value === 0 && shape?.schema["x-zero"] === "unset" ? undefined : trimmedAt(path, value);
        expect({ path, value: dataAt(config, path) }).toEqual({ path, value: meant });
        if (meant === undefined) continue;
        expect(result.origin(toPointer(path))).toMatchObject({ layer: "project", path: toPointer(path) });
      }
    }),
    runs,
  );
});

test("the two generators of layers in order do load", async () => {
  const texts = [orderlyArbitrary, userArbitrary].flatMap((layer) => fc.sample(layer.chain(spellingArbitrary), 50));
  const results = await Promise.all(texts.map((global) => loaded({ global })));
  const failures = results.filter(({ ok }) => !ok);
  expect(failures.map(({ diagnostics }) => diagnostics.map(({ rule, path }) => `${rule} ${path}`))).toEqual([]);
});
