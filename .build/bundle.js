/**
 * The command line as a few files in `dist`: `lint.cjs` for what is run most, `cli.cjs` for all the rest, and what both load when
 * they need it: `yaml.cjs` for texts that the quick reader declines, `below.cjs` for directories. One CommonJS file starts faster than many ES
 * modules.
 */
import { build } from "esbuild";

const shared = {
  ...{ bundle: true, platform: "node", format: "cjs", target: "node20", mainFields: ["module", "main"] },
  ...{ minifyWhitespace: true, minifySyntax: true, legalComments: "eof", logLevel: "warning" },
  supported: { "dynamic-import": false },
};

/** What is behind the door is loaded when it is first called. */
const lazyYaml = {
  name: "lazy-yaml",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /yaml\/package\.js$|^\.\/package\.js$/ }, ({ resolveDir }) =>
      /[\\/]document([\\/]yaml)?$/.test(resolveDir) ? { path: "yaml.cjs", namespace: "lazy" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "lazy" }, () => ({
      contents: `
        let yaml;
        const load = () => (yaml ??= require("../bin/load.cjs").load("yaml.cjs").exports);
        export const readGeneral = (text) => load().readGeneral(text);
        export const yamlComments = (text) => load().yamlComments(text);`,
    }));
    onResolve({ filter: /bin\/load\.cjs$/ }, ({ path }) => ({ path, external: true }));
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

/** For `bin/load.cjs`: to put the function around it there would copy all of it. */
const wrapped = {
  banner: { js: "(function (exports, require, module, __filename, __dirname) {" },
  footer: { js: "})" },
};

await Promise.all([
  bundle("src/cli/hot.ts", "dist/lint.cjs", {
    ...wrapped,
    plugins: [lazyYaml, lazyBelow, noDetours, plainSchema, noInternedStrings],
  }),
  bundle("src/cli/main.ts", "dist/cli.cjs", {
    ...wrapped,
    plugins: [lazyYaml, lazyBelow, plainSchema, noInternedStrings],
  }),
  bundle("src/agent/main.ts", "dist/agent.cjs", {
    ...wrapped,
    plugins: [lazyYaml, lazyBelow, plainSchema, noInternedStrings],
  }),
  bundle("src/document/yaml/package.ts", "dist/yaml.cjs", wrapped),
  bundle("chalk", "dist/chalk.cjs"),
  bundle("src/cli/ways/below.ts", "dist/below.cjs", { plugins: [lazyYaml] }),
]);
