// @ts-check
/**
 * `npm run sim -- [--fleet] [--seed N] [--seeds N] [--mutants] [--mutant NAME]`: with a seed, one world and its history; else so many worlds
 * from seed 1 on; with `--mutants`, every mutant until it is found, in as many worlds at most, and with `--mutant` the one of this name. The
 * worlds have one daemon and its clients, or with `--fleet` a hub, its daemons and its clients.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { MUTANTS } from "./mutants.js";

const VITEST = "node_modules/vitest/vitest.mjs";

/** Worlds in which a mutant must be found. */
const ENOUGH = "200";

const NUMBER = /^[1-9]\d{0,8}$/;

/** @param {Record<string, string>} env */
function run(env) {
  const { status } = spawnSync(process.execPath, [VITEST, "run", "--config", "test/sim/vitest.config.ts"], {
    env: { ...process.env, SIM_FLEET: process.argv.includes("--fleet") ? "1" : "", ...env },
    stdio: "inherit",
  });
  return status ?? 1;
}

async function main() {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      seeds: { type: "string" },
      fleet: { type: "boolean" },
      mutants: { type: "boolean" },
      mutant: { type: "string" },
    },
  });
  const { seed, mutant } = values;
  const mutants = MUTANTS.filter(({ name }) => values.mutants || name === mutant);
  if (mutant !== undefined && mutants.length === 0) throw new Error(`no mutant is called ${JSON.stringify(mutant)}`);
  const seeds = values.seeds ?? (mutants.length > 0 ? ENOUGH : "500");
  for (const [name, value] of Object.entries({ seed, seeds }))
    if (value !== undefined && !NUMBER.test(value)) throw new Error(`--${name} takes a whole number from 1 on`);
  if (mutants.length === 0) return run({ SIM_FROM: seed ?? "1", SIM_TO: seed ?? seeds });
  const missed = mutants.filter(
    ({ name, isOfFleet }) =>
      run({ SIM_FROM: "1", SIM_TO: seeds, SIM_MUTANT: name, SIM_FLEET: isOfFleet ? "1" : "" }) !== 0,
  );
  console.log(`${mutants.length - missed.length} of ${mutants.length} mutants are found`);
  for (const { name } of missed) console.log(`not found: ${name}`);
  return missed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`sim: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  process.exitCode = 2;
}
