/** What `npm pack` packs: what somebody can import, run or read, and nothing else. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { schema } from "../../../src/generated/schema.js";

interface Packed {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

interface Package {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly man: readonly string[];
}

const own = JSON.parse(readFileSync("package.json", "utf8")) as Package;
const output = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
  encoding: "utf8",
  stdio: "pipe",
});
const [packed] = JSON.parse(output) as readonly [Packed];
const paths = packed.files.map(({ path }) => path);
const exported = Object.values(own.exports)
  .flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)))
  .map((file) => join(file));

/** Files that some refer to, and those in turn. */
function reachedFrom(roots: readonly string[], referred: RegExp, nameOf: (from: string, to: string) => string) {
  const reached = new Set(roots);
  for (const file of reached)
    for (const [, to] of readFileSync(file, "utf8").matchAll(referred))
      if (to !== undefined) reached.add(nameOf(file, to));
  return [...reached].toSorted();
}

test("modules that are behind the exports", async () => {
  const entryPoints = exported.filter((file) => file.endsWith(".js"));
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "dist",
    format: "esm",
  });
  expect(paths.filter((file) => /^dist\/.*\.js$/.test(file)).toSorted()).toEqual(
    Object.keys(metafile.inputs).toSorted(),
  );
});

test("types that are behind the exports, and none of another package", () => {
  const roots = exported.filter((file) => file.endsWith(".d.ts"));
  const types = reachedFrom(
    roots,
    /(?:\bfrom|\bimport\()\s*"(\.[^"]+)\.js"/g,
    (from, to) => `${join(dirname(from), to)}.d.ts`,
  );
  expect(paths.filter((file) => /\.d\.ts$/.test(file)).toSorted()).toEqual(types);
  const strangers = types.filter((file) =>
    /\bfrom "(?!\.|node:)|\bimport\("(?!\.|node:)/.test(readFileSync(file, "utf8")),
  );
  expect(strangers).toEqual([]);
});

test("the schema as it is in the source", async () => {
  const { schema: built } = await import(pathToFileURL("dist/generated/schema.js").href);
  expect(built).toEqual(schema);
});

test("bundles that the programs load", () => {
  const programs = [...Object.values(own.bin).map((file) => join(file)), "bin/lasting.cjs"].toSorted();
  expect(paths.filter((file) => file.startsWith("bin/")).toSorted()).toEqual(programs);
  const begun = Object.keys(own.bin).map((name) => `dist/programs/${name}/main.cjs`);
  const loaded = reachedFrom(
    [...programs, ...begun],
    /["`]((?:\.\.\/dist|\.|dist)\/[\w-]+\.(?:cjs|html))["`]/g,
    (from, to) => (to.startsWith("dist/") ? to : join(dirname(from), to)),
  ).filter((file) => file.startsWith("dist/"));
  expect(
    paths.filter((file) => /^dist\/.*\.(?!js$|d\.ts$)\w+$/.test(file) && !file.endsWith(".d.ts")).toSorted(),
  ).toEqual(loaded);
});

test("pages that the README leads to, that commands print, and that say what is in the package", () => {
  const linked = reachedFrom(["README.md"], /\]\((?!https?:|#)([^)#\s]+\.(?:md|svg|png|json|mjs))/g, (from, to) =>
    join(dirname(from), to),
  );
  const printed = [
    ...own.man.map((file) => join(file)),
    ...readdirSync("docs/completions").map((name) => `docs/completions/${name}`),
  ];
  const known = new Set([
    ...linked,
    ...printed,
    ...exported,
    "CHANGELOG.md",
    "LICENSE",
    "THIRD-PARTY-LICENSES.txt",
    "package.json",
  ]);
  expect(paths.filter((file) => !/^(?:bin|dist)\//.test(file) && !known.has(file))).toEqual([]);
});
