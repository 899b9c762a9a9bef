/** `agentcfg doctor`: each check on a machine where all is well and on others, and what no check may do. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { CHECKS } from "../../src/service/doctor/checks.js";
import { version } from "../../src/toolkit/judge/report/version.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import type { JsonObject } from "../arbitrary/plain.js";
import { cases } from "../cases.js";
import { expectHarmless } from "../machine/harmless.js";
import { type Env, type Files, type Machine, type MachineOptions, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { type Run, runHere } from "../machine/run.js";

/** Those that need no answer of a provider: online.test.ts has the other. */
const OFFLINE = CHECKS.filter(({ isOnline = false }) => !isOnline);

interface Told {
  readonly id: string;
  readonly status: "ok" | "warning" | "problem";
  readonly title: string;
  readonly details: readonly { readonly text: string; readonly path?: string; readonly line?: number }[];
  readonly advice?: string;
}

const V = "version: 3\n";

function yaml(config: JsonObject): string {
  return stringify({ version: 3, ...config });
}

async function checked(at: Machine, args: readonly string[] = [], env: Env = {}) {
  const { code, stdout, stderr } = await at.run(["doctor", "--format", "json", ...args], env);
  expect(stderr).toBe("");
  const { version, checks } = JSON.parse(stdout) as { version: number; checks: readonly Told[] };
  expect(version).toBe(1);
  const one = (id: string): Told => checks.find((check) => check.id === id) as Told;
  return { code, checks, one, stdout };
}

/** The answer of one check about a machine; the exit code is that of a machine on which nothing else is wrong. */
async function told(id: string, files: Files, options: MachineOptions = {}, args: readonly string[] = []) {
  const { one, checks, code } = await checked(machine(files, options), args);
  const isWorse = checks.some(({ status }) => status === "problem");
  expect(code).toBe(isWorse ? 1 : 0);
  const { status, title, details, advice } = one(id);
  return { status, title, texts: details.map(({ text }) => text), isAdvised: advice !== undefined };
}

const server = (command: string, more: JsonObject = {}): JsonObject => ({
  mcp_servers: { docs: { transport: "stdio", command, ...more } },
});

test("on a machine where all is well everything is ok, and says so", async () => {
  const at = machine({ [GLOBAL]: V, [PROJECT]: V });
  const { code, checks } = await checked(at);
  expect({ code, checks: checks.map(({ id, status, advice }) => ({ id, status, advice })) }).toEqual({
    code: 0,
    checks: OFFLINE.map(({ id }) => ({ id, status: "ok", advice: undefined })),
  });
  const { code: same, stdout, stderr } = await at.run(["doctor"]);
  expect({ same, stderr }).toEqual({ same: 0, stderr: "nothing to fix\n" });
  expect(stdout.match(/^ok {6}\S/gm)).toHaveLength(OFFLINE.length);
});

test("every check has a name of its own, and they are documented in their order", () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const rows = [...readFileSync("docs/doctor.md", "utf8").matchAll(/^\| `([a-z][\w-]*)` \|/gm)].map(([, id]) => id);
  expect(rows).toEqual(ids);
});

describe("schema", () => {
  const COPY = { global: "~/.config/agent/config.schema.json", project: ".agent/config.schema.json" };
  const RENEW = {
    global: "`agentcfg schema --associate EDITOR --editor global`",
    project: "`agentcfg schema --associate EDITOR`",
  };

  /** The schema file that another version wrote for an editor. */
  async function older(scope: "global" | "project", draft = "07"): Promise<string> {
    const { stdout } = await machine({}).run(["schema", "--editor", scope, "--draft", draft]);
    return stdout.replace('"log_level"', '"loudness"');
  }

  test("one that this version wrote, for either layer, in either draft", async () => {
    const at = machine({});
    for (const args of [["--global", "--yes", "--provider", "echo"], ["--project"]]) {
      expect((await at.run(["init", ...args])).code).toBe(0);
      expect((await checked(at)).one("schema")).toMatchObject({ status: "ok", details: [] });
    }
    await at.run(["schema", "--associate", "vscode", "--draft", "2020-12"]);
    expect((await checked(at)).one("schema")).toMatchObject({ status: "ok", details: [] });
  });

  test.each([
    ["global", GLOBAL],
    ["project", PROJECT],
  ] as const)("one of another version: %s", async (scope, file) => {
    const at = machine({ [file]: V, [COPY[scope]]: await older(scope) });
    const { one, code } = await checked(at);
    const { status, details, advice } = one("schema");
    expect({ code, status, texts: details.map(({ text }) => text) }).toEqual({
      ...{ code: 0, status: "warning" },
      texts: [`${COPY[scope]}: not as agentcfg ${version} writes it`],
    });
    expect(advice).toContain(RENEW[scope]);
    // The advised command brings it up to date.
    const [, words = ""] = /`agentcfg (.*?)`/.exec(advice ?? "") ?? [];
    expect((await at.run(words.replace("EDITOR", "helix").split(" "))).code).toBe(0);
    expect((await checked(at)).one("schema")).toMatchObject({ status: "ok", details: [] });
  });

  test("both, the one of another layer, and one that is for the other layer", async () => {
    const both = { [COPY.global]: await older("global"), [COPY.project]: await older("project", "2020-12") };
    const { texts } = await told("schema", { [GLOBAL]: V, [PROJECT]: V, ...both });
    expect(texts).toHaveLength(2);
    const { stdout } = await machine({}).run(["schema", "--editor", "project"]);
    expect((await told("schema", { [GLOBAL]: V, [COPY.global]: stdout })).texts).toHaveLength(1);
  });

  test.each<readonly [string, Files, readonly string[]]>([
    ["of somebody else", { [PROJECT]: V, [COPY.project]: '{ "$id": "https://other.example/x.json" }' }, []],
    ["that is no JSON", { [PROJECT]: V, [COPY.project]: "{" }, []],
    ["a link", { [PROJECT]: V, "s.json": "{}", [COPY.project]: { to: "../s.json" } }, []],
    ["a directory", { [PROJECT]: V, [`${COPY.project}/`]: "" }, []],
    ["none", { [PROJECT]: V }, []],
    ["of a layer that is left out", { [GLOBAL]: V, [PROJECT]: V, [COPY.project]: "OLDER" }, ["--no-project"]],
    [
      "beside another file than the one that is named",
      { [GLOBAL]: V, "p.yaml": V, [COPY.project]: "OLDER" },
      ["--project", "p.yaml"],
    ],
  ])("nothing is said of one %s", async (_, files, args) => {
    const text = await older("project");
    const placed = Object.entries(files).map(
      ([name, content]) => [name, content === "OLDER" ? text : content] as const,
    );
    expect(await told("schema", Object.fromEntries(placed), {}, args)).toMatchObject({ status: "ok", texts: [] });
  });
});

describe("files", () => {
  test("every directory in order, and which one counts", async () => {
    const files = { [GLOBAL]: V, "a/.agent/config.json": "{}", [PROJECT]: V, "a/b/": "" };
    expect(await told("files", files, { cwd: "a/b" })).toEqual({
      ...{ status: "ok", title: "2 files found", isAdvised: false },
      texts: [
        "~/.config/agent: config.yaml, the global layer",
        ".agent: no configuration",
        "../.agent: config.json, the project layer",
        "../../.agent: config.yaml, which does not count: another one is nearer",
      ],
    });
  });

  test("a nearer directory without a configuration", async () => {
    const { texts } = await told("files", { [GLOBAL]: V, "a/.agent/": "", [PROJECT]: V }, { cwd: "a" });
    expect(texts).toContain("../.agent: config.yaml, which does not count: another one is nearer");
  });

  test("several files in one directory", async () => {
    expect(await told("files", { [GLOBAL]: V, "~/.config/agent/config.json": "{}" })).toMatchObject({
      status: "problem",
      isAdvised: true,
      texts: expect.arrayContaining([
        "~/.config/agent: config.yaml and config.json, of which only one may be there (global layer)",
        expect.stringMatching(/^~\/\.config\/agent\/config\.yaml cannot be used; /),
      ]),
    });
  });

  test("a file that is no configuration, and one that is not there", async () => {
    const broken = await told("files", { [PROJECT]: "a: [\n" });
    expect(broken).toMatchObject({ status: "problem", isAdvised: true });
    expect(broken.texts.at(-1)).toBe(".agent/config.yaml cannot be used; `agentcfg lint .agent/config.yaml` says why");
    const missing = await told("files", { [GLOBAL]: V }, {}, ["--project", "nowhere.yaml"]);
    expect(missing.texts).toEqual([
      "~/.config/agent: config.yaml, the global layer",
      "nowhere.yaml: chosen as the project layer",
      "nowhere.yaml cannot be read: there is no such file",
    ]);
  });

  test("a global file in the project, and the same file for both", async () => {
    const at = machine({ "cfg/agent/config.yaml": V });
    const env = { XDG_CONFIG_HOME: at.path("cfg") };
    const { one } = await checked(at, [], env);
    expect(one("files")).toMatchObject({ status: "problem" });
    expect(one("files").details[0]?.text).toBe("cfg/agent: config.yaml, which does not count: it lies in the project");
  });

  test("what options leave out", async () => {
    expect((await told("files", { [GLOBAL]: V }, {}, ["--no-project"])).texts).toEqual([
      "~/.config/agent: config.yaml, the global layer",
      "the options leave out the project layer",
    ]);
  });

  test("a directory that cannot be looked into", async () => {
    const at = machine({ [PROJECT]: V });
    const isHidden = (path: string): boolean => path.includes(".config/agent");
    const host: WritingHost = { ...at.host, kindOf: (path) => (isHidden(path) ? "unknown" : at.host.kindOf(path)) };
    const { code, stdout } = await runHere(["doctor"], host);
    expect(code).toBe(1);
    expect(stdout).toContain("~/.config/agent: it cannot be read\n");
    expect(stdout).toContain("~/.config/agent/config.yaml cannot be read: there is no such file\n");
  });
});

describe("without a configuration", () => {
  test.each<readonly [string, MachineOptions, readonly string[], readonly string[]]>([
    ["nothing", {}, [], ["~/.config/agent: no configuration", ".agent: no configuration"]],
    [
      "no home",
      { env: { HOME: "" } },
      [],
      [".agent: no configuration", "there is no home directory, so there is no global layer"],
    ],
    [
      "both left out",
      {},
      ["--no-global", "--no-project"],
      ["the options leave out the global layer", "the options leave out the project layer"],
    ],
  ])("%s: exit code 3, and where it looked", async (_, options, args, texts) => {
    const at = machine({}, options);
    const { code, checks, one } = await checked(at, args);
    expect({ code, ids: checks.map(({ id }) => id) }).toEqual({ code: 3, ids: ["files", "versions"] });
    expect(one("files")).toMatchObject({ status: "problem", advice: "`agentcfg init` writes one" });
    expect(one("files").details.map(({ text }) => text)).toEqual(texts);
    const { code: same, stdout } = await at.run(["doctor", ...args]);
    expect(same).toBe(3);
    for (const text of texts) expect(stdout).toContain(text);
  });
});

test.each([
  ["the current one", V, "ok", "version 3"],
  ["none", "tui: { theme: light }\n", "ok", "no version, read as 3"],
  ["an older one", "version: 2\n", "warning", "version 2"],
  ["a newer one", "version: 9\n", "problem", "version 9, which is not known"],
  ["no number", "version: three\n", "problem", "version that is no number, which is not known"],
])("versions: %s", async (_, text, status, said) => {
  const { title, ...rest } = await told("versions", { [PROJECT]: text });
  expect(rest).toEqual({ status, texts: [`.agent/config.yaml: ${said}`], isAdvised: status !== "ok" });
  expect(title).toMatch(/^agentcfg \d+\.\d+\.\d+ on Node\.js \d+\.\d+\.\d+$/);
});

test.each([
  ["nothing", "tui: { theme: light }\n", "ok", "no problems"],
  ["a warning", "tui: { theme-file: $USER_DIRECTORY/themes/a.yaml }\n", "warning", "1 warning"],
  ["errors", "tui: { theme: 5 }\nfoo: 1\n", "problem", "1 error and 1 warning"],
])("lint: %s", async (_, text, status, said) => {
  expect(await told("lint", { [GLOBAL]: V, [PROJECT]: text })).toEqual({
    ...{ status, title: `lint: ${said}`, isAdvised: status !== "ok" },
    texts: ["~/.config/agent/config.yaml (global): no problems", `.agent/config.yaml (project): ${said}`],
  });
});

test("lint: as its user has it report", async () => {
  const files = { [PROJECT]: "tui: { theme: 5 }\nfoo: 1\n" };
  const settings = { "~/.config/agentcfg/lint.yaml": "ignore: [schema/unknown-key]\n" };
  expect((await told("lint", { ...files, ...settings })).title).toBe("lint: 1 error");
  const at = machine({ ...files, "~/.config/agentcfg/lint.yaml": "ignore: [nothing]\n" });
  const { code, stdout, stderr } = await at.run(["doctor"]);
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: expect.stringContaining("lint: 1 error and 1 warning\n"),
    stderr: expect.stringMatching(/^agentcfg: ~\/\.config\/agentcfg\/lint\.yaml:1:\d+: /),
  });
});

describe("variables", () => {
  const config = yaml({
    providers: { own: { kind: { type: "catalog", name: "beta" }, auth: { type: "static_key", key: "${OWN_KEY}" } } },
    mcp_servers: {
      docs: { transport: "http", url: "https://mcp.example/${TENANT}", headers: { "X-A": "${OWN_KEY}" } },
    },
  });

  test("each that is not set, with every place that needs it", async () => {
    const at = machine({ [GLOBAL]: config });
    const { code, one } = await checked(at);
    expect(code).toBe(1);
    expect(one("variables")).toEqual({
      ...{ id: "variables", status: "problem", title: "2 variables are not set" },
      details: [
        {
          text: "`${OWN_KEY}` for `providers.own.auth.key`",
          path: "/providers/own/auth/key",
          file: "~/.config/agent/config.yaml",
          line: 9,
          column: 12,
        },
        {
          text: "`${TENANT}` for `mcp_servers.docs.url`",
          path: "/mcp_servers/docs/url",
          file: "~/.config/agent/config.yaml",
          line: 13,
          column: 30,
        },
        {
          text: "`${OWN_KEY}` for `mcp_servers.docs.headers.X-A`",
          path: "/mcp_servers/docs/headers/X-A",
          file: "~/.config/agent/config.yaml",
          line: 15,
          column: 12,
        },
      ],
      advice: "set them in the environment that the agent starts in",
    });
  });

  test("that are set, even to nothing", async () => {
    const { status, texts } = await told("variables", { [GLOBAL]: config }, { env: { OWN_KEY: "", TENANT: "a" } });
    expect({ status, texts }).toEqual({ status: "ok", texts: [] });
  });

  test("it is a problem exactly when loading fails for it", async () => {
    const at = machine({ [GLOBAL]: config });
    for (const env of [{}, { OWN_KEY: "k" }, { TENANT: "t" }, { OWN_KEY: "k", TENANT: "t" }]) {
      const { ok } = await at.load({ env: { ...at.env, ...env } });
      expect((await checked(at, [], env)).one("variables").status).toBe(ok ? "ok" : "problem");
    }
  });

  test("what another layer overrides, what has a command to fall back on, and what stands for itself, need none", async () => {
    const global = yaml({
      config_command_substitution: true,
      tui: { theme: "${THEME}" },
      mcp_servers: { a: { transport: "http", url: "https://a.example/${B:-echo b}/$${C}" } },
    });
    expect(await told("variables", { [GLOBAL]: global, [PROJECT]: "tui: { theme: light }\n" })).toMatchObject({
      status: "ok",
    });
  });

  test("what a server is to get", async () => {
    const passing = (env: JsonObject): string => yaml(server("docs-mcp", { pass_env: ["HOME", "DOCS_KEY"], env }));
    expect(await told("variables", { [GLOBAL]: passing({}) })).toEqual({
      ...{ status: "warning", title: "1 variable is not set", isAdvised: true },
      texts: ["`DOCS_KEY`, which `mcp_servers.docs.pass_env` passes on"],
    });
    expect(await told("variables", { [GLOBAL]: passing({ DOCS_KEY: "a" }) })).toMatchObject({ status: "ok" });
    expect(await told("variables", { [GLOBAL]: passing({}) }, { env: { DOCS_KEY: "a" } })).toMatchObject({
      status: "ok",
    });
  });
});

describe("servers", () => {
  /** A machine with a program `docs-mcp` in a directory of its own, and one that may not be started. */
  async function seen(
    config: JsonObject,
    path = "{bin}",
    cwd = ".",
  ): Promise<Omit<Awaited<ReturnType<typeof told>>, "title">> {
    const at = machine(
      { "bin/docs-mcp": "#!/bin/sh\ntouch M\n", "bin/docker": "#!/bin/sh\ntouch M\n", "bin/plain": "", "bin/dir/": "" },
      { cwd },
    );
    for (const program of ["docs-mcp", "docker"]) chmodSync(at.path(`bin/${program}`), 0o755);
    const text = yaml(config).replaceAll("{bin}", at.path("bin"));
    const placed = machine({ [GLOBAL]: text });
    const { one } = await checked(placed, [], { PATH: path.replaceAll("{bin}", at.path("bin")) });
    const { status, details, advice } = one("servers");
    return {
      status,
      texts: details.map((detail) => detail.text.replaceAll(at.path("bin"), "{bin}")),
      isAdvised: advice !== undefined,
    };
  }

  test.each<readonly [string, JsonObject, string, string]>([
    ["on the agent's PATH", server("docs-mcp"), "ok", "is on its `PATH`"],
    ["not there", server("docs-mcq"), "problem", "is not on the `PATH` that it will have"],
    ["not to be started", server("plain"), "problem", "is not on the `PATH` that it will have"],
    ["a directory", server("dir"), "problem", "is not on the `PATH` that it will have"],
    ["PATH passed on", server("docs-mcp", { pass_env: ["PATH"] }), "ok", "is on its `PATH`"],
    ["nothing passed on", server("docs-mcp", { pass_env: [] }), "problem", "gets no `PATH`, so it is not found"],
    [
      "nothing passed on, found all the same",
      server("sh", { pass_env: [] }),
      "warning",
      "gets no `PATH` and is found only in the directories that the system searches by itself",
    ],
    [
      "a container without its variable",
      server("{bin}/docker", { args: ["run", "-e", "FORGE_TOKEN", "acme/forge"] }),
      "warning",
      "is there, but does not get `FORGE_TOKEN`, which it passes on to a container",
    ],
    [
      "a container with its variable",
      server("{bin}/docker", { args: ["run", "-e", "FORGE_TOKEN", "acme/forge"], pass_env: ["PATH", "FORGE_TOKEN"] }),
      "ok",
      "is there",
    ],
    [
      "a PATH of its own",
      server("docs-mcp", { env: { PATH: "/nowhere" } }),
      "problem",
      "is not on the `PATH` that it will have",
    ],
    [
      "a PATH of its own that adds to the agent's",
      server("docs-mcp", { env: { PATH: "/nowhere:${PATH}" } }),
      "ok",
      "is on its `PATH`",
    ],
    [
      "a PATH that is not looked at",
      server("docs-mcp", { env: { PATH: "${OTHER}" } }),
      "ok",
      "was not searched: its `PATH` depends on a variable",
    ],
    ["a command that is not looked at", server("${DOCS}"), "ok", "depends on a variable and was not searched"],
    [
      "one that is off",
      server("docs-mcq", { default_enabled: false }),
      "warning",
      "is not on the `PATH` that it will have",
    ],
    ["a full path", server("{bin}/docs-mcp"), "ok", "is there"],
    ["a full path to nothing", server("{bin}/docs-mcq"), "problem", "is not there"],
    ["a full path without the permission", server("{bin}/plain"), "problem", "is not executable"],
    ["a full path of a directory", server("{bin}/dir"), "problem", "is not a program"],
    ["a path from somewhere", server("./docs-mcq"), "warning", "is not there, seen from ."],
  ])("%s", async (_, config, status, says) => {
    const command = (config as { mcp_servers: { docs: { command: string } } }).mcp_servers.docs.command;
    expect(await seen(config)).toEqual({
      ...{ status, isAdvised: status !== "ok" },
      texts: [`\`${command}\`, for \`mcp_servers.docs\`, ${says}`],
    });
  });

  test("what is not absolute on a PATH does not count", async () => {
    const at = machine({ "bin/docs-mcp": "", [GLOBAL]: yaml(server("docs-mcp")) });
    chmodSync(at.path("bin/docs-mcp"), 0o755);
    for (const path of ["bin", "", "./bin:", "bin::/nowhere"])
      expect((await checked(at, [], { PATH: path })).one("servers").status).toBe("problem");
  });

  describe("a program that only the PATH of a shell leads to", () => {
    /** The answer about `docs-mcp` in `~/.local/bin` and in other directories, for a server with these settings. */
    async function below(more: JsonObject, path: string, others: readonly string[] = [], env: Env = {}) {
      const files = ["~/.local/bin", ...others].map((directory) => `${directory}/docs-mcp`);
      const at = machine(Object.fromEntries(files.map((name) => [name, "#!/bin/sh\n"])));
      for (const name of files) chmodSync(at.path(name), 0o755);
      const placed = (text: string): string => text.replaceAll("{home}", at.home).replaceAll("{repo}", at.repository);
      mkdirSync(at.path(".agent"));
      writeFileSync(at.path(PROJECT), placed(yaml(server("docs-mcp", more))));
      const { one, code } = await checked(at, [], { PATH: placed(path), ...env });
      const { status, details, advice } = one("servers");
      const texts = details.map(({ text }) => text.replaceAll(at.home, "{home}"));
      return { code, status, texts, isAdvised: advice !== undefined };
    }

    const FOUND = "`docs-mcp`, for `mcp_servers.docs`, is on its `PATH`";
    const HINT = `${FOUND}, but only as {home}/.local/bin/docs-mcp: an agent started from a desktop may need that path`;

    test.each<readonly [string, JsonObject, string, readonly string[], string]>([
      ["the agent's own", {}, "/usr/bin:{home}/.local/bin", [], HINT],
      ["passed on by name", { pass_env: ["PATH"] }, "{home}/.local/bin", [], HINT],
      ["put into another", { env: { PATH: "/nowhere:${PATH}" } }, "{home}/.local/bin", [], HINT],
      ["the first of two", {}, "{home}/.local/bin:{home}/n/bin", ["~/n/bin"], HINT],
      ["elsewhere, too", {}, "{home}/.local/bin:{repo}/bin", ["bin"], FOUND],
      ["written out for the server", { env: { PATH: "{home}/.local/bin:${PATH}" } }, "{home}/.local/bin", [], FOUND],
    ])("%s", async (_, more, path, others, says) => {
      expect(await below(more, path, others)).toEqual({ code: 0, status: "ok", texts: [says], isAdvised: false });
    });

    test("where everything lies below the home directory, nothing is reported", async () => {
      expect((await below({}, "{home}/.local/bin", [], { HOME: "/" })).texts).toEqual([FOUND]);
    });
  });

  test("only programs are servers to look for", async () => {
    const http = { mcp_servers: { a: { transport: "http", url: "https://a.example/mcp" } } };
    expect(await told("servers", { [GLOBAL]: yaml(http) })).toMatchObject({ status: "ok", texts: [] });
  });
});

describe("sources", () => {
  const prompts = {
    facets: { review: { source: "prompts/review.md" } },
    subagents: { scout: { source: "prompts/scout.md" } },
  };

  test("that are there", async () => {
    const files = { [PROJECT]: yaml(prompts), "prompts/review.md": "", "prompts/scout.md": "" };
    expect(await told("sources", files)).toMatchObject({ status: "ok", texts: [] });
    expect(
      await told("sources", { [GLOBAL]: yaml({ facets: { a: { source: "agent://facets/a.md" } } }) }),
    ).toMatchObject({ status: "ok" });
  });

  test("that are not, of a project and of its user", async () => {
    const texts = [
      "prompts/review.md, for `facets.review.source`, is not there",
      "prompts/scout.md, for `subagents.scout.source`, is a directory",
    ];
    const files = { "prompts/scout.md/": "" };
    expect(await told("sources", { [PROJECT]: yaml(prompts), ...files })).toEqual({
      ...{ status: "problem", title: "2 files that the agent is to read are not there", isAdvised: true, texts },
    });
    // Not every project has a file for what its user has set up.
    expect(await told("sources", { [GLOBAL]: yaml(prompts), [PROJECT]: V, ...files })).toMatchObject({
      status: "warning",
      texts,
    });
    expect(await told("sources", { [GLOBAL]: yaml(prompts), ...files })).toMatchObject({ status: "warning", texts });
  });

  test("that nobody can tell the place of: a file that is in no project", async () => {
    const files = { "elsewhere.yaml": yaml(prompts) };
    expect(await told("sources", files, {}, ["--project", "elsewhere.yaml"])).toMatchObject({ status: "warning" });
  });

  test("a link counts as what it leads to", async () => {
    const link = (to: string): Files => ({ "prompts/review.md": { to }, "x.md": "", "prompts/scout.md": "" });
    expect((await told("sources", { [PROJECT]: yaml(prompts), ...link("../x.md") })).status).toBe("ok");
    expect((await told("sources", { [PROJECT]: yaml(prompts), ...link("../y.md") })).status).toBe("problem");
  });

  test("the script of the shell", async () => {
    const shell = { agent_behavior: { shell: { command: "bash", init_script: "init.sh" } } };
    expect((await told("sources", { [PROJECT]: yaml(shell) })).texts).toEqual([
      "init.sh, for `agent_behavior.shell.init_script`, is not there",
    ]);
    expect((await told("sources", { [PROJECT]: yaml(shell), "init.sh": "" })).status).toBe("ok");
  });
});

describe("trust store", () => {
  const store = (file: string): string => yaml({ daemon: { tls: { trust_store: file } } });
  const PEM = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

  test.each([
    ["none", V, "ok", "no trust store is configured"],
    ["not there", store("/nowhere/ca.pem"), "problem", "the trust store cannot be used: there is no such file"],
    ["a directory", store("/"), "problem", "the trust store cannot be used: it is a directory"],
    ["from somewhere", store("ca.pem"), "warning", "the trust store cannot be used: there is no such file"],
    ["by a variable", store("${CA}"), "ok", "`daemon.tls.trust_store` depends on a variable and was not checked"],
  ])("%s", async (_, text, status, title) => {
    expect(await told("trust-store", { [GLOBAL]: text })).toMatchObject({ status, title, isAdvised: status !== "ok" });
  });

  test("what is no certificate, and what is one", async () => {
    const at = machine({ "ca.pem": "no certificate" });
    const bad = await told("trust-store", { [GLOBAL]: store(at.path("ca.pem")) });
    expect(bad).toMatchObject({ status: "problem", title: expect.stringContaining("no certificate") });
    const placed = machine({ "ca.pem": PEM, [GLOBAL]: store("ca.pem") });
    const { stdout } = await runHere(["doctor"], { ...placed.host, countCertificates: () => 1 });
    expect(stdout).toContain("the trust store can be used\n");
  });
});

describe("secrets", () => {
  const KEY = "sk-proj-abcdefghijklmnopqrstuv123456";
  const literal = yaml({
    providers: { own: { kind: { type: "catalog", name: "beta" }, auth: { type: "static_key", key: KEY } } },
  });
  const words = yaml({ permissions: { secret_words: ["hunter2hunter2"] } });
  const variable = literal.replace(KEY, "${OWN_KEY}");

  test.each([
    ["a secret that everybody reads", literal, 0o644, "warning"],
    ["a secret that a group reads", literal, 0o640, "warning"],
    ["words that are secret", words, 0o644, "warning"],
    ["a secret for its user alone", literal, 0o600, "ok"],
    ["no secret", variable, 0o644, "ok"],
  ])("%s", async (_, text, mode, status) => {
    const at = machine({ [GLOBAL]: text });
    chmodSync(at.path(GLOBAL), mode);
    const { one, stdout } = await checked(at, [], { OWN_KEY: "x" });
    expect(one("secrets").status).toBe(status);
    const texts = one("secrets").details.map((detail) => detail.text);
    expect(texts).toEqual(status === "ok" ? [] : [`~/.config/agent/config.yaml has mode 0${mode.toString(8)}`]);
    expect(stdout).not.toMatch(/abcdefgh|hunter2/);
  });
});

describe("trust", () => {
  const own = yaml({ mcp_servers: { docs: { transport: "stdio", command: "sh" } } });

  test.each<readonly [string, Files, string, RegExp]>([
    ["no project", { [GLOBAL]: V }, "ok", /no project/],
    ["a benign one", { [PROJECT]: "tui: { theme: light }\n" }, "ok", /makes no risky changes/],
    ["one that starts something", { [PROJECT]: own }, "warning", /you do not vouch/],
    ["a list that is none", { [PROJECT]: own, "~/.local/state/agent/trusted.json": "[]" }, "warning", /cannot be used/],
  ])("%s", async (_, files, status, title) => {
    expect(await told("trust", files)).toMatchObject({
      status,
      title: expect.stringMatching(title),
      isAdvised: status !== "ok",
    });
  });

  test("a directory, and where the user's own tool servers start", async () => {
    const servers =
      "mcp_servers: { own: { transport: stdio, command: sh }, off: { transport: stdio, command: sh, default_enabled: false } }";
    const at = machine({ [GLOBAL]: `${V}${servers}\n`, [PROJECT]: `${V}tui: { theme: light }\n` });
    const before = (await checked(at)).one("trust");
    expect([before.status, before.title]).toEqual(["ok", "the project makes no risky changes"]);
    expect((await at.run(["doctor"])).stdout).toContain(
      "`own` starts in ~/.config/agent: you do not vouch for this directory",
    );
    expect((await runHere(["trust"], at.host, { typed: "y\n" })).code).toBe(0);
    expect((await checked(at)).one("trust")).toMatchObject({
      status: "ok",
      title: "you vouch for this directory, and the project makes no risky changes",
    });
  });

  test("one that its user vouches for, until a byte of it changes", async () => {
    const at = machine({ [PROJECT]: own });
    expect((await runHere(["trust"], at.host, { typed: "y\n" })).code).toBe(0);
    expect((await checked(at)).one("trust")).toMatchObject({
      status: "ok",
      title: "you vouch for this directory, and for the project as it is",
    });
    expect((await at.run(["doctor"])).stdout).not.toContain("do not vouch");
    const changed = machine({
      [PROJECT]: `${own}# changed\n`,
      "~/.local/state/agent/trusted.json": at.read("~/.local/state/agent/trusted.json"),
    });
    expect((await checked(changed)).one("trust").status).toBe("warning");
  });
});

describe("models", () => {
  const model = (name: string, more: JsonObject = {}): JsonObject => ({
    providers: { beta: { kind: { type: "catalog", name: "beta" } } },
    models: { [name]: { provider: "beta", class: "full", context_window: 9000, ...more } },
  });

  test.each([
    ["what init wrote", model("your-model"), "problem", ["`your-model` is a placeholder (`models.your-model`)"]],
    [
      "the provider is asked for the placeholder",
      model("big", { provider_name: "your-model" }),
      ...(["problem", ["`your-model` is a placeholder (`models.big.provider_name`)"]] as const),
    ],
    ["its name at the provider is said", model("your-model", { provider_name: "big-1.5" }), "ok", []],
    ["a name of one's own", model("big"), "ok", []],
  ])("%s", async (_, config, status, texts) => {
    expect(await told("models", { [GLOBAL]: yaml(config) })).toMatchObject({ status, texts });
  });
});

describe("providers", () => {
  const provider = (entry: JsonObject): JsonObject => ({ providers: { p: entry } });
  const beta = { kind: { type: "catalog", name: "beta" } };
  const url = "https://api.example.com/v1";
  const own = { kind: { type: "custom_beta_compatible" }, url };

  test.each<readonly [string, JsonObject, readonly unknown[]]>([
    ["one of the user's own", own, []],
    ["an echo", { ...own, protocol: "test" }, []],
    ["one of a catalog that nobody has", beta, [expect.stringMatching(/^`providers\.p`: it has no protocol/)]],
    [
      "with its protocol",
      { ...beta, protocol: "beta_chat_completions" },
      [expect.stringContaining("it has no address")],
    ],
    ["and its address", { ...beta, url, protocol: "beta_chat_completions" }, []],
    [
      "a protocol that is not spoken",
      { ...own, protocol: "v3_chat_completions" },
      [expect.stringContaining("`agent` does not speak `v3_chat_completions`")],
    ],
  ])("%s", async (_, entry, texts) => {
    const status = texts.length === 0 ? "ok" : "warning";
    expect(await told("providers", { [GLOBAL]: yaml(provider(entry)) })).toMatchObject({ status, texts });
  });

  test.each([
    ["m", "problem"],
    ["m(high)", "problem"],
    ["n", "warning"],
    ["there-is-none", "warning"],
  ])("a default model %s of a provider that cannot be asked", async (full, status) => {
    const models = {
      m: { provider: "p", class: "full", context_window: 9000 },
      n: { provider: "q", class: "full", context_window: 9000 },
    };
    const p = { ...own, protocol: "v3_chat_completions" };
    const all = { providers: { p, q: own }, models, defaults: { full } };
    expect(await told("providers", { [GLOBAL]: yaml(all) })).toMatchObject({ status });
  });

  test("what a catalog says counts", async () => {
    const files = {
      [GLOBAL]: yaml(provider(beta)),
      "catalog.json": JSON.stringify({ providers: { beta: { url, protocol: "beta_chat_completions" } } }),
    };
    expect(await told("providers", files, {}, ["--catalog", "catalog.json"])).toMatchObject({ status: "ok" });
  });
});

test("the page shows what happens", async () => {
  const page = readFileSync("docs/doctor.md", "utf8");
  const [, words = "", said = ""] = /^\$ agentcfg (init .*)\n(.*)\n/m.exec(page) ?? [];
  const at = machine({});
  expect(await at.run(words.split(" "))).toEqual({ code: 0, stdout: "", stderr: `${said}\n` });
  const [, json = ""] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];
  expect((await checked(at)).one("variables")).toEqual(JSON.parse(json).checks[0]);
});

test("wrong usage is 2", async () => {
  const { run } = machine({ [PROJECT]: V });
  for (const args of [["--format", "sarif"], ["--nothing"], ["file"], ["--catalog", "nowhere.json"]])
    expect((await run(["doctor", ...args])).code).toBe(2);
});

/** A configuration that refers to every variable that it is given, in every way there is. */
function referring(names: readonly string[]): string {
  const [first = "A", ...rest] = names;
  return yaml({
    providers: { own: { kind: { type: "catalog", name: "beta" }, auth: { type: "static_key", key: `\${${first}}` } } },
    mcp_servers: Object.fromEntries(
      names.map((name, index) => [
        `s${index}`,
        index % 2 === 0
          ? {
              transport: "stdio",
              command: index % 4 === 0 ? `\${${name}}` : "docs",
              args: [`--a=\${${name}}`],
              pass_env: [...names, "PATH"],
            }
          : { transport: "http", url: `https://a.example/\${${name}}` },
      ]),
    ),
    daemon: { tls: { trust_store: `/x/\${${rest[0] ?? first}}` } },
    tui: { theme: `\${${first}}` },
  });
}

test("no value of a variable is printed, whether it is set or not", async () => {
  const nameArbitrary = fc
    .stringMatching(/^[A-Z][A-Z0-9_]{2,8}$/)
    .filter((name) => !/^(HOME|PATH|XDG_.*|NO_COLOR|FORCE_COLOR|TERM)$/.test(name));
  const valueArbitrary = fc.stringMatching(/^[a-z0-9]{12,20}$/).filter((value) => /[a-z]\d[a-z]/.test(value));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(nameArbitrary, valueArbitrary), {
        selector: ([name]) => name,
        minLength: 2,
        maxLength: 6,
      }),
      fc.array(nameArbitrary, { maxLength: 3 }),
      async (pairs, unset) => {
        const set = Object.fromEntries(pairs);
        const env = { ...set, PATH: `/opt/${pairs[0]?.[1]}/bin:/usr/bin` };
        const at = machine({ [GLOBAL]: referring([...pairs.map(([name]) => name), ...unset]) });
        const values = pairs.map(([, value]) => value);
        for (const args of [["doctor"], ["doctor", "--format", "json"]]) {
          const { stdout, stderr } = await at.run(args, env);
          expect(stdout.length).toBeGreaterThan(100);
          expect(values.filter((value) => (stdout + stderr).includes(value))).toEqual([]);
        }
      },
    ),
    { numRuns: cases(200) },
  );
});

test("of a variable that a configuration names nothing but whether it is set is looked at", async () => {
  const at = machine({ [GLOBAL]: referring(["SECRET_ONE", "SECRET_TWO", "SECRET_THREE"]) });
  const read: string[] = [];
  const env = new Proxy(
    { ...at.env, SECRET_ONE: "a" },
    {
      get: (target, name) => {
        read.push(String(name));
        return Reflect.get(target, name);
      },
    },
  );
  const { stdout } = await runHere(["doctor"], { ...nodeHost({ cwd: at.cwd, env: at.env }), env });
  expect(stdout).toContain("SECRET_TWO");
  expect(read.filter((name) => name.startsWith("SECRET"))).toEqual([]);
  expect(read).toContain("PATH");
});

const HOSTILE = [
  "::error::x",
  "a\n::error::y",
  "##[group]",
  "\u202egpj",
  "\u001b[31m",
  "a`b",
  "x\u0000y",
  "\ud83d\ude00 z",
];

test("text of a stranger has no effect on its reader", async () => {
  const hostile: JsonObject = {
    mcp_servers: Object.fromEntries(
      HOSTILE.map((name) => [
        name,
        { transport: "stdio", command: name, pass_env: ["NOT_SET"], env: { A: `\${${"B"}}` } },
      ]),
    ),
    facets: Object.fromEntries(HOSTILE.map((name) => [name, { source: `prompts/${name.replace(/\W/g, "")}.md` }])),
    daemon: { tls: { trust_store: "/nowhere/::error::" } },
  };
  const at = machine({ [GLOBAL]: yaml(hostile), "::error::d/.agent/": "" }, { cwd: "::error::d" });
  for (const args of [["doctor"], ["doctor", "--format", "json"], ["doctor", "--global", "::error::\n.yaml"]]) {
    const run: Run = await at.run(args);
    expectHarmless(args, run);
    expect(run.stdout).not.toContain(at.root);
  }
});

test("of nine servers only those that will not start are listed", async () => {
  const entry = (command: string): string => `{ transport: stdio, command: ${command} }`;
  const good = Array.from({ length: 7 }, (_, index) => `  good${index}: ${entry(process.execPath)}\n`).join("");
  const bad = `  bad1: ${entry("/no/such/one")}\n  bad2: ${entry("/no/such/two")}\n`;
  const at = machine({ [GLOBAL]: `version: 3\nmcp_servers:\n${good}${bad}` });
  const { stdout } = await at.run(["doctor"]);
  expect(stdout).toContain("2 of 9 MCP servers will not start");
  expect(stdout).toContain("/no/such/one");
  expect(stdout).toContain("/no/such/two");
  expect(stdout).not.toContain("mcp_servers.good");
});
