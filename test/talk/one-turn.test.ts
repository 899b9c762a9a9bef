/** A turn that nobody watches, where its records are lost, and where it does not end (P-S110). */
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ExecOutput, resultOf } from "../../src/agent/program/talk/exec-output.js";
import { oneTurn } from "../../src/agent/program/talk/one-turn.js";
import { isExecEvent } from "../../src/generated/protocol/validators.js";
import type { Terminal } from "../../src/terminal/terminal.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { refusal, ScriptedDaemon } from "./scripted-daemon.js";

function terminalInto(said: { stdout: string; stderr: string }): Terminal {
  const into = (name: keyof typeof said) => ({
    write: (text: string, done?: () => void): void => {
      said[name] += text;
      done?.();
    },
  });
  const host = nodeHost({ env: {} });
  return {
    ...{ directory: resolve("."), argv: [], host },
    ...{ stdin: Readable.from([]), stdout: into("stdout"), stderr: into("stderr") },
  };
}

interface Limits {
  readonly interrupted?: AbortSignal;
  readonly late?: AbortSignal;
}

async function turnOf(daemon: ScriptedDaemon, { interrupted, late }: Limits = {}) {
  const said = { stdout: "", stderr: "" };
  const terminal = terminalInto(said);
  const output = new ExecOutput(terminal, "jsonl", async ({ text }) => text);
  const report = await oneTurn(terminal, daemon.client, { content: "go", isQuiet: false }, output, {
    interrupted: interrupted ?? new AbortController().signal,
    late: late ?? new AbortController().signal,
    stuck: () => {},
  });
  await output.end(
    resultOf(
      "s",
      report,
      report.answers.map((item) => ({ item, text: item.text })),
    ),
  );
  const events = said.stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(events.filter((event) => !isExecEvent(event))).toEqual([]);
  return { report, events, stderr: said.stderr };
}

const ITEM = { item_id: "i", at: "2026-01-31T23:59:59.999Z", secret_coverage: "captured" };
const BY = { attribution: { kind: "captured", facet: null, model: "m" } };

/** The stream breaks, and whatever happens until it is back has no record any longer. */
function losing(daemon: ScriptedDaemon, outcome: string): void {
  daemon.onPrompt = (_, promptId) => {
    daemon.cut();
    const items = [
      { ...ITEM, ...BY, index: 0, kind: "user_message", prompt_id: promptId, text: "go" },
      { ...ITEM, ...BY, item_id: "j", index: 1, kind: "assistant_message", prompt_id: promptId, text: "Done." },
    ];
    daemon.script = ({ line }) => {
      if (line === "GET /history")
        return Response.json({
          version: 1,
          session_id: "s",
          title: null,
          checkpoint: "h",
          total_items: 2,
          next_page: null,
          items,
        });
      const last_turn = { prompt_id: promptId, outcome };
      return line === "GET /sync"
        ? Response.json({ ...daemon.snapshot(), history_total_items: 2, last_turn })
        : undefined;
    };
    daemon.finish(promptId, outcome);
    daemon.cut();
  };
}

test.each(["completed", "failed", "cancelled"])(
  "items without records are lines of their own, and the end is known: %s",
  async (outcome) => {
    const daemon = new ScriptedDaemon();
    losing(daemon, outcome);
    const { events } = await turnOf(daemon);
    expect(events.slice(-3)).toMatchObject([
      { event: "item", item: { kind: "user_message", text: "go" } },
      { event: "item", item: { kind: "assistant_message", text: "Done." } },
      { event: "result", outcome, answer: "Done." },
    ]);
  },
);

test("inputs of an earlier run are answered first, and are no part of the turn", async () => {
  const daemon = new ScriptedDaemon();
  daemon.start("earlier");
  daemon.script = ({ line }) => {
    if (line !== "POST /prompt" || daemon.promptId === undefined) return undefined;
    queueMicrotask(() => {
      daemon.item("assistant_message", { text: "Of another prompt." });
      daemon.finish("earlier");
    });
    return refusal(409, "turn_in_flight");
  };
  daemon.onPrompt = (_, promptId) => {
    daemon.item("assistant_message", { text: "Done.", ...BY });
    daemon.finish(promptId);
  };
  const { events, report } = await turnOf(daemon);
  expect(events.at(-1)).toMatchObject({ event: "result", outcome: "completed", answer: "Done." });
  expect(report.end).toMatchObject({ finish: "stop" });
  expect(JSON.stringify(events)).not.toContain("Of another prompt.");
});

test("a prompt that is refused is no turn", async () => {
  const daemon = new ScriptedDaemon();
  daemon.script = ({ line }) => (line === "POST /prompt" ? refusal(400, "invalid_request") : undefined);
  await expect(turnOf(daemon)).rejects.toThrow(/invalid_request/);
});

test("a time that is over before the turn: nothing is asked; during it: it is cancelled, and once", async () => {
  const idle = new ScriptedDaemon();
  const before = await turnOf(idle, { late: AbortSignal.abort() });
  expect(before.report).toMatchObject({ promptId: undefined, limit: "timeout" });
  expect(idle.asked).toEqual([]);
  const daemon = new ScriptedDaemon();
  const late = new AbortController();
  daemon.onPrompt = () => late.abort();
  const { report, events } = await turnOf(daemon, { late: late.signal });
  expect(report).toMatchObject({ limit: "timeout", end: { outcome: "cancelled" } });
  expect(events.at(-1)).toMatchObject({ event: "result", outcome: "cancelled", limit: "timeout" });
  expect(daemon.asked.filter(({ line }) => line === "POST /turn/cancel")).toHaveLength(1);
});

test("a turn that is complete when the time is over has reached no limit", async () => {
  const daemon = new ScriptedDaemon();
  const late = new AbortController();
  daemon.onPrompt = (_, promptId) => {
    daemon.finish(promptId);
    late.abort();
  };
  daemon.script = ({ line }) => (line === "POST /turn/cancel" ? refusal(409, "turn_not_running") : undefined);
  const { report } = await turnOf(daemon, { late: late.signal });
  expect(report).toMatchObject({ limit: undefined, end: { outcome: "completed" } });
});
