import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 60_000,
    // The program keeps no state between calls, so that the files of one worker can share its modules.
    isolate: false,
    // A failure shows the whole of what was there.
    chaiConfig: { truncateThreshold: 0 },
    maxWorkers: "100%",
  },
});
