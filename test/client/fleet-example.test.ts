/** The program of docs/examples for a fleet, against a hub that the test scripts: its module is loaded with a `fetch` of the test. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as client from "../../src/agent/wire/client/index.js";
import type { HistoryPage } from "../../src/generated/protocol/types.js";
import { settled } from "../daemon/bench.js";
import { hasty } from "./hasty.js";
import { bytesOf, HUB, lines, refusal, row, ScriptedHub } from "./scripted-hub.js";

const PROGRAM = readFileSync("docs/examples/fleet.mjs", "utf8");

test("is at most 60 lines", () => {
  expect(PROGRAM.split("\n").length - 1).toBeLessThanOrEqual(60);
});

/** Runs the program in this process; its imports and its surroundings are arguments. */
function run(server: ScriptedHub, ending: AbortSignal): { readonly said: string[]; readonly over: Promise<void> } {
  const said: string[] = [];
  const body = PROGRAM.replace(/^import .*$/gm, "").replace(
    "await fleet.followFleet({ apply })",
    "await fleet.followFleet({ apply, signal })",
  );
  const names = [
    "readFileSync",
    "applyFleetEvent",
    "ClientError",
    "emptyFleet",
    "fleetOf",
    "hub",
    "process",
    "console",
    "signal",
  ];
  const program = new Function(...names, `return (async () => {${body}})()`) as (...given: unknown[]) => Promise<void>;
  const over = program(
    () => `${HUB.token}\n`,
    ...[client.applyFleetEvent, client.ClientError, client.emptyFleet, client.fleetOf],
    (address: client.Address) => client.hub(address, { ...hasty(), fetch: server.fetch }),
    { argv: ["node", "fleet.mjs", HUB.url, "token"], exit: () => expect.unreachable() },
    { log: (...words: unknown[]) => said.push(words.join(" ")), error: (word: string) => said.push(word) },
    ending,
  );
  return { said, over };
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn > 5000) expect.fail("it does not come to be");
    await settled(1);
  }
}

const history = (text: string): HistoryPage => ({
  ...{ version: 1, session_id: "a", title: null, checkpoint: "c", total_items: 2, next_page: null },
  items: ["question", text].map((said, index) => ({
    ...{
      item_id: `i${index}`,
      index,
      kind: index === 0 ? "user_message" : "assistant_message",
      at: "2026-01-31T23:59:59.999Z",
    },
    ...{ attribution: { kind: "historical_unknown" }, secret_coverage: "captured", text: said },
  })),
});

const record = (kind: string, cursor: string, more: object): object => ({
  ...{ version: 1, kind, daemon_epoch: "d", cursor, at: "2026-01-31T23:59:59.999Z", ...more },
});

test("the nine steps: who waits, the titles of sessions that run, and the last answer of each that stops, over a restart of the hub", async () => {
  const server = new ScriptedHub();
  server.push("session_upserted", { session: row("a", { title: "mice" }) });
  server.push("session_upserted", { session: row("old", { running: false, finalized: true, state: "stopped" }) });
  server.script = ({ route, path }) => {
    if (route === "history")
      return path.includes("/a/") ? Response.json(history("three blind mice")) : refusal("history_unavailable", 404);
    if (!path.endsWith("/daemon/events")) return route === "daemon" ? Response.json(snapshot()) : undefined;
    const records = [
      record("session_changed", "d:2", { title: "blind mice" }),
      record("session_stopping", "d:3", { reason: "terminate" }),
    ];
    const frame = { event: "frame", version: 1, daemon_epoch: "d", cursor: "d:3", caught_up: true, records };
    return lines(
      (async function* () {
        yield bytesOf({ event: "heartbeat", version: 1, daemon_epoch: "d", cursor: "d:1", interval_seconds: 15 });
        yield bytesOf(frame);
      })(),
    );
  };
  const ending = new AbortController();
  const { said, over } = run(server, ending.signal);
  await until(() => said.length >= 2);
  server.push("session_upserted", { session: row("b", { attention: true, running: false }) });
  await until(() => said.length >= 3);
  // It stops while the hub is away: the next catalog says so.
  server.restart();
  server.state.sessions.set("a", row("a", { running: false, finalized: true, state: "stopped" }));
  await until(() => said.some((line) => line.startsWith("a ended")));
  expect(new Set(said)).toEqual(
    new Set([
      'a is called "mice"',
      'a is called "blind mice"',
      "b waits for an answer: (no title)",
      'a ended with "three blind mice"',
    ]),
  );
  ending.abort();
  await over;
});

function snapshot(): object {
  const names = ["prompt", "queue_input", "dequeue_newest", "respond", "cancel", "compact"];
  return {
    ...{ version: 1, daemon_epoch: "d", cursor: "d:1", busy: false, attention: false, history_checkpoint: "h" },
    ...{ history_total_items: 0, catalog_revision: "1", features: [], operation_window: null, open_items: [] },
    ...{ interrogatives: [], turn: { state: "idle", generation: 0, model: null, facet: null } },
    ...{ queue: { revision: "1", items: [] } },
    session: { session_id: "a", title: "mice", created_at: "2026-01-31T23:59:59.999Z" },
    actions: Object.fromEntries(names.map((name) => [name, { available: true }])),
  };
}
