/** `npm run fuzz -- [--minutes N] [--seed N]`: the same seed tries the same cases in the same order. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "5" }, seed: { type: "string", default: String(Date.now() % 1e9) } },
});
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "test/fuzz/vitest.config.ts"],
  {
    env: { ...process.env, FUZZ_MINUTES: values.minutes, FUZZ_SEED: values.seed },
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
