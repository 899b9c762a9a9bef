/** Messages of `set` and `unset`: the change they made, or why they made none and what to do instead. */
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { enumerate } from "../../src/text/quote.js";
import { ENDINGS } from "../../src/toolkit/read/document/formats.js";
import { set } from "../../src/toolkit/set-value.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const V = "version: 3\n";

/** The standard error of a command line that succeeds. */
async function said(place: Machine, ...args: readonly string[]): Promise<string> {
  const { code, stderr } = await place.run(args);
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr });
  return stderr;
}

/** The standard error of a command line that refuses and leaves both files as they were. */
async function refused(place: Machine, ...args: readonly string[]): Promise<string> {
  const texts = (): readonly string[] =>
    [GLOBAL, PROJECT].map((file) => (existsSync(place.path(file)) ? place.read(file) : ""));
  const before = texts();
  const { code, stderr } = await place.run(args);
  expect({ args, code, texts: texts() }).toEqual({ args, code: 1, texts: before });
  return stderr;
}

describe("old and new value, and the place", () => {
  test("of one value, of several, and of one that is taken out", async () => {
    const place = machine({ [PROJECT]: `${V}# mine\ndaemon:\n  log_level: info\n` });
    expect(await said(place, "set", "--project", "daemon.log_level", "debug")).toBe(
      "daemon.log_level: info → debug (.agent/config.yaml:4)\n",
    );
    expect(await said(place, "set", "--project", "daemon.log_level", "warn", "tui.theme", "dark")).toBe(
      "daemon.log_level: debug → warn (.agent/config.yaml:4)\ntui.theme: not set → dark (.agent/config.yaml:6)\n",
    );
    expect(await said(place, "unset", "--project", "daemon.log_level")).toBe(
      "daemon.log_level: warn → not set (.agent/config.yaml)\n",
    );
    expect(await said(place, "set", "--project", "tui.theme", "dark")).toBe(
      "tui.theme: already dark (.agent/config.yaml:4)\n",
    );
  });

  test("no secret, whether old or new", async () => {
    const key = "providers.p.auth.key";
    const place = machine({
      [GLOBAL]: `${V}providers: { p: { kind: { type: catalog, name: a }, auth: { type: static_key, key: sk-CANARY-old } } }\n`,
    });
    expect(await said(place, "set", "--global", key, "sk-CANARY-new")).toMatch(
      /^providers\.p\.auth\.key: <redacted> → <redacted> \(/,
    );
    expect(await said(place, "set", "--global", key, "${KEY}")).toMatch(
      /^providers\.p\.auth\.key: <redacted> → \$\{KEY\} \(/,
    );
    expect(
      await said(place, "set", "--global", "providers.p.auth", "{ type: static_key, key: sk-CANARY }"),
    ).not.toContain("CANARY");
    expect(await said(place, "unset", "--global", "providers.p.auth")).not.toContain("CANARY");
  });

  test("of what a project must not say, too", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: `${V}updates: { channel: stable }\n` });
    expect(await said(place, "unset", "--project", "updates")).toMatch(
      /^updates: \{.*\} → not set \(\.agent\/config\.yaml\)\n$/,
    );
  });

  test("a long value by its size, and nothing invisible", async () => {
    const place = machine({ [GLOBAL]: `${V}models: { m: { enabled: false } }\n` });
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
    expect(await said(place, "set", "--global", "permissions.secret_files", JSON.stringify(words))).toContain(
      "not set → a list of 40 (",
    );
    expect(await said(place, "set", "--global", "models.m.provider_name", "a\u202eb")).toContain("→ a\\u{202e}b (");
  });
});

describe("what counts, where that is something else", () => {
  test("the project wins", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: `${V}default_permission_matcher: bypass\n` });
    expect(await said(place, "set", "--global", "default_permission_matcher", "standard")).toBe(
      "default_permission_matcher: not set → standard (~/.config/agent/config.yaml:2)\n" +
        "  the project config sets default_permission_matcher to bypass, which wins here (.agent/config.yaml:2:29)\n",
    );
  });

  test("the project unsets it", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: `${V}default_permission_matcher: null\n` });
    expect(await said(place, "set", "--global", "default_permission_matcher", "bypass")).toContain(
      "  default_permission_matcher is not in effect: a higher layer unsets it with null\n",
    );
  });

  test("without it, what lies below, or the default", async () => {
    const place = machine({ [GLOBAL]: `${V}tui: { theme: light }\n`, [PROJECT]: `${V}tui: { theme: dark }\n` });
    expect(await said(place, "unset", "--project", "tui.theme")).toContain(
      "  tui.theme is light now, from the global config (~/.config/agent/config.yaml:2:15)\n",
    );
    expect(await said(place, "unset", "--global", "tui.theme")).toContain("  tui.theme is auto now, the default\n");
  });
});

describe("a file that is not there yet", () => {
  test("is made, even where it says all that is wanted already", async () => {
    const place = machine({});
    expect(await said(place, "set", "--project", "version", "3")).toBe(
      "version: not set → 3 (.agent/config.yaml:1, a new file)\n",
    );
    expect(place.read(PROJECT)).toBe(V);
    expect(await said(place, "set", "--global", "--file", "new.yaml", "version", "3")).toBe(
      "version: not set → 3 (new.yaml:1, a new file)\n",
    );
    expect(place.read("new.yaml")).toBe(V);
  });

  test("is not made to take something out", async () => {
    const place = machine({});
    expect(await said(place, "unset", "--project", "tui.theme")).toMatch(
      /^tui\.theme: not set \(\.agent\/config\.yaml, no such file\)\n/,
    );
    expect(readdirSync(place.repository)).toEqual([".git"]);
  });

  test.each([
    ["a foreign ending", "x.toml", `cannot write x.toml: a configuration ends in ${enumerate(ENDINGS)}`],
    ["no such directory", "no/such/x.yaml", "cannot write no/such/x.yaml: there is no directory no/such"],
  ])("is not made under a name with %s", async (_, file, message) => {
    const place = machine({});
    for (const layer of ["--global", "--project"])
      expect(await place.run(["set", layer, "--file", file, "tui.theme", "dark"])).toEqual({
        ...{ code: 2, stdout: "", stderr: `agentcfg: ${message}\n` },
      });
    expect(readdirSync(place.repository)).toEqual([".git"]);
  });
});

describe("several at once", () => {
  const server = ["mcp_servers.fs.transport", "stdio", "mcp_servers.fs.command", "npx"];

  test("what belongs together is written together", async () => {
    const place = machine({ [PROJECT]: V });
    await said(place, "set", "--project", ...server);
    expect(place.read(PROJECT)).toBe(`${V}mcp_servers:\n  fs:\n    transport: stdio\n    command: npx\n`);
    await said(place, "set", "--project", "tui.theme", "dark");
    await said(place, "unset", "--project", "mcp_servers", "tui");
    expect(place.read(PROJECT)).toBe(V);
  });

  test("all of them or none", async () => {
    const place = machine({ [PROJECT]: V });
    expect(await refused(place, "set", "--project", "tui.theme", "dark", "daemon.log_level", "lazy")).toBe(
      "agentcfg: not written: `tui.theme` and `daemon.log_level` would be invalid\n",
    );
  });

  test("a refused change says which keys it lacks, and both ways to write them", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: V });
    expect(await refused(place, "set", "--project", "mcp_servers.fs.command", "npx")).toBe(
      "agentcfg: not written: `mcp_servers.fs.command` would be invalid; set these together: " +
        "`agentcfg set --project mcp_servers.fs.command VALUE mcp_servers.fs.transport VALUE` or " +
        "`agentcfg set --project mcp_servers.fs '{ command: VALUE, transport: VALUE }'`\n",
    );
    expect(await refused(place, "set", "--project", "mcp_servers[a/b].transport", "stdio")).toContain(
      `\`agentcfg set --project 'mcp_servers["a/b"]' '{ transport: VALUE, command: VALUE }'\``,
    );
    expect(await refused(place, "set", "--project", "providers.p.auth.key", "${K}")).toContain(
      "`agentcfg set --project providers.p.auth.key VALUE providers.p.kind VALUE providers.p.auth.type VALUE`\n",
    );
  });

  test("the advice names the file that was named", async () => {
    const place = machine({ "my file.yaml": V });
    expect(
      await refused(place, "set", "--global", "--file", "my file.yaml", "mcp_servers.fs.command", "npx"),
    ).toContain(
      "`agentcfg set --global --file 'my file.yaml' mcp_servers.fs.command VALUE mcp_servers.fs.transport VALUE`",
    );
  });

  test("a path that is deeper than a configuration may be is refused", async () => {
    for (const depth of [70, 6000]) {
      const place = machine({ [PROJECT]: V });
      const path = `plugins.${Array(depth).fill("a").join(".")}`;
      expect(await place.run(["set", "--project", path, "1"])).toMatchObject({
        ...{
          code: 1,
          stdout: "",
          stderr: `agentcfg: .agent/config.yaml: a path has at most 64 steps, and this one has ${depth + 1}\n`,
        },
      });
      expect(set({ host: place.host, layer: "project", path, value: 1 })).toMatchObject({ why: "by-hand" });
      expect(place.read(PROJECT)).toBe(V);
    }
  });

  test("a path without its value is wrong usage", async () => {
    const place = machine({ [PROJECT]: V });
    expect(await place.run(["set", "--project", "tui.theme", "dark", "daemon.log_level"])).toEqual({
      ...{ code: 2, stdout: "", stderr: "agentcfg: `daemon.log_level` has no value; write pairs: PATH VALUE\n" },
    });
  });
});

describe("lists", () => {
  const files = "permissions.secret_files";

  test("grow and shrink", async () => {
    const place = machine({ [PROJECT]: V });
    expect(await said(place, "set", "--project", "--append", files, ".env", files, "keys", files, "*.pem")).toBe(
      "permissions.secret_files[0]: not set → .env (.agent/config.yaml:3)\n" +
        "permissions.secret_files[1]: not set → keys (.agent/config.yaml:3)\n" +
        "permissions.secret_files[2]: not set → *.pem (.agent/config.yaml:3)\n",
    );
    // Each is named by where it stood before.
    expect(await said(place, "unset", "--project", `${files}[0]`, `${files}[2]`)).toBe(
      "permissions.secret_files[0]: .env → not set (.agent/config.yaml)\n" +
        "permissions.secret_files[2]: *.pem → not set (.agent/config.yaml)\n",
    );
    expect((await place.run(["get", files, "--format", "json"])).stdout).toBe('[\n  "keys"\n]\n');
  });

  test("a new item is of the type that items have", async () => {
    const place = machine({ [PROJECT]: V });
    await said(place, "set", "--project", "--append", files, "5");
    expect(place.read(PROJECT)).toContain('secret_files: ["5"]');
    await said(place, "set", "--project", "mcp_servers.x", "{ transport: stdio, command: c }");
    await said(place, "set", "--project", "--append", "mcp_servers.x.args", "--", "-y");
    expect(place.read(PROJECT)).toContain('args: ["-y"]');
  });

  test("what is no list is not made one", async () => {
    const place = machine({ [PROJECT]: `${V}plugins: { a: 5 }\ntui: { theme: dark }\n` });
    expect(await refused(place, "set", "--project", "--append", "plugins.a", "6")).toContain(
      "`plugins.a` is not a list",
    );
    expect(await refused(place, "set", "--project", "--append", "daemon.log_level", "info")).toContain("not written");
  });
});

describe("a slip of the pen", () => {
  test.each([
    ["defaults.fulll", "m", "`defaults.full`"],
    ["daemon.max_tool_trns", "5", "`daemon.max_tool_turns`"],
    ["mcp_servers.x.comand", "c", "`mcp_servers.x.command`"],
  ])("%s", async (path, value, meant) => {
    const place = machine({ [GLOBAL]: `${V}defaults: { full: a }\n`, [PROJECT]: V });
    for (const layer of ["--global", "--project"])
      expect(await refused(place, "set", layer, path, value)).toContain(`would be invalid; did you mean ${meant}`);
    expect(await said(place, "unset", "--global", path)).toContain(`; did you mean ${meant}`);
  });
});

describe("a mistake that is there already", () => {
  test("does not make another one right: what counts for nothing is not written", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: `${V}telemetry: { endpoint: https://a.test }\n` });
    expect(await refused(place, "set", "--project", "telemetry.endpoint", "https://b.test")).toContain("not written");
    expect(await refused(place, "set", "--project", "telemetry.headers.a", "b")).toContain("not written");
    await said(place, "unset", "--project", "telemetry");
  });

  test("is told again where it is written again", async () => {
    const place = machine({ [GLOBAL]: `${V}defaults: { full: none, mini: none }\n` });
    const { stdout } = await place.run(["set", "--global", "defaults", "{ full: none, mini: none, nano: none }"]);
    expect(stdout.match(/reference\/unknown-model/g)).toHaveLength(3);
  });
});
