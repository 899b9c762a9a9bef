/** Runs worlds by themselves, on the source or on a mutant of it. Run by run.js. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { MUTANTS } from "./mutants.js";

const mutant = MUTANTS.find(({ name }) => name === process.env["SIM_MUTANT"]);

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
  test: { include: ["test/sim/cli.ts"], disableConsoleIntercept: true, chaiConfig: { truncateThreshold: 0 } },
});
