/** The code that the most frequent command loads, so that it does not grow unnoticed. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { lintCommand } from "../../src/cli/commands/lint.js";
import { PARTS } from "../../src/cli/lint/parts.js";
import { type Files, machine } from "../machine/machine.js";
import { BIN } from "../machine/run.js";

const QUICK = "version: 3\nmcp_servers:\n  files: { transport: stdio, command: files-mcp }\n";
const SLOW = "version: 3\ndefaults: &d { full: a/b }\n";

const require = createRequire(import.meta.url);
const load = (name: string): Readonly<Record<string, (io: object) => Promise<number>>> => require(`../../dist/${name}`);

/** Prints at its end the files of the package that it read, and the modules of Node that it loaded. */
const SPY = `
const fs = require("node:fs");
const { openSync, readFileSync, lstatSync } = fs;
const read = [];
const looks = [];
fs.lstatSync = (file, ...rest) => {
  looks.push(String(file));
  return lstatSync(file, ...rest);
};
fs.openSync = (file, ...rest) => {
  read.push(String(file));
  return openSync(file, ...rest);
};
fs.readFileSync = (file, ...rest) => {
  read.push(String(file));
  return readFileSync(file, ...rest);
};
process.on("exit", () => fs.writeSync(2, "\\n" + JSON.stringify({ read, looks, loaded: process.moduleLoadList })));
`;

interface Seen {
  readonly read: readonly string[];
  /** The files that were looked for. */
  readonly looks: readonly string[];
  readonly loaded: readonly string[];
}

/** What the options take. */
const VALUES: Readonly<Record<string, string>> = { since: "HEAD", severity: "mcp=error", maxWarnings: "1" };

function spied(text: string, ...args: readonly string[]): Seen {
  return spiedIn({ ".agent/config.yaml": text }, ...args);
}

function spiedIn(files: Files, ...args: readonly string[]): Seen {
  const { cwd, env, path } = machine({ ...files, "spy.cjs": SPY });
  const argv = ["--require", path("spy.cjs"), BIN, ...args];
  const { stderr } = spawnSync(process.execPath, argv, { cwd, env: { ...env }, encoding: "utf8" });
  const seen = JSON.parse(stderr.slice(stderr.lastIndexOf("\n"))) as Seen;
  const own = seen.read.filter((file) => file.includes("/dist/")).map((file) => basename(file));
  return { ...seen, read: own };
}

describe("lint of a valid file loads", () => {
  test("one bundle", () => {
    expect(spied(QUICK, "lint").read).toEqual(["lint.cjs"]);
  });

  test("nothing for settings that are not there, which are looked for once, and nothing for those that are not wanted", () => {
    const files = { ".agent/config.yaml": QUICK, "~/.config/agentcfg/lint.yaml": "quiet: true\n" };
    const own = ({ looks }: Seen): number => looks.filter((file) => file.endsWith("/agentcfg/lint.yaml")).length;
    expect(own(spied(QUICK, "lint"))).toBe(1);
    const unwanted = spiedIn(files, "lint", "--no-settings", "--exit-zero");
    expect({ looks: own(unwanted), read: unwanted.read }).toEqual({ looks: 0, read: ["lint.cjs"] });
    const whole = ["lint.cjs", "cli.cjs"];
    expect(spiedIn(files, "lint").read).toEqual(whole);
    for (const words of [["--select", "mcp"], ["--statistics"], ["--max-warnings=1"], ["--baseline=b.json"]])
      expect(spied(QUICK, "lint", ...words).read).toEqual(whole);
  });

  test("nothing else for a large one, and no message about it", () => {
    const servers = Array.from({ length: 1000 }, (_, n) => `  s${n}: { transport: stdio, command: s-mcp }\n`).join("");
    const { cwd, env } = machine({ ".agent/config.yaml": `version: 3\nmcp_servers:\n${servers}` });
    const argv = [BIN, "lint", "--quiet", "--no-global"];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, env: { ...env }, encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("no processes, no cryptography", () => {
    const { loaded } = spied(QUICK, "lint");
    const heavy = /^NativeModule (?:child_process|crypto|internal\/crypto\/|http|dns|worker_threads)/;
    expect(loaded.filter((name) => heavy.test(name))).toEqual([]);
  });

  test("and of other commands those alone that start a program load what does", () => {
    const heavy = /^NativeModule (?:tls|https|child_process|zlib|readline)$/;
    for (const words of [["--version"], ["show"], ["get", "version"]])
      expect(spied(QUICK, ...words).loaded.filter((name) => heavy.test(name))).toEqual([]);
  });

  test("the general parser where the quick reader declines, the one for JSON for that, and everything for anything else", () => {
    expect(spied(SLOW, "lint").read).toEqual(["lint.cjs", "yaml.cjs"]);
    const json = spiedIn({ ".agent/config.json": '{ "version": 3 }' }, "lint");
    expect(json.read).toEqual(["lint.cjs", "json.cjs"]);
    for (const name of PARTS.flatMap(({ options }) => options)) {
      const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const option = lintCommand.options.find(({ flags }) => flags === flag || flags.startsWith(`${flag} `));
      // A mistake ends a watch before it begins.
      const words = option?.flags === flag ? [flag, "--unsafe-fixes"] : [flag, VALUES[name] ?? "mcp"];
      expect([name, spied(QUICK, "lint", ...words).read]).toEqual([name, ["lint.cjs", "cli.cjs"]]);
    }
    expect(spied(QUICK, "show").read).toEqual(["cli.cjs"]);
    for (const format of ["sarif", "github", "json:a.json"])
      expect(spied(QUICK, "lint", "--format", format).read).toEqual(["lint.cjs", "cli.cjs"]);
  });

  test("what walks, where a directory is named, and nothing else", () => {
    const { read, loaded } = spied(QUICK, "lint", ".");
    expect(read.filter((name) => name.endsWith(".cjs"))).toEqual(["lint.cjs", "below.cjs"]);
    expect(loaded.filter((name) => /child_process|crypto/.test(name))).toEqual([]);
  });
});

test("no format is in it that is not usual", () => {
  const inBundle = (name: string): readonly string[] =>
    ["newlineSequences", "testsuites", "check_name", "GITHUB_STEP_SUMMARY"].filter((text) =>
      readFileSync(`dist/${name}`, "utf8").includes(text),
    );
  expect(inBundle("lint.cjs")).toEqual([]);
  expect(inBundle("cli.cjs")).toHaveLength(4);
});

test("the bundle for lint says what the whole program says, of every fixture", async () => {
  const [quick, whole] = [load("lint.cjs")["quickLint"], load("cli.cjs")["agentcfg"]];
  const said = async (run: typeof quick, words: readonly string[]): Promise<unknown> => {
    const text = { stdout: "", stderr: "" };
    const into = (name: keyof typeof text) => ({
      write: (part: string, done?: () => void): void => {
        text[name] += part;
        done?.();
      },
    });
    const argv = ["node", "agentcfg", "lint", "--no-global", ...words];
    const code = await run?.({ directory: ".", argv, stdin: [], stdout: into("stdout"), stderr: into("stderr") });
    return { code, ...text };
  };
  const names = readdirSync("fixtures", { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(ya?ml|jsonc?)$/.test(name)).map((name) => join("fixtures", name));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const words = [file, "--format", "json", "--fail-on", "info"];
    expect(await said(quick, words), file).toEqual(await said(whole, words));
  }
});
