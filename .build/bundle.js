/**
 * The command line as a few files in `dist`: `lint.cjs` for what is run most, `cli.cjs` for all the rest, and what both load when
 * they need it: `yaml.cjs` for texts that the quick reader declines, `json.cjs` for JSON, `below.cjs` for directories. One CommonJS
 * file starts faster than many ES modules.
 */
import { join } from "node:path";
import { build } from "esbuild";

const shared = {
  ...{ bundle: true, platform: "node", format: "cjs", target: "node20", mainFields: ["module", "main"] },
  ...{ minifyWhitespace: true, minifySyntax: true, legalComments: "eof", logLevel: "warning" },
  supported: { "dynamic-import": false, "regexp-unicode-property-escapes": true },
};

/** The packages that read, and what there is behind the door to each. */
const READERS = { yaml: ["readGeneral", "yamlComments"], json: ["readJson", "jsonComments"] };

/** What is behind a door is loaded when it is first called. */
const lazyReaders = {
  name: "lazy-readers",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /(?:^|\/)package\.js$/ }, ({ path, resolveDir }) => {
      const [, name] = /[\\/]document[\\/](\w+)[\\/]package\.js$/.exec(join(resolveDir, path)) ?? [];
      return name in READERS ? { path: name, namespace: "lazy" } : undefined;
    });
    onLoad({ filter: /.*/, namespace: "lazy" }, ({ path: name }) => ({
      contents: `
        let reader;
        const load = () => (reader ??= require("../bin/agentcfg.cjs").load("${name}.cjs").exports);
        ${READERS[name].map((one) => `export const ${one} = (...given) => load().${one}(...given);`).join("\n")}`,
    }));
    onResolve({ filter: /bin\/agentcfg\.cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** What walks is loaded by both, when a directory is named. */
const lazyBelow = {
  name: "lazy-below",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/below\.js$/ }, () => ({ path: "../dist/below.cjs", external: true }));
  },
};

/** What the hot command turns to `cli.cjs` for has no place in it. */
const noDetours = {
  name: "no-detours",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /(?:fix|judge|statistics|deliver|changed|watch)\.js$|^\.\/run\.js$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, namespace: "detour" } : undefined,
    );
    onResolve({ filter: /^chalk$/ }, () => ({ path: "../dist/chalk.cjs", external: true }));
    onLoad({ filter: /.*/, namespace: "detour" }, ({ path }) => ({
      contents: `throw new Error("${path} is elsewhere");`,
    }));
  },
};

/** The schema is packed for the library. Here size matters less than the time to unpack it, and what is ASCII is read faster. */
const plainSchema = {
  name: "plain-schema",
  setup({ onLoad }) {
    onLoad({ filter: /generated[\\/]schema\.ts$/ }, async () => {
      const { schemaText } = await import("../dist/generated/schema.js");
      return { contents: `export const schemaText = ${JSON.stringify(schemaText)};` };
    });
  },
};

/** A part of jsonc-parser that nothing here uses makes a thousand strings when it is loaded. */
const noInternedStrings = {
  name: "no-interned-strings",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /string-intern/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === "asked") return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: "asked" });
      return { ...found, sideEffects: false };
    });
  },
};

const bundle = (entry, outfile, options) => build({ ...shared, entryPoints: [entry], outfile, ...options });

/** For `bin/agentcfg.cjs`: to put the function around it there would copy all of it. */
const wrapped = {
  banner: { js: "(function (exports, require, module, __filename, __dirname) {" },
  footer: { js: "})" },
};

await Promise.all([
  bundle("src/cli/hot.ts", "dist/lint.cjs", {
    ...wrapped,
    plugins: [lazyReaders, lazyBelow, noDetours, plainSchema],
  }),
  bundle("src/cli/main.ts", "dist/cli.cjs", {
    ...wrapped,
    plugins: [lazyReaders, lazyBelow, plainSchema],
  }),
  bundle("src/agent/main.ts", "dist/agent.cjs", {
    ...wrapped,
    plugins: [lazyReaders, lazyBelow, plainSchema],
  }),
  bundle("src/document/yaml/package.ts", "dist/yaml.cjs", wrapped),
  bundle("src/document/json/package.ts", "dist/json.cjs", { ...wrapped, plugins: [noInternedStrings] }),
  bundle("chalk", "dist/chalk.cjs"),
  bundle("src/cli/ways/below.ts", "dist/below.cjs", { plugins: [lazyReaders] }),
]);
