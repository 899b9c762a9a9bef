import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** These count steps, in processes in which V8 counts from the beginning and optimises nothing: other tests would be slow there. */
const COUNTING = [
  "test/{complete/steps,fuzz/corpus,import/work,inspect/work,lint/entries,lint/growth,lint/limits,lint/quadratic,load/calls,lsp/cost,permissions/growth,scrub/hostile,substitution/work}.test.ts",
];

/** These ask programs of other people: shells, editors, browsers, bundlers, npm. `npm run test:outside` runs them, `npm test` all others. */
const OUTSIDE = "test/outside/**/*.test.ts";

/** These compare files of the repository with each other: `npm run check` runs them, `npm test` does not. */
const WRITTEN = ["test/architecture/**/*.test.ts", "test/generate/**/*.test.ts"];

/**
 * V8 of Node 20 optimises what ran for a tenth of this, which for code that each file runs for a moment takes longer than it saves.
 * Later ones do not know the option.
 */
const LATE = process.versions.node.startsWith("20.") ? ["--interrupt-budget=660000"] : [];

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    projects: [
      // The program keeps no state between calls, so that the files of one worker can share its modules.
      {
        extends: true,
        test: {
          name: "own",
          include: ["test/**/*.test.ts"],
          exclude: [OUTSIDE, ...COUNTING, ...WRITTEN],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "counting",
          include: COUNTING,
          isolate: false,
          setupFiles: ["test/setup.ts", "test/counting.ts"],
        },
      },
      { extends: true, test: { name: "outside", include: [OUTSIDE], isolate: false } },
      { extends: true, test: { name: "written", include: WRITTEN, isolate: false } },
    ],
    reporters: ["default", "./test/specification/proof.ts"],
    globalSetup: "test/scratch.ts",
    setupFiles: ["test/setup.ts"],
    execArgv: LATE,
    testTimeout: 60_000,
    // A failure shows whole values.
    chaiConfig: { truncateThreshold: 0 },
    // One more than there are processors: many tests wait for processes, sockets and timers.
    maxWorkers: availableParallelism() + 1,
  },
});
