/** The files of the program that a command loads, and the costly modules of Node.js, so that neither grows unnoticed. */
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { type Files, machine } from "../machine/machine.js";
import { BIN } from "../machine/run.js";

const USUAL = "version: 3\nmcp_servers:\n  files: { transport: stdio, command: files-mcp }\n";

/** Prints at its end what it has loaded. */
const SPY = `
const { writeSync } = require("node:fs");
process.on("exit", () => writeSync(2, "\\n" + JSON.stringify([Object.keys(require.cache), process.moduleLoadList])));
`;

interface Loaded {
  /** Files of `dist`. */
  readonly files: readonly string[];
  /** Modules of Node.js that take long to load. */
  readonly builtins: readonly string[];
}

function loaded(files: Files, words: readonly string[]): Loaded {
  const { cwd, env, path } = machine({ ...files, "spy.cjs": SPY });
  const argv = ["--require", path("spy.cjs"), BIN, ...words];
  const { stderr } = spawnSync(process.execPath, argv, { cwd, env: { ...env }, encoding: "utf8" });
  const [all, modules]: readonly [readonly string[], readonly string[]] = JSON.parse(
    stderr.slice(stderr.lastIndexOf("\n")),
  );
  return {
    files: all.filter((file) => file.includes("/dist/")).map((file) => basename(file, ".cjs")),
    builtins: modules.filter((name) => /^NativeModule (?:child_process|crypto|https?|tls|zlib|readline)$/.test(name)),
  };
}

const PROGRAM = ["main", "program", "rolldown-runtime"];

test.each<readonly [string, Files, readonly string[], readonly string[]]>([
  ["help of the program", {}, ["--help"], []],
  ["its version", {}, ["--version"], []],
  ["what it does not know", {}, ["nothing"], []],
  ["lint", { ".agent/config.yaml": USUAL }, ["lint"], ["lint"]],
])("%s", (_, files, words, parts) => {
  const { files: all, builtins } = loaded(files, words);
  expect({ all: all.toSorted(), builtins }).toEqual({ all: [...PROGRAM, ...parts].toSorted(), builtins: [] });
});

test.each<readonly [string, readonly string[]]>([
  ["fix", ["lint", "--diff"]],
  ["below", ["lint", "."]],
  ["changed", ["lint", "--changed"]],
  ["deliver", ["lint", "--format", "sarif"]],
  ["statistics", ["lint", "--statistics"]],
  ["suppress", ["lint", "--suppress", "mcp"]],
  ["judge", ["lint", "--select", "mcp"]],
  ["source", ["lint", "--color", "always"]],
])("%s, for %j and not for usual runs", (part, words) => {
  expect(loaded({ ".agent/config.yaml": USUAL }, words).files).toContain(part);
});

test.each(["show", "get", "rules", "lsp"])("%s loads its own part and those of no other command", (command) => {
  const { files } = loaded({ ".agent/config.yaml": USUAL }, [command, "version"]);
  expect(files).toContain(command);
  expect(files.filter((name) => ["doctor", "init", "import", "models", "review", "trust"].includes(name))).toEqual([]);
});

test.each([["doctor"], ["models"]])("%s loads nothing of the network", (...words) => {
  const { builtins } = loaded({ ".agent/config.yaml": USUAL }, words);
  expect(builtins.filter((name) => /https?$|tls$/.test(name))).toEqual([]);
  // The witness would notice.
  const asking = loaded({ ".agent/config.yaml": USUAL }, [...words, words[0] === "doctor" ? "--online" : "--discover"]);
  expect(asking.builtins).toContain("NativeModule http");
});

test.each([
  ["yaml", ".agent/config.yaml", "version: 3\ndefaults: &d { full: a/b }\n"],
  ["json", ".agent/config.json", '{ "version": 3 }'],
])("the parser of %s, for %s that the quick reader declines", (parser, name, text) => {
  expect(loaded({ [name]: text }, ["lint"]).files).toContain(`read-${parser}`);
});
