import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { afterAll, describe, expect, test } from "vitest";
import { enumerate } from "../../src/text/quote.js";
import { ENDINGS } from "../../src/toolkit/read/document/formats.js";
import { BIN, type Run, runIn, runProcess } from "../machine/run.js";

const folder = mkdtempSync(join(tmpdir(), "agentcfg-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = "version: 3\n";
const WARNING = "defaults:\n  fulll: a\nversion: 3\n";
const ERROR = "version: 300\n";
const BOTH = `defaults:\n  fulll: a\n${ERROR}`;

function file(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return name;
}

const lint = (...args: string[]): Promise<Run> => runIn(["lint", ...args], { cwd: folder });

describe("exit codes and streams", () => {
  test.each([
    ["nothing to say", GOOD, [], 0],
    ["a warning", WARNING, [], 0],
    ["a warning that counts", WARNING, ["--fail-on", "warning"], 1],
    ["an error", ERROR, [], 1],
    ["an error, as JSON", ERROR, ["--format", "json"], 1],
    ["an error, concisely", ERROR, ["--format", "concise"], 1],
    ["an error, quietly", ERROR, ["--quiet"], 1],
  ])("%s", async (_, text, flags, code) => {
    expect((await lint(file("a.yaml", text), ...flags)).code).toBe(code);
  });

  test("findings on stdout, the summary on stderr", async () => {
    const { stdout, stderr } = await lint(file("a.yaml", BOTH), "--format", "concise");
    expect(stdout).toBe(
      "a.yaml:2:3: warning[schema/unknown-key]: [*] unknown key `fulll` in `defaults`; did you mean `full`?\n" +
        "a.yaml:3:10: error[schema/out-of-range]: `version` must be at least 0 and at most 255\n",
    );
    expect(stderr).toBe("1 error, 1 warning in a.yaml (global)\n`--fix` would fix 1 of them\n");
  });

  test("a clean file says so on stderr and nothing on stdout", async () => {
    expect(await lint(file("a.yaml", GOOD))).toEqual({
      code: 0,
      stdout: "",
      stderr: "no problems in a.yaml (global)\n",
    });
  });

  test("--quiet prints only what counts", async () => {
    const { stdout, stderr } = await lint(file("a.yaml", BOTH), "--quiet", "--format", "concise");
    expect(stdout).toMatch(/^a\.yaml:3:10: error\[schema\/out-of-range\][^\n]*\n$/);
    expect(stderr).toBe("");
  });

  test("--quiet leaves nothing out of what a report for programs counts", async () => {
    const name = file("a.yaml", BOTH);
    const summaryOf = async (...options: readonly string[]): Promise<unknown> =>
      JSON.parse((await lint(name, "--format", "json", ...options)).stdout).summary;
    const summary = await summaryOf();
    expect(summary).toMatchObject({ errors: 1, warnings: 1 });
    expect(await summaryOf("--quiet")).toEqual(summary);
  });

  test("several files in one run, sorted by name", async () => {
    const names = [file("b.yaml", ERROR), file("a.json", '{ "version": 300 }')];
    const { code, stdout } = await lint(...names, "--format", "concise");
    expect(code).toBe(1);
    expect(stdout.split("\n").map((line) => line.split(":")[0])).toEqual(["a.json", "b.yaml", ""]);
  });

  test.each([
    ["a layer that does not exist", ["lint", "--as", "user", "a.yaml"]],
    ["an unknown option", ["lint", "--frmat", "json", "a.yaml"]],
    ["an unknown format", ["lint", "--format", "xml", "a.yaml"]],
    ["an unknown command", ["lnt"]],
    ["no command", []],
  ])("usage: %s", async (_, args) => {
    const { code, stdout, stderr } = await runIn(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/--help|Usage/);
  });

  test("a message about wrong usage starts with the name of the program", async () => {
    expect((await runIn(["lnt"])).stderr).toMatch(/^agentcfg: unknown command 'lnt'\n\(Did you mean lint\?\)\n/);
    expect((await runIn(["lint", "--frmat"])).stderr).toMatch(/^agentcfg: unknown option/);
  });

  test("help and version go to stdout, as options and as words", async () => {
    // These are written when the program is built.
    const help = runProcess(["--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("explain"), stderr: "" });
    expect(runProcess(["help"])).toEqual(help);
    expect(await runIn(["help", "set"])).toEqual(await runIn(["set", "--help"]));
    expect((await runIn(["help", "nothing"])).code).toBe(2);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    for (const word of ["--version", "-v", "-V", "version"])
      expect(await runIn([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("help shows paths in the quotes that a shell needs, and says what --fix reaches", async () => {
    for (const name of ["get", "set", "show", "explain"])
      expect((await runIn(["help", name])).stdout).toContain(`'models["acme/big"].class'`);
    expect((await runIn(["help", "lint"])).stdout.replace(/\s+/g, " ")).toContain(
      "--fix also changes your own global file",
    );
  });
});

describe("files that cannot be read", () => {
  test("the others are still reported", async () => {
    const { code, stdout, stderr } = await lint("none.yaml", file("a.yaml", ERROR), "--format", "concise");
    expect(code).toBe(2);
    expect(stdout).toMatch(/^a\.yaml:1:10: error/);
    expect(stderr).toContain("cannot read none.yaml: there is no such file");
  });

  test("a name that ends like no configuration", async () => {
    expect(await lint(file("a.toml", GOOD))).toEqual({
      code: 2,
      stdout: "",
      stderr: `agentcfg: cannot read a.toml: a configuration ends in ${enumerate(ENDINGS)}\n`,
    });
    expect((await lint(file("noending", GOOD))).code).toBe(0);
  });

  test("a named pipe, without waiting for a writer", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
    expect(await lint("pipe.yaml")).toMatchObject({ code: 2, stderr: expect.stringContaining("not a regular file") });
  });

  test("a link to an endless device", async () => {
    symlinkSync("/dev/zero", join(folder, "zero.yaml"));
    expect(await lint("zero.yaml")).toMatchObject({ code: 2, stderr: expect.stringContaining("not a regular file") });
  });

  test("a circle of links", async () => {
    symlinkSync("circle.yaml", join(folder, "circle.yaml"));
    expect(await lint("circle.yaml")).toMatchObject({ code: 2, stderr: expect.stringContaining("go in a circle") });
  });

  test("control characters in the name stay harmless", async () => {
    const { stderr } = await lint("a\u001b[2K\n::error::x.yaml");
    expect(stderr).toMatch(/^agentcfg: cannot read a\\x1b\[2K\\n[^\n]*: there is no such file\n$/);
  });

  test("1 MiB is read, one byte more is not", async () => {
    const comment = (bytes: number): string => `#${"x".repeat(bytes - 1)}`;
    expect(await lint(file("large.yaml", comment(1024 * 1024)))).toMatchObject({ code: 0 });
    expect(await lint(file("larger.yaml", comment(1024 * 1024 + 1)), "--format", "concise")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("error[syntax/limit]"),
    });
  });
});

describe("standard input", () => {
  test("- reads it; YAML unless it starts with a brace", async () => {
    expect((await runIn(["lint", "-", "--format", "concise"], { input: ERROR })).stdout).toMatch(
      /^<stdin>:1:10: error/,
    );
    expect((await runIn(["lint", "-", "--format", "concise"], { input: '\n{"version": 300 // no\n}' })).stdout).toMatch(
      /^<stdin>:2:13: error\[schema/,
    );
  });

  test("--stdin-filename gives name, format and layer", async () => {
    const args = ["lint", "-", "--stdin-filename", ".agent/config.json", "--format", "json"];
    const { stdout } = await runIn(args, { input: "{ // no\n}" });
    expect(JSON.parse(stdout)).toMatchObject({
      layers: [{ scope: "project", file: ".agent/config.json" }],
      diagnostics: [{ rule: "syntax/json", range: { start: { line: 1, column: 3, offset: 2 } } }],
    });
  });

  test("--stdin-filename with the ending of no configuration is refused like a file of this name", async () => {
    expect(await runIn(["lint", "-", "--stdin-filename", "a.toml"], { input: GOOD })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `agentcfg: cannot read a.toml: a configuration ends in ${enumerate(ENDINGS)}\n`,
    });
    expect((await runIn(["lint", "-", "--stdin-filename", "noending"], { input: GOOD })).code).toBe(0);
  });

  test("bytes that are not UTF-8, and too many bytes", async () => {
    const run = async (input: Uint8Array): Promise<string> =>
      (await runIn(["lint", "-", "--format", "concise"], { input })).stdout;
    expect(await run(new Uint8Array([0x61, 0xff]))).toContain("error[syntax/encoding]");
    expect(await run(new Uint8Array(3_000_000).fill(0x61))).toContain("error[syntax/limit]");
  });
});

describe("layers", () => {
  const scopeOf = async (name: string, ...flags: string[]): Promise<string> => {
    const { layers } = JSON.parse((await lint(file(name, GOOD), "--format", "json", ...flags)).stdout);
    return layers[0].scope;
  };

  test("a file in an .agent directory is the project's, any other is global, --as decides", async () => {
    expect(await scopeOf(".agent/config.yaml")).toBe("project");
    expect(await scopeOf("agent/config.yaml")).toBe("global");
    expect(await scopeOf("agent/config.yaml", "--as", "project")).toBe("project");
    expect(await scopeOf(".agent/config.yaml", "--as", "global")).toBe("global");
  });
});

describe("the JSON report", () => {
  test("fits its schema and is the same every time", async () => {
    const names = [
      "err/a required key is misspelt.yaml",
      "err/a duplicate key.json",
      "err/latin-1.yaml",
      "err/an alias bomb.yaml",
    ];
    const args = ["lint", "--format", "json", ...names.map((name) => `fixtures/${name}`)];
    const first = (await runIn(args)).stdout;
    const validate = new Ajv2020.default().compile(JSON.parse(readFileSync("schema/report.schema.json", "utf8")));
    expect(validate(JSON.parse(first)), JSON.stringify(validate.errors)).toBe(true);
    expect(JSON.parse(first).diagnostics.length).toBeGreaterThan(3);
    expect((await runIn(args)).stdout).toBe(first);
  });

  test("the home directory is shortened", async () => {
    file("home/config.yaml", ERROR);
    const run = await runIn(["lint", join(folder, "home/config.yaml"), "--format", "concise"], {
      env: { HOME: join(folder, "home") },
    });
    expect(run.stdout).toMatch(/^~\/config\.yaml:1:10: /);
  });
});

describe("colour", () => {
  const colored = async (flags: readonly string[], env: Readonly<Record<string, string>>): Promise<boolean> =>
    (await runIn(["lint", join(folder, file("a.yaml", ERROR)), ...flags], { env })).stdout.includes("\u001b[");

  test.each([
    ["not a terminal", [], {}, false],
    ["FORCE_COLOR", [], { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR over TERM=dumb", [], { FORCE_COLOR: "1", TERM: "dumb" }, true],
    ["FORCE_COLOR=0", [], { FORCE_COLOR: "0" }, false],
    ["NO_COLOR over FORCE_COLOR", [], { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["--color always over NO_COLOR", ["--color", "always"], { NO_COLOR: "1" }, true],
    ["--color never over FORCE_COLOR", ["--color", "never"], { FORCE_COLOR: "1" }, false],
  ])("%s", async (_, flags, env, expected) => {
    expect(await colored(flags, env)).toBe(expected);
  });
});

describe("unfriendly surroundings", () => {
  test("a reader that goes away is not an error", async () => {
    const text = `version: 3\nproviders:\n${Array.from({ length: 5000 }, (_, index) => `  p${index}: 5\n`).join("")}`;
    file("many.yaml", text);
    const command = `"${process.execPath}" "${BIN}" lint many.yaml --format json | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "{\n1\n", stderr: "" });
  });

  test("output that cannot be written is reported, and the command fails", async () => {
    const command = `"${process.execPath}" "${BIN}" schema >/dev/full`;
    const { status, stderr } = spawnSync("bash", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "agentcfg: cannot write the output: there is no space left\n",
    });
  });

  test("no home directory", async () => {
    expect((await runIn(["lint", file("a.yaml", GOOD)], { cwd: folder, env: { HOME: "" } })).code).toBe(0);
  });

  test("a read-only directory", async () => {
    const name = file("locked/a.yaml", ERROR);
    chmodSync(join(folder, "locked"), 0o555);
    expect((await lint(name)).code).toBe(1);
  });

  test("thousands of findings are cut for people and whole for machines", async () => {
    const text = `version: 3\nproviders:\n${Array.from({ length: 5000 }, (_, index) => `  p${index}: 5\n`).join("")}`;
    const name = file("many.yaml", text);
    expect((await lint(name)).stdout).toContain("4800 more not shown");
    expect(JSON.parse((await lint(name, "--format", "json")).stdout).diagnostics).toHaveLength(5000);
  });
});
