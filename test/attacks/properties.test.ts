/** The properties that hold for every pair of layers (I1 to I12), and what merging does to any two. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { parse } from "../../src/document/document.js";
import { type Json, valueAt } from "../../src/document/node.js";
import { lint } from "../../src/lint.js";
import { type LoadResult, load } from "../../src/load.js";
import { type Path, parsePath, toPointer } from "../../src/path.js";
import { acceptsType } from "../../src/schema/shape.js";
import { soupArbitrary } from "../properties/garbled.js";
import { type Spelling, spellingArbitrary } from "../properties/spelling.js";
import {
  answer,
  ENV,
  GLOBAL_ONLY,
  isObject,
  modelPairArbitrary,
  OWN_TEXTS,
  only,
  pairArbitrary,
  placesOf,
  plainArbitrary,
  userArbitrary,
} from "./arbitrary.js";
import { GLOBAL, type MemoryHost, memoryHost, PROJECT } from "./memory-host.js";
import { expectUnseen } from "./place.js";
import { POLLUTIONS, polluted } from "./polluted.js";
import { recorder } from "./recorder.js";

interface Layers {
  readonly global?: Spelling | undefined;
  readonly project?: Spelling | undefined;
}

function machine({ global, project }: Layers): MemoryHost {
  const files = {
    ...(global && { [`${GLOBAL}/config.${global.format}`]: global.text }),
    ...(project && { [`${PROJECT}/config.${project.format}`]: project.text }),
  };
  return memoryHost({ files, env: ENV, answer });
}

async function loaded(layers: Layers): Promise<{ readonly result: LoadResult; readonly host: MemoryHost }> {
  const host = machine(layers);
  return { result: await load({ host }), host };
}

const configOf = ({ config }: LoadResult): Json => JSON.parse(JSON.stringify(config ?? null));

const userPart = (result: LoadResult): Json =>
  Object.fromEntries(
    Object.entries(Object(configOf(result))).filter(([key]) => GLOBAL_ONLY.some((name) => name === key)),
  ) as Json;

const isUnusable = ({ text, format }: Spelling): boolean => {
  const { problems } = parse({ file: "config", text }, format);
  return problems.some(({ rule }) => rule !== "syntax/merge-key");
};

const runs = { numRuns: 600 };

test("a user's layer that is in order loads", async () => {
  await fc.assert(
    fc.asyncProperty(userArbitrary.chain(spellingArbitrary), async (global) => {
      const { result } = await loaded({ global });
      expect([result.ok, result.diagnostics.filter(({ severity }) => severity === "error")]).toEqual([true, []]);
    }),
    runs,
  );
});

test("I1 no project changes what is the user's alone", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const alone = await loaded({ global });
      const both = await loaded({ global, project });
      if (both.result.ok) expect(userPart(both.result)).toEqual(userPart(alone.result));
    }),
    runs,
  );
});

test("I2 no project adds a command, and none runs while the switch is off", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ user, global, project }) => {
      const alone = (await loaded({ global })).host.commands;
      const both = (await loaded({ global, project })).host.commands;
      const on = user["config_command_substitution"] === true;
      const own = ["one", "two", "three", "five", "six"].map((name) => `own ${name}`);
      expect(on ? own : []).toEqual(expect.arrayContaining([...alone]));
      expect(alone).toEqual(expect.arrayContaining([...both]));
      expect(new Set(both).size).toBe(both.length);
    }),
    runs,
  );
});

test("I2 no project adds a command through models that inherit", async () => {
  const spell = (value: Json): Spelling => ({ format: "json", text: JSON.stringify(value) });
  await fc.assert(
    fc.asyncProperty(modelPairArbitrary, async ([user, project]) => {
      const { host } = await loaded({ global: spell(user), project: spell(project) });
      expect(host.commands.filter((command) => !command.startsWith("own "))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("I3 what came from outside is not looked at again", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ user, global, project }) => {
      const { result } = await loaded({ global, project });
      if (!result.ok || user["config_command_substitution"] !== true) return;
      for (const { path, value } of placesOf(configOf(result))) {
        const origin = result.origin(toPointer(path));
        if (typeof value !== "string" || origin === undefined || origin.layer !== "global") continue;
        const written = valueAt(user, parsePath(origin.path)?.map(indexed(user)) ?? []);
        const wanted = OWN_TEXTS.get(String(written));
        if (wanted !== undefined) expect(value.trim()).toBe(wanted.trim());
      }
    }),
    runs,
  );
});

test("I4 nothing that came from outside is shown", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const { result } = await loaded({ global, project });
      expectUnseen("CANARY", result);
      expectUnseen("CANARY", lint({ host: machine({ global, project }) }));
    }),
    { numRuns: 100 },
  );
});

test("I5 linting does nothing but read the two files", async () => {
  fc.assert(
    fc.property(pairArbitrary, ({ global, project }) => {
      const { host, forbidden, files } = recorder(machine({ global, project }));
      lint({ host });
      expect(forbidden).toEqual([]);
      expect([...files]).toEqual([`${GLOBAL}/config.${global.format}`, `${PROJECT}/config.${project.format}`]);
    }),
    runs,
  );
});

test("I7 nothing depends on what Object.prototype holds", async () => {
  const shown = async (layers: Layers): Promise<string> => {
    const { result, host } = await loaded(layers);
    const { diagnostics } = lint({ host: machine(layers) });
    return JSON.stringify([diagnostics, result.ok, result.config, result.diagnostics, host.commands]);
  };
  await fc.assert(
    fc.asyncProperty(pairArbitrary, fc.constantFrom(...POLLUTIONS), async (pair, [key, value]) => {
      const usual = await shown(pair);
      expect(await polluted(key, value, () => shown(pair))).toBe(usual);
    }),
    runs,
  );
});

test("I9 each file is read once, and the result tells which bytes", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const { result, host } = await loaded({ global, project });
      const { layers } = lint({ host: machine({ global, project }) });
      const read = host.reads.map(({ bytes }) => host.sha256(bytes));
      expect(read).toEqual([global, project].map(({ text }) => host.sha256(Buffer.from(text))));
      expect(result.layers.map(({ sha256 }) => sha256)).toEqual(read);
      expect(layers.map(({ sha256 }) => sha256)).toEqual(read);
    }),
    runs,
  );
});

test("I12 an unusable project leaves the user's layer as it is, and is an error", async () => {
  const project = soupArbitrary.chain((text) =>
    fc
      .constantFrom("yaml", "json", "jsonc")
      .map((format): Spelling => ({ text, format: format as Spelling["format"] })),
  );
  await fc.assert(
    fc.asyncProperty(userArbitrary.chain(spellingArbitrary), project.filter(isUnusable), async (global, project) => {
      const alone = (await loaded({ global })).result;
      const both = (await loaded({ global, project })).result;
      expect([both.ok, configOf(both)]).toEqual([true, configOf(alone)]);
      expect(both.diagnostics.some(({ layer, severity }) => layer === "project" && severity === "error")).toBe(true);
    }),
    runs,
  );
});

test("I12 an unusable global layer fails, whatever the project says", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, plainArbitrary.chain(spellingArbitrary), async ({ project: broken }, project) => {
      fc.pre(isUnusable(broken));
      const { result, host } = await loaded({ global: broken, project });
      expect([result.ok, result.config, host.commands]).toEqual([false, undefined, []]);
      expect(result.diagnostics.some(({ layer, severity }) => layer === "global" && severity === "error")).toBe(true);
    }),
    runs,
  );
});

test("I12 what does not load says why", async () => {
  const any = fc.oneof(
    userArbitrary.chain(spellingArbitrary),
    pairArbitrary.map(({ project }) => project),
  );
  await fc.assert(
    fc.asyncProperty(any, pairArbitrary, async (global, { project }) => {
      const { result } = await loaded({ global, project });
      expect(result.ok || result.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
    }),
    runs,
  );
});

test("I12 no mistake of a project costs the user's layer", async () => {
  await fc.assert(
    fc.asyncProperty(pairArbitrary, async ({ global, project }) => {
      const { result } = await loaded({ global, project });
      // A variable that a project needs and nobody set is an error for all (S17).
      if (result.diagnostics.some(({ rule, layer }) => rule === "substitution/unset-variable" && layer === "project"))
        return;
      const errors = result.diagnostics.filter(({ severity }) => severity === "error");
      expect({ ok: result.ok, errors: errors.map(({ layer, rule }) => `${layer} ${rule}`) }).toMatchObject({
        ok: true,
      });
    }),
    runs,
  );
});

/** A step of a JSON Pointer is an index where the value is a list. */
function indexed(value: Json): (step: string | number, index: number, path: Path) => string | number {
  return (step, index, path) => (Array.isArray(valueAt(value, path.slice(0, index))) ? Number(step) : step);
}

/** What a text says, read by another parser. */
function meaning({ text, format }: Spelling): Json {
  return format === "yaml"
    ? parseYaml(text, { version: "1.2", schema: "core" })
    : JSON.parse(text.replace(/^\/\/.*\n/, ""));
}

const withoutGlobalOnly = (config: Json): Json =>
  Object.fromEntries(
    Object.entries(Object(config)).filter(([key]) => !GLOBAL_ONLY.some((name) => name === key)),
  ) as Json;

const spelt = (config: Json): fc.Arbitrary<{ readonly config: Json; readonly spelling: Spelling }> =>
  spellingArbitrary(config).map((spelling) => ({ config, spelling }));

const plainPair = fc.tuple(plainArbitrary.chain(spelt), plainArbitrary.map(withoutGlobalOnly).chain(spelt));

test("a configuration over itself changes nothing", async () => {
  const twice = plainArbitrary.chain((config) =>
    fc.tuple(spellingArbitrary(config), spellingArbitrary(withoutGlobalOnly(config))),
  );
  await fc.assert(
    fc.asyncProperty(twice, async ([global, project]) => {
      const alone = (await loaded({ global })).result;
      const both = (await loaded({ global, project })).result;
      expect([both.ok, JSON.stringify(both.config)]).toEqual([true, JSON.stringify(alone.config)]);
    }),
    runs,
  );
});

test("null in a project takes away what may be null", async () => {
  const chosen = plainArbitrary
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
    .chain(({ config, nullable }) => fc.tuple(spelt(config), fc.constantFrom(...nullable)));
  await fc.assert(
    fc.asyncProperty(chosen, async ([{ spelling: global }, { path }]) => {
      const text = JSON.stringify({ ...Object(only(path, null)), version: 3 });
      const { result } = await loaded({ global, project: { text, format: "json" } });
      const origin = result.origin(toPointer(path));
      expect(result.ok).toBe(true);
      // What is left there is a default, or what a model inherits.
      if (origin?.layer === "global" || origin?.layer === "project") expect(origin.path).not.toBe(toPointer(path));
    }),
    runs,
  );
});

const isLeaf = (value: Json): boolean => !isObject(value) && !Array.isArray(value);

test("every value in effect is written where its origin says", async () => {
  await fc.assert(
    fc.asyncProperty(plainPair, async ([{ spelling: global }, { spelling: project }]) => {
      const { result } = await loaded({ global, project });
      expect(result.ok).toBe(true);
      const texts = { global: meaning(global), project: meaning(project) };
      for (const { path, value } of placesOf(configOf(result))) {
        if (!isLeaf(value) || path[0] === "version") continue;
        const origin = result.origin(toPointer(path));
        expect({ path, known: origin !== undefined }).toEqual({ path, known: true });
        if (origin === undefined || origin.layer === "default") continue;
        const text = texts[origin.layer];
        const written = valueAt(text, parsePath(origin.path)?.map(indexed(text)) ?? []);
        expect({ path, value }).toEqual({ path, value: trimmedAt(path, written) });
      }
    }),
    runs,
  );
});

test("every value of a project that is in order is in effect, and its own", async () => {
  await fc.assert(
    fc.asyncProperty(plainPair, async ([{ spelling: global }, { config, spelling: project }]) => {
      const { result } = await loaded({ global, project });
      for (const { path, value, shape } of placesOf(config)) {
        // Two spellings of one header are one header.
        if (!isLeaf(value) || path.includes("headers") || path[0] === "version") continue;
        if (value === null && (shape?.types !== undefined || path[0] === "tui")) continue;
        expect({ path, value: valueAt(configOf(result), path) }).toEqual({ path, value: trimmedAt(path, value) });
        expect(result.origin(toPointer(path))).toMatchObject({ layer: "project", path: toPointer(path) });
      }
    }),
    { numRuns: 100 },
  );
});

/** White space around a static key does not count (S22). */
function trimmedAt(path: Path, value: Json | undefined): Json | undefined {
  const isKey = path[0] === "providers" && path[2] === "auth" && path[3] === "key";
  return isKey && typeof value === "string" ? value.trim() : value;
}
