/** Who may import whom: the arrows of the program point one way, and the library reaches no command-line package. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** Rooms from left to right; a file imports from its own room and from rooms to the left. */
const ROOMS: readonly (readonly string[])[] = [
  ["generated"],
  ["text"],
  ["host"],
  ["diagnostic", "redaction/credential.ts"],
  ["document"],
  ["edit"],
  ["schema", "redaction/spans.ts", "redaction/words.ts", "configuration/defaults.ts", "configuration/merge.ts"],
  ["layers"],
  ["configuration"],
  ["substitution"],
  ["redaction"],
  ["rules"],
  ["analysis"],
  ["lint.ts", "load.ts", "watch.ts", "fix.ts", "set.ts"],
  ["index.ts"],
  ["report"],
  ["cli"],
];

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

/** Imports of one file; targets inside src are relative to it. */
function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join("src", file), "utf8");
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return [...statements].map(([, type, from, dynamic]) => {
    const target = from ?? dynamic ?? "";
    const local = relative("src", join("src", dirname(file), target.replace(/\.js$/, ".ts")));
    return { from: file, to: target.startsWith(".") ? local : target, typeOnly: type !== undefined };
  });
}

const imports = files.flatMap(importsOf);
const roomOf = (file: string): number => {
  const named = ROOMS.findIndex((names) => names.includes(file));
  return named === -1 ? ROOMS.findIndex((names) => names.some((name) => file.startsWith(`${name}/`))) : named;
};

test("every file lives in a room", () => {
  expect(files.filter((file) => roomOf(file) === -1)).toEqual([]);
});

test("imports point left", () => {
  const local = imports.filter(({ to, typeOnly }) => files.includes(to) && !typeOnly);
  expect(local.length).toBeGreaterThan(50);
  expect(local.filter(({ from, to }) => roomOf(to) > roomOf(from))).toEqual([]);
});

test("every import inside src finds a file", () => {
  const lost = imports.filter(({ to }) => to.endsWith(".ts") && !files.includes(to));
  expect(lost).toEqual([]);
});

test("the library reaches no command-line, colour or validator package", () => {
  const reached = new Set<string>(["index.ts"]);
  for (const file of reached) {
    for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) reached.add(to);
  }
  const packages = [...reached].filter((name) => !files.includes(name));
  expect(packages.sort()).toEqual([
    "jsonc-parser",
    "node:child_process",
    "node:crypto",
    "node:fs",
    "node:os",
    "node:path",
    "yaml",
  ]);
});

test("only the host touches the machine", () => {
  const machine = imports.filter(({ to }) => to.startsWith("node:"));
  const isHost = (file: string): boolean => file.startsWith("host/");
  expect(machine.length).toBeGreaterThan(0);
  expect(machine.filter(({ from }) => !isHost(from))).toEqual([]);
  const written = files.filter((file) => !file.startsWith("generated/"));
  const usingProcess = written.filter((file) => /\bprocess\./.test(readFileSync(join("src", file), "utf8")));
  expect(usingProcess.filter((file) => !isHost(file))).toEqual([]);
});

test("a rule sees only what the contract shows it", () => {
  const rules = imports.filter(({ from }) => /^rules\/[a-z]+\//.test(from));
  expect(rules.length).toBeGreaterThan(100);
  const isAllowed = ({ from, to }: Import): boolean =>
    to.startsWith(`${dirname(from)}/`) ||
    /^rules\/(rule|cleartext|conflict|suggestion|url)\.ts$/.test(to) ||
    /^(diagnostic\/(diagnostic|finding)|redaction\/credential|text\/(path|printable|scan|suggest)|configuration\/models|document\/node)\.ts$/.test(
      to,
    );
  expect(rules.filter((arrow) => !isAllowed(arrow))).toEqual([]);
});
