/** `agent exec … | head`: the reader of the answer goes away while the model goes on (C321). */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { BIN, place, run } from "../../agent/process.js";
import { single } from "../../model/asking.js";
import { delta, modelServer, type Script } from "../../model/server.js";

/** An answer without an end. */
const forEver: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  let isOpen = true;
  void one.closed.then(() => {
    isOpen = false;
  });
  while (isOpen) await one.send(delta("three blind mice\n".repeat(20)));
};

test.each([
  ["head -n 1", "three blind mice\n"],
  ["head -c 7", "three b"],
  ["true", ""],
])("C321 exec into `%s`: the turn is cancelled, the daemon stops, and the exit code is 0", async (reader, taken) => {
  const server = await modelServer(forEver);
  const at = place(single(`${server.url}/v1`));
  const words = ["exec", "hello", ...at.start].map((word) => `'${word}'`).join(" ");
  // The exit code of the first program in the pipe is printed on standard error.
  const line = `{ "${process.execPath}" "${BIN}" ${words}; echo "code $?" >&2; } | ${reader}`;
  const env = { PATH: process.env["PATH"], HOME: "/dev/null/home" };
  expect(await promisify(execFile)("sh", ["-c", line], { env })).toEqual({ stdout: taken, stderr: "code 0\n" });
  await server.idle();
  const { stdout } = await run(["sessions", "--state-dir", at.state, "--format", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ state: "stopped" }] });
  const [id = ""] = readdirSync(join(at.state, "sessions-v1"));
  const log = readFileSync(join(at.state, "sessions-v1", id, "log", "000001.log"), "utf8")
    .trimEnd()
    .split("\n");
  const ends = log.map((entry) => JSON.parse(entry.slice(9)) as { t: string }).filter(({ t }) => t === "turn");
  expect(ends).toMatchObject([{ outcome: "cancelled" }]);
});
