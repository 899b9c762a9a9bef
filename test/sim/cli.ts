/** What run.js asks for, in a process of vitest. A failure is told by its message alone. */
import { test } from "vitest";
import { firstFailing, told, WORLDS } from "./seeds.js";

const from = Number(process.env["SIM_FROM"]);
const to = Number(process.env["SIM_TO"]);
const mutant = process.env["SIM_MUTANT"] ?? "";
const kind = process.env["SIM_FLEET"] === "1" ? "fleet" : "session";

test("what is asked for", { timeout: 0 }, async () => {
  const found = await firstFailing(from, to, kind);
  if (mutant !== "") {
    if (found === undefined) throw new Error(`${mutant}: no seed from ${from} to ${to} finds it`);
    const { seed, actions, outcome } = found;
    console.log(`${mutant}: seed ${seed}, ${actions} actions: ${outcome.failure?.slice(0, 160)}`);
  } else if (found !== undefined) throw new Error(told(found, kind));
  else if (from === to) console.log((await WORLDS[kind](from)).outcome.history.join("\n"));
  else console.log(`all is well with the seeds from ${from} to ${to}`);
});
