/** Following a fleet (spec 1, steps 2, 3 and 8): whatever connections and hubs do, the state of a follower is that of the hub. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyFleetEvent,
  type ClientError,
  emptyFleet,
  type FleetApplying,
  type FleetChange,
  type FleetPoint,
  type FleetState,
  fleetOf,
  type Hub,
  hub,
  SaveFailed,
} from "../../src/agent/wire/client/index.js";
import type { FleetEventV1 } from "../../src/generated/protocol/types.js";
import { cases } from "../cases.js";
import { settled } from "../daemon/bench.js";
import { HandClock } from "../ports/hand-clock.js";
import { bytesOf, HUB, lines, project, refusal, row, ScriptedHub, scripted } from "./scripted-hub.js";

/** A program that keeps the state of a fleet. */
class Program {
  state: FleetState = emptyFleet();
  point: FleetPoint | undefined;
  readonly kinds: string[] = [];
  readonly #ending = new AbortController();

  apply = (change: FleetChange, { point }: FleetApplying): void => {
    this.kinds.push(change.kind === "catalog" ? "catalog" : change.event.kind);
    if (change.kind === "catalog") this.state = fleetOf(change.catalog);
    else applyFleetEvent(this.state, change.event);
    this.point = point;
  };

  follow(client: Hub): { readonly stop: () => Promise<void>; readonly over: Promise<void> } {
    const over = client.followFleet({ apply: this.apply, load: () => this.point, signal: this.#ending.signal });
    over.catch(() => {});
    const stop = async (): Promise<void> => {
      this.#ending.abort();
      await over;
    };
    return { stop, over };
  }
}

const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn > 5000) expect.fail("it does not come to be");
    await settled(1);
  }
}

/** A follower that has the catalog of a hub with one session, and its stream. */
async function following() {
  const { server, client } = scripted();
  server.push("session_upserted", { session: row("a") });
  const program = new Program();
  const run = program.follow(client);
  await until(() => server.open === 1);
  return { server, client, program, ...run };
}

test("C185 a fleet comes as its catalog, then as every event once and in order", async () => {
  const { server, program, stop } = await following();
  server.push("project_upserted", { project: project("p") });
  server.push("session_upserted", { session: row("b", { attention: true }) });
  server.push("session_observed", { session_id: "a", fresh: false, observed_at: null });
  server.push("of_tomorrow", { deep: { more: true } });
  server.push("session_stopped", { session: row("b", { running: false, state: "stopped" }) });
  server.push("session_removed", { session_id: "a" });
  await until(() => program.point?.cursor === server.cursor);
  expect(program.kinds).toEqual([
    ...["catalog", "project_upserted", "session_upserted", "session_observed", "of_tomorrow"],
    ...["session_stopped", "session_removed"],
  ]);
  expect(program.state).toEqual(server.state);
  await stop();
  await until(() => server.open === 0);
});

test.each([true, false])(
  "a stream that ends (cut: %s) goes on after the last applied event, without a new catalog",
  async (isCut) => {
    const { server, program, stop } = await following();
    server.push("session_upserted", { session: row("b") });
    await until(() => program.kinds.length === 2);
    server.end(isCut);
    server.push("session_upserted", { session: row("c") });
    await until(() => program.kinds.length === 3);
    expect(program.kinds).toEqual(["catalog", "session_upserted", "session_upserted"]);
    const { query } = server.asked.findLast(({ route }) => route === "events") ?? {};
    expect([query?.get("after"), query?.get("expected_epoch")]).toEqual(["epoch-1:2", "epoch-1"]);
    await stop();
  },
);

test.each<readonly [string, (server: ScriptedHub) => void]>([
  ["a reset", (server) => server.reset()],
  ["a restart of the hub", (server) => server.restart()],
  [
    "events that are no longer kept",
    (server) => {
      server.end(true);
      server.push("session_upserted", { session: row("b") });
      server.forget();
    },
  ],
  ["a heartbeat with another cursor", (server) => server.say(server.heartbeat("epoch-1:999"))],
  [
    "a heartbeat with another cursor, and events in the same piece",
    (server) => {
      const events = server.frame([server.event("session_removed", { session_id: "a" })]);
      server.say(`${JSON.stringify(server.heartbeat("epoch-1:999"))}\n${JSON.stringify(events)}\n`);
    },
  ],
  ["a message of another hub", (server) => server.say({ ...server.heartbeat(), fleet_epoch: "epoch-9" })],
  ["a message that is no JSON", (server) => server.say("{\n")],
  ["an event without its row", (server) => server.say(server.frame([server.event("session_upserted", {})]))],
  ["a row without its state", (server) => server.say(server.frame([server.event("session_stopped", { session: {} })]))],
  [
    "a frame without its last cursor",
    (server) => server.say({ ...server.frame([server.event("a", {})]), cursor: "x" }),
  ],
])("C185 C277 %s: the fleet comes as one catalog again, and goes on", async (_, happens) => {
  const { server, program, stop } = await following();
  // An event that could not be announced is in the catalog.
  server.state.sessions.set("unheard", row("unheard"));
  happens(server);
  await until(() => program.kinds.length === 2 && server.open === 1);
  server.push("session_upserted", { session: row("z") });
  await until(() => program.kinds.at(-1) === "session_upserted");
  expect(program.kinds).toEqual(["catalog", "catalog", "session_upserted"]);
  expect(program.state).toEqual(server.state);
  await stop();
});

test("C279 a connection that is cut at any byte of its messages: every event once and in order, with the first catalog", async () => {
  const changes = (server: ScriptedHub): readonly FleetEventV1[] => [
    server.push("session_upserted", { session: row("a", { title: "drei blinde Mäuse 🐁" }) }),
    server.push("session_removed", { session_id: "a" }),
  ];
  const first = new ScriptedHub();
  const beginning = first.heartbeat();
  const said = Buffer.concat([bytesOf(beginning), bytesOf(first.frame(changes(first)))]);
  for (let cut = 0; cut < said.length; cut += 1) {
    const { server: one, client } = scripted();
    const program = new Program();
    let streams = 0;
    one.script = ({ route }) => {
      if (route !== "events") return undefined;
      streams += 1;
      if (streams > 1) return undefined;
      changes(one);
      return lines(
        (async function* () {
          yield said.subarray(0, cut);
          throw Object.assign(new Error("cut"), { code: "ECONNRESET" });
        })(),
      );
    };
    const { stop } = program.follow(client);
    await until(() => program.point?.cursor === "epoch-1:2");
    expect(program.kinds, `cut after ${cut} bytes`).toEqual(["catalog", "session_upserted", "session_removed"]);
    await stop();
  }
});

test("C279 a stream that stays silent for three heartbeats of 15 seconds is opened again", async () => {
  const server = new ScriptedHub();
  const clock = new HandClock();
  const random = { bytes: (count: number) => new Uint8Array(count).fill(255) };
  const program = new Program();
  const { stop } = program.follow(hub(HUB, { clock, random, fetch: server.fetch }));
  await until(() => server.open === 1 && clock.next === 45_000);
  clock.pass(44_999);
  await settled(5);
  expect(server.count("events")).toBe(1);
  clock.pass(1);
  await until(() => clock.next !== undefined && clock.next < 100);
  clock.pass(100);
  await until(() => server.count("events") === 2 && server.open === 1);
  expect(server.count("catalog")).toBe(1);
  // Heartbeats alone keep it open.
  for (let beat = 0; beat < 6; beat += 1) {
    clock.pass(15_000);
    server.say(server.heartbeat());
    await settled(5);
  }
  expect(server.count("events")).toBe(2);
  await stop();
  expect(clock.waiting).toBe(0);
});

test("C279 tries come later each time, at moments of their own, and no sooner than the hub says", async () => {
  for (const [byte, part] of [
    [0, 0.5],
    [255, 511 / 512],
  ] as const) {
    const server = new ScriptedHub();
    const clock = new HandClock();
    let isAsking = false;
    server.script = () => refusal("fleet_capacity_exceeded", 503, isAsking ? 7 : undefined);
    const random = { bytes: (count: number) => new Uint8Array(count).fill(byte) };
    const { over } = new Program().follow(hub(HUB, { clock, random, fetch: server.fetch }));
    const waits: number[] = [];
    while (waits.length < 8) {
      await until(() => clock.waiting === 1);
      waits.push(clock.next ?? 0);
      isAsking = waits.length === 7;
      clock.pass(clock.next ?? 0);
      await settled(3);
    }
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000].map((wait) => wait * part).concat(7000));
    clock.pass(7000);
    for (let turn = 0; turn < 200; turn += 1) {
      clock.pass(clock.next ?? 0);
      await settled(1);
    }
    // A hub that stays away for a minute is an error at last.
    expect(await failureOf(over)).toMatchObject({ code: "fleet_capacity_exceeded", status: 503 });
  }
});

test("a hub that is not there is waited for, and named", async () => {
  const { server, program, stop } = await following();
  let tries = 0;
  server.script = () => {
    tries += 1;
    if (tries > 3) return undefined;
    throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  };
  server.restart();
  await until(() => program.kinds.length === 2);
  await stop();
  server.script = () => {
    throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  };
  const failure = await failureOf(scriptedLike(server).catalog());
  expect(failure).toMatchObject({ code: "unreachable", detail: "ECONNREFUSED", server: "hub" });
  expect(failure.message).toBe("the hub cannot be reached (ECONNREFUSED)");
});

function scriptedLike(server: ScriptedHub): Hub {
  const { client, server: fresh } = scripted();
  fresh.script = server.script;
  return client;
}

test("a kept point goes on without a catalog; an event whose point was not kept comes again, and says so", async () => {
  const { server, program, stop } = await following();
  server.push("session_upserted", { session: row("b") });
  await until(() => program.kinds.length === 2);
  await stop();
  server.push("session_upserted", { session: row("c") });
  server.push("session_upserted", { session: row("d") });
  const { client, server: same } = scripted();
  same.script = ({ request, path, query }) => server.fetch(`http://h/under${path}?${query}`, request);
  let kept = JSON.parse(JSON.stringify(program.point)) as FleetPoint;
  const heard: unknown[] = [];
  const crash = new Error("crash");
  const run = (fails: boolean): Promise<void> =>
    client.followFleet({
      load: () => kept,
      apply: (change, { mayBeRepeated }) => {
        heard.push([change.kind === "event" && change.event.cursor, mayBeRepeated]);
        if (heard.length >= 3) throw crash;
      },
      save: (point) => {
        if (fails) throw new Error("disk full");
        kept = point;
      },
    });
  const failure = await failureOf(run(true));
  expect(failure).toBeInstanceOf(SaveFailed);
  expect((failure as SaveFailed<FleetPoint>).point.cursor).toBe("epoch-1:3");
  await expect(run(false)).rejects.toBe(crash);
  await expect(run(false)).rejects.toBe(crash);
  expect(heard).toEqual([
    ["epoch-1:3", true],
    ["epoch-1:3", true],
    ["epoch-1:4", false],
    ["epoch-1:4", true],
  ]);
  kept = { ...kept, cursor: 1 } as never;
  expect((await failureOf(run(false))).code).toBe("invalid_point");
});

type Happening = "push" | "remove" | "observe" | "cut" | "end" | "reset" | "restart" | "forget" | "busy" | "expire";
const happening = fc.constantFrom<Happening>(
  ...([
    "push",
    "push",
    "push",
    "remove",
    "observe",
    "cut",
    "end",
    "reset",
    "restart",
    "forget",
    "busy",
    "expire",
  ] as const),
);

test("C185 C277 whatever happens in whatever order, a follower ends with the fleet of the hub", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(happening, fc.nat(3), fc.nat(3)), { maxLength: 25 }), async (happenings) => {
      const { server, client } = scripted();
      server.pageEntries = 2;
      const program = new Program();
      const { stop } = program.follow(client);
      let busy = 0;
      server.script = () => {
        busy -= 1;
        return busy >= 0 ? refusal("overloaded", 503) : undefined;
      };
      for (const [what, number, turns] of happenings) {
        const id = `s${number}`;
        if (what === "push") server.push("session_upserted", { session: row(id, { queue_length: turns }) });
        if (what === "remove") server.push("session_removed", { session_id: id });
        if (what === "observe")
          server.push("session_observed", { session_id: id, fresh: turns > 1, observed_at: null });
        if (what === "cut") server.end(true);
        if (what === "end") server.end(false);
        if (what === "reset") server.reset();
        if (what === "restart") server.restart();
        if (what === "forget") server.forget();
        if (what === "busy") busy = number;
        if (what === "expire") server.expireSnapshots();
        await settled(turns);
      }
      await until(() => program.point?.cursor === server.cursor && server.open === 1);
      expect(program.state).toEqual(server.state);
      await stop();
    }),
    { numRuns: cases(60) },
  );
});

test("`applyFleetEvent` changes the maps of its state, and returns it", () => {
  const state = emptyFleet();
  const head = { version: 1, fleet_epoch: "f".repeat(32), cursor: "c", at: "2027-01-15T08:00:00.000Z" } as const;
  const project = { project_id: "p", name: "billing", session_count: 1 };
  expect(applyFleetEvent(state, { ...head, kind: "project_upserted", project })).toBe(state);
  expect([...state.projects.values()]).toEqual([project]);
  expect(applyFleetEvent(state, { ...head, kind: "of_tomorrow" } as never)).toBe(state);
});
