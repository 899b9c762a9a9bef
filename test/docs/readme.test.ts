/** Every command in the README is run, and its output is what the README shows. `--update` rewrites the output. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { UNUSED } from "../../src/agent/session/daemon/keys.js";
import { runProcess } from "../machine/run.js";

const readme = readFileSync("README.md", "utf8");

/** Replaces the output under each `$ agentcfg …` by what the command prints. */
function withRealOutput(text: string): string {
  return text.replace(/```console\n\$ agentcfg ([^\n]*)\n[\s\S]*?```/g, (_, line: string) => {
    const { stdout, stderr } = runProcess(line.split(" "));
    return `\`\`\`console\n$ agentcfg ${line}\n${stdout}${stderr}\`\`\``;
  });
}

test("console blocks show what is printed", async () => {
  expect(readme.match(/```console/g)?.length).toBeGreaterThan(1);
  await expect(withRealOutput(readme)).toMatchFileSnapshot("../../README.md");
});

test("the library example prints what stands under it", () => {
  const [, code = "", output] = /```ts\n([\s\S]*?)```[\s\S]*?prints\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve("."), join(folder, "node_modules/agentcfg"));
    copyFileSync("fixtures/readme/global.yaml", join(folder, "config.yaml"));
    writeFileSync(join(folder, "example.js"), code);
    const { stdout, stderr } = spawnSync(process.execPath, ["example.js"], { cwd: folder, encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: output, stderr: "" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the keys that the agent does not use yet are those that stand there", () => {
  const [, sentence = ""] = /It does not use these keys yet: ([^.]*)\./.exec(readme) ?? [];
  const names = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const below = UNUSED.filter((key) => key.startsWith("daemon.")).map((key) => key.slice("daemon.".length));
  expect(names).toEqual([...UNUSED.filter((key) => !key.includes(".")), "daemon", ...below]);
});
