/** `--idle-timeout` on a command line: the durations that it takes, and a daemon that ends by it (P-S87). */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { durationOf } from "../../src/agent/program/common/options.js";
import { daemon, place, run, whenever } from "./process.js";

test.each([
  ["90s", 90_000],
  ["15m", 900_000],
  ["2h", 7_200_000],
  ["1d", 86_400_000],
  ["1.5h", 5_400_000],
  ["30", 30_000],
  ["0.001s", 1],
  ["3650d", 315_360_000_000],
])("%s is %i milliseconds", (text, milliseconds) => {
  expect(durationOf(text)).toBe(milliseconds);
});

test.each([
  "",
  "0",
  "0s",
  "-1s",
  "1 s",
  "5x",
  "1h30m",
  "s",
  "1e3",
  "3651d",
  "0.0001s",
  "99999999999s",
  "Infinity",
  "1S",
])("%j is no duration", (text) => {
  expect(durationOf(text)).toBeUndefined();
});

test.each([
  ["daemon", ["--credential-file", "none"]],
  ["new", []],
  ["exec", ["hi"]],
] as const)("%s refuses what is no duration, and starts nothing", async (command, words) => {
  const at = place();
  const { code, stdout, stderr } = await run([command, ...words, ...at.start, "--idle-timeout", "soon"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("`--idle-timeout` takes a time such as 90s, 15m, 2h or 1d, or `never`");
  expect(existsSync(at.state)).toBe(false);
});

test("a daemon in the foreground ends by itself, with 0, and its log says why", async () => {
  const { running, session_dir } = await daemon(place(), ["--idle-timeout", "0.05s"]);
  const { code, stderr } = await running.ended();
  expect(code).toBe(0);
  expect(stderr).toMatch(/idle for the time of `--idle-timeout`, and therefore stopping seconds=0\.05\n/);
  expect(existsSync(join(session_dir, "final.json"))).toBe(true);
});

test("the daemon that `new` starts ends by itself, and its session can be continued", async () => {
  const at = place();
  const { stdout } = await run(["new", "--no-attach", ...at.start, "--idle-timeout", "0.05s"]);
  const [, id = ""] = /^session (\S+)\n$/.exec(stdout) ?? [];
  const directory = join(at.state, "sessions-v1", id);
  await whenever(() => existsSync(join(directory, "final.json")));
  expect(readFileSync(join(directory, "daemon.log"), "utf8")).toContain("idle for the time of");
  // The lock goes last.
  await whenever(() => !existsSync(join(directory, "lock")));
  expect((await run(["continue", id, ...at.again], { input: "again" })).stdout).toBe("again\n");
});
