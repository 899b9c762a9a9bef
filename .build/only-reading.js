/**
 * What is used of the packages that read, in the place of `bundled.js` in `dist`: no bundler has to find its way into a package, and nobody
 * has to install one. Of `yaml`, what writes, makes nodes or belongs to other schemas than the core of YAML 1.2 is left out: a name without
 * a value stands for it. `test/document/bundled.test.ts` holds the two against each other.
 */
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const NOTHING = /$^/;

/** What only writes, or changes a tree, as rollup indents methods. A directive or tag ends the reading before these are asked. */
const METHODS =
  /^ {4}(?:static )?(?:add|addIn|clone|create(?:Alias|Node|Pair)|delete|deleteIn|from|get|getIn|has|hasAllNullValues|hasIn|resolve|set|setIn|tagName|tagString|toJS|toJSON|toString)\(.*\) \{\n(?:(?! {4}\}).*\n)* {4}\}\n/gm;

/** Names of methods and fields that the parser has for itself: everybody's minifier leaves names of properties as they are. */
const INTERNAL =
  /^(?:at[A-Z]\w+|block[A-Z]\w+|commentBefore|continueScalar|doc(?:End|Start)|explicitKey|flow[A-Z]\w+|has(?:Chars|Newline)|indent[A-Z]\w+|keepSourceTokens|lineEndPos|newlineAfterProp|on(?:Error|KeyLine|NewLine)|parse(?:Block|Document|Flow|Line|Next|Plain|Quoted|Stream)\w*|push[A-Z]\w+|setNext|sourceToken|spaceBefore|srcToken|startBlockValue|tagName)$/;

/** The only schema that is asked for. */
const TAGS =
  'import { schema } from "./core/schema.js"; export const [coreKnownTags, getTags] = [{}, () => schema.slice()];';

function onlyCore(code, path) {
  return path.endsWith("tags.js") ? TAGS : code.replace(METHODS, "");
}

/** Where each package is read; of its modules, those that nobody calls who only reads, and what stands in the place of others. */
const PACKAGES = {
  yaml: {
    directory: "yaml",
    unused:
      /[\\/]browser[\\/]dist[\\/](?:stringify[\\/].*|schema[\\/](?:yaml-1\.1|json)[\\/].*|doc[\\/](?:anchors|applyReviver|createNode)|nodes[\\/](?:addPairToJSMap|toJS)|parse[\\/]cst-.*|visit)\.js$/,
    options: { mangleProps: INTERNAL },
    changed: { filter: /[\\/]browser[\\/]dist[\\/](?:(?:nodes|doc)[\\/]\w+|schema[\\/]tags)\.js$/, change: onlyCore },
  },
  "toml-eslint-parser": { directory: "toml", unused: NOTHING },
  "jsonc-parser": {
    directory: "json",
    unused: /[\\/]lib[\\/]esm[\\/]impl[\\/](?:edit|format|string-intern)\.js$/,
    // All else in it is names for numbers, and what nobody here calls.
    changed: {
      filter: /[\\/]lib[\\/]esm[\\/]main\.js$/,
      change: () => 'export { createScanner } from "./impl/scanner.js"; export { visit } from "./impl/parser.js";',
    },
  },
};

/** The names that a module exports, as rollup and TypeScript write them. */
function namesIn(code) {
  const lists = [...code.matchAll(/^export \{ (.*) \};$/gm)].flatMap(([, list]) => list.split(", "));
  return [...lists, ...[...code.matchAll(/^export (?:function|const|var) (\w+)/gm)].map(([, name]) => name)];
}

const reduced = (unused, { filter, change } = { filter: NOTHING }) => ({
  name: "reduced",
  setup({ onLoad }) {
    onLoad({ filter: unused }, ({ path }) => ({
      contents: namesIn(readFileSync(path, "utf8"))
        .map((name) => `export const ${name} = undefined;`)
        .join("\n"),
    }));
    onLoad({ filter }, ({ path }) => ({ contents: change(readFileSync(path, "utf8"), path) }));
  },
});

export function bundleReaders() {
  return Promise.all(
    Object.entries(PACKAGES).map(([name, { directory, unused, changed, options }]) => {
      const { version, license, author } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
      return build({
        entryPoints: [`src/toolkit/read/document/${directory}/bundled.ts`],
        outfile: `dist/toolkit/read/document/${directory}/bundled.js`,
        ...{
          bundle: true,
          platform: "neutral",
          mainFields: ["module", "main"],
          target: "es2023",
          logLevel: "warning",
          minifyWhitespace: true,
        },
        banner: {
          js: `/*! Parts of ${name} ${version}, ${license}, ${author}; see THIRD-PARTY-LICENSES.txt of agentcfg. */`,
        },
        ...options,
        plugins: [reduced(unused, changed)],
      });
    }),
  );
}
