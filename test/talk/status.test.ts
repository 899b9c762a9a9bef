/** A session in one row below the prompt: what it says, and what it leaves out on a narrow terminal (P-S118). */
import { expect, test } from "vitest";
import { SessionStatus } from "../../src/agent/program/talk/status.js";
import type { Change } from "../../src/agent/wire/client/index.js";
import { columnsOf } from "../../src/text/width.js";
import { ScriptedDaemon } from "./scripted-daemon.js";
import { Talker } from "./talker.js";

const NOW = new Date(2026, 0, 31, 14, 0, 0).getTime();
const SOON = new Date(NOW + 187_000).toISOString();
const RETRY = { until: SOON, attempt: 2, of: 4, why: "it is busy" };

interface Facts {
  readonly model?: string | null;
  readonly used?: number;
  readonly monitor?: "standard" | "bypass" | "autonomous";
  readonly waits?: boolean;
}

function statusOf({ model = "sonnet", used, monitor = "standard", waits = false }: Facts): SessionStatus {
  const status = new SessionStatus();
  const snapshot = {
    ...new ScriptedDaemon().snapshot(),
    permission_monitor: monitor,
    turn: { state: "idle", generation: 0, model, facet: null, ...(waits ? { retry: RETRY } : {}) } as const,
    ...(used === undefined ? {} : { context: { used, window: 128_000 } }),
  };
  status.take({ kind: "snapshot", snapshot } as unknown as Change);
  return status;
}

function recordOf(fields: object): Change {
  return {
    kind: "record",
    record: { version: 1, daemon_epoch: "e", cursor: "c", at: SOON, ...fields },
  } as unknown as Change;
}

const FULL: Facts = { model: "claude-sonnet-4-5-20250929", used: 4700, monitor: "bypass", waits: true };

test.each<readonly [string, Facts, number, boolean, string]>([
  ["a model", {}, 80, false, "sonnet"],
  ["and its window", { used: 4700 }, 80, false, "sonnet · 4.7k/128k"],
  ["a turn", { used: 4700 }, 80, true, "sonnet · 4.7k/128k · working"],
  ["a wait", { used: 4700, waits: true }, 80, true, "sonnet · 4.7k/128k · waits until 14:03:07"],
  ["the usual monitor is not named", { monitor: "standard" }, 80, false, "sonnet"],
  ["any other is", { monitor: "bypass", used: 1 }, 80, false, "sonnet · 1/128k · bypass"],
  ["no model", { model: null, used: 4700 }, 80, false, "4.7k/128k"],
  ["nothing", { model: null }, 80, false, ""],
  ["everything", FULL, 80, true, "claude-sonnet-4-5-20250929 · 4.7k/128k · bypass · waits until 14:03:07"],
  ["in 60 columns", FULL, 60, true, "claude-sonnet-4… · 4.7k/128k · bypass · waits until 14:03:07"],
  ["in 40 columns", FULL, 40, true, "bypass · waits until 14:03:07"],
  ["in 40 columns without a wait", { ...FULL, waits: false }, 40, true, "claude-s… · 4.7k/128k · bypass · working"],
  ["in 24 columns", FULL, 24, true, "waits until 14:03:07"],
  ["in 12 columns", FULL, 12, true, "waits until…"],
  ["wide characters", { model: "日本語モデル", used: 4700 }, 20, false, "日本語… · 4.7k/128k"],
  ["a name that acts", { model: "a\x1b[2J\u202eb" }, 80, false, "a\\x1b[2J\\u{202e}b"],
  ["a name without end", { model: "x".repeat(100_000) }, 20, false, `${"x".repeat(19)}…`],
])("a status of %s", (_, facts, columns, isBusy, text) => {
  const shown = statusOf(facts).textIn(columns, NOW, isBusy);
  expect(shown).toBe(text);
});

test("whatever it says, it fits", () => {
  for (let columns = 1; columns < 90; columns += 1)
    for (const facts of [FULL, { used: 4700 }, { model: "日本語モデル", waits: true }, {}])
      for (const isBusy of [true, false])
        expect(columnsOf(statusOf(facts).textIn(columns, NOW, isBusy))).toBeLessThanOrEqual(columns);
});

test("a wait is over at its end, and when the turn goes on", () => {
  const status = statusOf(FULL);
  expect(status.textIn(80, NOW + 187_000, true)).not.toContain("waits");
  status.take(recordOf({ kind: "session_changed", model: "opus", permission_monitor: "standard" }));
  expect(status.textIn(80, NOW, true)).toBe("opus · 4.7k/128k · waits until 14:03:07");
  status.take(recordOf({ kind: "item_started", item_id: "i", item_kind: "assistant_message", prompt_id: "p" }));
  expect(status.textIn(80, NOW, true)).toBe("opus · 4.7k/128k · working");
});

test.each<
  readonly [
    string,
    { readonly env?: Readonly<Record<string, string>>; readonly isTTY?: boolean; readonly term?: string },
  ]
>([
  ["in a pipe", { isTTY: false }],
  ["in a job of a CI system with a terminal", { env: { CI: "true" } }],
  ["in a job of GitHub", { env: { GITHUB_ACTIONS: "true" } }],
  ["on a terminal that knows no escape sequences", { term: "dumb" }],
])("no status is shown %s", async (_, options) => {
  const daemon = new ScriptedDaemon();
  const talker = new Talker(daemon, { hasStatus: true, ...options });
  talker.type("hello\n");
  talker.type(options.isTTY === false ? "" : "\x04");
  if (options.isTTY === false) talker.end();
  await talker.ended;
  expect(talker.screen).not.toMatch(/working|m$/m);
});

test.each([
  ["faint, where colours are wanted", {}, true],
  ["plain, where they are not", { NO_COLOR: "1" }, false],
])("a status is %s", async (_, env, isFaint) => {
  const talker = new Talker(new ScriptedDaemon(), { hasStatus: true, env });
  await talker.sees(isFaint ? "> \n\x1b[2mm\x1b[22m\x1b[1A" : "> \nm\x1b[1A");
});
