import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * These count steps, for which V8 gives up what it has optimised and looks at every function there is: in a process of their own
 * those are few.
 */
const COUNTING = ["test/{import/hostile,lint/entries,lint/growth,lint/limits,substitution/substitution}.test.ts"];

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
      { extends: true, test: { name: "all", include: ["test/**/*.test.ts"], exclude: COUNTING, isolate: false } },
      { extends: true, test: { name: "counting", include: COUNTING } },
    ],
    globalSetup: "test/scratch.ts",
    setupFiles: ["test/setup.ts"],
    execArgv: LATE,
    testTimeout: 60_000,
    // A failure shows the whole of what was there.
    chaiConfig: { truncateThreshold: 0 },
    maxWorkers: "100%",
  },
});
