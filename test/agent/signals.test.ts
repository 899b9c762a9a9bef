/** Signals to `agent daemon`, as systems and people send them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../daemon/wire.js";
import { daemon, place } from "./process.js";

test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const)(
  "%s: the session is finalized, exit 0",
  async (signal) => {
    const at = place();
    const { running, session_dir } = await daemon(at);
    running.child.kill(signal);
    expect((await running.ended()).code).toBe(0);
    expect(existsSync(join(session_dir, "final.json"))).toBe(true);
  },
);

test("SIGUSR1 opens no inspector, by which any program could read the token", async () => {
  const at = place();
  const { running, url } = await daemon(at);
  for (let each = 0; each < 3; each += 1) {
    running.child.kill("SIGUSR1");
    expect((await call(url, "/health")).status).toBe(200);
  }
  running.child.kill("SIGTERM");
  const { code, stderr } = await running.ended();
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/debugger|inspector/i);
});
