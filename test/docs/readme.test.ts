/** Every command in the README and in docs/commands.md is run, and its output is what stands there. `--update` rewrites the output. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { UNUSED } from "../../src/agent/session/daemon/keys.js";
import { runProcess } from "../machine/run.js";

/** Replaces the output under each `$ agentcfg …` by what the command prints. */
function withRealOutput(text: string): string {
  return text.replace(/```console\n\$ agentcfg ([^\n]*)\n[\s\S]*?```/g, (_, line: string) => {
    const { stdout, stderr } = runProcess(line.split(" "));
    return `\`\`\`console\n$ agentcfg ${line}\n${stdout}${stderr}\`\`\``;
  });
}

test.each(["README.md", "docs/commands.md"])("console blocks of %s show what is printed", async (file) => {
  const page = readFileSync(file, "utf8");
  expect(page.match(/```console/g)?.length).toBeGreaterThan(1);
  await expect(withRealOutput(page)).toMatchFileSnapshot(`../../${file}`);
});

test("the README is read in a few minutes", () => {
  expect(readFileSync("README.md").length).toBeLessThan(12 * 1024);
});

test("the keys that the agent does not use yet are those that stand there", () => {
  const [, sentence = ""] =
    /It does not use these keys yet: ([^.]*)\./.exec(readFileSync("docs/agent.md", "utf8")) ?? [];
  const names = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const below = UNUSED.filter((key) => key.startsWith("daemon.")).map((key) => key.slice("daemon.".length));
  expect(names).toEqual([...UNUSED.filter((key) => !key.includes(".")), "daemon", ...below]);
});
