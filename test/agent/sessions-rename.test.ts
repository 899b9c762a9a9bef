/** `agent sessions rename`, as its users call it (P-S64). */
import { expect, test } from "vitest";
import { type Place, place, run } from "./process.js";

async function titled(at: Place): Promise<unknown> {
  const { stdout } = await run(["sessions", "--format", "json", "--state-dir", at.state]);
  return (JSON.parse(stdout) as { sessions: readonly { title: unknown }[] }).sessions[0]?.title;
}

test("a session that runs gets another title, and keeps it when it does not run", async () => {
  const at = place();
  const state = ["--state-dir", at.state];
  const started = await run(["new", "--no-attach", "--format", "json", ...at.start]);
  const { session_id: id } = JSON.parse(started.stdout) as { session_id: string };
  expect(await titled(at)).toBeNull();
  const renamed = await run(["sessions", "rename", id.slice(-8), "Move the invoices", ...state]);
  expect(renamed).toEqual({ code: 0, stdout: "", stderr: "" });
  await expect.poll(() => titled(at)).toBe("Move the invoices");
  const empty = await run(["sessions", "rename", id, " ", ...state]);
  expect([empty.code, empty.stderr]).toEqual([1, "agent: the title has no character that can be shown\n"]);
  await run(["stop", id, ...state]);
  const stopped = await run(["sessions", "rename", id, "Other", ...state]);
  expect(stopped).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: `agent: a session that does not run keeps its title; \`agent continue ${id}\` goes on with it\n`,
  });
  expect(await titled(at)).toBe("Move the invoices");
});

test.each([
  [["rename"], 2],
  [["rename", "nosuch"], 2],
  [["rename", "nosuch", "x"], 1],
])("sessions %j exits with %i", async (words, code) => {
  const at = place();
  const ended = await run(["sessions", ...words, "--state-dir", at.state]);
  expect([ended.code, ended.stdout]).toEqual([code, ""]);
  expect(ended.stderr).toMatch(/^agent: /);
});
