/** What run.js asks for, in a process of vitest. */
import { expect, test } from "vitest";
import { planOf } from "./plan.js";
import { firstFailing, told } from "./seeds.js";
import { live } from "./world.js";

const from = Number(process.env["SIM_FROM"]);
const to = Number(process.env["SIM_TO"]);
const mutant = process.env["SIM_MUTANT"] ?? "";

test.runIf(mutant !== "")(`${mutant} is found`, { timeout: 0 }, async () => {
  const found = await firstFailing(from, to);
  expect(found, `no seed from ${from} to ${to} finds it`).toBeDefined();
  if (found !== undefined)
    console.log(
      `${mutant}: found by seed ${found.seed} with ${found.plan.actions.length} actions: ${found.outcome.failure}`,
    );
});

test.runIf(mutant === "")(`seeds ${from} to ${to}`, { timeout: 0 }, async () => {
  const found = await firstFailing(from, to);
  if (found !== undefined) console.log(told(found));
  else if (from === to) console.log((await live(planOf(from))).history.join("\n"));
  expect(found?.outcome.failure).toBeUndefined();
});
