/**
 * Bundles the command lines to a few files in `dist`: `lint.cjs` for `agentcfg lint`, `cli.cjs` for all other commands of both programs, and
 * parts that both load when they need them: `yaml.cjs` for texts that the quick reader declines, `json.cjs` for JSON, `toml.cjs` for TOML,
 * `below.cjs` for directories, `mcp.cjs` for tool servers, `protocol.cjs` for editors, `chalk.cjs` for colours. One CommonJS file starts faster than
 * many ES modules. Also makes `client.js`, the client for other programs, and `hub-page.html`.
 */
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { editorsProtocol } from "./language-server.js";
import { mcpClient } from "./mcp.js";
import { bundleReaders } from "./only-reading.js";
import { bundlePage } from "./page.js";
import { keepReached } from "./reached.js";

const shared = {
  ...{ bundle: true, platform: "node", format: "cjs", target: "node20", mainFields: ["module", "main"] },
  ...{ minify: true, legalComments: "eof", logLevel: "warning" },
  // A report of an internal error names places in a bundle; the maps of the same version give the places in the source.
  sourcemap: process.argv.includes("--maps") && "external",
  supported: { "dynamic-import": false, "regexp-unicode-property-escapes": true },
};

/** The packages of the parsers, and the functions that `package.js` exports for each. */
const READERS = {
  yaml: ["readGeneral", "yamlComments"],
  json: ["readJson", "jsonComments", "readTolerant"],
  toml: ["readToml"],
};

/** Loads a parser when one of its functions is first called. */
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
        const load = () => (reader ??= require("./${name}.cjs"));
        ${READERS[name].map((one) => `export const ${one} = (...given) => load().${one}(...given);`).join("\n")}`,
    }));
    onResolve({ filter: /^\.\/\w+\.cjs$/, namespace: "lazy" }, ({ path }) => ({ path, external: true }));
  },
};

/** Loads the search of directories when a directory is named. */
const lazyBelow = {
  name: "lazy-below",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/below\.js$/ }, () => ({ path: "./below.cjs", external: true }));
  },
};

/** Loads the client of MCP when a tool server is configured. */
const lazyMcp = {
  name: "lazy-mcp",
  setup({ onResolve }) {
    onResolve({ filter: /^@modelcontextprotocol\/client$/ }, () => ({ path: "./mcp.cjs", external: true }));
  },
};

/** Loads the editors' protocol when an editor is served: its packages are loaded with the module that names them, which is loaded by then. */
const lazyProtocol = {
  name: "lazy-protocol",
  setup({ onResolve }) {
    onResolve({ filter: /^vscode-(?:jsonrpc\/node|languageserver-textdocument)$/ }, () => ({
      path: "./protocol.cjs",
      external: true,
    }));
  },
};

/** Modules of Node that take milliseconds to load, and that few commands of a program need. */
const LATE = ["child_process", "https", "readline", "tls", "zlib"];

/** The files that may import them: the ports of the agent, and the package of the command line. */
const IMPORTERS = [
  ...readdirSync("src/agent/ports").map((name) => join("src/agent/ports", name)),
  "node_modules/commander/lib/command.js",
].map((file) => realpathSync(file));

/** The names that these files may use of them. */
const mentioned = new Set(IMPORTERS.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g)));

/** Loads each of them when something of it is first used. */
const lateBuiltins = {
  name: "late-builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: RegExp(`^node:(?:${LATE.join("|")})$`) }, ({ path, namespace, importer }) => {
      if (namespace === "late") return { path, external: true };
      if (IMPORTERS.includes(importer)) return { path, namespace: "late" };
      return { errors: [{ text: `${path} is imported outside of the ports, and its names are not known` }] };
    });
    onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path)).filter((name) => mentioned.has(name));
      return {
        contents: `module.exports = { ${names.map((name) => `get ${name}() { return require("${path}").${name}; }`)} };`,
      };
    });
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
    onResolve({ filter: /^chalk$/ }, () => ({ path: "./chalk.cjs", external: true }));
    onLoad({ filter: /.*/, namespace: "detour" }, ({ path }) => ({
      contents: `throw new Error("${path} is elsewhere");`,
    }));
  },
};

const bundle = (entry, outfile, plugins = []) => build({ ...shared, entryPoints: [entry], outfile, plugins });

/** Generated code, minified because no person reads it in the package. */
const GENERATED = ["schema", "pages", "validate"].map((name) => `dist/generated/${name}.js`);

const PROGRAMS = `
  export { main as agentcfg } from "./src/cli/main.js";
  export { main as agent } from "./src/agent/main.js";`;

const CLIENT = "dist/client.js";

/** The reader of YAML for the command line, which has more than that of the library. */
const WHOLE = "dist/toolkit/read/document/yaml/whole.js";

// The client of other programs: one module, for browsers too. Its types are those of the source.
await build({
  ...{ entryPoints: ["src/agent/wire/client/index.ts"], outfile: CLIENT, logLevel: "warning" },
  ...{ bundle: true, platform: "neutral", format: "esm", target: "es2022", minify: true, mainFields: [] },
});
await bundlePage();
keepReached([CLIENT]);
await bundleReaders();
await Promise.all([
  bundle("src/cli/quick-lint.ts", "dist/lint.cjs", [lazyReaders, lazyBelow, noDetours]),
  build({
    ...{ ...shared, stdin: { contents: PROGRAMS, resolveDir: "." }, outfile: "dist/cli.cjs" },
    plugins: [lazyReaders, lazyBelow, lazyMcp, lazyProtocol, lateBuiltins],
  }),
  build({ ...shared, ...mcpClient, outfile: "dist/mcp.cjs" }),
  build({ ...shared, ...editorsProtocol, outfile: "dist/protocol.cjs" }),
  ...Object.keys(READERS).map((name) =>
    bundle(name === "yaml" ? WHOLE : `dist/toolkit/read/document/${name}/package.js`, `dist/${name}.cjs`),
  ),
  bundle("chalk", "dist/chalk.cjs"),
  build({ entryPoints: GENERATED, outdir: "dist/generated", allowOverwrite: true, minify: true }),
  bundle("src/cli/lint/ways/below.ts", "dist/below.cjs", [lazyReaders]),
]);
