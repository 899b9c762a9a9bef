/**
 * Worlds with a hub from seeds: whatever becomes of network, clocks, daemons and the hub, a client that is told something was told what the hub
 * said, and in the end the hub says what is true. `npm run sim -- --fleet --seed N` shows one of them.
 */
import { expect, test } from "vitest";
import { slowCases } from "../cases.js";
import { fleetPlanOf } from "./fleet/plan.js";
import { liveFleet } from "./fleet/world.js";
import { firstFailing, told } from "./seeds.js";

const SEEDS = 300;

/** Worlds of one test. */
const GROUP = 10;

const groups = Array.from({ length: Math.ceil(slowCases(SEEDS) / GROUP) }, (_, index) => index * GROUP + 1);

test.each(groups)("C172 C185 C197 C277 C280 worlds with a hub from seed %i on", async (first) => {
  const found = await firstFailing(first, first + GROUP - 1, "fleet");
  expect(found && told(found, "fleet")).toBeUndefined();
});

test("the same seed gives the same history", async () => {
  const { history } = await liveFleet(fleetPlanOf(3));
  expect((await liveFleet(fleetPlanOf(3))).history).toEqual(history);
  expect(history.length).toBeGreaterThan(20);
});
