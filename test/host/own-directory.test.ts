/** A process whose working directory has been removed, as happens to a terminal that is left open. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BIN as AGENT, place } from "../agent/process.js";
import { BIN } from "../machine/run.js";

test("a working directory that was removed: what needs none works, and what needs one is said to be missing", () => {
  const at = place();
  const gone = join(at.path, "gone");
  const run = (...words: readonly string[]) => {
    mkdirSync(gone);
    const shell = ["-c", 'cd "$0" && rmdir "$0" && exec "$@"', gone, process.execPath, ...words];
    const env = { PATH: process.env["PATH"], HOME: at.path };
    const { status, stdout, stderr } = spawnSync("sh", shell, { env, encoding: "utf8" });
    return [status, stdout, stderr];
  };
  const file = join(at.path, "global.yaml");
  writeFileSync(file, "version: 3\n");
  expect(run(BIN, "lint", "--as", "global", file)).toMatchObject([0, expect.anything(), expect.anything()]);
  expect(run(AGENT, "sessions", "--state-dir", at.state)).toEqual([
    0,
    "",
    "there are no sessions; `agent new` begins one\n",
  ]);
  const start = ["--global", at.config, "--no-project", "--state-dir", at.state];
  expect(run(AGENT, "exec", "mice", ...start)).toEqual([
    1,
    "",
    `agent: cannot start a daemon in ${gone} (there is no such directory)\n`,
  ]);
});
