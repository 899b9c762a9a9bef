/** On a Node.js that is too old for it, the program says so in one sentence, and nothing else. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { machine } from "../machine/machine.js";

/** Runs a program as if this were another version of Node.js. */
function saidOn(version: string, program: string, ...args: readonly string[]) {
  const fake = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const { cwd, env, path } = machine({ "fake.cjs": fake, ".agent/config.yaml": "version: 3\n" });
  const argv = ["--require", path("fake.cjs"), `${process.cwd()}/bin/${program}.cjs`, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe.each(["18.20.0", "20.18.3", "16.0.0"])("%s", (version) => {
  test.each([
    ["agentcfg", "lint"],
    ["agentcfg", "--help"],
    ["agent", "exec", "hello"],
  ])("%s %s", (program, ...args) => {
    const stderr = `${program} needs Node.js 20.19 or newer, this is ${version}\n`;
    expect(saidOn(version, program, ...args)).toEqual({ status: 2, stdout: "", stderr });
  });
});

test.each(["20.19.0", "22.3.0", "24.1.0", "100.0.0"])("%s will do", (version) => {
  const stderr = "no problems in .agent/config.yaml (project)\n";
  expect(saidOn(version, "agentcfg", "lint")).toEqual({ status: 0, stdout: "", stderr });
});

test("package.json asks for the same", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(engines.node).toBe("^20.19 || >=22.3");
});
