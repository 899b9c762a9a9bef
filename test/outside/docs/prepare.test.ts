/** Installing from git: what is needed to build is brought where npm does not, and npm pack prints the name of its file and nothing else. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Machine, machine } from "../../machine/machine.js";

/** The package as a clone has it, with a build that only says that it was run. */
function clone(): Machine {
  const at = machine({ "src/index.ts": "", "src/cli/main.ts": "" });
  for (const name of [".npmrc", "package-lock.json", "tsconfig.json", ".build"])
    cpSync(name, at.path(name), { recursive: true });
  const own = JSON.parse(readFileSync("package.json", "utf8"));
  const scripts = { ...own.scripts, build: "echo built && echo built > built" };
  writeFileSync(at.path("package.json"), JSON.stringify({ ...own, scripts }));
  return at;
}

test("npm pack builds, prints one line, and packs no script that npm would warn of", () => {
  const at = clone();
  mkdirSync(at.path("node_modules/typescript"), { recursive: true });
  const before = at.read("package.json");
  const { status, stdout } = spawnSync("npm", ["pack"], { cwd: at.cwd, env: { ...at.env }, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^agentcfg-\d+\.\d+\.\d+\.tgz\n$/) });
  expect(at.read("built")).toBe("built\n");
  expect(at.read("package.json")).toBe(before);
  // npm warns of what it would run when it installs.
  execFileSync("tar", ["xzf", stdout.trim()], { cwd: at.cwd });
  const { scripts } = JSON.parse(at.read("package/package.json"));
  const unwanted = /^(?:preinstall|install|postinstall|preprepare|prepare|postprepare)$/;
  expect(Object.keys(scripts).filter((name) => unwanted.test(name))).toEqual([]);
});

test.each([
  [
    "there is nothing to build with: it is installed, and not globally",
    false,
    [
      ["ci", "--no-global", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"],
      ["run", "build"],
    ],
  ],
  ["there is: nothing is installed", true, [["run", "build"]]],
])("%s", (_, isThere, expected) => {
  const at = clone();
  if (isThere) mkdirSync(at.path("node_modules/typescript"), { recursive: true });
  const npm = at.path("npm.cjs");
  writeFileSync(
    npm,
    `require("node:fs").appendFileSync("seen", JSON.stringify(process.argv.slice(2)) + "\\n"); console.log("noise");`,
  );
  const env = { ...at.env, npm_execpath: npm, npm_config_global: "true" };
  const { status, stdout } = spawnSync(process.execPath, [".build/prepare.js"], { cwd: at.cwd, env, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  const seen = at
    .read("seen")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(seen).toEqual(expected);
});

describe("what was built", () => {
  /** Whether a clone is built that somebody has changed after it was built. */
  function isBuiltAgain(change: (at: Machine) => void): boolean {
    const at = clone();
    mkdirSync(at.path("node_modules/typescript"), { recursive: true });
    mkdirSync(at.path("dist"));
    const keep = `
      import { digestOfSources, MADE_FROM } from "./.build/sources.js";
      import { writeFileSync } from "node:fs";
      writeFileSync(MADE_FROM, digestOfSources());`;
    execFileSync(process.execPath, ["--input-type=module", "-e", keep], { cwd: at.cwd });
    change(at);
    const { status } = spawnSync(process.execPath, [".build/prepare.js"], { cwd: at.cwd, env: { ...at.env } });
    expect(status).toBe(0);
    return existsSync(at.path("built"));
  }

  const write = (name: string) => (at: Machine) => writeFileSync(at.path(name), "");

  test("is not built again", () => {
    expect(isBuiltAgain(() => {})).toBe(false);
    expect(isBuiltAgain(write("README.md"))).toBe(false);
  });

  test.each<readonly [string, (at: Machine) => void]>([
    ["a source has changed", (at) => writeFileSync(at.path("src/cli/main.ts"), "export {};")],
    ["there is a new source", write("src/cli/more.ts")],
    ["a source is gone", (at) => rmSync(at.path("src/cli/main.ts"))],
    ["a source has another name", (at) => renameSync(at.path("src/index.ts"), at.path("src/other.ts"))],
    ["the build has changed", write(".build/page.js")],
    ["other packages are used", write("package-lock.json")],
    ["it is gone", (at) => rmSync(at.path("dist"), { recursive: true })],
    ["a build did not come to its end", (at) => rmSync(at.path("dist/.made-from"))],
  ])("is built again when %s", (_, change) => {
    expect(isBuiltAgain(change)).toBe(true);
  });
});

test("a build that fails is said to have failed", () => {
  const at = clone();
  writeFileSync(at.path("npm.cjs"), "process.exitCode = 3;");
  const env = { ...at.env, npm_execpath: at.path("npm.cjs") };
  expect(spawnSync(process.execPath, [at.path(".build/prepare.js")], { cwd: at.cwd, env }).status).toBe(3);
});
