/** The examples of docs/library.md are run as they stand there. */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

const page = readFileSync("docs/library.md", "utf8");

/** A directory in which `agentcfg` is this package. */
function beside(example: string): string {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/agentcfg"));
  writeFileSync(join(folder, "example.js"), example);
  return folder;
}

test("the first example prints what stands under it", () => {
  const [, example = "", output] = /```ts\n([\s\S]*?)```[\s\S]*?prints\n\n```text\n([\s\S]*?)```/.exec(page) ?? [];
  const cwd = beside(example);
  copyFileSync("fixtures/readme/global.yaml", join(cwd, "config.yaml"));
  const { stdout, stderr } = spawnSync(process.execPath, ["example.js"], { cwd, encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: output, stderr: "" });
});

test("the example of `watch` prints each change", async () => {
  const [, example = ""] = /## Follow changes[\s\S]*?```js\n([\s\S]*?)```/.exec(page) ?? [];
  const cwd = beside(example);
  const write = (text: string): void => writeFileSync(join(cwd, "project/.agent/config.yaml"), text);
  mkdirSync(join(cwd, "project/.agent"), { recursive: true });
  write("version: 3\ntui: { theme: dark }\n");
  const child = spawn(process.execPath, ["example.js"], { cwd, env: { HOME: cwd }, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill());
  const [printed, complained] = [child.stdout, child.stderr].map((input) =>
    createInterface({ input })[Symbol.asyncIterator](),
  );
  expect((await printed?.next())?.value).toBe("now in effect []");
  write("version: 3\ntui: { theme: light }\n");
  expect((await printed?.next())?.value).toBe("now in effect [ '/tui/theme' ]");
  mkdirSync(join(cwd, ".config/agent"), { recursive: true });
  writeFileSync(join(cwd, ".config/agent/config.yaml"), "version: 3\nmodels: 7\n");
  expect((await complained?.next())?.value).toMatch(/^`models` must be /);
});

test("the example of `set` changes the version that it has read, and no other", () => {
  const [, example = ""] = /## Change a value[\s\S]*?```js\n([\s\S]*?)```/.exec(page) ?? [];
  const run = (text: string) => {
    const cwd = beside(text);
    mkdirSync(join(cwd, "project/.agent"), { recursive: true });
    const file = join(cwd, "project/.agent/config.yaml");
    writeFileSync(file, "version: 3\ntui: { theme: light }\n");
    const { stdout, stderr } = spawnSync(process.execPath, ["example.js"], {
      cwd,
      encoding: "utf8",
      env: { HOME: cwd },
    });
    return { printed: stdout + stderr, text: readFileSync(file, "utf8") };
  };
  expect(run(example)).toEqual({ printed: "", text: "version: 3\ntui: { theme: dark }\n" });
  const meanwhile = 'writeFileSync("project/.agent/config.yaml", "version: 3\\n");';
  const changing = example
    .replace("// Somebody", `${meanwhile} // Somebody`)
    .replace("{ readFileSync", "{ readFileSync, writeFileSync");
  expect(run(changing)).toEqual({ printed: "stale\n", text: "version: 3\n" });
});
