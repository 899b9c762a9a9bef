/** P-S117 from end to end: twenty daemons that nobody is attached to, a hub that asks them, and what a person then sees. */
import { expect, test } from "vitest";
import { linesOf } from "../../src/agent/fleet/watch/frame.js";
import { unpainted } from "../../src/agent/fleet/watch/look.js";
import { countsText, stateText, viewOf } from "../../src/agent/fleet/watch/view.js";
import { type Bench, running } from "../daemon/bench.js";
import { Disk } from "../ports/disk.js";
import { Machine } from "../store/bench.js";
import { fleetBench } from "./fleet-bench.js";

const NAMES = Array.from({ length: 20 }, (_, index) => `s${String(index + 1).padStart(2, "0")}`);
const FAIL = ["s03", "s08", "s13", "s20"];
const CRASH = ["s05", "s17"];

/** A prompt without a follower of its turn. */
async function prompted(bench: Bench, content: string, more: object): Promise<void> {
  expect((await bench.post("/prompt", { content, ...more })).status).toBe(202);
  await expect.poll(() => bench.sync().then(({ busy }) => busy)).toBe(false);
}

test("twenty sessions, four failed, two crashed: the rows say which, by name", async () => {
  const [disk, machine] = [new Disk(1), new Machine()];
  const benches = new Map<string, Bench>();
  for (const [index, session] of NAMES.entries()) {
    const url = `http://127.0.0.1/${session}`;
    const host = { processes: machine.start(5000 + index), listen: async () => ({ url, close: async () => {} }) };
    const bench = await running({ disk, session, host });
    await prompted(bench, `Task of ${session}\nand more`, FAIL.includes(session) ? { model: "nosuch" } : {});
    benches.set(session, bench);
  }
  const hub = await fleetBench({ disk, machine }, async (hub) => {
    for (const [session, bench] of benches)
      hub.answers.set(session, async () => ({ body: (await bench.get("/sync/summary")).text }));
  });
  await hub.pass(5000);
  const seen = () => viewOf(hub.fleet.stream.state, hub.clock.now());
  const titled = (word: string) =>
    seen()
      .rows.filter((row) => stateText(row) === word)
      .map(({ title }) => title)
      .toSorted();
  expect(titled("idle, failed")).toEqual(FAIL.map((name) => `Task of ${name}`));
  expect(titled("idle")).toHaveLength(16);

  for (const name of CRASH) machine.alive.delete(5000 + NAMES.indexOf(name));
  await hub.pass(1000);
  expect(titled("idle, failed")).toEqual(FAIL.map((name) => `Task of ${name}`));
  expect(titled("crashed")).toEqual(CRASH.map((name) => `Task of ${name}`));
  expect(countsText(seen())).toBe("nobody waits for you · 18 idle (4 failed) · 2 not running (2 crashed)");
  const { rows } = seen();
  const [failed] = rows.filter(({ id }) => id === "s03");
  expect(failed?.detail).toContain("nosuch");
  const screen = linesOf(
    {
      ...{ view: seen(), rows, top: 0, selected: 0, connection: { kind: "live" }, hasRows: true, hub: "h" },
      ...{ filter: undefined, isTyping: false, isHelp: false, notice: undefined },
    },
    { columns: 80, rows: 24 },
    unpainted,
  ).join("\n");
  for (const name of FAIL) expect(screen).toMatch(new RegExp(`failed +Task of ${name}`));
  for (const name of CRASH) expect(screen).toMatch(new RegExp(`crashed +Task of ${name}`));

  // A hub that begins now knows the crashed ones by name as well.
  const later = await fleetBench({ disk, machine }, async (later) => {
    for (const [session, bench] of benches)
      later.answers.set(session, async () => ({ body: (await bench.get("/sync/summary")).text }));
  });
  await later.pass(5000);
  const rowsLater = viewOf(later.fleet.stream.state, later.clock.now()).rows;
  expect(
    rowsLater
      .filter(({ word }) => word === "crashed")
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(CRASH.map((name) => `Task of ${name}`));
  expect(rowsLater.filter(({ ended }) => ended === "failed")).toHaveLength(4);
});
