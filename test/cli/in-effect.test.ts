/** What `show`, `get` and `models` say of a configuration that is not loaded as it is written, and of places where nothing is. */
import { describe, expect, test } from "vitest";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { vouched } from "../machine/vouched.js";

const V = "version: 3\n";
const COMMANDS = ["show", "show tui", "get tui.theme", "models"].map((line) => [line] as const);

describe("on standard error, in one line", () => {
  test.each(COMMANDS)("%s: errors of the global file, with which nothing loads", async (line) => {
    const place = machine({ [GLOBAL]: `${V}tui: { theme: dark }\ndaemon: { log_level: 5, max_tool_turns: many }\n` });
    expect((await place.load()).ok).toBe(false);
    const { code, stdout, stderr } = await place.run(line.split(" "));
    expect(code).toBe(0);
    expect(stderr.split("\n")[0]).toBe("agentcfg: does not load: 2 errors; see `agentcfg lint`");
    if (line !== "models") expect(stdout).toContain("dark");
  });

  test.each(COMMANDS)("%s: values of the project that are left out", async (line) => {
    const place = machine({
      [GLOBAL]: `${V}tui: { theme: dark }\n`,
      [PROJECT]: `${V}tui: { theme: drak }\ntelemetry: null\nupdates: {}\n`,
    });
    const { code, stderr } = await place.run(line.split(" "));
    expect(code).toBe(0);
    expect(stderr.split("\n")[0]).toBe("agentcfg: 3 values of the project are left out; see `agentcfg lint`");
  });

  test("both, and nothing where all is well", async () => {
    const place = machine({ [GLOBAL]: `${V}tui: { theme: drak }\n`, [PROJECT]: `${V}telemetry: null\n` });
    expect((await place.run(["show"])).stderr).toBe(
      "agentcfg: does not load: 1 error; 1 value of the project is left out; see `agentcfg lint`\n",
    );
    const fine = machine({ [GLOBAL]: V, [PROJECT]: `${V}defaults: { fulll: m }\n` });
    for (const args of [["show"], ["get", "tui.theme"]]) expect((await fine.run(args)).stderr).toBe("");
  });
});

describe("an unknown key", () => {
  const none = (name: string, meant?: string): string =>
    `a configuration has no \`${name}\`${meant === undefined ? "" : `; did you mean \`${meant}\`?`}\n`;

  test.each([
    ["a slip in an open block (S28)", "tui.them", none("tui.them", "tui.theme")],
    ["one in another case", "updates.automaticCheck", none("updates.automaticCheck", "updates.automatic_check")],
    ["a slip of a section", "permisions", none("permisions", "permissions")],
    ["below a scalar", "tui.theme.x", none("tui.theme.x")],
  ])("%s: get, show, explain and unset say the same", async (_, path, said) => {
    const place = machine({ [GLOBAL]: V });
    for (const command of ["get", "show", "explain"])
      expect(await place.run([command, path])).toEqual({ code: 1, stdout: "", stderr: `agentcfg: ${said}` });
    const end = said.includes(";") ? said.slice(said.indexOf(";")) : "\n";
    expect((await place.run(["unset", "--global", path])).stderr).toBe(
      `${path}: not set (~/.config/agent/config.yaml)${end}`,
    );
  });

  test.each(["1e0", "0x1", " 1", "01", "1.0", "+1", "-0", "", "length"])("no item of a list: %j", async (step) => {
    const file = `${V}mcp_servers: { s: { transport: stdio, command: c, args: [a, b] } }\n`;
    const place = machine({ [GLOBAL]: file });
    const name = `\`mcp_servers.s.args${step === "length" ? ".length" : `["${step}"]`}\``;
    const spellings = [`/mcp_servers/s/args/${step}`, ...(step === "" ? [] : [`mcp_servers.s.args[${step}]`])];
    for (const path of spellings) {
      for (const command of ["get", "show", "explain"]) {
        const said = { code: 1, stdout: "", stderr: `agentcfg: a configuration has no ${name}\n` };
        expect([command, await place.run([command, path])]).toEqual([command, said]);
      }
      expect(await place.run(["set", "--global", path, "x"])).toMatchObject({ code: 1, stdout: "" });
      expect((await place.run(["unset", "--global", path])).stderr).toContain(": not set");
    }
    expect(place.read(GLOBAL)).toBe(file);
  });

  test.each([
    ["a key of an open block that is like none (S26)", "tui.sound"],
    ["in such a key", "telemetry.endpoint.port"],
    ["in a plugin", "plugins.p.key"],
  ])("%s may be there", async (_, path) => {
    const place = machine({ [GLOBAL]: V });
    for (const command of ["get", "show"])
      expect((await place.run([command, path])).stderr).toBe(
        `agentcfg: \`${path}\` is not set, and agentcfg does not know it\n`,
      );
    const { code, stdout } = await place.run(["explain", path]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("agentcfg does not know this key; this mapping accepts any\n"),
    });
  });

  test("a misspelt key that is written is no suggestion, and explain shows it", async () => {
    const place = machine({ [GLOBAL]: `${V}tui: { them: dark }\n` });
    expect((await place.run(["get", "tui.thme"])).stderr).toBe(`agentcfg: ${none("tui.thme", "tui.theme")}`);
    expect(await place.run(["explain", "tui.them"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("schema/unknown-key"),
    });
  });
});

describe("what rules forbid in a project", () => {
  const place = (): Machine =>
    machine({
      [GLOBAL]: `${V}providers: { p: { kind: { type: custom_alpha_compatible }, url: "https://p.test" } }
models: { m: { provider: p, class: full, context_window: 9000, max_tokens: 500, max_output_tokens_per_turn: 100 } }
`,
      [PROJECT]: `${V}models: { m: { max_output_tokens_per_turn: 700 } }\n`,
    });

  test("is not shown as if it were in effect, and neither is it loaded", async () => {
    const { load, run } = place();
    const { config } = await load();
    expect(config?.models?.["m"]?.max_output_tokens_per_turn).toBe(100);
    expect(await run(["get", "models.m.max_output_tokens_per_turn"])).toEqual({
      code: 0,
      stdout: "100\n",
      stderr: "agentcfg: 1 value of the project is left out; see `agentcfg lint`\n",
    });
    expect((await run(["show", "models.m", "--layer", "project"])).stdout).toBe("max_output_tokens_per_turn: 700\n");
  });

  test("is shown by explain", async () => {
    const { stdout } = await place().run(["explain", "models.m.max_output_tokens_per_turn"]);
    expect(stdout).toContain(
      "  value    100\n  from     ~/.config/agent/config.yaml:3:109 (global)\n  not      700 at .agent/config.yaml:2:44 (project): left out, because it is a mistake\n  problem  error[model/output-exceeds-max]",
    );
  });
});

describe("a place where nothing is", () => {
  const place = (): Machine =>
    machine({ [GLOBAL]: `${V}models: { acme/big: { enabled: false } }\ndaemon: { max_tool_turns: 0 }\n` });

  test.each([
    [
      "a slip of the pen",
      "daemon.max_tool_trns",
      "a configuration has no `daemon.max_tool_trns`; did you mean `daemon.max_tool_turns`?",
    ],
    ["nothing like it", "nope", "a configuration has no `nope`"],
    [
      "one in a section that takes other keys",
      "tui.them",
      "a configuration has no `tui.them`; did you mean `tui.theme`?",
    ],
    ["a key of a text", "tui.theme.x", "a configuration has no `tui.theme.x`"],
    ["a key without a default", "daemon.log_level", "`daemon.log_level` is known, not set"],
    ["a key of an entry", "models[acme/big].class", '`models["acme/big"].class` is known, not set'],
    [
      "an entry that there is not",
      "models[acme/bg].class",
      '`models["acme/bg"].class` is known, not set; did you mean `models["acme/big"].class`?',
    ],
    [
      "what was written and counts for nothing",
      "daemon.max_tool_turns",
      "`daemon.max_tool_turns` is written but not in effect; `agentcfg explain` says why",
    ],
  ])("%s", async (_, path, said) => {
    for (const command of ["get", "show"])
      expect(await place().run([command, path])).toEqual({ code: 1, stdout: "", stderr: `agentcfg: ${said}\n` });
  });

  test("what a project takes out as a part of a whole is written, too, and `explain` says why it is not in effect", async () => {
    const files = {
      [GLOBAL]: "version: 3\npermissions: { secret_files: [a, b] }\n",
      [PROJECT]: "version: 3\npermissions: null\n",
    };
    const at = await vouched(machine(files));
    for (const path of ["permissions", "permissions.secret_files", "permissions.secret_files[1]"]) {
      const stderr = `agentcfg: \`${path}\` is written but not in effect; \`agentcfg explain\` says why\n`;
      expect(await at.run(["get", path])).toMatchObject({ code: 1, stderr });
      expect((await at.run(["explain", path])).stdout).toContain("a higher layer unsets it with null");
    }
    expect((await at.run(["get", "permissions.secret_words"])).stderr).toContain("is known, not set");
  });

  test("a default is shown only on request, and the output says so", async () => {
    expect(await place().run(["show", "daemon.retry"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "agentcfg: `daemon.retry` is not set; `--defaults` shows its default\n",
    });
    expect(await place().run(["show", "daemon.retry", "--defaults"])).toMatchObject({ code: 0 });
  });
});

describe("a value that is hidden", () => {
  const place = (): Machine =>
    machine({
      [GLOBAL]: `${V}providers: { p: { kind: { type: catalog, name: a }, auth: { type: static_key, key: sk-CANARY } }, q: { kind: { type: catalog, name: a }, auth: { type: static_key, key: "\${KEY}" } } }
permissions: { secret_words: [hunter22] }
models: { m: { provider_name: the hunter22 model, enabled: false } }
`,
    });

  test.each(["providers.p.auth.key", "models.m.provider_name"])("%s is no value for a script", async (path) => {
    for (const format of ["text", "json"]) {
      const { code, stdout, stderr } = await place().run(["get", path, "--format", format]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(`\`${path}\` may be secret and is not shown`);
    }
  });

  test("a reference is shown, and what has hidden parts says so", async () => {
    expect(await place().run(["get", "providers.q.auth.key"])).toEqual({ code: 0, stdout: "${KEY}\n", stderr: "" });
    expect(await place().run(["get", "providers.p.auth"])).toEqual({
      code: 0,
      stdout: '{\n  "type": "static_key",\n  "key": "<redacted>"\n}\n',
      stderr: "agentcfg: parts of `providers.p.auth` may be secret and are not shown\n",
    });
  });
});
