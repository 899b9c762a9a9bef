/** What run.js asks for, in a process of its own. Prints a failure as its message alone. */
import { firstFailing, told, WORLDS } from "./seeds.js";

const from = Number(process.env["SIM_FROM"]);
const to = Number(process.env["SIM_TO"]);
const mutant = process.env["SIM_MUTANT"] ?? "";
const kind = process.env["SIM_FLEET"] === "1" ? "fleet" : "session";

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

const found = await firstFailing(from, to, kind);
if (mutant !== "") {
  if (found === undefined) fail(`${mutant}: no seed from ${from} to ${to} finds it`);
  else {
    const { seed, actions, outcome } = found;
    console.log(`${mutant}: seed ${seed}, ${actions} actions: ${outcome.failure?.slice(0, 160)}`);
  }
} else if (found !== undefined) fail(told(found, kind));
else if (from === to) console.log((await WORLDS[kind](from)).outcome.history.join("\n"));
else console.log(`all is well with the seeds from ${from} to ${to}`);
