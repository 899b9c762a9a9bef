/** `agent continue` without a name: the session of this directory in which something happened last (P-S118). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Place, place, run } from "./process.js";

/** A session that has answered once and was stopped; returns its id. */
async function stopped(at: Place, name: string, cwd = at.path): Promise<string> {
  const start = [...at.again, "--working-dir", cwd];
  const { code } = await run(["new", "--name", name, ...start], { cwd, input: `hello of ${name}\n` });
  expect(code).toBe(0);
  await run(["stop", name, "--state-dir", at.state]);
  return name;
}

test("in a pipe it takes the latest, and says which one", async () => {
  const at = place();
  await stopped(at, "first");
  await stopped(at, "second");
  mkdirSync(join(at.path, "sub"));
  await stopped(at, "third-elsewhere", join(at.path, "sub"));
  const again = await run(["continue", ...at.again], { cwd: at.path, input: "and again\n" });
  expect(again.code).toBe(0);
  expect(again.stderr).toMatch(
    /^agent: the latest session of this directory is second \(.*\), stopped, .*\nsession second\n/,
  );
  expect(again.stderr).toContain("> hello of second");
  expect(again.stdout).toBe("and again\n");
  // It runs now, and is talked to.
  const running = await run(["continue", ...at.again], { cwd: at.path, input: "and more\n" });
  expect([running.code, running.stdout]).toEqual([0, "and more\n"]);
  expect(running.stderr).toContain("agent: the session runs already");
});

test("as JSON it prints the address of the latest, whether it runs or not", async () => {
  const at = place();
  await stopped(at, "only");
  for (let times = 0; times < 2; times += 1) {
    const words = ["continue", "--no-attach", "--format", "json", ...at.again];
    const { code, stdout } = await run(words, { cwd: at.path });
    expect([code, (JSON.parse(stdout) as { session_id: string }).session_id]).toEqual([0, "only"]);
  }
});

test("a directory without a session", async () => {
  const at = place();
  const { code, stderr } = await run(["continue", ...at.again], { cwd: at.path });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^agent: there is no session in .*; `agent new` begins one, and `agent sessions` lists those of/,
  );
});

test("a name counts as before, and `--working-dir` is still wrong", async () => {
  const at = place();
  await stopped(at, "only");
  expect((await run(["continue", "nothing", ...at.again], { cwd: at.path })).code).toBe(1);
  expect((await run(["continue", "--working-dir", at.path, ...at.again], { cwd: at.path })).code).toBe(2);
});
