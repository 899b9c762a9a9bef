/** Options of the library: one name for one option in all verbs, and a message of our own for a wrong one. */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type FixOptions, fix } from "../../src/toolkit/fix.js";
import { type LintOptions, lint } from "../../src/toolkit/lint.js";
import { lintSettings } from "../../src/toolkit/lint-settings.js";
import { type LoadOptions, load } from "../../src/toolkit/load.js";
import { type SetOptions, set } from "../../src/toolkit/set-value.js";
import { type WatchOptions, watch } from "../../src/toolkit/watch.js";
import { machine } from "../machine/machine.js";
import { memoryHost } from "../machine/memory.js";

const host = memoryHost({
  files: { "g.yaml": "version: 3\ntui: { theme: dark }\n", "p.yaml": "version: 3\ntui: { theme: light }\n" },
});

const CATALOG = "`catalog` has to be an object of `providers` and `models`, with fields as in a configuration";

type Verb = (options: unknown) => unknown;

const VERBS: Readonly<Record<string, Verb>> = {
  lint: (options) => lint(options as Parameters<typeof lint>[0]),
  fix: (options) => fix(options as Parameters<typeof fix>[0]),
  load: (options) => load(options as Parameters<typeof load>[0]),
  set: (options) => set(options as Parameters<typeof set>[0]),
  watch: (options) => watch(options as Parameters<typeof watch>[0]).next(),
};

/** What a verb throws, or rejects with. */
async function thrown(verb: string, options: unknown): Promise<unknown> {
  try {
    await VERBS[verb]?.(options);
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : error;
  }
}

describe.each(Object.keys(VERBS))("%s", (verb) => {
  const needed = verb === "set" ? { layer: "global", path: "tui.theme", value: "auto" } : {};

  test.each([
    [{ globl: "g.yaml" }, "there is no option `globl`; did you mean `global`?"],
    [{ anything: 1 }, "there is no option `anything`"],
    [{ constructor: 1 }, "there is no option `constructor`"],
    [{ global: 5 }, "`global` has to be the name of a file, or false"],
    [{ projectFile: true }, "`projectFile` has to be the name of a file, or false"],
    [{ global: new URL("file:///g.yaml") }, "`global` has to be the name of a file, or false"],
    [{ global: "g.yaml", globalFile: "other.yaml" }, "`global` and `globalFile` are names of one option"],
    [{ project: false, projectFile: "p.yaml" }, "`project` and `projectFile` are names of one option"],
    [{ host: "here" }, "`host` has to be an object"],
    [{ catalog: [] }, CATALOG],
    [{ catalog: { models: 5 } }, CATALOG],
    [{ catalog: { modelz: {} } }, CATALOG],
    [{ catalog: { models: { a: { class: "zz" } } } }, CATALOG],
    [{ catalog: { models: { a: { context_window: "x" } } } }, CATALOG],
    [{ catalog: { providers: { a: { url: 5 } } } }, CATALOG],
  ])("%j: %s", async (options, message) => {
    expect(await thrown(verb, { ...needed, ...options })).toBe(`${verb}: ${message}`);
  });

  test.each([[null], ["g.yaml"], [[]], [() => {}]])("options %s", async (options) => {
    expect(await thrown(verb, options)).toBe(`${verb}: the options have to be an object`);
  });

  test("what is undefined is not given", async () => {
    const options = {
      ...needed,
      host,
      global: undefined,
      globalFile: "g.yaml",
      project: "p.yaml",
      projectFile: undefined,
      catalog: { models: { a: { class: "full", context_window: undefined } } },
    };
    expect(await thrown(verb, options)).toBeUndefined();
  });
});

const TEXTS =
  "`texts` has to be a list of objects with a `file` and a `text`; `as` is `global` or `project`, `format` `yaml`, `json` or `jsonc`";
const TIME = "a number of milliseconds from 1 to 2147483647";

test.each([
  ["lint", { files: [new URL("file:///g.yaml")] }, "`files` has to be a list of names of files"],
  ["lint", { files: "g.yaml" }, "`files` has to be a list of names of files"],
  ["lint", { texts: ["version: 3"] }, TEXTS],
  ["lint", { texts: [{ file: "a.yaml" }] }, TEXTS],
  ["lint", { texts: [{ file: "a.yaml", text: "", as: "globl" }] }, TEXTS],
  ["lint", { texts: [{ file: "a.yaml", text: "", as: "Project" }] }, TEXTS],
  ["lint", { texts: [{ file: "a", text: "", format: "yml" }] }, TEXTS],
  ["lint", { as: "user" }, "`as` has to be `global` or `project`"],
  ["lint", { ignores: "no" }, "`ignores` has to be true or false"],
  ["fix", { unsafe: 1 }, "`unsafe` has to be true or false"],
  ["fix", { wanted: [] }, "`wanted` has to be a function"],
  ["load", { cwd: 5 }, "`cwd` has to be a text"],
  ["load", { env: null }, "`env` has to be an object"],
  ["load", { unset: "ignore" }, "`unset` has to be `error` or `keep`"],
  ["load", { projectTrust: "untrused" }, "`projectTrust` has to be `trusted`, `granted` or `untrusted`"],
  ["load", { trustedProjects: "all" }, "`trustedProjects` has to be a list of texts"],
  ["load", { commandTimeoutMs: "10" }, `\`commandTimeoutMs\` has to be ${TIME}`],
  ["load", { commandTimeoutMs: Number.NaN }, `\`commandTimeoutMs\` has to be ${TIME}`],
  ["load", { commandTimeoutMs: -1 }, `\`commandTimeoutMs\` has to be ${TIME}`],
  ["load", { commandTimeoutMs: 0 }, `\`commandTimeoutMs\` has to be ${TIME}`],
  ["load", { commandTimeoutMs: Infinity }, `\`commandTimeoutMs\` has to be ${TIME}`],
  ["set", { layer: "user", path: "a", value: 1 }, "`layer` has to be `global` or `project`"],
  ["set", { layer: "global", path: ["a"], value: 1 }, "`path` has to be a text"],
  ["watch", { signal: true }, "`signal` has to be an `AbortSignal`"],
  ["load", { signal: new AbortController() }, "`signal` has to be an `AbortSignal`"],
  ["load", { signal: { aborted: false } }, "`signal` has to be an `AbortSignal`"],
  ["watch", { intervalMs: "1" }, `\`intervalMs\` has to be ${TIME}`],
  ["set", { path: "a", value: 1 }, "`layer` has to be `global` or `project`"],
  ["set", { layer: "global", value: 1 }, "`path` has to be a text"],
])("%s(%j): %s", async (verb, options, message) => {
  expect(await thrown(verb, options)).toBe(`${verb}: ${message}`);
});

describe("each call takes the options of its type, and no others", () => {
  type Names<Options> = Readonly<Record<keyof Options, true>>;
  const FILES = { global: true, globalFile: true, project: true, projectFile: true, policy: true } as const;
  const LINT: Names<LintOptions> = {
    ...FILES,
    ...{ files: true, texts: true, as: true, catalog: true, ignores: true, settings: true, host: true },
  };
  const LOAD: Names<LoadOptions> = {
    ...FILES,
    ...{ cwd: true, env: true, catalog: true, unset: true, projectTrust: true, trustedProjects: true },
    ...{ commandTimeoutMs: true, signal: true, host: true },
  };
  const FIX: Names<FixOptions> = { ...LINT, unsafe: true, wanted: true };
  const WATCH: Names<WatchOptions> = { ...LOAD, intervalMs: true, pause: true };
  const SET: Names<SetOptions> = {
    ...FILES,
    ...{ layer: true, path: true, value: true, expect: true, catalog: true, write: true, host: true },
  };
  const TYPES: Readonly<Record<string, object>> = { lint: LINT, fix: FIX, load: LOAD, watch: WATCH, set: SET };

  const VALUES = {
    ...{
      global: "g.yaml",
      globalFile: "g.yaml",
      project: "p.yaml",
      projectFile: "p.yaml",
      policy: "o.yaml",
      host,
      catalog: {},
    },
    ...{
      files: [],
      texts: [],
      as: "global",
      ignores: true,
      settings: lintSettings({}),
      unsafe: true,
      wanted: () => [],
    },
    ...{ cwd: "/", env: {}, unset: "keep", projectTrust: "trusted", trustedProjects: [], commandTimeoutMs: 1 },
    ...{ signal: new AbortController().signal, intervalMs: 1, pause: () => Promise.resolve() },
    ...{ layer: "project", path: "tui.theme", value: "auto", write: false },
    expect: "a".repeat(64),
  };

  test.each(Object.entries(TYPES))("%s", async (verb, type) => {
    const given = Object.entries(VALUES);
    const own = Object.fromEntries(given.filter(([name]) => Object.hasOwn(type, name)));
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(type).toSorted());
    expect(await thrown(verb, own)).toBeUndefined();
    for (const [name, value] of given.filter(([name]) => !Object.hasOwn(type, name)))
      expect(await thrown(verb, { ...own, [name]: value })).toMatch(`${verb}: there is no option \`${name}\``);
  });

  test.each([
    ["lint", { cwd: "/" }, "there is no option `cwd`; `load` and `watch` take it"],
    ["lint", { unset: "keep" }, "there is no option `unset`; `load` and `watch` take it"],
    ["load", { texts: [] }, "there is no option `texts`; `lint` and `fix` take it"],
    ["lint", { file: "g.yaml" }, "there is no option `file`; did you mean `files`?"],
  ])("%s(%j): %s", async (verb, options, message) => {
    expect(await thrown(verb, options)).toBe(`${verb}: ${message}`);
  });

  test("a file of another directory is not written", async () => {
    const at = machine({ "other/.agent/config.yaml": "version: 3\n" });
    const options = { host: at.host, layer: "project", path: "tui.theme", value: "dark", write: true };
    expect(await thrown("set", { ...options, cwd: at.path("other") })).toMatch("there is no option `cwd`");
    expect(existsSync(at.path(".agent/config.yaml"))).toBe(false);
  });
});

describe.each([
  ["global", "project"],
  ["globalFile", "projectFile"],
])("`%s` and `%s` name the files", (global, project) => {
  const files = { [global]: "g.yaml", [project]: "p.yaml" };
  const names = ["g.yaml", "p.yaml"];

  test("in every verb", async () => {
    expect(lint({ host, ...files }).layers.map(({ document }) => document.source.file)).toEqual(names);
    expect(fix({ host, ...files }).before.layers.map(({ document }) => document.source.file)).toEqual(names);
    expect((await load({ host, ...files })).layers.map(({ file }) => file)).toEqual(names);
    const done = set({ host, ...files, layer: "project", path: "tui.theme", value: "auto" });
    expect([done.kind, done.file]).toEqual(["changed", "/repo/p.yaml"]);
    const { value } = await watch({ host, ...files }).next();
    expect(value?.config?.tui?.theme).toBe("light");
  });
});

describe("S5: where both layers are missing nothing is loaded", () => {
  test.each([
    [{ global: false, project: "missing.yaml" }, "create `missing.yaml`"],
    [{ project: "missing.yaml" }, "create `missing.yaml`"],
    [{ global: false, project: "missing/.agent/config.yaml" }, "create `missing/.agent/config.yaml`"],
    [{ global: false, project: false }, "create `~/.config/agent/config.yaml` or `.agent/config.yaml`"],
    [{}, "create `~/.config/agent/config.yaml` or `.agent/config.yaml`"],
  ] as const)("%j", async (choice, help) => {
    const result = await load({ host, ...choice });
    expect(result).toMatchObject({ ok: false, diagnostics: [{ rule: "layer/no-config", help }] });
    expect(result.diagnostics).toHaveLength(1);
  });

  test("a project that cannot be read is left out, and so is one that is missing beside a global layer", async () => {
    const dir = memoryHost({ files: { "g.yaml": "version: 3\n", "broken.yaml": "a: [\n" } });
    expect(await load({ host: dir, global: false, project: "broken.yaml" })).toMatchObject({ ok: true });
    const result = await load({ host: dir, global: "g.yaml", project: "missing.yaml" });
    expect(result).toMatchObject({ ok: true, diagnostics: [{ rule: "layer/unreadable" }] });
  });
});

describe.each(["lint", "fix"])("the keys of a text of `%s`", (verb) => {
  const text = { file: "a.yaml", text: "version: 3\n" };
  test.each<readonly [object, string]>([
    [{ layer: "project" }, "`texts` has no key `layer`; did you mean `as`?"],
    [{ scope: "project" }, "`texts` has no key `scope`; did you mean `as`?"],
    [{ formt: "yaml" }, "`texts` has no key `formt`; did you mean `format`?"],
    [{ content: "" }, "`texts` has no key `content`; did you mean `text`?"],
    [{ path: "a.yaml" }, "`texts` has no key `path`; did you mean `file`?"],
    [{ zzz: undefined }, "`texts` has no key `zzz`"],
    [{ constructor: 1 }, "`texts` has no key `constructor`"],
    [{ "sk-\u001b[31m": 1 }, "`texts` has no key `sk-\\x1b[31m`"],
  ])("%j is refused", async (more, message) => {
    for (const texts of [[{ ...text, ...more }], [text, { ...text, ...more }]])
      expect(await thrown(verb, { texts })).toBe(`${verb}: ${message}`);
  });

  test("with the wrong name alone, that name is said", async () => {
    expect(await thrown(verb, { texts: [{ name: "a.yaml", text: "" }] })).toBe(
      `${verb}: \`texts\` has no key \`name\`; did you mean \`file\`?`,
    );
  });

  test.each([[{ as: "project" }], [{ format: "json", as: undefined }], [{}]])("%j is taken", async (more) => {
    expect(await thrown(verb, { host, texts: [{ ...text, ...more }] })).toBeUndefined();
  });
});
