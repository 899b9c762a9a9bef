/** What run.js asks for, in a process of vitest. A failure is told by its message alone. */
import { test } from "vitest";
import { planOf } from "./plan.js";
import { firstFailing, told } from "./seeds.js";
import { live } from "./world.js";

const from = Number(process.env["SIM_FROM"]);
const to = Number(process.env["SIM_TO"]);
const mutant = process.env["SIM_MUTANT"] ?? "";

test("what is asked for", { timeout: 0 }, async () => {
  const found = await firstFailing(from, to);
  if (mutant !== "") {
    if (found === undefined) throw new Error(`${mutant}: no seed from ${from} to ${to} finds it`);
    const { seed, plan, outcome } = found;
    console.log(`${mutant}: seed ${seed}, ${plan.actions.length} actions: ${outcome.failure?.slice(0, 160)}`);
  } else if (found !== undefined) throw new Error(told(found));
  else if (from === to) console.log((await live(planOf(from))).history.join("\n"));
  else console.log(`all is well with the seeds from ${from} to ${to}`);
});
