/**
 * Writes the used parts of the parsers' packages to `bundled.js` in `dist`, so that users of the library install no package. Of `yaml`, code
 * that writes, creates nodes or belongs to other schemas than the core of YAML 1.2 is left out: its names have no value.
 * `test/document/bundled.test.ts` compares the parts with the whole packages.
 */
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const NOTHING = /$^/;

/** Methods that only write or change a tree, in the indentation of rollup. A directive or tag ends the reading before they are called. */
const METHODS =
  /^ {4}(?:static )?(?:add|addIn|clone|create(?:Alias|Node|Pair)|delete|deleteIn|from|get|getIn|has|hasAllNullValues|hasIn|resolve|set|setIn|streamInfo|tagName|tagString|toJS|toJSON|toString)\(.*\) \{\n(?:(?! {4}\}).*\n)* {4}\}\n/gm;

/** Internal methods and fields of the parser. They are shortened here, because minifiers keep names of properties. */
const INTERNAL =
  /^(?:at[A-Z]\w+|block[A-Z]\w+|commentBefore|continueScalar|doc(?:End|Start)|explicitKey|flow[A-Z]\w+|has(?:Chars|Newline)|indent[A-Z]\w+|keepSourceTokens|lineEndPos|newlineAfterProp|on(?:Error|KeyLine|NewLine)|parentIndent|parse(?:Block|Document|Flow|Line|Next|Plain|Quoted|Stream)\w*|push[A-Z]\w+|resolveKnownTags|setNext|sourceToken|spaceBefore|srcToken|start(?:BlockValue|OnNewline)|tagName|buffer|comma|comment|compat|compose(?:Empty)?Node|decorate|default(?:Tags|Yaml)|directives|found|identify|indicator|lineEnd|nodeClass|prelude|warnings|default|knownTags|options|resolve|sep|strict|stringKeys)$/;

/** Properties of tags that only write a value. */
const WRITING = /^ {4}(?:createNode|identify|stringify)(?:: .*\n(?: {8}.*\n)*|\(.*\) \{\n(?: {8}.*\n)* {4}\},?\n)/gm;

/** What the composer does with comments, which are read elsewhere. */
const COMMENTS =
  /^function parsePrelude.*\n(?:(?!\}).*\n)*\}\n|^ {8}const \{ comment, .*parsePrelude.*\n.*\n {8}if \(comment\) \{\n(?:(?! {8}\}).*\n)* {8}\}\n/gm;

/** Messages of mistakes that have a code of their own; the others are told apart by their messages (`problems.ts`). */
const MESSAGES = /(?<=, '(?!MISSING_CHAR|UNEXPECTED_TOKEN)\w+', )(?:'[^'\n]*'|`[^`\n]*`)/g;

/** The exports of the tokens' module that the parser uses, and this program. */
const TOKENS = "export { BOM, DOCUMENT, FLOW_END, SCALAR, tokenType };";

/** The only schema that is used. */
const TAGS =
  'import { schema } from "./core/schema.js"; export const [coreKnownTags, getTags] = [{}, () => schema.slice()];';

function onlyCore(code, path) {
  if (path.endsWith("tags.js")) return TAGS;
  if (path.endsWith("cst.js")) return code.replace(/^export .* from .*$/gm, "").replace(/^export .*$/m, TOKENS);
  return code.replace(METHODS, "").replace(WRITING, "").replace(COMMENTS, "").replace(MESSAGES, "''");
}

/** For each package: its directory, the modules that reading does not call, and replacements for other modules. */
const PACKAGES = {
  yaml: {
    directory: "yaml",
    unused:
      /[\\/]browser[\\/]dist[\\/](?:stringify[\\/].*|schema[\\/](?:yaml-1\.1|json)[\\/].*|doc[\\/](?:anchors|applyReviver|createNode)|nodes[\\/](?:addPairToJSMap|toJS)|parse[\\/]cst-.*|visit)\.js$/,
    options: { mangleProps: INTERNAL },
    changed: {
      filter:
        /[\\/]browser[\\/]dist[\\/](?:(?:nodes|doc|schema[\\/]co\w+)[\\/]\w+|schema[\\/](?:Schema|tags)|compose[\\/][\w-]+|parse[\\/]cst)\.js$/,
      change: onlyCore,
    },
  },
  "toml-eslint-parser": {
    directory: "toml",
    unused: NOTHING,
    // The keys of nodes of JavaScript, which no TOML has.
    changed: { filter: /[\\/]eslint-visitor-keys[\\/]/, change: () => "export const unionWith = (keys) => keys;" },
  },
  "jsonc-parser": {
    directory: "json",
    unused: /[\\/]lib[\\/]esm[\\/]impl[\\/](?:edit|format|string-intern)\.js$/,
    // All else in it is names for numbers, and what nobody here calls.
    changed: {
      filter: /[\\/]lib[\\/]esm[\\/]main\.js$/,
      change: () =>
        'export { createScanner } from "./impl/scanner.js"; export { parseTree, visit } from "./impl/parser.js";',
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
          minify: true,
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
