/** How subagents end: by their stalled streams, with their turn, with the daemon, and with its crash (spec 2.11, P-S82, P-S105, P-S109). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { calling, callOf, delta, event, gate, inTurn, type Script, saying } from "../model/server.js";
import { settled } from "./bench.js";
import {
  answer,
  asked,
  byTask,
  delegating,
  ended,
  results,
  sentFor,
  started,
  told,
  untilRecord,
} from "./delegating.js";

const STALLS = "subagent_stall_threshold_secs: 60, subagent_liveness_watchdog_interval_secs: 5";
const RETRY = "max_retries: 3, base_delay_ms: 1000";

/** An answer that stays open: its connection is alive, and nothing is said. `beats`: what keeps it alive. */
function humming(beat: string, opened: () => void, beats: { send: () => Promise<void> }): Script {
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("I begin. "));
    beats.send = () => one.send(beat);
    opened();
    await one.closed;
  };
}

test.each([
  ["comments", ": alive\n\n"],
  ["pings", event({ type: "ping" })],
])(
  "four at once, and one whose provider sends %s alone: it is asked again, and the parent ends right",
  async (_, beat) => {
    const [begun, beats] = [gate(), { send: async () => {} }];
    const tasks = ["one", "two", "three"];
    const script = byTask(inTurn(delegating(...tasks, "slow"), saying("All four are done.")), {
      ...Object.fromEntries(tasks.map((task) => [task, saying(`${task} is done`)])),
      slow: inTurn(humming(beat, begun.open, beats), saying("And I end.")),
    });
    const { bench, server, stream } = await started(script, { daemon: STALLS, retry: RETRY });
    await bench.post("/prompt", { content: "go" });
    await begun.passed;
    await untilRecord(stream, "item_finished", 8);
    for (let seconds = 0; seconds < 55; seconds += 5) {
      await beats.send();
      await settled();
      bench.clock.pass(5000);
    }
    expect(bench.log.join("\n")).not.toContain("stalled");
    bench.clock.pass(10_000);
    await bench.said("a subagent is stalled; its provider is asked again");
    const { why } = await untilRecord(stream, "turn_waiting");
    expect(why).toMatch(/^the provider `lab` said nothing for 6\d seconds, in the subagent `general`$/);
    await settled();
    bench.clock.pass(1000);
    expect(await ended(stream)).toMatchObject({ outcome: "completed" });
    expect(await results(bench)).toEqual(
      [...tasks.map((task) => `${task} is done`), "I begin. And I end."].toSorted((a, b) => {
        return a.startsWith("I") === b.startsWith("I") ? 0 : a.startsWith("I") ? 1 : -1;
      }),
    );
    expect(sentFor(server, "slow").at(-1)?.messages.at(-1)?.content).toBe("Continue from where you stopped.");
    const history = await bench.history();
    expect(told(history).filter((line) => line.startsWith("tool_result"))).toHaveLength(4);
    expect(new Set(history.map(({ item_id }) => item_id)).size).toBe(history.length);
  },
);

test("a subagent that stalls each time fails, and the turn goes on", async () => {
  const begun = [gate(), gate()];
  const beats = { send: async () => {} };
  const slow = inTurn(...begun.map(({ open }) => humming(": alive\n\n", open, beats)));
  const script = byTask(inTurn(delegating("slow"), saying("It failed.")), { slow });
  const { bench, stream } = await started(script, { daemon: STALLS, retry: "max_retries: 1, base_delay_ms: 1000" });
  await bench.post("/prompt", { content: "go" });
  for (const { passed } of begun) {
    await passed;
    await settled();
    for (let seconds = 0; seconds < 70; seconds += 5) {
      await beats.send();
      await settled();
      bench.clock.pass(5000);
    }
    await settled(100);
    bench.clock.pass(1000);
  }
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  const [result] = await results(bench);
  expect(result).toMatch(
    /^failed: I begin\. I begin\. \n\[it failed: the provider `lab` said nothing for 6\d seconds; 2 attempts failed\]$/,
  );
});

test("the agent itself, its commands and a person who thinks are no stall", async () => {
  const script = byTask(inTurn(delegating("ask"), saying("ok")), {
    ask: inTurn(calling(callOf("ask_user", { question: "Which?" })), saying("The left one.")),
  });
  const { bench, stream } = await started(script, { daemon: STALLS });
  await bench.post("/prompt", { content: "go" });
  const question = await asked(stream);
  bench.clock.pass(3_600_000);
  expect(bench.log.join("\n")).not.toContain("stalled");
  await answer(bench, question, { kind: "clarification_text", text: "left" });
  await ended(stream);
  expect(await results(bench)).toEqual(["The left one."]);
});

test.each([
  ["is cancelled", "cancel"],
  ["is stopped", "stop"],
])("a turn that %s ends its subagents, the waiting one too, before it ends itself", async (_, how) => {
  const [begun, beats] = [gate(), { send: async () => {} }];
  let open = 0;
  const hums = humming(
    ": alive\n\n",
    () => {
      open += 1;
      if (open === 4) begun.open();
    },
    beats,
  );
  const tasks = ["one", "two", "three", "four", "five"];
  const script = byTask(
    inTurn(delegating(...tasks), saying("never")),
    Object.fromEntries(tasks.map((task) => [task, hums])),
  );
  const { bench, server, stream } = await started(script, { model: "max_tool_batch_size: 8" });
  await bench.post("/prompt", { content: "go" });
  await begun.passed;
  if (how === "stop") await bench.daemon.stop("terminate");
  else await bench.post("/turn/cancel");
  expect(await ended(stream)).toMatchObject({ outcome: "cancelled", usage: { input_tokens: 7 } });
  await server.unused();
  const after = how === "stop" ? await bench.again() : bench;
  expect(sentFor(server, "five")).toEqual([]);
  // Of the last one's words nothing may have come.
  const lines = (await results(after)).map((line) => line.replace("I begin. \n", "")).toSorted();
  expect(lines).toEqual([
    ...Array(4).fill("failed: [it was ended with the turn]"),
    "failed: not run: the turn was cancelled",
  ]);
  const items = stream.records.filter(({ kind }) => kind === "item_finished").length;
  expect(await after.history()).toHaveLength(items);
  await settled(50);
  expect(await after.history()).toHaveLength(items);
});

test("a question of a subagent ends with the turn", async () => {
  const script = byTask(inTurn(delegating("ask"), saying("never")), {
    ask: calling(callOf("shell", { command: "true" })),
  });
  const { bench, stream } = await started(script, { more: "" });
  await bench.post("/prompt", { content: "go" });
  const question = await asked(stream);
  await bench.post("/turn/cancel");
  expect(await ended(stream)).toMatchObject({ outcome: "cancelled" });
  expect((await answer(bench, question, { kind: "permission_answer", granted: true })).status).toBe(404);
  expect(await results(bench)).toEqual(["failed: [it was ended with the turn]"]);
});

test("after a crash while a subagent works, no task of it begins again unasked", async () => {
  const workingDirectory = mkdtempSync(join(tmpdir(), "delegated-"));
  onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }));
  const begun = gate();
  const script = byTask(
    inTurn(delegating("work"), delegating("work, please"), delegating("work once more"), saying("Done.")),
    {
      work: humming(": alive\n\n", begun.open, { send: async () => {} }),
      "work once more": saying("I have worked."),
    },
  );
  const { bench: first, server, stream } = await started(script, { wanted: { workingDirectory } });
  await first.post("/prompt", { content: "go" });
  await begun.passed;
  await untilRecord(stream, "item_finished", 2);
  first.disk.kill();
  const bench = await first.again();
  const again = await bench.follow();
  await bench.post("/prompt", {});
  const repeated = "This was called before the agent was interrupted: it may have run in part.";
  const one = await asked(again);
  expect(one).toMatchObject({
    ...{ kind: "permission", tool: "delegate" },
    text: `${repeated}\ndelegate {"subagent":"general","task":"work, please"}`,
  });
  await answer(bench, one, { kind: "permission_answer", granted: false });
  await answer(bench, await asked(again, 2), { kind: "permission_answer", granted: true });
  expect(await ended(again)).toMatchObject({ outcome: "completed" });
  expect(sentFor(server, "work, please")).toEqual([]);
  expect(await results(bench)).toEqual([
    "failed: not run: the person who works with you does not allow it",
    "I have worked.",
  ]);
});
