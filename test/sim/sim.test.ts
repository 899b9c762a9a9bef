/**
 * Worlds from seeds: whatever becomes of network, disk, clocks and programs, a client that is told something was told the truth, a command runs
 * once, and all agree in the end. `npm run sim -- --seed N` shows one of them.
 */
import { expect, test } from "vitest";
import { slowCases } from "../cases.js";
import type { Outcome } from "./chronicle.js";
import { type Plan, planOf } from "./plan.js";
import { firstFailing, told } from "./seeds.js";
import { shortest } from "./shrink.js";
import { live } from "./world.js";

const SEEDS = 500;

/** Worlds of one test. */
const GROUP = 10;

const groups = Array.from({ length: Math.ceil(slowCases(SEEDS) / GROUP) }, (_, index) => index * GROUP + 1);

test.each(groups)("C078 C081 C102 C117 C243 C277 C283 C291 worlds from seed %i on", async (first) => {
  const found = await firstFailing(first, first + GROUP - 1);
  expect(found && told(found)).toBeUndefined();
});

test("C286 C088 the wall clock goes back and comes right again around the end of a daemon: a prompt runs once", async () => {
  const prompt = { kind: "prompt", commander: 0, isAwaited: false, text: "now" } as const;
  for (let operations = 0; operations < 4; operations += 1) {
    const plan: Plan = {
      seed: 1,
      actions: [
        { at: 1000, name: "prompt-1", ...prompt },
        { at: 20_000, kind: "clock", ms: -3_600_000 },
        { at: 20_001, kind: "doom", operations, fate: "end-after", isPowerLoss: false },
        { at: 20_002, name: "prompt-2", ...prompt },
        { at: 21_500, kind: "clock", ms: 3_600_000 },
      ],
    };
    const outcome = await live(plan);
    expect(outcome.failure && outcome.history.join("\n")).toBeUndefined();
  }
});

test("the same seed gives the same history", async () => {
  for (const seed of [3, 4, 5]) {
    const { history } = await live(planOf(seed));
    expect((await live(planOf(seed))).history).toEqual(history);
    expect(history.length).toBeGreaterThan(20);
  }
});

test("plans hold every kind of action", () => {
  const kinds = new Set(Array.from({ length: 50 }, (_, seed) => planOf(seed).actions.map(({ kind }) => kind)).flat());
  const commands = ["prompt", "input", "dequeue", "cancel", "repeat"];
  const ends = ["end", "doom", "terminate", "end-follower", "end-commander", "suspend"];
  expect([...kinds].sort()).toEqual([...commands, ...ends, "cut", "weather", "disk", "clock"].sort());
});

test("what worlds are for happens in them", async () => {
  const worlds: string[] = [];
  for (let seed = 1; seed <= 20; seed += 1) worlds.push((await live(planOf(seed))).history.join("\n"));
  const all = worlds.join("\n");
  expect(all).toContain("continues the session");
  expect(all).toContain("in the middle of an operation, and the power is lost");
  expect(all).toContain("an unfinished write at the end of the log was cut off");
  expect(all).toContain("a prompt could not be kept");
  expect(all).toContain("[redacted]");
  expect(all).toContain("save_failed");
  expect(all).toMatch(/once more: 20[02] /);
  expect(all).toMatch(/with another text: 409 operation_payload_conflict/);
  expect(all).toMatch(/the turn of prompt-\d+ is failed/);
  expect(all).toContain("a request to a model failed and is made again");
  expect(all).toMatch(/refused \(turn_in_flight\)/);
  expect(all).toMatch(/input prompt-\d+ is done/);
  expect(all).toMatch(/run [2-9] begins after [1-9]/);
  // Its place is beyond the first page of history.
  expect(all).toMatch(/run [2-9] begins after ([5-9]|\d\d) items/);
});

test("a failing plan is made as short as it gets", async () => {
  const plan = planOf(1);
  const needed = plan.actions.filter((_, index) => index === 2 || index === plan.actions.length - 2);
  let tries = 0;
  const fails = async ({ actions }: Pick<Plan, "seed" | "actions">): Promise<Outcome> => {
    tries += 1;
    const isThere = needed.every((action) => actions.includes(action));
    return { failure: isThere ? "both are there" : undefined, history: [], steps: 0 };
  };
  const { plan: short, outcome } = await shortest({ plan, outcome: await fails(plan) }, fails);
  expect(short.actions).toEqual(needed);
  expect(outcome.failure).toBe("both are there");
  expect(tries).toBeLessThan(200);
});
