/** `agentcfg init`: the text of a first configuration, the files that it never overwrites, and odd options and answers. */
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROVIDER_NAMES, PROVIDERS, providerNamed, VENDOR_NAMES } from "../../src/service/starter/providers.js";
import { VENDORS } from "../../src/toolkit/import/dialects/vendors.js";
import { isObject, type Json } from "../../src/toolkit/read/document/data.js";
import { FORMAT_NAMES, type Format } from "../../src/toolkit/read/document/formats.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, globalFile, PROJECT, projectFile } from "../machine/names.js";
import { asNobody } from "../machine/nobody.js";
import { type Run, runHere } from "../machine/run.js";

const LINE = "# yaml-language-server: $schema=./config.schema.json\n";
const URL_OF = (provider: string): readonly string[] => [
  ...[
    "--url",
    provider.includes("alpha") || provider === "anthropic" ? "https://api.example.com" : "https://api.example.com/v1",
  ],
];

/** Everything there is, by name: contents of files, places that links lead to. */
function contents(directory: string): Readonly<Record<string, string>> {
  const all = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => {
    const stat = lstatSync(join(directory, name));
    if (stat.isSymbolicLink()) return [name, readlinkSync(join(directory, name))];
    return [name, stat.isDirectory() ? "" : readFileSync(join(directory, name), "latin1")];
  });
  return Object.fromEntries(all);
}

function dataIn(at: Machine, name: string, format: Format): Json {
  const { root, problems } = parse({ file: name, text: at.read(name) }, format);
  expect(problems).toEqual([]);
  return root === undefined ? null : toData(root);
}

/** The findings of lint, of every severity. */
async function said(at: Machine): Promise<readonly string[]> {
  const { stdout } = await at.run(["lint", "--format", "concise", "--fail-on", "info"]);
  return stdout.split("\n").slice(0, -1);
}

/** The text with everything in use that a starter holds in a comment. */
function inUse(text: string, format: Format): string {
  return format === "yaml"
    ? text.replace(/^# (?=[ a-z])(?!yaml-language)/gm, "")
    : text.replace(/^ {2}\/\/ (?=[ "}])/gm, "  ");
}

describe("a vendor", () => {
  test.each(VENDOR_NAMES)("%s brings its kind, address and variable, as docs/doctor.md says", async (vendor) => {
    const { kind, url, keyVariable } = providerNamed(vendor);
    const at = machine({});
    const address = url === undefined ? ["--url", "http://localhost:8000/v1"] : [];
    const { code, stderr } = await at.run(["init", "--global", "--provider", vendor, "--model", "m", ...address]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("`agentcfg doctor`") });
    expect(await said(at)).toEqual([]);
    const auth = keyVariable === undefined ? { type: "no_auth" } : { type: "static_key", key: `\${${keyVariable}}` };
    const { providers } = dataIn(at, GLOBAL, "yaml") as { providers: object };
    expect(providers).toEqual({ [vendor]: { kind, url: url ?? "http://localhost:8000/v1", auth } });
    const row = `| ${vendor} | \`${kind.type}\` | ${url === undefined ? "yours: `--url`" : `\`${url}\``} |`;
    expect(readFileSync("docs/doctor.md", "utf8")).toContain(`\n${row}\n`);
  });

  test("that has no usual address needs one", async () => {
    const run = await machine({}).run(["init", "--global", "--provider", "vllm", "--model", "m"]);
    expect(run).toMatchObject({ code: 2, stderr: "agentcfg: `--provider vllm` needs a `--url`\n" });
  });

  test.each(Object.keys(VENDORS))("%s of `import` is a choice, or another spelling of one", (name) => {
    const spelt = VENDOR_NAMES.filter((one) => VENDORS[one]?.url === VENDORS[name]?.url);
    expect(spelt).not.toEqual([]);
  });

  test("is a choice of the dialog, which shows what manuals say, and takes the usual answers", async () => {
    const at = machine({});
    const { code, stderr } = await runHere(["init"], at.host, { typed: "global\ndeepseek\n\n\nchat\n" });
    expect(code).toBe(0);
    expect(stderr).toMatch(/POST …\/v1\/chat\/completions.* custom_beta_compatible\n/);
    expect(stderr).toMatch(/POST …\/v1\/messages.* custom_alpha_compatible\n/);
    expect(dataIn(at, GLOBAL, "yaml")).toMatchObject({
      providers: { deepseek: { url: "https://api.deepseek.com/v1", auth: { key: "${DEEPSEEK_API_KEY}" } } },
      models: { chat: { provider: "deepseek" } },
    });
    const local = machine({});
    await runHere(["init"], local.host, { typed: "global\nollama\n\nqwen\n" });
    expect(dataIn(local, GLOBAL, "yaml")).toMatchObject({ providers: { ollama: { auth: { type: "no_auth" } } } });
  });
});

describe.each(FORMAT_NAMES)("a starter in %s", (format) => {
  const remote = PROVIDER_NAMES.filter((name) => providerNamed(name).address !== "none");
  test.each(remote)("with a provider of kind %s has no finding", async (provider) => {
    const at = machine({});
    const wanted = ["--provider", provider, ...URL_OF(provider), "--model", "acme/big-1.5", "--key-variable", "MY_KEY"];
    const { code, stdout, stderr } = await at.run(["init", "--global", "--format", format, ...wanted]);
    expect({ code, stdout, stderr }).toEqual({
      ...{ code: 0, stdout: "" },
      stderr: `~/.config/agent/config.${format}: created; set MY_KEY in your environment, then \`agentcfg doctor\`\n`,
    });
    expect(await said(at)).toEqual([]);
    const { name, kind } = providerNamed(provider);
    expect(dataIn(at, globalFile(format), format)).toMatchObject({
      version: 3,
      providers: { [name]: { kind, auth: { type: "static_key", key: "${MY_KEY}" } } },
      models: { "acme/big-1.5": { provider: name, class: "full", context_window: 200_000 } },
      defaults: { full: "acme/big-1.5" },
    });
  });

  test("of a catalog says the protocol, and asks for a missing address", async () => {
    const at = machine({});
    const { stderr } = await at.run(["init", "--global", "--format", format]);
    expect(stderr).toMatch(/`your-model`.* `agentcfg set --global providers\.beta\.url URL`.* set BETA_API_KEY /);
    expect(await said(at)).toEqual([]);
    const { protocol } = PROVIDERS.beta;
    expect(dataIn(at, globalFile(format), format)).toMatchObject({ providers: { beta: { protocol } } });
  });

  test("of an echo loads as it stands, and needs neither key nor model", async () => {
    const at = machine({});
    const echo = ["init", "--global", "--format", format, "--provider", "echo"];
    const { code, stderr } = await at.run(echo);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("; `agent exec hi` repeats") });
    expect(await said(at)).toEqual([]);
    expect(await at.load()).toMatchObject({ ok: true, diagnostics: [], config: { defaults: { full: "echo" } } });
    for (const more of [
      ["--url", "https://x.example"],
      ["--key-variable", "K"],
      ["--model", "m"],
    ])
      expect(await machine({}).run([...echo, ...more])).toMatchObject({ code: 2 });
  });

  test("loads once its variable is set", async () => {
    const at = machine({});
    await at.run(["init", "--global", "--format", format]);
    expect((await at.load()).ok).toBe(false);
    expect(await at.load({ env: { ...at.env, BETA_API_KEY: "k" } })).toMatchObject({ ok: true, diagnostics: [] });
  });

  test("of a project changes nothing, and what it proposes is right", async () => {
    const at = machine({});
    await at.run(["init", "--global", "--format", format]);
    expect(await at.run(["init", "--project", "--format", format])).toMatchObject({ code: 0, stdout: "" });
    expect(await said(at)).toEqual([]);
    expect(dataIn(at, projectFile(format), format)).toEqual({
      ...(format === "yaml" ? {} : { $schema: "./config.schema.json" }),
      version: 3,
    });
  });

  test("is for its user's eyes alone, and begins with what names the schema beside it", async () => {
    const at = machine({});
    for (const [layer, file] of [
      ["--global", globalFile(format)] as const,
      ["--project", projectFile(format)] as const,
    ]) {
      await at.run(["init", layer, "--format", format]);
      expect(lstatSync(at.path(file)).mode & 0o077).toBe(0);
      const schema = JSON.parse(readFileSync(join(at.path(file), "../config.schema.json"), "utf8"));
      expect(schema.$id).toContain(layer.slice(2));
      if (format === "yaml") expect(at.read(file).startsWith(LINE)).toBe(true);
      else expect(dataIn(at, file, format)).toMatchObject({ $schema: "./config.schema.json" });
    }
  });

  test("without the schema names none", async () => {
    const at = machine({});
    await at.run(["init", "--project", "--format", format, "--no-schema"]);
    expect(at.read(projectFile(format))).not.toContain("schema");
    expect(readdirSync(at.path(".agent"))).toEqual([`config.${format}`]);
  });
});

test.each(["yaml", "jsonc"] as const)(
  "what stands in comments in %s is right once it is put to use",
  async (format) => {
    const at = machine({});
    await at.run(["init", "--global", "--format", format]);
    await at.run(["init", "--project", "--format", format]);
    const texts = { global: at.read(globalFile(format)), project: at.read(projectFile(format)) };
    const used = machine({
      [globalFile(format)]: inUse(texts.global, format),
      [projectFile(format)]: inUse(texts.project, format),
    });
    expect(await said(used)).toEqual([expect.stringContaining("info[trust/starts-process]")]);
    expect(dataIn(used, globalFile(format), format)).toMatchObject({ permissions: {}, daemon: { log_level: "debug" } });
    expect(dataIn(used, projectFile(format), format)).toMatchObject({ mcp_servers: { docs: {} }, defaults: {} });
  },
);

/** Texts that would be something else if they were put into a file as they are. */
const oddArbitrary = fc.oneof(
  fc.string({ unit: CHARACTER }),
  fc.string({ unit: fc.constantFrom(..." \n\r\t\\\"'#:-,[]{}$()&*!%@`|>?~a") }),
  fc.constantFrom(
    "$(touch ran)",
    "${HOME}",
    "$${HOME}",
    "a: b",
    "a #b",
    "true",
    "null",
    "1",
    "~",
    "__proto__",
    "<<",
    "- a",
  ),
  fc.constantFrom(
    "a\nversion: 9",
    "\u2028",
    "\u0085",
    "\ufeff",
    "\u202e",
    "*/",
    "// x",
    "a(high)",
    "",
    " ",
    "a ",
    "::error::",
  ),
);

test("odd names and addresses are refused, or read back as they were given", async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(
      oddArbitrary,
      fc.option(oddArbitrary),
      fc.constantFrom(...FORMAT_NAMES),
      async (model, path, format) => {
        const at = machine({});
        const url = path === null ? undefined : `https://api.example.com/${path}`;
        const args = ["--model", model, ...(url === undefined ? [] : ["--url", url])];
        const { code, stderr } = await at.run(["init", "--format", format, ...args]);
        if (code !== 0) {
          expect({ code, files: contents(at.root) }).toEqual({ code: 2, files: contents(machine({}).root) });
          expect(stderr).toMatch(/^agentcfg: /);
          return;
        }
        written += 1;
        expect(await said(at)).toEqual([]);
        const data = dataIn(at, globalFile(format), format);
        const models = isObject(data) ? data["models"] : null;
        expect(Object.keys(models ?? {})).toEqual([model]);
        expect(data).toMatchObject({
          defaults: { full: model },
          providers: { beta: url === undefined ? {} : { url } },
        });
      },
    ),
    { numRuns: cases(200) },
  );
  expect(written).toBeGreaterThan(0);
});

test.each([
  ["a key", "sk-live-abcdefghijklmnop1234"],
  ["a line", "A\nB"],
  ["a reference", "${A}"],
  ["nothing", ""],
])("--key-variable with %s is refused, and what was given is not repeated", async (_, given) => {
  const at = machine({});
  const before = contents(at.root);
  const { code, stdout, stderr } = await at.run(["init", "--key-variable", given]);
  expect({ code, stdout, stderr }).toEqual({
    ...{ code: 2, stdout: "" },
    stderr: "agentcfg: `--key-variable` takes the name of an environment variable, never a key itself\n",
  });
  expect(contents(at.root)).toEqual(before);
});

test("findings about an address are shown without the secret in it", async () => {
  const at = machine({});
  const { code, stdout, stderr } = await at.run(["init", "--url", "https://me:hunter2hunter2@api.example.com"]);
  expect(code).toBe(2);
  expect(stdout).toContain("provider/");
  expect(stdout + stderr).not.toContain("hunter2");
  expect(readdirSync(at.home)).toEqual([]);
});

test.each<readonly [string, readonly string[], RegExp]>([
  ["two layers", ["--global", "--project"], /choose one of them/],
  ["a provider in a project", ["--project", "--provider", "beta"], /`--provider` belongs in a global/],
  ["a model in a project", ["--project", "--model", "a"], /`--model` belongs in a global/],
  ["a provider that does not exist", ["--provider", "acme"], /Allowed choices/],
  ["a provider without its address", ["--provider", "custom_beta_compatible"], /needs a `--url`/],
  ["no layer and no terminal", [], /no terminal for questions: choose `--global` or `--project`/],
  ["an argument", ["config.yaml"], /too many arguments/],
])("wrong usage: %s", async (_, args, sentence) => {
  const at = machine({});
  const before = contents(at.root);
  const { code, stderr } = await at.run(["init", ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
  expect(contents(at.root)).toEqual(before);
});

const V = "version: 3\n";

describe("what is there stays as it is", () => {
  test.each<readonly [string, string, Files, string]>([
    ["a file", "--project", { [PROJECT]: V }, ".agent/config.yaml is already there and stays as it is"],
    ["one with another ending", "--project", { ".agent/config.yml": V }, ".agent/config.yml is already there"],
    [
      "one of another format",
      "--global",
      { [globalFile("jsonc")]: "{}" },
      "~/.config/agent/config.jsonc is already there",
    ],
    ["two files", "--project", { ".agent/config.json": "{}", [PROJECT]: V }, ".agent/config.yaml is already there"],
    ["an empty file", "--global", { [GLOBAL]: "" }, "~/.config/agent/config.yaml is already there"],
    ["a directory", "--project", { ".agent/config.json/": "" }, ".agent/config.json is already there, a directory"],
    [
      "a link",
      "--project",
      { "x.yaml": V, [PROJECT]: { to: "../x.yaml" } },
      ".agent/config.yaml is already there, a link",
    ],
    [
      "a link to nothing",
      "--global",
      { [GLOBAL]: { to: "nowhere" } },
      "~/.config/agent/config.yaml is already there, a link",
    ],
    ["a file called .agent", "--project", { ".agent": "" }, ".agent is no directory"],
    ["a link called .agent", "--project", { "x/": "", ".agent": { to: "x" } }, ".agent is a link"],
    [
      "a link to nothing for the user's own",
      "--global",
      { "~/.config/agent": { to: "../x" } },
      "~/.config/agent is a link",
    ],
  ])("%s", async (_, layer, files, sentence) => {
    const at = machine(files);
    const before = contents(at.root);
    const { code, stdout, stderr } = await at.run(["init", layer]);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(`agentcfg: ${sentence}`),
    });
    expect(contents(at.root)).toEqual(before);
  });

  test("a second time, too", async () => {
    const at = machine({});
    for (const layer of ["--global", "--project"]) expect((await at.run(["init", layer])).code).toBe(0);
    const before = contents(at.root);
    for (const args of [["--global"], ["--project", "--format", "json"], ["--yes"], []])
      expect((await at.run(["init", ...args])).code).toBe(2);
    expect((await at.run(["init", "--yes"])).stderr).toMatch(
      /~\/\.config\/agent\/config\.yaml .*; \.agent\/config\.yaml /,
    );
    expect(contents(at.root)).toEqual(before);
  });

  test("somebody else's schema: the starter names none", async () => {
    const at = machine({ ".agent/config.schema.json": "{}" });
    expect((await at.run(["init", "--project"])).code).toBe(0);
    expect(at.read(".agent/config.schema.json")).toBe("{}");
    expect(at.read(PROJECT)).not.toContain("$schema");
  });
});

test("the project's file goes to the nearest .agent directory, else to the root of the repository", async () => {
  const root = machine({ "a/b/": "" }, { cwd: "a/b" });
  expect((await root.run(["init", "--project"])).stderr).toMatch(/^\.\.\/\.\.\/\.agent\/config\.yaml: created/);
  const near = machine({ "a/.agent/": "", "a/b/": "" }, { cwd: "a/b" });
  expect((await near.run(["init", "--project"])).stderr).toMatch(/^\.\.\/\.agent\/config\.yaml: created/);
  expect((await near.run(["lint"])).stderr).toContain("../.agent/config.yaml (project)");
});

test("others can read the schema, which holds nothing of anybody's", async () => {
  const { run, path } = machine({});
  await run(["init", "--project"]);
  expect(lstatSync(path(".agent/config.schema.json")).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("without a home there is no place for a user's own", async () => {
  const at = machine({});
  const { run } = machine({}, { env: { HOME: "" } });
  expect(await run(["init", "--global"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no home directory"),
  });
  const within = machine({}, { env: { XDG_CONFIG_HOME: at.repository } });
  expect((await within.run(["init", "--global"])).code).toBe(0);
  const own = machine({});
  expect(await own.run(["init", "--global"], { XDG_CONFIG_HOME: own.repository })).toMatchObject({ code: 2 });
  // A directory that is not there yet lies in the project, too.
  const home = { HOME: join(own.repository, "home"), XDG_CONFIG_HOME: "" };
  expect(await own.run(["init", "--global", "--yes", "--model", "m"], home)).toMatchObject({ code: 2 });
});

test.each([
  ["--project", ".agent", ".agent/config.schema.json: permission denied"],
  ["--project", ".", ".agent/config.schema.json: permission denied"],
  ["--global", "~/.config", "~/.config/agent/config.schema.json: permission denied"],
])("in a directory that may not be written to: %s, %s", (layer, directory, sentence) => {
  const at = machine(directory === "." ? {} : { [`${directory}/`]: "" });
  chmodSync(at.path(directory), 0o555);
  const before = contents(at.root);
  expect(asNobody(at, ["init", layer])).toEqual({
    code: 2,
    stdout: "",
    stderr: `agentcfg: cannot write ${sentence}\n`,
  });
  expect(contents(at.root)).toEqual(before);
});

describe("at a terminal", () => {
  const typing = (at: Machine, typed: string, ...args: readonly string[]): Promise<Run> =>
    runHere(["init", ...args], at.host, { typed });

  test("five questions, and Enter is an answer", async () => {
    const at = machine({});
    const { code, stderr } = await typing(at, "\n\n\n\n\n");
    expect(code).toBe(0);
    expect(stderr.match(/\? (?:\[[^\]]*\] )?/g)).toHaveLength(5);
    expect(dataIn(at, GLOBAL, "yaml")).toMatchObject({ providers: { beta: { auth: { key: "${BETA_API_KEY}" } } } });
  });

  test("answers count, wrong ones are asked for again, and what options say is not asked", async () => {
    const at = machine({});
    const { code, stderr } = await typing(
      at,
      "both\nglobal\nacme\nalpha\nno address\n\nsk-1\nMY_KEY\n${MODEL}\nbig-1.5\n",
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/write global or project/);
    expect(dataIn(at, GLOBAL, "yaml")).toMatchObject({
      providers: { alpha: { auth: { key: "${MY_KEY}" } } },
      defaults: { full: "big-1.5" },
    });
    const other = machine({});
    const all = ["--provider", "alpha", "--key-variable", "K", "--url", "https://api.example.com", "--model", "m"];
    expect((await typing(other, "", ...all)).stderr).toMatch(/^~\/\.config\/agent\/config\.yaml: created/);
  });

  test("an address is asked for where no catalog supplies it", async () => {
    const at = machine({});
    await typing(at, "global\ncustom_beta_compatible\nno address\nhttps://api.example.com/v1\n\nbig-1.5\n");
    expect(dataIn(at, GLOBAL, "yaml")).toMatchObject({ providers: { custom: { url: "https://api.example.com/v1" } } });
  });

  test("an echo needs no answer more", async () => {
    const at = machine({});
    expect((await typing(at, "global\necho\n")).stderr).toContain("created; `agent exec hi`");
  });

  test("a project is one question, and the default answer where there is a global file", async () => {
    const at = machine({ [GLOBAL]: V });
    expect((await typing(at, "global\n\n")).stderr).toMatch(
      /is already there.*\[project\] \.agent\/config\.yaml: created/s,
    );
  });

  test("--yes asks nothing", async () => {
    const at = machine({});
    expect((await typing(at, "", "--yes")).stderr).toMatch(/^~\/\.config\/agent\/config\.yaml: created/);
    expect((await typing(at, "", "-y")).stderr).toMatch(/^\.agent\/config\.yaml: created/);
  });

  test.each([
    "",
    "glo",
    "global\n",
    "global\nbeta\n",
    "global\nbeta\nBETA_API_KEY",
    "x\n".repeat(20),
    "x".repeat(100_000),
  ])("interrupted, nothing is written: %j", async (typed) => {
    const at = machine({});
    const before = contents(at.root);
    const { code, stdout, stderr } = await typing(at, typed);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/\nagentcfg: nothing was written\n$/),
    });
    expect(contents(at.root)).toEqual(before);
  });
});

test("no configuration: other commands say how to begin one", async () => {
  const { code, stderr } = await machine({}).run(["show"]);
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("; `agentcfg init` writes one\n") });
});
