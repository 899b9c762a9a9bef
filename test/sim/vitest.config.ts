/** Runs worlds by themselves, on the source or on a mutant of it. Run by run.js. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";
import { MUTANTS } from "./mutants.js";

const mutant = MUTANTS.find(({ name }) => name === process.env["SIM_MUTANT"]);

/** Prints what has failed and nothing else. */
const failures: Reporter = {
  onTestCaseResult: (one) => {
    for (const { message } of one.result().errors ?? []) console.error(message);
  },
  onTestRunEnd: (modules, errors) => {
    for (const { stack, message } of [...errors, ...modules.flatMap((one) => one.errors())])
      console.error(stack ?? message);
  },
};

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  plugins: [
    {
      name: "mutant",
      enforce: "pre",
      transform: (code, id) => {
        if (mutant === undefined || !id.endsWith(`/${mutant.file}`)) return null;
        if (!code.includes(mutant.text)) throw new Error(`${mutant.file} no longer has the text of its mutant`);
        return { code: code.replace(mutant.text, () => mutant.instead), map: null };
      },
    },
  ],
  test: { include: ["test/sim/cli.ts"], reporters: [failures], disableConsoleIntercept: true },
});
