/**
 * The command lines as a few files in `dist`: `lint.cjs` for what is run most, `cli.cjs` for all the rest, of both programs, and what both load
 * when they need it: `yaml.cjs` for texts that the quick reader declines, `json.cjs` for JSON, `below.cjs` for directories. One CommonJS
 * file starts faster than many ES modules.
 */
import { join, relative } from "node:path";
import { build } from "esbuild";
import { bundleReaders } from "./only-reading.js";
import { packSchema } from "./packed.js";
import { keepReached } from "./reached.js";

const shared = {
  ...{ bundle: true, platform: "node", format: "cjs", target: "node20", mainFields: ["module", "main"] },
  ...{ minify: true, legalComments: "eof", logLevel: "warning" },
  // What is reported of an internal error are places in a bundle: the maps of the same version say where that is.
  sourcemap: process.argv.includes("--maps") && "external",
  supported: { "dynamic-import": false, "regexp-unicode-property-escapes": true },
};

/** The packages that read, and what there is behind the door to each. */
const READERS = { yaml: ["readGeneral", "yamlComments"], json: ["readJson", "jsonComments"], toml: ["readToml"] };

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
        const load = () => (reader ??= require("../bin/agentcfg.cjs").load("${name}.cjs"));
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

const { PARTS } = await import("../dist/cli/lint/parts.js");

/** The quick command leaves its parts to `cli.cjs`. */
const noDetours = {
  name: "no-detours",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.js$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const name = relative("src", join(resolveDir, path)).replace(/\.js$/, "");
      if (PARTS.some(({ module }) => module === name)) return { path, namespace: "detour" };
      return { errors: [{ text: `${name} is loaded later, and src/cli/lint/parts.ts does not list it` }] };
    });
    onResolve({ filter: /^chalk$/ }, () => ({ path: "../dist/chalk.cjs", external: true }));
    onLoad({ filter: /.*/, namespace: "detour" }, ({ path }) => ({
      contents: `throw new Error("${path} is elsewhere");`,
    }));
  },
};

const bundle = (entry, outfile, options) => build({ ...shared, entryPoints: [entry], outfile, ...options });

/** For `bin/agentcfg.cjs`: to put the function around it there would copy all of it. */
const wrapped = {
  banner: { js: "(function (exports, require, module, __filename, __dirname) {" },
  footer: { js: "})" },
};

const VALIDATOR = "dist/generated/validate.js";

const PROGRAMS = `
  export { main as agentcfg } from "./src/cli/main.js";
  export { main as agent } from "./src/agent/main.js";`;

const CLIENT = "dist/client.js";

// The client of other programs: one module, for browsers too. Its types are those of the source.
await build({
  ...{ entryPoints: ["src/agent/wire/client/index.ts"], outfile: CLIENT, logLevel: "warning" },
  ...{ bundle: true, platform: "neutral", format: "esm", target: "es2022", minify: true, mainFields: [] },
});
packSchema();
keepReached([CLIENT]);
await bundleReaders();
await Promise.all([
  bundle("src/cli/quick-lint.ts", "dist/lint.cjs", {
    ...wrapped,
    plugins: [lazyReaders, lazyBelow, noDetours],
  }),
  build({
    ...{ ...shared, ...wrapped, stdin: { contents: PROGRAMS, resolveDir: "." }, outfile: "dist/cli.cjs" },
    plugins: [lazyReaders, lazyBelow],
  }),
  ...Object.keys(READERS).map((name) =>
    bundle(`dist/toolkit/read/document/${name}/package.js`, `dist/${name}.cjs`, wrapped),
  ),
  bundle("chalk", "dist/chalk.cjs"),
  // Made by a program, and read by none but programs.
  build({ entryPoints: [VALIDATOR], outfile: VALIDATOR, allowOverwrite: true, minify: true }),
  bundle("src/cli/lint/ways/below.ts", "dist/below.cjs", { plugins: [lazyReaders] }),
]);
