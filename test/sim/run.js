// @ts-check
/**
 * `npm run sim -- [--fleet] [--seed N] [--seeds N] [--mutants] [--mutant NAME]`: with a seed, one world and its history; else so many worlds
 * from seed 1 on; with `--mutants`, every mutant until it is found, in as many worlds at most, and with `--mutant` the one of this name. The
 * worlds have one daemon and its clients, or with `--fleet` a hub, its daemons and its clients.
 */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { MUTANTS } from "./mutants.js";

/** Worlds in which a mutant must be found. */
const ENOUGH = "200";

const NUMBER = /^[1-9]\d{0,8}$/;

/** Test helpers import it for tests alone. */
const withoutVitest = {
  name: "without-vitest",
  /** @param {import("esbuild").PluginBuild} build */
  setup({ onResolve }) {
    onResolve({ filter: /^vitest$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** @param {import("./mutants.js").Mutant} mutant */
function withMutant({ file, text, instead }) {
  return {
    name: "mutant",
    /** @param {import("esbuild").PluginBuild} build */
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!path.endsWith(`/${file}`)) return undefined;
        const code = await readFile(path, "utf8");
        if (!code.includes(text)) throw new Error(`${file} no longer has the text of its mutant`);
        return { contents: code.replace(text, () => instead), loader: "ts" };
      });
    },
  };
}

/**
 * Runs `cli.ts` on the source, or on a mutant of it, in a process of its own. Returns the exit code.
 *
 * @param {Record<string, string>} env
 * @param {import("./mutants.js").Mutant} [mutant]
 */
async function run(env, mutant) {
  const { outputFiles } = await build({
    ...{ entryPoints: ["test/sim/cli.ts"], bundle: true, write: false, logLevel: "error" },
    ...{ platform: "node", format: "esm", packages: "external" },
    plugins: mutant === undefined ? [withoutVitest] : [withoutVitest, withMutant(mutant)],
  });
  const { status } = spawnSync(process.execPath, ["--input-type=module"], {
    env: { ...process.env, SIM_FLEET: process.argv.includes("--fleet") ? "1" : "", ...env },
    input: outputFiles[0]?.text ?? "",
    stdio: ["pipe", "inherit", "inherit"],
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
  const missed = [];
  for (const mutant of mutants) {
    const fleet = mutant.isOfFleet ? "1" : "";
    const status = await run({ SIM_FROM: "1", SIM_TO: seeds, SIM_MUTANT: mutant.name, SIM_FLEET: fleet }, mutant);
    if (status !== 0) missed.push(mutant);
  }
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
