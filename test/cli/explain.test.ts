/** `explain`: the values that a place takes, the value in effect and its mistakes; with a configuration and without one. */
import { describe, expect, test } from "vitest";
import type { Spot } from "../../src/service/explain/story.js";
import { meaningsOf } from "../../src/toolkit/read/schema/lookup.js";
import { configShape, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { vouched } from "../machine/vouched.js";

const V = "version: 3\n";

const explain = async (text: string, path: string): Promise<string> =>
  (await machine({ [GLOBAL]: `${V}${text}` }).run(["explain", path])).stdout;

describe("without a configuration", () => {
  test("the schema answers", async () => {
    const { code, stdout, stderr } = await machine({}).run(["explain", "tui.theme"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^tui\.theme\n {2}value {4}auto\n {2}from {5}the default\n {2}type {5}`auto`, `light`, `dark`\n/,
    );
    expect((await machine({}).run(["explain", "daemon.log_level"])).stdout).toContain("  value    not set\n");
  });

  test("a rule is explained, too", async () => {
    expect(await machine({}).run(["explain", "layer/global-only"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("with one that cannot be used, what is in effect stays open", async () => {
    const { code, stdout, stderr } = await machine({ [GLOBAL]: "a: [\n" }).run(["explain", "tui.theme"]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("`agentcfg lint ~/.config/agent/config.yaml` says why"),
    });
    expect(stdout).toContain("  type     `auto`, `light`, `dark`\n");
    expect(stdout).not.toContain("value");
  });
});

describe("a mapping that both layers write", () => {
  const URL = 'kind: { type: custom_beta_compatible }, url: "https://a.test/v1"';
  const both = (user: string, project: string) => machine({ [GLOBAL]: V + user, [PROJECT]: V + project });
  const USERS = "~/.config/agent/config.yaml";
  const places = async (at: Machine, path: string): Promise<readonly string[]> => {
    const { stdout } = await at.run(["explain", path]);
    return stdout.split("\n").flatMap((line) => line.match(/^ {2}(?:from|and) {5,6}(.*)$/)?.[1] ?? []);
  };

  test.each<[string, string, string, string, readonly string[]]>([
    [
      "headers of which one counts, whatever its case",
      "providers.a.headers",
      `providers: { a: { ${URL}, headers: { X-A: one } } }\n`,
      "providers: { a: { headers: { x-a: two } } }\n",
      [".agent/config.yaml:2:28 (project)"],
    ],
    [
      "a model that a project changes",
      "models.a",
      "models: { a: { class: full } }\n",
      "models: { a: { context_window: 5000 } }\n",
      [`${USERS}:2:14 (global)`, ".agent/config.yaml:2:14 (project)"],
    ],
    [
      "a whole section",
      "providers",
      `providers: { a: { ${URL} } }\n`,
      `providers: { b: { ${URL} } }\n`,
      [`${USERS}:2:12 (global)`, ".agent/config.yaml:2:12 (project)"],
    ],
    ["one that only its user writes", "tui", "tui: { theme: dark }\n", "", [`${USERS}:2:6 (global)`]],
    [
      "one that inherits",
      "models.b",
      "models: { a: { class: full, context_window: 5000 }, b: { inherits: a } }\n",
      "",
      [`${USERS}:2:14 (global)`, `${USERS}:2:56 (global)`],
    ],
    ["one that is empty", "tui", "tui: {}\n", "", [`${USERS}:2:6 (global)`]],
    [
      "a list, whole",
      "permissions.secret_files",
      "permissions: { secret_files: [a] }\n",
      "",
      [`${USERS}:2:30 (global)`],
    ],
  ])("%s comes from all places that make it up", async (_, path, user, project, expected) => {
    const at = await vouched(both(user, project));
    expect(await places(at, path)).toEqual(expected);
    const { from, origins } = JSON.parse((await at.run(["explain", path, "--format", "json"])).stdout);
    const named = (spot: Spot): string => `${spot.file}:${spot.line}:${spot.column} (${spot.layer})`;
    expect((origins ?? [from]).map(named)).toEqual(expected);
    expect(named(from)).toBe(expected.at(-1));
  });
});

describe("any path of any variant", () => {
  test.each([
    ["mcp_servers.x.command", "with `transport: stdio`"],
    ["mcp_servers.x.auth.redirect.uri", "with `transport: http`", "with `type: oauth`", "with `type: fixed`"],
    ["providers.x.auth.key", "with `type: static_key`"],
    ["models.x.reasoning.levels", "with `type: effort`"],
    ["providers[my/one].kind.name", "with `type: catalog`"],
    ["mcp_servers.x.default_enabled"],
  ])("%s", async (path, ...conditions) => {
    const { code, stdout } = await machine({}).run(["explain", path]);
    expect(code).toBe(0);
    expect(stdout.match(/(?<= {2}only {5}).*/g) ?? []).toEqual(conditions);
  });

  test("the choice made here is shown beside it", async () => {
    expect(
      await explain("mcp_servers: { x: { transport: http, url: https://x.test } }\n", "mcp_servers.x.command"),
    ).toContain("  only     with `transport: stdio`; here it is `http`\n");
    expect(
      await explain("mcp_servers: { x: { transport: stdio, command: c } }\n", "mcp_servers.x.command"),
    ).not.toContain("only");
  });

  test("variants that disagree are shown apart", async () => {
    const { stdout } = await machine({}).run(["explain", "providers.x.auth.profile"]);
    expect(stdout.match(/(?<= {2}only {5}).*/g)).toEqual(["with `type: delta_device`", "with `type: epsilon_device`"]);
  });

  test("every key of the schema has a meaning", () => {
    const paths: (readonly string[])[] = [];
    const collect = (shape: Shape, path: readonly string[]): void => {
      const variants = [...(shape.tag?.variants.values() ?? [])];
      for (const { properties } of [shape, ...variants])
        for (const [key, child] of properties) {
          paths.push([...path, key]);
          collect(child, [...path, key]);
        }
      if (shape.rest !== undefined) collect(shape.rest, [...path, "x"]);
    };
    collect(configShape, []);
    expect(paths.length).toBeGreaterThan(150);
    expect(paths.filter((path) => meaningsOf(configShape, path).length === 0)).toEqual([]);
  });
});

describe("what is inside", () => {
  test("the keys, with type, default and the first sentence of their meaning", async () => {
    const { stdout } = await machine({}).run(["explain", "daemon.retry"]);
    const [, ...rows] = stdout.slice(stdout.indexOf("\n\n") + 2).split("\n");
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(0, 3))).toEqual([
      ["max_retries", "integer, from 0 to 4294967295", "3"],
      ["base_delay_ms", "integer, from 0 to 184467440737…", "1000"],
      ["max_computed_delay_ms", "integer, from 0 to 184467440737…", "60000"],
      [""],
    ]);
  });

  test("of a map, the keys of its entries; of variants, all of them", async () => {
    const { stdout } = await machine({}).run(["explain", "mcp_servers"]);
    expect(stdout).toMatch(/^ {2}<name>\.transport +`stdio`, `http` +required +/m);
    expect(stdout).toMatch(
      /^ {2}<name>\.command +string +required +The executable to start \(with transport: stdio\)$/m,
    );
    expect(stdout).toMatch(/^ {2}<name>\.default_enabled +boolean +true +Whether to connect at startup$/m);
  });

  test("and as JSON", async () => {
    const { stdout } = await machine({}).run(["explain", "providers", "--format", "json"]);
    expect(JSON.parse(stdout).keys[0]).toMatchObject({ key: "<name>.kind", required: true });
  });

  test("a mapping is YAML, without its defaults", async () => {
    expect(
      await explain("mcp_servers: { x: { transport: stdio, command: c, args: [a, b] } }\n", "mcp_servers.x"),
    ).toContain(
      "  value    transport: stdio\n           command: c\n           args:\n             - a\n             - b\n  from",
    );
  });
});

describe("what is wrong there", () => {
  test("the findings at the place and in it, and no others", async () => {
    const text = "tui: { theme: drak }\ndaemon: { log_level: inf, max_tool_turns: many }\n";
    const about = async (path: string): Promise<readonly string[]> =>
      (await explain(text, path)).match(/(?<= {2}problem {2}).*?(?=:)/g) ?? [];
    expect(await about("daemon")).toEqual(["error[schema/unknown-value]", "error[schema/wrong-type]"]);
    expect(await about("daemon.max_tool_turns")).toEqual(["error[schema/wrong-type]"]);
    expect(await about("daemon.retry")).toEqual([]);
    expect(await explain(text, "daemon.log_level")).toContain("cannot be `inf` (~/.config/agent/config.yaml:3:22)\n");
  });

  test("where the zero is that counts as not set", async () => {
    const told = await explain("daemon: { max_tool_turns: 0 }\n", "daemon.max_tool_turns");
    expect(told).toContain(
      "  not      0 at ~/.config/agent/config.yaml:2:27 (global): 0 means the same as leaving it out\n",
    );
    expect(told.match(/0 means/g)).toHaveLength(1);
  });

  test("what is written in an entry that is not complete", async () => {
    expect(await explain("providers: { p: { url: https://x.test } }\n", "providers.p.url")).toContain(
      "  not      https://x.test at ~/.config/agent/config.yaml:2:24 (global): what it belongs to lacks a required key\n",
    );
  });

  test("no secret in any of it", async () => {
    const place = machine({
      [GLOBAL]: `${V}providers: { p: { auth: { type: static_key, key: sk-CANARY } } }\npermissions: { secret_words: [hunter22] }\n`,
      [PROJECT]: `${V}providers: { p: { headers: { X-A: hunter22 } } }\n`,
    });
    for (const path of ["", "providers", "providers.p.auth.key", "permissions"]) {
      const { stdout } = await place.run(["explain", path]);
      expect(stdout).not.toMatch(/CANARY|hunter22/);
    }
  });
});

describe("a family of rules", () => {
  test("is listed", async () => {
    const { code, stdout } = await machine({}).run(["explain", "effect"]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !line.startsWith("effect/"))).toEqual([]);
  });

  test("of the same name as a key comes after it", async () => {
    const place = machine({});
    expect((await place.run(["explain", "version"])).stdout).toMatch(/^version\n.*`agentcfg explain version\/` lists/s);
    expect((await place.run(["explain", "version/"])).stdout).toMatch(/^version\/missing /);
  });
});

test.each([
  ["daemon.max_tool_trns", "`daemon.max_tool_turns`"],
  ["deamon.max_tool_turns", "`daemon.max_tool_turns`"],
  ["models.m.contextWindow", "`models.m.context_window`"],
  ["mcp_servers.x.comand", "`mcp_servers.x.command`"],
  ["schema/unknown-kye", "the rule `schema/unknown-key`"],
])("a slip of the pen: %s", async (path, meant) => {
  const { code, stderr } = await machine({}).run(["explain", path]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`; did you mean ${meant}`) });
});
