/** `agent stop` of a session whose end cannot be written (P-S40). */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { place, run } from "./process.js";

test("it says that the session could not be finalized, and what does it later", async () => {
  const at = place();
  const started = await run(["new", "--no-attach", "--format", "json", ...at.start]);
  const { session_id } = JSON.parse(started.stdout) as { session_id: string };
  const inTheWay = join(at.state, "sessions-v1", session_id, "final.json.new");
  mkdirSync(join(inTheWay, "x"), { recursive: true });
  const state = ["--state-dir", at.state];
  expect(await run(["stop", session_id, ...state])).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: `agent: the session could not be finalized, its daemon.log says why; \`agent sessions finalize ${session_id}\` tries again\n`,
  });
  rmSync(inTheWay, { recursive: true });
  expect((await run(["sessions", "finalize", session_id, ...state])).code).toBe(0);
});
