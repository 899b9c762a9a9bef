/** Resolves the substitutions of a merged configuration (S17–S23). The only stage that reads variables and runs commands. */

import type { Finding } from "../diagnostic/finding.js";
import { type Json, valueAt } from "../document/node.js";
import type { Host } from "../host/host.js";
import type { RunResult } from "../host/run.js";
import type { Examined, Layer } from "../layers/layer.js";
import { formatPath, type Path } from "../text/path.js";
import { quote } from "../text/printable.js";
import { type Part, type Scan, scan } from "../text/scan.js";

/** The most bytes that one command may print, or one value may grow to (S21). */
const MAX_OUTPUT = 1024 * 1024;

export interface Surroundings {
  readonly host: Host;
  /** What becomes of commands of the global layer: the switch decides (S18), unless the configuration is refused anyway. */
  readonly commands: "run" | "off" | "refused";
  readonly timeoutMs: number;
  /** What commands have printed so far in this load: each distinct text runs once (S20). */
  readonly results: Map<string, RunResult>;
  /** The layer that wrote a value, and where. */
  readonly written: (path: Path) => { readonly layer: Layer; readonly path: Path } | undefined;
}

/** A substitution that stayed literal text. */
interface Unresolved {
  readonly path: Path;
  /** A command in a project, or one while the switch is off. */
  readonly why: "in-project" | "disabled";
}

export interface Substituted {
  readonly value: Json;
  /** Paths of the strings that hold something from outside the files. */
  readonly tainted: readonly Path[];
  /** Every string with something in it that looks like a substitution, and whether it is sound. */
  readonly leaves: readonly { readonly path: Path; readonly sound: boolean }[];
  readonly unresolved: readonly Unresolved[];
  /** With any of these the value is of no use. */
  readonly failures: readonly Examined[];
}

interface Leaf {
  readonly path: Path;
  readonly text: string;
  readonly scan: Scan;
  readonly layer: Layer;
  readonly authored: Path;
}

/** The value with variables and commands replaced. Nothing runs unless every string is sound and every variable is set. */
export async function substitute(value: Json, surroundings: Surroundings): Promise<Substituted> {
  const leaves = leavesOf(value, [], surroundings);
  const failures: Examined[] = [];
  const fail = (leaf: Leaf, part: { start: number; end: number }, finding: Omit<Finding, "at">): void => {
    const at: Finding["at"] = { path: leaf.authored, part: "value", within: { start: part.start, end: part.end } };
    failures.push({ layer: leaf.layer, findings: [{ ...finding, at }] });
  };

  for (const leaf of leaves)
    for (const part of leaf.scan.parts) if (isUnset(part, surroundings)) fail(leaf, part, unset(part.name, leaf));
  const unsound = leaves.some(({ scan: { problems } }) => problems.length > 0);
  const { results } = surroundings;
  if (failures.length === 0 && !unsound) {
    for (const leaf of leaves) {
      for (const part of leaf.scan.parts) {
        const command = commandOf(part, leaf, surroundings);
        if (command === undefined) continue;
        const known = results.get(command) ?? (await run(command, leaf.layer, surroundings));
        results.set(command, known);
        if (known.kind !== "output") fail(leaf, part as { start: number; end: number }, failed(known, leaf));
      }
    }
  }

  const texts = new Map(leaves.map((leaf) => [leaf, resolveText(leaf, results, surroundings)]));
  for (const [leaf, text] of texts)
    if (text.length > MAX_OUTPUT) fail(leaf, { start: 0, end: leaf.text.length }, tooLong(leaf));
  const byPath = new Map([...texts].map(([leaf, text]) => [JSON.stringify(leaf.path), text]));
  return {
    value: failures.length > 0 || unsound ? value : rebuild(value, [], byPath),
    tainted: leaves.filter((leaf) => leaf.scan.parts.some((part) => part.kind !== "text")).map(({ path }) => path),
    leaves: leaves.map(({ path, scan: { problems } }) => ({ path, sound: problems.length === 0 })),
    unresolved: leaves.flatMap((leaf) => unresolvedIn(leaf, surroundings)),
    failures,
  };
}

function leavesOf(value: Json, path: Path, surroundings: Surroundings): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leavesOf(item, [...path, index], surroundings));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key], surroundings));
  if (typeof value !== "string" || !/\$[({]/.test(value)) return [];
  const written = surroundings.written(path);
  return written === undefined
    ? []
    : [{ path, text: value, scan: scan(value), layer: written.layer, authored: written.path }];
}

/** An own variable: an environment handed in as an object has a prototype. */
function variable({ env }: Host, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function isUnset(part: Part, { host }: Surroundings): part is Extract<Part, { kind: "variable" }> {
  return part.kind === "variable" && variable(host, part.name) === undefined;
}

/** The command that a part makes run, if it makes one run: only what the global file itself says, word for word (S19). */
function commandOf(part: Part, { layer, authored, text }: Leaf, { host, commands }: Surroundings): string | undefined {
  if (commands !== "run" || layer.scope !== "global" || valueAt(layer.value ?? {}, authored) !== text) return undefined;
  if (part.kind === "command") return part.command;
  return part.kind === "fallback" && !variable(host, part.name) ? part.command : undefined;
}

function unresolvedIn(leaf: Leaf, { commands }: Surroundings): readonly Unresolved[] {
  if (!leaf.scan.parts.some((part) => part.kind === "command" || part.kind === "fallback")) return [];
  if (leaf.layer.scope === "project") return [{ path: leaf.path, why: "in-project" }];
  return commands === "off" ? [{ path: leaf.path, why: "disabled" }] : [];
}

async function run(command: string, layer: Layer, { host, timeoutMs }: Surroundings): Promise<RunResult> {
  const directory = layer.file === undefined ? host.cwd : host.join(layer.file, "..");
  const result = await host.run(command, { cwd: directory, env: withSafePath(host), timeoutMs, maxBytes: MAX_OUTPUT });
  return result.kind === "output" ? textOf(result.bytes) : result;
}

/** Output as text: strict UTF-8, no NUL, trailing newlines removed and nothing else (S20, S21). */
function textOf(bytes: Uint8Array): RunResult {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0")
      ? { kind: "failed", reason: "it printed a NUL character" }
      : { kind: "output", bytes, text: withoutFinalNewlines(text) };
  } catch {
    return { kind: "failed", reason: "it printed something that is not UTF-8" };
  }
}

function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}

/** Empty and relative entries of PATH would let the working directory decide what runs; so would an empty PATH. */
function withSafePath({ env, isAbsolute }: Host): Readonly<Record<string, string | undefined>> {
  const { PATH: path } = env;
  if (path === undefined) return env;
  return { ...env, PATH: path.split(":").filter(isAbsolute).join(":") || NOWHERE };
}

/** A search path that holds no program. */
const NOWHERE = "/dev/null";

function resolveText(leaf: Leaf, results: ReadonlyMap<string, RunResult>, surroundings: Surroundings): string {
  let text = "";
  for (const part of leaf.scan.parts) {
    if (text.length > MAX_OUTPUT) break;
    text += resolvePart(part, leaf, results, surroundings);
  }
  return text;
}

function resolvePart(
  part: Part,
  leaf: Leaf,
  results: ReadonlyMap<string, RunResult>,
  surroundings: Surroundings,
): string {
  if (part.kind === "text") return part.text;
  const literal = leaf.text.slice(part.start, part.end);
  if (part.kind === "variable") return variable(surroundings.host, part.name) ?? literal;
  const command = commandOf(part, leaf, surroundings);
  const result = command === undefined ? undefined : results.get(command);
  if (result?.kind === "output") return result.text ?? literal;
  const mayRun = surroundings.commands === "run" && leaf.layer.scope === "global";
  return part.kind === "fallback" && mayRun ? (variable(surroundings.host, part.name) ?? literal) : literal;
}

function rebuild(value: Json, path: Path, texts: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => rebuild(item, [...path, index], texts));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, rebuild(child, [...path, key], texts)]),
    );
  }
  return typeof value === "string" ? (texts.get(JSON.stringify(path)) ?? value) : value;
}

const nameOf = ({ authored }: Leaf): string => quote(formatPath(authored));

function unset(name: string, leaf: Leaf): Omit<Finding, "at"> {
  return {
    rule: "substitution/unset-variable",
    message: `the environment variable ${quote(name)} is not set`,
    label: `${nameOf(leaf)} needs it`,
    help: `set ${quote(name)} before the agent starts`,
  };
}

function failed({ reason }: Exclude<RunResult, { kind: "output" }>, leaf: Leaf): Omit<Finding, "at"> {
  return {
    rule: "substitution/failed",
    message: `the command in ${nameOf(leaf)} failed: ${reason}`,
    help: "run it in a shell to see what it says; its output is never shown here",
  };
}

function tooLong(leaf: Leaf): Omit<Finding, "at"> {
  return { rule: "substitution/failed", message: `${nameOf(leaf)} would grow beyond 1 MiB` };
}
