/**
 * Tries cases until the time is up, in batches that have a seed each; run by run.js. What breaks a rule is made as small as it gets
 * in a while, written into the corpus and told.
 */
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { caseArbitrary } from "./cases.js";
import { judge } from "./judge.js";

const BATCH = 25;
const LONGEST_SHRINKING = 30_000;

const minutes = Number(process.env["FUZZ_MINUTES"]);
const first = Number(process.env["FUZZ_SEED"]);

test(`${minutes} minutes from seed ${first} on`, { timeout: 0 }, async () => {
  const end = Date.now() + minutes * 60_000;
  const found: string[] = [];
  let seed = first;
  do {
    const { counterexample, errorInstance, failed } = await fc.check(fc.asyncProperty(caseArbitrary, judge), {
      seed,
      numRuns: BATCH,
      interruptAfterTimeLimit: LONGEST_SHRINKING,
    });
    const [smallest] = counterexample ?? [];
    if (failed && smallest !== undefined) {
      const file = `test/fuzz/corpus/seed-${seed}.json`;
      const about = `found with seed ${seed}`;
      writeFileSync(file, `${JSON.stringify({ about, ...smallest }, null, 2)}\n`);
      found.push(file);
      console.log(`${file}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}`);
    }
    seed += 1;
  } while (Date.now() < end);
  console.log(`${(seed - first) * BATCH} cases, seeds ${first} to ${seed - 1}`);
  expect(found).toEqual([]);
});
