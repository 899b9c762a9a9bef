/** Names that a shell may offer: right ones, of harmless characters, and never a word on standard error. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NAME_KINDS } from "../../src/service/names.js";
import { parsePath } from "../../src/text/path.js";
import { ruleInfos } from "../../src/toolkit/judge/rules/info.js";
import { meaningsOf } from "../../src/toolkit/read/schema/lookup.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { cases } from "../cases.js";
import { layered } from "../machine/layered.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { git, repository } from "../machine/repository.js";

async function names(at: Machine, ...words: readonly string[]): Promise<readonly string[]> {
  const [kind = "", ...typed] = words;
  const { code, stdout, stderr } = await at.run(["names", kind, "--", ...typed]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").slice(0, -1);
}

const HOSTILE = [
  "$(touch x)",
  "`touch x`",
  "a;b",
  "a b",
  "a'b",
  'a"b',
  "a\\b",
  "a\nb",
  "-rf",
  "é",
  "~",
  "*",
  "\u202e",
  "\0",
];
const HARMLESS = ["ok", "acme/big", "a:b@c", "x+y", "UPPER_case-1"];

describe("of places", () => {
  test("names from files are offered when they are harmless, in both ways of writing", async () => {
    const models = Object.fromEntries([...HOSTILE, ...HARMLESS].map((name) => [name, {}]));
    const at = layered({ project: { models } });
    expect(await names(at, "path", "models.")).toEqual(["-rf", ...HARMLESS].map((name) => `models.${name}`));
    const plain = ["-rf", ...HARMLESS].filter((name) => !name.includes("/"));
    expect(await names(at, "path", "/models/")).toEqual(plain.map((name) => `/models/${name}`));
    // A word by itself must not look like an option.
    expect(await names(at, "value", "", "defaults.full")).toEqual(HARMLESS);
  });

  test("every name of any file that is offered is made of those characters, and leads to the place of that name", () => {
    const name = fc.string({ unit: fc.constantFrom(..."ab.-/:@+_$`(;'\" é\n*[]~") });
    return fc.assert(
      fc.asyncProperty(fc.uniqueArray(name), async (keys) => {
        const models = Object.fromEntries(keys.map((key) => [key, {}]));
        const found = await names(layered({ project: { models } }), "path", "models.");
        for (const one of found) {
          expect(one).toMatch(/^[A-Za-z0-9_./:@+-]+$/);
          expect(one.endsWith(".") ? true : keys.includes(String(parsePath(one)?.[1]))).toBe(true);
        }
      }),
      { numRuns: cases(100) },
    );
  });

  test("all that the schema has is found by going on, and everything that is found is there", async () => {
    const at = machine({ [PROJECT]: "mcp_servers: { files: { transport: stdio } }" });
    const found = new Set<string>();
    const follow = async (word: string): Promise<void> => {
      for (const name of await names(at, "path", word)) {
        if (name.endsWith(".") || found.has(name)) continue;
        found.add(name);
        expect(meaningsOf(configShape, parsePath(name) ?? []), name).not.toEqual([]);
        await follow(`${name}.`);
      }
    };
    await follow("");
    expect([...found]).toEqual(
      expect.arrayContaining(["daemon.retry.max_retries", "tui.theme", "mcp_servers.files.env"]),
    );
    expect(found.size).toBeGreaterThan(100);
  });

  test.each([
    ["daemon", ["daemon", "daemon."]],
    ["tui.theme", ["tui.theme", "tui.theme-file"]],
    ["version", ["version"]],
    ["models[", []],
    ["nothing.", []],
    ["/daemon/ret", ["/daemon/retry", "/daemon/retry/"]],
    ["__proto__.", []],
    ["constructor.", []],
  ])("from %j", async (word, expected) => {
    expect(await names(machine({}), "path", word)).toEqual(expected);
  });

  test("no secret is a name", async () => {
    const secret = `sk-${"aB3dE5fG7hJ9kL1m".repeat(2)}`;
    const at = layered({ global: { models: { [secret]: {}, ok: {} } } });
    expect(await names(at, "path", "models.")).toEqual(["models.ok"]);
  });
});

describe("of values", () => {
  test.each([
    ["daemon.log_level", ["error", "warn", "info", "debug", "trace"]],
    ["updates.auto_check", []],
    ["models.ok.supports_vision", ["true", "false"]],
    ["models.ok.provider", ["p"]],
    ["defaults.full", ["ok"]],
    ["nothing", []],
    ["", []],
  ])("at %j", async (path, expected) => {
    const at = layered({ global: { models: { ok: {} }, providers: { p: {} } } });
    expect(await names(at, "value", "", path)).toEqual(expected);
  });

  test("or paths, where what stands before is no place", async () => {
    expect(await names(machine({}), "path-or-value", "ver", "dark")).toEqual(["version"]);
    expect(await names(machine({}), "path-or-value", "ver", "tui.theme")).toEqual([]);
  });
});

test("of rules: all of them, beside places where both may stand", async () => {
  const ids = ruleInfos.map(({ id }) => id);
  expect(await names(machine({}), "rule")).toEqual(ids);
  expect(await names(machine({}), "path-or-rule", "version")).toEqual([
    "version",
    ...ids.filter((id) => id.startsWith("version")),
  ]);
});

test.each([
  ["rule", "schema/unknown-key,version/ou", ["schema/unknown-key,version/outdated"]],
  ["rule", "schema,version/ou", ["schema,version/outdated"]],
  ["rule", "version/outdated,version/ou", []],
  ["rule", "$(touch x),version/ou", []],
  ["severity", "version/ou", ["version/outdated=error", "version/outdated=warning", "version/outdated=info"]],
  ["severity", "effect=", ["effect=error", "effect=warning", "effect=info"]],
  ["severity", "effect=w", ["effect=warning"]],
  ["severity", "effect=info,schema/unknown-key=e", ["effect=info,schema/unknown-key=error"]],
  ["severity", "$(touch x)=", []],
  ["severity", "$(touch x)=info,effect=w", []],
])("of a list of the kind %s that goes on from %j", async (kind, word, expected) => {
  expect(await names(machine({}), kind, word)).toEqual(expected);
});

test("of commits: branches and tags with harmless names, and none where git has no answer", async () => {
  const at = repository({});
  for (const ref of ["feature/x", "$(touch_x)"]) git(at, "branch", ref);
  git(at, "tag", "v1.0");
  expect(await names(at, "ref")).toEqual(["feature/x", "main", "v1.0"]);
  expect(await names(at, "ref", "v")).toEqual(["v1.0"]);
  expect(await names(machine({}), "ref")).toEqual([]);
});

test.each<readonly [string, () => Machine]>([
  ["no file", () => machine({})],
  ["a file that is none", () => machine({ [PROJECT]: "a: [", [GLOBAL]: "\0" })],
  ["a directory in the place of one", () => machine({ [`${PROJECT}/`]: "", [`${GLOBAL}/`]: "" })],
  ["a file of a newer version", () => machine({ [GLOBAL]: "version: 99" })],
  ["no home", () => ({ ...machine({}), run: (args) => machine({}).run(args, { HOME: "" }) })],
])("with %s there is no word on what is wrong", async (_, at) => {
  for (const kind of NAME_KINDS) expect(await names(at(), kind, "", "tui.theme")).toBeInstanceOf(Array);
  expect(await names(at(), "path", "daem")).toEqual(["daemon", "daemon."]);
});
