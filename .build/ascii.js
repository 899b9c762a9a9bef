/**
 * `bin/agentcfg.cjs` reads bundles as Latin-1, and esbuild escapes whatever is not ASCII, regular expressions excepted. So the modules get
 * the escapes before they are bundled.
 */
import { readFileSync } from "node:fs";

const NOT_ASCII = /[^\0-\x7f]/g;

/** Where an escape would have another meaning than its character. */
const UNFIT = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/;

export const asciiModules = {
  name: "ascii-modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/, namespace: "file" }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (UNFIT.test(text))
        return { errors: [{ text: `${path} has a character that cannot be written as an escape` }] };
      const contents = text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
      return contents === text ? undefined : { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};
