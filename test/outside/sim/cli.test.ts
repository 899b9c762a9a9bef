/** The command line of the simulator: the history of a seed, a mutant that is found, and what is refused. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { MUTANTS } from "../../sim/mutants.js";
import { planOf } from "../../sim/plan.js";
import { live } from "../../sim/world.js";

function sim(...args: readonly string[]) {
  return spawnSync(process.execPath, ["test/sim/run.js", ...args], { encoding: "utf8" });
}

test("`--seed` prints the history of one world, the same in every process", async () => {
  const { status, stdout, stderr } = sim("--seed", "7");
  expect(stderr).toBe("");
  expect(stdout).toBe(`${(await live(planOf(7))).history.join("\n")}\n`);
  expect(stdout).toMatch(/ all agree\n/);
  expect(status).toBe(0);
});

test("`--mutant` finds a mistake", () => {
  const [mutant = expect.unreachable()] = MUTANTS.filter(({ name }) => name === "does not scrub answers");
  const found = sim("--mutant", mutant.name, "--seeds", "20");
  expect(found.stdout).toMatch(
    /^does not scrub answers: seed \d+, \d+ actions: a secret was (?:sent|written to .+)\n1 of 1 mutants are found\n$/,
  );
  expect(found.status).toBe(0);
});

test.each([
  [["--seed", "0"], "--seed takes a whole number from 1 on"],
  [["--seeds", "x"], "--seeds takes a whole number from 1 on"],
  [["--mutant", "x"], 'no mutant is called "x"'],
  [["--what"], "--what"],
  [["7"], "7"],
])("%j is refused with a sentence and exit code 2", (args, sentence) => {
  const { status, stdout, stderr } = sim(...args);
  expect(stderr).toMatch(/^sim: .+\n$/);
  expect(stderr).toContain(sentence);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});
