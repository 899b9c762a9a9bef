/** The options of V8 for a command that ends soon: they keep their effect, or this fails. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

/** Bytes of the young generation after files of these sizes were read, and then much was made that was kept. */
function youngGeneration(...sizes: readonly number[]): number {
  const work = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { shortLived } from "./dist/toolkit/read/host/short-lived.js";
    const host = shortLived({ readFile: (size) => ({ kind: "bytes", bytes: new Uint8Array(size) }) });
    for (const size of ${JSON.stringify(sizes)}) host.readFile(size);
    const kept = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    const spaces = getHeapSpaceStatistics();
    console.log(spaces.find(({ space_name }) => space_name === "new_space").space_size, kept.length);`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", work], { encoding: "utf8" });
  return Number(said.split(" ")[0]);
}

const KIB = 1024;

/** Both halves of the young generation of a new process. */
const BEGINNING = 2 * 1024 * KIB;

describe.runIf(Number.parseInt(process.versions.v8, 10) < 13)("the young generation", () => {
  test.each([
    ["one file of a few kilobytes", [4 * KIB]],
    ["one large file", [600 * KIB]],
    ["a large file behind others", [100 * KIB, 600 * KIB]],
  ])("grows after %s", (_, sizes) => {
    expect(youngGeneration(...sizes)).toBeGreaterThan(BEGINNING);
  });

  test.each([
    ["a file of thousands of lines", [100 * KIB]],
    ["many files", Array.from({ length: 2000 }, () => KIB)],
  ])("stays as it is after %s", (_, sizes) => {
    expect(youngGeneration(...sizes)).toBeLessThanOrEqual(BEGINNING);
  });
});
