/**
 * Bundles a program to CommonJS files: one for its common code, one for each part that it loads later, and some for code that parts share.
 */
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/** The parsers. Reading is synchronous, and `import()` is not: the first call of a function loads its part. */
const READERS = { yaml: "whole", json: "package", toml: "package" };

const lateReaders = (readers) => ({
  name: "late-readers",
  resolveId(path, importer = "") {
    if (importer.startsWith("\0reader:")) return { id: path, external: true };
    const [, name] = /document[\\/](\w+)[\\/]package\.js$/.exec(resolve(importer, "..", path)) ?? [];
    return importer !== "" && readers.includes(name) ? `\0reader:${name}` : undefined;
  },
  async load(id) {
    if (!id.startsWith("\0reader:")) return undefined;
    const name = id.slice("\0reader:".length);
    const file = resolve(`dist/toolkit/read/document/${name}/${READERS[name]}.js`);
    this.emitFile({ type: "chunk", id: file, fileName: `read-${name}.cjs` });
    const calls = Object.keys(await import(pathToFileURL(file).href)).map(
      (one) => `export const ${one} = (...given) => require("./read-${name}.cjs").${one}(...given);`,
    );
    return calls.join("\n");
  },
});

/** Modules of Node that take milliseconds to load: each is loaded at its first use. */
const LATE = /^(?:node:)?(child_process|https|readline|tls|worker_threads|zlib)$/;

const lateBuiltins = {
  name: "late-builtins",
  resolveId(path, importer = "") {
    if (importer.startsWith("\0builtin:")) return { id: path, external: true };
    const [, name] = LATE.exec(path) ?? [];
    return name && `\0builtin:${name}`;
  },
  load(id) {
    if (!id.startsWith("\0builtin:")) return undefined;
    const name = `node:${id.slice("\0builtin:".length)}`;
    const parts = Object.keys(process.getBuiltinModule(name));
    return `module.exports = { ${parts.map((part) => `get ${part}() { return require("${name}").${part}; }`).join()} };`;
  },
};

/**
 * `readers`: the parsers that it uses; `whole`: modules that share one file with all their imports, the first ones first; `elsewhere`:
 * packages, and the files that hold them.
 */
export async function bundleProgram(entry, directory, { readers, whole = [], elsewhere = {} }) {
  const program = await rolldown({
    ...{ input: { main: entry }, external: Object.keys(elsewhere), platform: "node", transform: { target: "node20" } },
    plugins: [lateReaders(readers), lateBuiltins],
  });
  await program.write({
    ...{ dir: directory, entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs", paths: elsewhere },
    ...{
      format: "cjs",
      dynamicImportInCjs: false,
      minify: true,
      sourcemap: process.argv.includes("--maps") && "hidden",
    },
    codeSplitting: {
      groups: whole.map((file) => ({ name: basename(file, ".js"), test: (id) => id === resolve(file) })),
    },
  });
}
