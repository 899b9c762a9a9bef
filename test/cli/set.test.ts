/** `set` and `unset`, as a user calls them. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { merge } from "../../src/toolkit/mean/configuration/merge.js";
import { shapeAt } from "../../src/toolkit/mean/configuration/setting.js";
import { readValue } from "../../src/toolkit/read/schema/argument.js";
import { meaningsOf } from "../../src/toolkit/read/schema/lookup.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { BIN } from "../machine/run.js";
import { layersOf } from "../rules/layers-of.js";

const V = "version: 3\n";

/** Sets a value in a global file that holds `text`, and returns the text afterwards. */
async function textAfter(text: string, ...args: readonly string[]): Promise<string> {
  const place = machine({ [GLOBAL]: text });
  expect(await place.run([...args.slice(0, 1), "--global", ...args.slice(1)])).toMatchObject({ code: 0 });
  return place.read(GLOBAL);
}

/** Expects a command to be refused with a code and to leave everything as it was. */
async function expectRefused(
  place: Machine,
  args: readonly string[],
  code: number,
  said: string | RegExp,
): Promise<void> {
  const files = [GLOBAL, PROJECT];
  const look = (): readonly (string | undefined)[] =>
    files.map((file) => {
      try {
        return place.read(file);
      } catch {
        return undefined;
      }
    });
  const before = look();
  const { stdout, stderr, ...run } = await place.run(args);
  expect({ args, ...run }).toEqual({ args, code });
  expect(stdout + stderr).toMatch(said);
  expect(look()).toEqual(before);
  expect(readdirSync(place.repository)).toEqual(before[1] === undefined ? [".git"] : [".agent", ".git"]);
}

describe("which layer", () => {
  test("has to be said, and only once", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: V });
    for (const flags of [[], ["--global", "--project"]]) {
      await expectRefused(place, ["set", ...flags, "tui.theme", "dark"], 2, /--global.*--project/);
      await expectRefused(place, ["unset", ...flags, "version"], 2, /--global.*--project/);
    }
  });

  test("each in its own file", async () => {
    const place = machine({ [GLOBAL]: V, ".agent/config.json": '{ "version": 3 }\n' });
    expect(await place.run(["set", "--global", "tui.theme", "dark"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "tui.theme: not set → dark (~/.config/agent/config.yaml:3)\n",
    });
    expect(await place.run(["set", "--project", "tui.theme", "light"])).toMatchObject({
      code: 0,
      stderr: "tui.theme: not set → light (.agent/config.json:1)\n",
    });
    expect(place.read(GLOBAL)).toBe(`${V}tui:\n  theme: dark\n`);
    expect(place.read(".agent/config.json")).toBe('{ "version": 3, "tui": { "theme": "light" } }\n');
    expect((await place.run(["get", "tui.theme"])).stdout).toBe("light\n");
  });

  test("while the other one is broken", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: "a: [\n" });
    expect((await place.run(["set", "--global", "tui.theme", "dark"])).code).toBe(0);
    await expectRefused(place, ["set", "--project", "tui.theme", "dark"], 1, "cannot be read as a configuration");
  });
});

describe("a file that does not exist yet", () => {
  test("is created with its directories, for its user's eyes only", async () => {
    const place = machine({});
    expect((await place.run(["set", "--global", "tui.theme", "dark"])).code).toBe(0);
    expect((await place.run(["set", "--project", "tui.theme", "light"])).code).toBe(0);
    for (const [file, theme] of [
      [GLOBAL, "dark"],
      [PROJECT, "light"],
    ] as const) {
      expect(place.read(file)).toBe(`${V}tui:\n  theme: ${theme}\n`);
      expect(statSync(place.path(file)).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(place.path(".agent"))).toEqual(["config.yaml"]);
  });

  test("in a repository it belongs to its root; with --file, where that says, in that format", async () => {
    const place = machine({ "sub/x.txt": "", "new/": "" });
    for (const [file, text] of [
      ["new/a.json", '{\n  "version": 3,\n  "tui": { "theme": "dark" }\n}\n'],
      ["new/a.jsonc", '{\n  "version": 3,\n  "tui": { "theme": "dark" }\n}\n'],
      ["a.yml", `${V}tui:\n  theme: dark\n`],
    ] as const) {
      expect((await place.run(["set", "--project", "--file", file, "tui.theme", "dark"])).code).toBe(0);
      expect(place.read(file)).toBe(text);
    }
    const run = spawnSync(process.execPath, [BIN, "set", "--project", "tui.theme", "dark"], {
      cwd: place.path("sub"),
      env: { HOME: place.home },
    });
    expect(run.status).toBe(0);
    expect(place.read(PROJECT)).toBe(`${V}tui:\n  theme: dark\n`);
  });

  test("is not created for what is refused", async () => {
    await expectRefused(machine({}), ["set", "--project", "updates.channel", "stable"], 1, /layer\/global-only/);
    await expectRefused(machine({}), ["set", "--project", "nothing.like.this", "1"], 1, /schema\/unknown-key/);
    const place = machine({});
    expect(await place.run(["unset", "--global", "tui.theme"])).toMatchObject({ code: 0 });
    expect(readdirSync(place.home)).toEqual([]);
  });

  test("has no place without a home directory", async () => {
    const place = machine({});
    const run = await place.run(["set", "--global", "tui.theme", "dark"], { HOME: "" });
    expect(run).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining("no home directory") });
    expect(readdirSync(place.repository)).toEqual([".git"]);
  });
});

describe("what is refused leaves the file as it was", () => {
  const USER = `${V}models:\n  m: { context_window: 1000 } # mine\n`;

  test.each([
    ["a value of another type", "models.m.context_window", "many", 1, "schema/wrong-type"],
    ["a value out of range", "models.m.compaction_threshold", "1.5", 1, "schema/out-of-range"],
    ["an unknown value", "tui.theme", "drak", 1, "schema/unknown-value"],
    [
      "a value that is a mistake beside another one",
      "models.m.max_output_tokens_per_turn",
      "2000",
      0,
      "output-exceeds-window",
    ],
    ["an unknown key", "models.m.contextWindow", "1000", 1, "schema/unknown-key"],
    ["an unknown key at the top", "tuii.theme", "dark", 1, "schema/unknown-key"],
    ["an entry that lacks something", "providers.p.url", "https://p.example", 1, "schema/missing-key"],
    ["a newer version", "version", "4", 1, "version/newer"],
    ["an error elsewhere", "models.m", "null", 1, "layer/null-entry|schema/wrong-type"],
  ])("%s", async (_, path, value, code, rule) => {
    const place = machine({ [GLOBAL]: USER });
    if (code === 1) await expectRefused(place, ["set", "--global", path, value], 1, new RegExp(`error\\[|${rule}`));
    const { stdout, stderr } = await place.run(["set", "--global", path, value]);
    expect(stdout).toMatch(new RegExp(`\\[[a-z/-]*(${rule})\\]`));
    expect(stderr).toContain(code === 1 ? "agentcfg: not written: " : " → ");
  });

  test("what is wrong already does not stand in the way", async () => {
    const text = `${V}tui: { theme: drak, alt-screen: auto }\n`;
    expect(await textAfter(text, "set", "tui.alt-screen", "never")).toBe(text.replace("auto", "never"));
  });

  test("a global-only key in a project, also to unset it, and the switch", async () => {
    const place = machine({ [GLOBAL]: `${V}telemetry: {}\n`, [PROJECT]: V });
    for (const [path, value] of [
      ["telemetry", "null"],
      ["telemetry.endpoint", "https://evil.test"],
      ["updates.channel", "stable"],
      ["data.automatic_crash_reporting", "false"],
      ["config_command_substitution", "true"],
    ] as const)
      await expectRefused(place, ["set", "--project", path, value], 1, /error\[layer\/global-only\]/);
    expect((await place.run(["set", "--global", "telemetry.endpoint", "https://mine.test"])).code).toBe(0);
  });

  test("an error that it makes in the other layer", async () => {
    const place = machine({
      [GLOBAL]: `${V}models: { a: { context_window: 5000, inherits: b }, b: {} }\n`,
      [PROJECT]: `${V}models: { b: { max_tokens: 5 } }\n`,
    });
    await expectRefused(place, ["set", "--project", "models.b.inherits", "a"], 1, /error\[reference\/inherits-cycle\]/);
  });

  test("S10 a file of a newer version is never written", async () => {
    const place = machine({ [GLOBAL]: "version: 4\n" });
    expect((await place.run(["set", "--global", "tui.theme", "dark"])).code).not.toBe(0);
    expect(place.read(GLOBAL)).toBe("version: 4\n");
  });

  test("C05 paths that could reach a prototype", async () => {
    const place = machine({ [GLOBAL]: USER, [PROJECT]: V });
    for (const path of [
      "__proto__",
      "__proto__.x",
      "models.__proto__",
      'plugins["__proto__"].x',
      "/__proto__/x",
      "/plugins/__proto__",
    ]) {
      await expectRefused(place, ["set", "--global", path, "1"], 2, "is not a path");
      await expectRefused(place, ["unset", "--project", path], 2, "is not a path");
    }
    await expectRefused(place, ["set", "--global", "constructor.prototype.x", "1"], 1, "schema/unknown-key");
    // An ordinary name among models.
    expect((await place.run(["set", "--global", "models.constructor.context_window", "5"])).code).toBe(0);
    expect((await place.run(["get", "models.constructor.context_window"])).stdout).toBe("5\n");
  });

  test("what is no path, and the whole configuration", async () => {
    const place = machine({ [GLOBAL]: USER });
    for (const path of ["", "a[b", "a..b", "/a~2"])
      await expectRefused(place, ["set", "--global", path, "1"], 2, /path/);
  });
});

describe("what an argument means", () => {
  test.each<[string, string, string, unknown]>([
    ["a text", "tui.theme", "dark", "dark"],
    ["a text that looks like a number", "models.m.provider_name", "5", "5"],
    ["a text that looks like a boolean", "models.m.provider_name", "true", "true"],
    ["a text that looks like a list", "models.m.provider_name", "[a]", "[a]"],
    ["a text with a comment sign", "models.m.provider_name", "a # b", "a # b"],
    ["a text of nothing", "models.m.provider_name", "", ""],
    ["a text with a line break", "models.m.provider_name", "a\nb", "a\nb"],
    ["a reference", "models.m.provider_name", "${NAME}", "${NAME}"],
    ["a text in quotes, inside of them", "models.m.provider_name", '"a b"', "a b"],
    ["null in quotes", "models.m.provider_name", '"null"', "null"],
    ["null unsets", "models.m.provider_name", "null", null],
    ["a number", "models.m.max_tokens", "5", 5],
    ["a fraction", "models.m.compaction_threshold", "0.8", 0.8],
    ["a whole number as YAML spells it", "models.m.max_tokens", "1e2", 100],
    ["a boolean", "models.m.enabled", "false", false],
    ["a boolean where a text could be, too", "models.m.request_option_defaults.cache", "true", true],
    ["a text where a boolean could be, too", "models.m.request_option_defaults.cache", '"true"', "true"],
    ["a list", "permissions.secret_files", "[.env, 'a b']", [".env", "a b"]],
    ["a list as JSON", "permissions.secret_files", '[".env"]', [".env"]],
    ["an empty list", "permissions.secret_files", "[]", []],
    ["a mapping", "models.m", "{ context_window: 7000, enabled: true }", { context_window: 7000, enabled: true }],
    ["anything for a plugin: a number", "plugins.p", "5", 5],
    ["anything for a plugin: a negative number", "plugins.p", "-5", -5],
    ["anything for a plugin: null", "plugins.p", "null", null],
    ["anything for a plugin: a text", "plugins.p", "five", "five"],
    ["anything for a plugin: a text in quotes", "plugins.p", '"5"', "5"],
    ["anything for a plugin: a text of nothing", "plugins.p", "", ""],
    ["anything for a plugin: a blank", "plugins.p", " ", " "],
    ["anything for a plugin: a comment sign", "plugins.p", "#x", "#x"],
    ["anything for a plugin: a text with a comment sign", "plugins.p", "x # y", "x # y"],
    ["anything for a plugin: a number with a comment sign", "plugins.p", "5 # y", "5 # y"],
    ["anything for a plugin: the sign of a block", "plugins.p", "|", "|"],
    ["anything for a plugin: two lines", "plugins.p", "a\n b", "a\n b"],
    ["anything for a plugin: three hyphens", "plugins.p", "---", "---"],
    ["anything for a plugin: blanks at both ends", "plugins.p", " a ", " a "],
    ["a key that nobody knows, in an open block", "telemetry.endpoint", "", ""],
    ["the same, a text with a comment sign", "telemetry.endpoint", "https://a.test/#x # y", "https://a.test/#x # y"],
    ["a number with a comment, where no text belongs", "models.m.max_tokens", "5 # y", 5],
    ["lines of YAML", "mcp_servers.s", "# mine\ntransport: stdio\n", { transport: "stdio" }],
    ["an empty mapping, in its own words", "mcp_servers", "{}", {}],
  ])("%s", (_, path, argument, expected) => {
    const { settings } = merge(layersOf({ global: "models: { m: {} }" }));
    const shape = shapeAt(settings, path.split(".")) ?? meaningsOf(configShape, path.split("."))[0]?.shape;
    expect(readValue(argument, shape)?.value).toEqual(expected);
  });

  const FULL = `${V}providers: { a: { kind: { type: catalog, name: a } } }
permissions: { secret_words: [kept-word] }
plugins: { p: { kept: 1 } }
mcp_servers: { s: { transport: stdio, command: c, env: { KEPT: "1" } } }
daemon: { max_tool_turns: 5 }
`;

  test.each([
    "mcp_servers",
    "permissions",
    "permissions.secret_words",
    "providers",
    "plugins",
    "mcp_servers.s",
    "mcp_servers.s.env",
    "daemon",
    "daemon.max_tool_turns",
    "version",
  ])("an empty variable is none for %s, and takes nothing away", async (path) => {
    const place = machine({ [GLOBAL]: FULL });
    const out = `no value for \`${path}\`; \`agentcfg unset --global ${path}\` removes it`;
    for (const argument of ["", " ", "\n", "#x", "# a\n# b"]) {
      await expectRefused(place, ["set", "--global", path, argument], 2, out);
      await expectRefused(place, ["set", "--global", "tui.theme", "dark", path, argument], 2, out);
    }
  });

  test("a number that is too large is refused, at every depth", async () => {
    const place = machine({ [GLOBAL]: V });
    const out = "a number in the value for `plugins.n` is too large, or not finite; in double quotes it is a text";
    for (const argument of ["1e400", "{ a: [-1e400] }", ".inf", ".nan"])
      await expectRefused(place, ["set", "--global", "plugins.n", "--", argument], 2, out);
    const alone = "a number in the value for `models.m.context_window` is too large, or not finite";
    await expectRefused(place, ["set", "--global", "models.m.context_window", "1e400"], 2, alone);
    expect(await textAfter(V, "set", "plugins.n", '"1e400"')).toBe(`${V}plugins:\n  n: "1e400"\n`);
  });

  test("and so it is written", async () => {
    const text = await textAfter(V, "set", "plugins.a", "--", "-5");
    expect(await textAfter(text, "set", "plugins.b", '{ "c": [1, "1"] }')).toBe(
      `${V}plugins:\n  a: -5\n  b:\n    c: [1, "1"]\n`,
    );
    expect(await textAfter(V, "set", "models.m", "{ context_window: 1000, provider_name: '5' }")).toBe(
      `${V}models:\n  m:\n    context_window: 1000\n    provider_name: "5"\n`,
    );
  });

  const MOST = "18446744073709551615";
  const DELAY = "daemon.retry.base_delay_ms";
  const JSON_FILE = "~/.config/agent/config.json";

  test.each([
    ["a new value", GLOBAL, V, DELAY, MOST],
    ["another value", GLOBAL, `${V}daemon: { retry: { base_delay_ms: 5 } }\n`, DELAY, MOST],
    [
      "one that is close to it",
      GLOBAL,
      `${V}daemon: { retry: { base_delay_ms: 18446744073709551614 } }\n`,
      DELAY,
      MOST,
    ],
    ["in braces", GLOBAL, `${V}daemon: { retry: { max_retries: 5 } }\n`, DELAY, MOST],
    ["in new braces", GLOBAL, "{ version: 3 }\n", DELAY, MOST],
    ["in JSON", JSON_FILE, '{ "version": 3 }', DELAY, MOST],
    ["before a comma", `${JSON_FILE}c`, '{ "daemon": { "retry": { "max_retries": 5, }, }, }', DELAY, MOST],
    ["in a mapping", GLOBAL, V, "daemon.retry", `{ base_delay_ms: ${MOST} }`],
  ])("S9 an integer keeps its digits: %s", async (_, file, text, path, value) => {
    const place = machine({ [file]: text });
    expect(await place.run(["set", "--global", path, value])).toMatchObject({ code: 0 });
    expect(place.read(file)).toMatch(new RegExp(`base_delay_ms"?: ${MOST}\\b`));
  });

  test("J01 references stay as they are written, and nothing runs", async () => {
    const text = `${V}config_command_substitution: true\nplugins: { a: "$(touch ran)", b: '\${K}' }\n`;
    const place = machine({ [GLOBAL]: text });
    expect((await place.run(["set", "--global", "plugins.c", "$(touch ran)${K}"], { K: "sk-CANARY" })).code).toBe(0);
    expect(place.read(GLOBAL)).toBe(text.replace(" }\n", ', c: "$(touch ran)${K}" }\n'));
    for (const directory of [place.repository, place.path("~/.config/agent")])
      expect(readdirSync(directory)).not.toContain("ran");
  });

  test("a secret is not repeated", async () => {
    const place = machine({ [GLOBAL]: `${V}providers: { p: { kind: { type: catalog, name: a } } }\n` });
    const secret = "sk-CANARY-0123456789abcdef";
    const { code, stdout, stderr } = await place.run([
      ...["set", "--global", "providers.p.auth", `{ type: static_key, key: ${secret} }`],
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("warning[secret/literal]");
    expect(stdout + stderr).not.toContain("CANARY");
    expect(place.read(GLOBAL)).toContain(secret);
    const refused = await place.run(["set", "--global", "providers.p.auth", `{ type: static_kye, key: ${secret} }`]);
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).not.toContain("CANARY");
  });
});

describe("every other byte stays", () => {
  test.each([
    ["quotes", "tui: { theme: 'dark' } # mine\n", "tui: { theme: 'light' } # mine\n"],
    ["double quotes", 'tui:\n  "theme": "dark"   # mine\n', 'tui:\n  "theme": "light"   # mine\n'],
    [
      "comments",
      "# a\ntui: # b\n  # c\n  theme: dark # d\n  # e\n",
      "# a\ntui: # b\n  # c\n  theme: light # d\n  # e\n",
    ],
    ["no line break at the end", "tui:\n  theme: dark", "tui:\n  theme: light"],
    ["CRLF and a byte order mark", "\ufefftui:\r\n  theme: dark\r\n", "\ufefftui:\r\n  theme: light\r\n"],
    [
      "numbers as they are",
      "plugins: { a: 1.0, b: 1e3, c: 9007199254740993 }\ntui: { theme: dark }\n",
      "plugins: { a: 1.0, b: 1e3, c: 9007199254740993 }\ntui: { theme: light }\n",
    ],
    [
      "indentation for what is new",
      "tui:\n    alt-screen: auto\n# end\n",
      "tui:\n    alt-screen: auto\n    theme: light\n# end\n",
    ],
    ["flow for what is new", "tui: { alt-screen: auto }\n", "tui: { alt-screen: auto, theme: light }\n"],
    ["CRLF for what is new", "version: 3\r\n", "version: 3\r\ntui:\r\n  theme: light\r\n"],
    ["what was empty", "tui: {}\n", "tui: { theme: light }\n"],
    ["what was nothing", "tui: # mine\n", "tui: { theme: light } # mine\n"],
  ])("in YAML: %s", async (_, before, after) => {
    expect(await textAfter(before, "set", "tui.theme", "light")).toBe(after);
  });

  test.each([
    [
      ".agent/config.json",
      '{\r\n\t"version": 3,\r\n\t"tui": { "theme": "dark" }\r\n}',
      '{\r\n\t"version": 3,\r\n\t"tui": { "theme": "light" }\r\n}',
    ],
    [".agent/config.json", '{\n\t"version": 3\n}\n', '{\n\t"version": 3,\n\t"tui": { "theme": "light" }\n}\n'],
    [
      ".agent/config.jsonc",
      '{ // a\n  "tui": { /* b */ "theme": "dark", }, // c\n}\n',
      '{ // a\n  "tui": { /* b */ "theme": "light", }, // c\n}\n',
    ],
    [
      ".agent/config.jsonc",
      '{\n  "version": 3, // a\n  // b\n}\n',
      '{\n  "version": 3, // a\n  "tui": { "theme": "light" },\n  // b\n}\n',
    ],
    [
      ".agent/config.jsonc",
      '{\n  "version": 3 // a\n}\n',
      '{\n  "version": 3, // a\n  "tui": { "theme": "light" }\n}\n',
    ],
  ])("in %s: %j", async (file, before, after) => {
    const place = machine({ [file]: before });
    expect((await place.run(["set", "--project", "tui.theme", "light"])).code).toBe(0);
    expect(place.read(file)).toBe(after);
  });

  test("and the mode of the file", async () => {
    const place = machine({ [GLOBAL]: V });
    chmodSync(place.path(GLOBAL), 0o644);
    await place.run(["set", "--global", "tui.theme", "light"]);
    expect(statSync(place.path(GLOBAL)).mode & 0o777).toBe(0o644);
    expect(readdirSync(place.path("~/.config/agent"))).toEqual(["config.yaml"]);
  });
});

describe("unset", () => {
  test.each([
    ["the only child leaves an empty mapping", "tui:\n  theme: dark # gone\n# mine\n", "tui: {}\n# mine\n"],
    ["the only child in braces", "tui: { theme: dark } # mine\n", "tui: {} # mine\n"],
    ["one of several", "tui:\n  # mine\n  alt-screen: auto\n  theme: dark\n", "tui:\n  # mine\n  alt-screen: auto\n"],
    ["the first in braces", "tui: { theme: dark, alt-screen: auto }\n", "tui: { alt-screen: auto }\n"],
    ["the last in braces", "tui: { alt-screen: auto, theme: dark }\n", "tui: { alt-screen: auto }\n"],
  ])("%s", async (_, before, after) => {
    expect(await textAfter(before, "unset", "tui.theme")).toBe(after);
  });

  test("the only entry of a file leaves a file that says nothing", async () => {
    expect(await textAfter("# mine\ntui: {}\n", "unset", "tui")).toBe("# mine\n");
  });

  test("what is needed is refused", async () => {
    const place = machine({ [GLOBAL]: `${V}mcp_servers: { x: { transport: stdio, command: x } }\n` });
    await expectRefused(place, ["unset", "--global", "mcp_servers.x.command"], 1, /error\[schema\/missing-key\]/);
  });

  test.each([
    [
      "facets:\n  a:\n    source: x.md\n",
      "facets.a.source",
      "not written: `facets.a` needs `source`; `agentcfg unset --project facets.a` removes it whole",
    ],
    [
      "agent_behavior: { shell: { command: bash } }\n",
      "agent_behavior.shell.command",
      "not written: `agent_behavior.shell` needs `command`; `agentcfg unset --project agent_behavior.shell` removes it whole",
    ],
  ])("a key that its mapping needs is refused in a project alone, too: %s", async (text, path, said) => {
    const place = machine({ [PROJECT]: V + text });
    const { code, stderr } = await place.run(["unset", "--project", path]);
    expect({ code, stderr, text: place.read(PROJECT) }).toEqual({
      code: 1,
      stderr: `agentcfg: ${said}\n`,
      text: V + text,
    });
  });

  test("a key that the user's file has, too, is removed from a project", async () => {
    const facets = "facets:\n  a:\n    source: agent://facets/plan.md\n";
    const place = machine({ [GLOBAL]: V + facets, [PROJECT]: V + facets });
    expect((await place.run(["unset", "--project", "facets.a.source"])).code).toBe(0);
    expect(place.read(PROJECT)).toBe(`${V}facets:\n  a: {}\n`);
  });

  test("with the entry that needs it, a key is removed", async () => {
    const place = machine({ [PROJECT]: `${V}facets:\n  a:\n    source: x.md\n` });
    expect((await place.run(["unset", "--project", "facets.a.source", "facets.a"])).code).toBe(0);
    expect(place.read(PROJECT)).toBe(V);
  });
});

describe("nothing to do", () => {
  test.each([
    ["set", ["tui.theme", "dark"]],
    ["unset", ["tui.alt-screen"]],
    ["unset", ["models.none.class"]],
  ])("%s %j says so and writes nothing", async (command, args) => {
    const place = machine({ [GLOBAL]: `${V}tui: { theme: dark }\n` });
    const { mtimeMs } = statSync(place.path(GLOBAL));
    expect(await place.run([command, "--global", ...args])).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(command === "set" ? /^tui\.theme: already dark \(/ : /^[\w.-]+: not set \(/),
    });
    expect(statSync(place.path(GLOBAL)).mtimeMs).toBe(mtimeMs);
  });

  test("an item that a list does not have is not one to set", async () => {
    const place = machine({ [GLOBAL]: `${V}permissions: { secret_files: [.env] }\n` });
    await expectRefused(place, ["set", "--global", "permissions.secret_files[1]", "keys"], 1, "the list has 1 item");
  });
});

describe("surroundings", () => {
  test("a link is not written through, nor is what is no file", async () => {
    const place = machine({ "real.yaml": V });
    mkdirSync(place.path(".agent"));
    symlinkSync("../real.yaml", place.path(PROJECT));
    expect(await place.run(["set", "--project", "tui.theme", "dark"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("symbolic link"),
    });
    expect(place.read("real.yaml")).toBe(V);
    expect(await place.run(["set", "--global", "--file", ".git", "tui.theme", "dark"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("it is a directory"),
    });
  });

  test("a link that leads nowhere is not filled", async () => {
    const place = machine({});
    symlinkSync("nowhere.yaml", place.path("link.yaml"));
    expect((await place.run(["set", "--global", "--file", "link.yaml", "tui.theme", "dark"])).code).toBe(2);
    expect(readdirSync(place.repository).sort()).toEqual([".git", "link.yaml"]);
  });

  test("two files that could be the layer", async () => {
    const place = machine({ [PROJECT]: V, ".agent/config.json": "{}" });
    expect((await place.run(["set", "--project", "tui.theme", "dark"])).code).toBe(1);
    expect([place.read(PROJECT), place.read(".agent/config.json")]).toEqual([V, "{}"]);
  });

  test("a catalog counts, and one that is none is wrong usage", async () => {
    const place = machine({ [GLOBAL]: V, "catalog.yaml": "models: { m: { class: full, context_window: 5000 } }\n" });
    const args = ["set", "--global", "defaults.full"];
    expect(await place.run([...args, "n", "--catalog", "catalog.yaml"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("reference/unknown-model"),
    });
    expect(await place.run([...args, "m", "--catalog", "catalog.yaml"])).toMatchObject({ code: 0, stdout: "" });
    expect(await place.run([...args, "m", "--catalog", "none.yaml"])).toMatchObject({ code: 2 });
  });

  test("a reader that goes away is not an error, and the file is written", () => {
    const place = machine({ [GLOBAL]: V });
    // Nobody reads the standard output that the warning goes to.
    const command = `"${process.execPath}" "${BIN}" set --global defaults.full none | true; echo "\${PIPESTATUS[0]}" >&2`;
    const { stderr } = spawnSync("bash", ["-c", command], {
      cwd: place.repository,
      env: { PATH: process.env["PATH"], HOME: place.home },
      encoding: "utf8",
    });
    expect(stderr).toBe("defaults.full: not set → none (~/.config/agent/config.yaml:3)\n0\n");
    expect(place.read(GLOBAL)).toBe(`${V}defaults:\n  full: none\n`);
  });
});

describe("--expect", () => {
  const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
  const TEXT = `${V}tui: { theme: light }\n`;

  test("writes the version that it names", async () => {
    for (const args of [
      ["set", "--project", "tui.theme", "dark", "--expect", digestOf(TEXT)],
      ["unset", "--project", "tui.theme", "--expect", digestOf(TEXT).toUpperCase()],
    ]) {
      const place = machine({ [PROJECT]: TEXT });
      expect(await place.run(args)).toMatchObject({ code: 0 });
      expect(place.read(PROJECT)).not.toContain("light");
    }
  });

  test.each([
    ["another version", { [PROJECT]: `${TEXT}# mine\n` }],
    ["a version with that value", { [PROJECT]: `${V}tui: { theme: dark }\n` }],
    ["no file", {}],
  ])("refuses %s, and says where the present digest is", async (_, files) => {
    const said =
      /^agentcfg: not written: \.agent\/config\.yaml is not the version that `--expect` names; `agentcfg show --format json`/;
    const place = machine(files);
    await expectRefused(place, ["set", "--project", "tui.theme", "dark", "--expect", digestOf(TEXT)], 2, said);
    await expectRefused(place, ["unset", "--project", "tui.theme", "--expect", digestOf(TEXT)], 2, said);
  });

  test.each(["", "abc", "x".repeat(64)])("takes no %j", async (digest) => {
    const place = machine({ [PROJECT]: TEXT });
    const said = /^agentcfg: `--expect` takes a SHA-256, 64 hexadecimal digits/;
    await expectRefused(place, ["set", "--project", "tui.theme", "dark", "--expect", digest], 2, said);
  });
});
