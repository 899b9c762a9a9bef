/** Commands that read both layers, on a machine with both. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { example } from "../machine/examples.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { vouched } from "../machine/vouched.js";

const V = "version: 3\n";

describe("lint finds the layers", () => {
  const twelve = (): ReturnType<typeof machine> => machine(example("twelve-mistakes", "global.yaml", "project.yaml"));

  test("both, without arguments; says which", async () => {
    const { code, stdout, stderr } = await twelve().run(["lint", "--format", "concise"]);
    expect(code).toBe(1);
    expect(stdout.split("\n").map((line) => line.replace(/: error.*|: warning.*/, ""))).toEqual([
      ...[3, 7, 8, 13, 14, 15, 16, 17, 21, 22, 27, 29, 30].map((line) =>
        expect.stringMatching(`^\\.agent/config\\.yaml:${line}:`),
      ),
      "",
    ]);
    expect(stderr).toBe(
      "12 errors, 1 warning in .agent/config.yaml (project), none in ~/.config/agent/config.yaml (global)\n`--fix` would fix 6 of them\n",
    );
  });

  test("the rows of twelve-mistakes that take both layers or a reference, with their related places", async () => {
    const { diagnostics } = JSON.parse((await twelve().run(["lint", "--format", "json"])).stdout);
    const facts = diagnostics
      .filter(({ rule }: { rule: string }) => !rule.startsWith("schema/"))
      .map(
        (d: {
          rule: string;
          path: string;
          range: { start: { line: number; column: number } };
          related: { file: string; range: { start: { line: number } } }[];
          fixes: unknown[];
        }) => [
          d.rule,
          d.path,
          `${d.range.start.line}:${d.range.start.column}`,
          ...d.related.map(({ file, range }) => `${file}:${range.start.line}`),
          d.fixes.length,
        ],
      );
    expect(facts).toEqual([
      ["provider/missing-url", "/providers/proxy", "8:3", 0],
      [
        "model/output-exceeds-max",
        "/models/acme~1big-1.5/max_output_tokens_per_turn",
        "13:33",
        "~/.config/agent/config.yaml:16",
        1,
      ],
      ["model/missing-context-window", "/models/mine", "14:3", 0],
      ["reference/unknown-provider", "/models/mine/provider", "15:15", 1],
      ["substitution/in-project", "/mcp_servers/docs/headers/X-Token", "27:16", "~/.config/agent/config.yaml:2", 0],
      ["layer/global-only", "/updates", "30:1", "~/.config/agent/config.yaml:17", 1],
    ]);
  });

  test("what nobody can tell without a global file is named, and is no mistake", async () => {
    const models = Array.from(
      { length: 12 },
      (_, n) => `  m${n}: { provider: acne, class: full, context_window: 9000 }\n`,
    ).join("");
    const place = machine({
      [PROJECT]: `${V}providers: { acme: { kind: { type: custom_beta_compatible }, url: https://acme.example/v1 } }\nmodels:\n${models}`,
    });
    const { code, stdout, stderr } = await place.run(["lint", PROJECT]);
    const lines = stderr.split("\n");
    expect({ code, stdout, first: lines[0] }).toEqual({
      code: 0,
      stdout: "",
      first: `no problems in ${PROJECT} (project)`,
    });
    expect(lines[2]).toBe(
      `  ${PROJECT}:4:19: no provider is called \`acne\`; configured under \`providers\`: \`acme\``,
    );
    expect(lines.at(-2)).toBe("  and 2 more");
    expect(lines.length).toBe(14);
  });

  test("one named file is read over the other layer, and only it is reported", async () => {
    const place = machine({
      [GLOBAL]: `${V}mcp_servers: { x: { transport: stdio, command: x, colour: red } }\n`,
      [PROJECT]: `${V}mcp_servers: { x: { default_timeout_seconds: 9 } }\n`,
    });
    expect(await place.run(["lint", PROJECT])).toMatchObject({ code: 0, stdout: "" });
    expect(await place.run(["lint", PROJECT, "--no-global", "--format", "concise"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("`--global FILE`"),
    });
  });

  test.each([
    ["--global and --project", ["--global", "g.yaml", "--project", "p.yaml"], "g.yaml (global) and p.yaml (project)"],
    [
      "a project's directory",
      ["--project", "sub"],
      "~/.config/agent/config.yaml (global) and sub/.agent/config.json (project)",
    ],
    ["--no-project", ["--no-project"], "~/.config/agent/config.yaml (global)"],
  ])("%s", async (_, flags, layers) => {
    const place = machine({
      [GLOBAL]: V,
      [PROJECT]: V,
      "g.yaml": V,
      "p.yaml": V,
      "sub/.agent/config.json": '{ "version": 3 }',
    });
    expect((await place.run(["lint", ...flags])).stderr).toContain(`no problems in ${layers}\n`);
  });

  test("XDG_CONFIG_HOME counts when it is absolute", async () => {
    const place = machine({ [GLOBAL]: V, "~/xdg/agent/config.yml": V });
    expect((await place.run(["lint"], { XDG_CONFIG_HOME: join(place.home, "xdg") })).stderr).toContain(
      "~/xdg/agent/config.yml",
    );
    expect((await place.run(["lint"], { XDG_CONFIG_HOME: "xdg" })).stderr).toContain("~/.config/agent/config.yaml");
  });

  test("from a directory inside the repository, and never above it", async () => {
    const place = machine({ [PROJECT]: V, "a/b/c.txt": "", "inner/.git/HEAD": "" });
    const cwd = async (directory: string): Promise<string> =>
      (await place.run(["lint", "--project", directory])).stderr;
    expect(await cwd(".")).toBe("no problems in .agent/config.yaml (project)\n");
    expect(await cwd("inner")).toBe("agentcfg: cannot read inner: there is no configuration in it\n");
  });

  test("nothing to be found", async () => {
    const place = machine({ "sub/x.txt": "" }, { cwd: "sub" });
    for (const command of ["lint", "show", "models"]) {
      const { code, stdout, stderr } = await place.run([command]);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(
        /^agentcfg: no configuration found in ~\/\.config\/agent, \.agent or \.\.\/\.agent; `agentcfg init` writes one\n$/,
      );
    }
    expect((await place.run(["lint", "--no-global"])).stderr).toContain("found in .agent or ../.agent;");
    expect((await place.run(["lint", "--no-global", "--no-project"])).stderr).toContain("leave out both layers");
  });

  test("several files in one directory", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: V, ".agent/config.json": "{}" });
    const { code, stdout } = await place.run(["lint", "--format", "concise"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^\.agent\/config\.yaml:1:1: error\[layer\/ambiguous-file\]: .*`\.agent\/config\.yaml` and `\.agent\/config\.json`; keep one and delete the others[^\n]*\n$/,
    );
  });

  test("a link out of the project is refused unread", async () => {
    const place = machine({ [GLOBAL]: V, "~/secret.yaml": "key: sk-CANARY-0123456789abcdef\n" });
    mkdirSync(place.path(".agent"));
    symlinkSync(place.path("~/secret.yaml"), place.path(PROJECT));
    const { stdout } = await place.run(["lint"]);
    expect(stdout).toContain("error[layer/leaves-project]");
    expect(stdout).not.toContain("CANARY");
  });

  test("a link inside the project is followed unless the global layer forbids it", async () => {
    const place = machine({ [GLOBAL]: V, "shared.yaml": `${V}tui: { theme: nope }\n` });
    mkdirSync(place.path(".agent"));
    symlinkSync(place.path("shared.yaml"), place.path(PROJECT));
    expect((await place.run(["lint"])).stdout).toContain("schema/unknown-value");
    writeFileSync(place.path(GLOBAL), `${V}daemon: { follow_symlinks_for_configs: false }\n`);
    expect((await place.run(["lint"])).stdout).toContain("warning[layer/link-skipped]");
    expect((await place.run(["lint"])).stdout).not.toContain("schema/unknown-value");
  });

  test("one file that is both layers is the global one", async () => {
    const place = machine({ [GLOBAL]: `${V}updates: { channel: stable }\n` });
    const { code, stderr } = await place.run(["lint", "--project", place.path(GLOBAL)]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "no problems in ~/.config/agent/config.yaml (global)\n",
    });
  });
});

describe("show", () => {
  const place = (): ReturnType<typeof machine> => machine(example("team", "global.jsonc", "project.json"));

  test("what is in effect, with origins", async () => {
    expect((await place().run(["show", "--origin", "mcp_servers"])).stdout).toBe(`database:
  transport: stdio # .agent/config.json:8:20
  command: uvx # .agent/config.json:9:18
  args:
    - --from # .agent/config.json:10:16
    - example-db-mcp # .agent/config.json:10:26
    - db-mcp # .agent/config.json:10:44
  pass_env:
    - HOME # .agent/config.json:11:20
    - PATH # .agent/config.json:11:28
    - DATABASE_URL # .agent/config.json:11:36
  block_list:
    - mcp__database__drop_table # .agent/config.json:12:22
`);
  });

  test("secrets stay hidden, references are shown", async () => {
    const secrets = `${V}providers: { p: { kind: { type: catalog, name: a }, auth: { type: static_key, key: sk-CANARY }, headers: { X-Api-Key: CANARY, X-Team: platform } } }
mcp_servers: { m: { transport: stdio, command: x, env: { A_TOKEN: CANARY, B_TOKEN: "\${B}", C_TOKEN: $(cat ~/.netrc), MODE: fast } } }
permissions: { secret_words: [hunter22] }
models: { m: { provider_name: the hunter22 model, context_window: 5000 } }
plugins: { x: { token: CANARY } }
daemon: { web: { http_proxy: "http://user:CANARY@proxy.example" } }
`;
    for (const args of [
      ["show"],
      ["show", "--format", "json", "--origin", "--defaults"],
      ["show", "--layer", "global"],
      ["get", "providers.p"],
      ["explain", "providers.p.auth.key"],
    ]) {
      const { code, stdout } = await machine({ [GLOBAL]: secrets }).run(args);
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/CANARY|hunter22/);
      expect(stdout).toContain("<redacted>");
    }
    expect((await machine({ [GLOBAL]: secrets }).run(["show", "mcp_servers.m.env"])).stdout).toBe(
      "A_TOKEN: <redacted>\nB_TOKEN: ${B}\nC_TOKEN: $(cat ~/.netrc)\nMODE: fast\n",
    );
    expect((await machine({ [GLOBAL]: secrets }).run(["show", "providers.p.headers"])).stdout).toBe(
      "X-Api-Key: <redacted>\nX-Team: platform\n",
    );
  });

  test("what a layer alone leaves open, the merged configuration decides", async () => {
    const place = await vouched(
      machine({
        [GLOBAL]: `${V}mcp_servers: { gh: { transport: http, url: https://user.example/mcp, headers: { Authorization: CANARY } } }\n`,
        [PROJECT]: `${V}mcp_servers: { gh: { url: https://team.example/mcp, headers: { Authorization: CANARY2 } } }\n`,
      }),
    );
    const said = (await place.run(["explain", "mcp_servers.gh.url"])).stdout;
    expect(said).toContain("value    https://team.example/mcp\n");
    expect(said).toContain("not      https://user.example/mcp at ");
    expect((await place.run(["show", "--layer", "project", "mcp_servers.gh"])).stdout).toBe(
      "url: https://team.example/mcp\nheaders:\n  Authorization: <redacted>\n",
    );
    const header = (await place.run(["explain", "mcp_servers.gh.headers.Authorization"])).stdout;
    expect(header).toContain("value    <redacted>\n");
    expect(header).toContain("not      <redacted> at ");
  });

  test("as JSON, with defaults and their origin", async () => {
    const { stdout } = await place().run(["show", "/daemon/retry", "--defaults", "--origin", "--format", "json"]);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      path: "/daemon/retry",
      value: { max_retries: 3, base_delay_ms: 1000, max_computed_delay_ms: 60000 },
      layers: [
        { layer: "global", file: "~/.config/agent/config.jsonc", sha256: expect.stringMatching(/^[\da-f]{64}$/) },
        { layer: "project", file: ".agent/config.json", sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      ],
      withheld: [],
      origins: {
        "/daemon/retry/max_retries": { layer: "default" },
        "/daemon/retry/base_delay_ms": { layer: "default" },
        "/daemon/retry/max_computed_delay_ms": { layer: "default" },
      },
    });
  });

  test("one layer alone", async () => {
    expect((await place().run(["show", "models", "--layer", "project"])).stdout).toBe(
      "gateway/large:\n  max_output_tokens_per_turn: 64000\n",
    );
  });

  test("what is not there", async () => {
    expect(await place().run(["show", "models.none"])).toMatchObject({ code: 1, stdout: "" });
    expect(await place().run(["show", "a[b"])).toMatchObject({ code: 2, stdout: "" });
    expect(await place().run(["get", "__proto__.x"])).toMatchObject({ code: 2, stdout: "" });
    expect(await machine({}).run(["show"])).toMatchObject({ code: 3, stdout: "" });
  });

  test("an unusable project layer is said aloud", async () => {
    const { code, stderr, stdout } = await machine({ [GLOBAL]: `${V}tui: { theme: dark }\n`, [PROJECT]: "a: [\n" }).run(
      ["show", "tui"],
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "theme: dark\n" });
    expect(stderr).toContain("the project layer is not used");
  });
});

describe("explain", () => {
  test("winner, shadowed values and why they lost", async () => {
    const place = machine({
      [GLOBAL]: `${V}models: { m: { context_window: 1000, max_tokens: 9 } }\ndefault_permission_matcher: bypass\n`,
      [PROJECT]: `${V}models: { m: { context_window: 2000, max_tokens: nine } }\ndefault_permission_matcher: null\n`,
    });
    const explain = async (path: string): Promise<unknown> =>
      JSON.parse((await place.run(["explain", path, "--format", "json"])).stdout);
    expect(await explain("models.m.context_window")).toMatchObject({
      value: 2000,
      from: { layer: "project", file: ".agent/config.yaml", line: 2, column: 32 },
      shadowed: [{ layer: "global", line: 2, value: 1000, why: "a higher layer sets another value" }],
    });
    expect(await explain("models.m.max_tokens")).toMatchObject({
      value: 9,
      from: { layer: "global" },
      shadowed: [{ layer: "project", value: "nine", why: "it does not fit here" }],
    });
    expect(await explain("default_permission_matcher")).toMatchObject({
      value: "standard",
      from: { layer: "default" },
      shadowed: [{ layer: "global", value: "bypass", why: "a higher layer unsets it with null" }],
    });
  });

  test("what zero means, when a change applies, and what a rule is about", async () => {
    const place = machine({ [GLOBAL]: V });
    const { stdout } = await place.run(["explain", "daemon.subagent_stall_threshold_secs"]);
    expect(stdout).toContain("0 means the same as leaving it out");
    expect(stdout).toContain("a change needs a restart");
    expect((await place.run(["explain", "daemon.goal_driver.plan_handoff_activate_goal"])).stdout).toContain(
      "says both",
    );
    expect((await place.run(["explain", "layer/global-only"])).stdout).toMatch(
      /^error\[layer\/global-only\]: .*\n\nSeverity: error\nFix: safe\nSuppression: not possible\n/,
    );
    expect(await place.run(["explain", "nothing.like.this"])).toMatchObject({ code: 1, stdout: "" });
    expect((await place.run(["explain", "schema/unknown-keys"])).stderr).toContain(
      "did you mean the rule `schema/unknown-key`?",
    );
  });
});

describe("plan", () => {
  test("every variable and command, and why others are left alone", async () => {
    const place = machine({
      [GLOBAL]: `${V}config_command_substitution: true
providers:
  p:
    kind: { type: catalog, name: a }
    auth: { type: static_key, key: "\${K:-cat ~/.k}" }
    url: $(cat url)
`,
      [PROJECT]: `${V}providers: { p: { url: "https://\${HOST}/" , headers: { X-A: $(id) } } }\n`,
    });
    const { steps, commands } = JSON.parse((await place.run(["plan", "--format", "json"])).stdout);
    expect(commands).toBe(true);
    expect(
      steps.map((step: { action: string; path: string; why?: string; variable?: string; command?: string }) => [
        step.action,
        step.variable,
        step.command,
        step.path,
        step.why,
      ]),
    ).toEqual([
      ["maybe-run", "K", "cat ~/.k", "/providers/p/auth/key", undefined],
      ["nothing", undefined, "cat url", "/providers/p/url", "the project layer sets another value"],
      ["read", "HOST", undefined, "/providers/p/url", undefined],
      ["nothing", undefined, "id", "/providers/p/headers/X-A", "commands never run in a project"],
    ]);
    expect((await place.run(["plan"])).stdout).toContain(
      "may run  ${K} or `cat ~/.k`\n         for providers.p.auth.key at ~/.config/agent/config.yaml:6:37\n",
    );
  });
});

test("no command that only looks starts a process or reads a variable that a configuration names", async () => {
  const place = machine({
    [GLOBAL]: `${V}config_command_substitution: true\nproviders: { p: { kind: { type: catalog, name: a }, url: "$(touch ran)\${CANARY_VARIABLE}" } }\n`,
  });
  for (const command of [
    ["lint"],
    ["show"],
    ["show", "--defaults"],
    ["explain", "providers.p.url"],
    ["plan"],
    ["get", "providers.p.url"],
    ["upgrade", "--diff"],
  ]) {
    const { stdout, stderr } = await place.run(command, { CANARY_VARIABLE: "CANARY_VALUE" });
    expect(stdout + stderr).not.toContain("CANARY_VALUE");
  }
  expect(() => place.read("ran")).toThrow();
  expect(() => place.read("~/.config/agent/ran")).toThrow();
});
