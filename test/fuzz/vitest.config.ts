import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/fuzz/fuzz.ts"],
    setupFiles: ["test/counting.ts"],
    disableConsoleIntercept: true,
    chaiConfig: { truncateThreshold: 0 },
  },
});
