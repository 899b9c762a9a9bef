/**
 * Writes the reading parts of the parsers' packages to `bundled.js` in `dist`, so that users of the library install no package. The modules
 * of `yaml` that write, create nodes or belong to other schemas than the core of YAML 1.2 become stubs: their exports are undefined.
 * Classes of which reading needs a small part are those of `.build/reading`.
 * `test/outside/document/bundled.test.ts` compares the result with the whole packages.
 */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { build } from "esbuild";

/** For each package, the directory of its reader. */
const PACKAGES = { yaml: "yaml", "toml-eslint-parser": "toml", "jsonc-parser": "json" };

/** Modules that reading does not call. */
const UNUSED =
  /[\\/]yaml[\\/]browser[\\/]dist[\\/](?:stringify[\\/].*|schema[\\/](?:yaml-1\.1|json)[\\/].*|doc[\\/](?:anchors|applyReviver|createNode)|nodes[\\/](?:addPairToJSMap|toJS)|parse[\\/]cst-.*|visit)\.js$/;

/** Modules in whose place those of `.build/reading` stand. */
const REPLACED =
  /[\\/]yaml[\\/]browser[\\/]dist[\\/](?:doc|nodes)[\\/](Document|Alias|Collection|YAMLMap|YAMLSeq)\.js$/;

/** The modules of `jsonc-parser` that read. Its main module wraps them, and holds numbers for people who write code. */
const JSON_READERS = `export { createScanner } from "./impl/scanner"; export { parseTree, visit } from "./impl/parser";`;

/** The exported names of a module that rollup wrote. */
function namesIn(code) {
  return [...code.matchAll(/^export \{ (.*) \};$/gm)].flatMap(([, list]) => list.split(", "));
}

const onlyReading = {
  name: "only-reading",
  setup({ onLoad }) {
    onLoad({ filter: UNUSED }, ({ path }) => ({
      contents: `export const [${namesIn(readFileSync(path, "utf8"))}] = [];`,
    }));
    onLoad({ filter: REPLACED }, ({ path }) => ({
      contents: readFileSync(`.build/reading/${REPLACED.exec(path)[1]}.js`, "utf8"),
    }));
    onLoad({ filter: /[\\/]jsonc-parser[\\/]lib[\\/]esm[\\/]main\.js$/ }, ({ path }) => ({
      ...{ contents: JSON_READERS, resolveDir: dirname(path) },
    }));
  },
};

export function bundleReaders() {
  return Promise.all(
    Object.entries(PACKAGES).map(([name, directory]) => {
      const { version, license, author } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
      const file = `toolkit/read/document/${directory}/bundled`;
      return build({
        ...{ entryPoints: [`src/${file}.ts`], outfile: `dist/${file}.js`, bundle: true, plugins: [onlyReading] },
        ...{ platform: "neutral", mainFields: ["module", "main"], target: "es2023", minify: true, logLevel: "warning" },
        banner: {
          js: `/*! Parts of ${name} ${version}, ${license}, ${author}; see THIRD-PARTY-LICENSES.txt of agentcfg. */`,
        },
      });
    }),
  );
}
