/** A small task from end to end: a failing test in a repository, a model that reads, edits and runs it, and a crash in the middle. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HistoryItem, HistoryPage, SyncSnapshot } from "../../src/generated/protocol/types.js";
import { call } from "../daemon/wire.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { daemon, place } from "./process.js";

const post = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });

async function synced(url: string, holds: (snapshot: SyncSnapshot) => boolean): Promise<SyncSnapshot> {
  for (;;) {
    const snapshot = JSON.parse((await call(url, "/sync")).text) as SyncSnapshot;
    if (holds(snapshot)) return snapshot;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function allowed(url: string): Promise<string> {
  const { interrogatives } = await synced(url, ({ attention }) => attention);
  const [{ id, text } = expect.unreachable()] = interrogatives;
  const answer = { kind: "permission_answer", granted: true };
  expect((await call(url, `/interrogative/${id}/respond`, post(answer))).status).toBe(200);
  return text;
}

const shell = (command: string) => calling(callOf("shell", { command }));

test("a failing test is mended with `shell`, through a kill -9, and every step is in the history", async () => {
  const server = await modelServer(
    inTurn(
      shell("cat sum.cjs && node test.cjs"),
      // The daemon dies while this waits to be allowed.
      shell("sed -i 's/a - b/a + b/' sum.cjs"),
      shell("sed -i 's/a - b/a + b/' sum.cjs && node test.cjs"),
      saying("The test passes."),
    ),
  );
  const at = place(single(`${server.url}/v1`));
  writeFileSync(join(at.path, "sum.cjs"), "module.exports = (a, b) => a - b;\n");
  writeFileSync(join(at.path, "test.cjs"), 'console.log(require("./sum.cjs")(2, 2) === 4 ? "pass" : "fail");\n');
  const first = await daemon(at, ["--session", "s"]);
  await call(first.url, "/prompt", post({ content: "mend the test" }));
  expect(await allowed(first.url)).toBe("cat sum.cjs && node test.cjs");
  await synced(first.url, ({ attention, history_total_items: items }) => attention && items >= 4);
  first.running.child.kill("SIGKILL");
  await first.running.ended();
  const second = await daemon(at, ["--session", "s", "--resume"]);
  await call(second.url, "/prompt", post({ content: "go on" }));
  expect(await allowed(second.url)).toBe("sed -i 's/a - b/a + b/' sum.cjs && node test.cjs");
  await synced(second.url, ({ busy }) => !busy);
  const { items } = JSON.parse((await call(second.url, "/history")).text) as HistoryPage;
  expect(items.map(({ kind, text, tool }) => [kind, text ?? tool?.input])).toEqual([
    ["user_message", "mend the test"],
    ["tool_call", { command: "cat sum.cjs && node test.cjs" }],
    ["tool_result", "module.exports = (a, b) => a - b;\nfail\n"],
    ["tool_call", { command: "sed -i 's/a - b/a + b/' sum.cjs" }],
    ["notice", "The turn was interrupted: the daemon ended before the turn did."],
    ["user_message", "go on"],
    ["tool_call", { command: "sed -i 's/a - b/a + b/' sum.cjs && node test.cjs" }],
    ["tool_result", "pass\n"],
    ["assistant_message", "The test passes."],
  ]);
  expect(readFileSync(join(at.path, "sum.cjs"), "utf8")).toContain("a + b");
  const [, , third] = server.asked.map(({ body }) => JSON.parse(body) as { messages: readonly HistoryItem[] });
  expect(JSON.stringify(third?.messages)).toContain(
    "The turn ended before this had a result: it may have run in part, and may still run.",
  );
});
