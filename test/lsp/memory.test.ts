/** The options of V8 for a server: they keep their effect in later versions of Node, or this fails. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Bytes of the young generation after much work that leaves nothing. `before`: a program to run first. */
function youngGeneration(before: string): number {
  const work = `
    ${before}
    for (let round = 0; round < 20; round += 1) {
      const objects = new Map();
      for (let index = 0; index < 60_000; index += 1) objects.set(index, { index });
    }
    const spaces = require("node:v8").getHeapSpaceStatistics();
    console.log(spaces.find(({ space_name }) => space_name === "new_space").space_size);`;
  return Number(execFileSync(process.execPath, ["-e", work], { encoding: "utf8" }));
}

test("the young generation of a server stays below half of its usual size", () => {
  const usual = youngGeneration("");
  expect(usual).toBeGreaterThan(0);
  expect(youngGeneration('require("./bin/lasting.cjs");')).toBeLessThan(usual / 2);
});
