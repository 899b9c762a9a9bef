/** Resolves the substitutions of a configuration (S17–S23). The only stage that reads variables and runs commands. */

import type { Setting } from "../configuration/setting.js";
import type { PathAnchor } from "../diagnostic/anchor.js";
import type { Host } from "../host/host.js";
import type { RunResult } from "../host/run.js";
import type { Layer } from "../layers/layer.js";
import type { Path } from "../text/path.js";
import { type Part, type Scan, type Substitution, scan } from "../text/scan.js";
import type { ResolutionFact } from "./facts.js";
import { mayBeSubstituted } from "./find.js";

/** The most bytes that one command may print, or one value may grow to (S21). */
const MAX_OUTPUT = 1024 * 1024;

export interface ResolveOptions {
  readonly host: Host;
  /** What becomes of commands of the global layer: the switch decides (S18), unless the configuration is refused anyway. */
  readonly commands: "run" | "off" | "refused";
  readonly timeoutMs: number;
  /** What commands have printed so far in this load: each distinct text runs once (S20). */
  readonly results: Map<string, RunResult>;
}

/** A fact about a layer. */
interface LayerResolutionFact {
  readonly layer: Layer;
  readonly fact: ResolutionFact;
}

/** A string of a file that looks like it has a substitution. */
export interface Leaf {
  readonly path: Path;
  readonly setting: Setting;
  readonly text: string;
  readonly scan: Scan;
  readonly layer: Layer;
  /** Where the layer has it. */
  readonly definedAt: Path;
}

export interface Resolution {
  /** Every value as it is loaded. With failures, as it is written. */
  readonly settings: Setting;
  readonly leaves: readonly Leaf[];
  /** Commands that stayed literal text: in a project, or while the switch is off. */
  readonly unresolved: readonly { readonly path: Path; readonly why: "in-project" | "disabled" }[];
  /** With any of these the settings are of no use. */
  readonly failures: readonly LayerResolutionFact[];
}

/** Replaces variables and commands. Nothing runs unless every string is sound and every variable is set. */
export async function resolve(settings: Setting, surroundings: ResolveOptions): Promise<Resolution> {
  const leaves = leavesOf(settings, []);
  const failures: LayerResolutionFact[] = [];
  for (const leaf of leaves) {
    for (const part of leaf.scan.parts) {
      if (part.kind !== "variable" || variable(surroundings.host, part.name) !== undefined) continue;
      failures.push({ layer: leaf.layer, fact: { kind: "unset-variable", at: at(leaf, part), name: part.name } });
    }
  }
  const isSound = leaves.every(({ scan: { problems } }) => problems.length === 0);
  if (failures.length === 0 && isSound) failures.push(...(await runAll(leaves, surroundings)));

  const texts = new Map<Setting, string>();
  for (const leaf of leaves) {
    const text = resolvedText(leaf, surroundings);
    texts.set(leaf.setting, text);
    if (text.length <= MAX_OUTPUT) continue;
    const all = at(leaf, { start: 0, end: leaf.text.length });
    failures.push({ layer: leaf.layer, fact: { kind: "value-too-long", at: all } });
  }
  return {
    settings: failures.length > 0 || !isSound ? settings : rebuilt(settings, texts),
    leaves,
    unresolved: leaves.flatMap((leaf) => unresolvedIn(leaf, surroundings)),
    failures,
  };
}

function at({ definedAt }: Leaf, { start, end }: { readonly start: number; readonly end: number }): PathAnchor {
  return { path: definedAt, part: "value", within: { start, end } };
}

function leavesOf(setting: Setting, path: Path): readonly Leaf[] {
  if (setting.kind === "list") return setting.items.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (setting.kind === "object")
    return Array.from(setting.entries).flatMap(([key, child]) => leavesOf(child, [...path, key]));
  const { value: text, source: layer } = setting;
  if (typeof layer === "string" || !mayBeSubstituted(text)) return [];
  return [{ path, setting, text, scan: scan(text), layer, definedAt: setting.inheritedFrom ?? path }];
}

/** An own variable: an environment handed in as an object has a prototype. */
function variable({ env }: Host, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

/** Runs every command, each distinct text once, in the order of the text. */
async function runAll(leaves: readonly Leaf[], surroundings: ResolveOptions): Promise<readonly LayerResolutionFact[]> {
  const failures: LayerResolutionFact[] = [];
  const { results } = surroundings;
  for (const leaf of leaves) {
    for (const part of leaf.scan.parts) {
      const command = part.kind === "text" ? undefined : commandOf(part, leaf, surroundings);
      if (command === undefined || part.kind === "text") continue;
      const result = results.get(command) ?? (await run(command, leaf.layer, surroundings));
      results.set(command, result);
      if (result.kind === "output") continue;
      const { reason } = result;
      failures.push({ layer: leaf.layer, fact: { kind: "command-failed", at: at(leaf, part), reason } });
    }
  }
  return failures;
}

/** The command that a part makes run, if it makes one run: only what the global file itself says, word for word (S19). */
function commandOf(
  part: Substitution,
  { layer, setting, text }: Leaf,
  surroundings: ResolveOptions,
): string | undefined {
  const isAuthored = setting.node.kind === "scalar" && setting.node.value === text;
  if (surroundings.commands !== "run" || layer.scope !== "global" || !isAuthored) return undefined;
  if (part.kind === "command") return part.command;
  return part.kind === "fallback" && !variable(surroundings.host, part.name) ? part.command : undefined;
}

function unresolvedIn({ path, layer, scan: { parts } }: Leaf, { commands }: ResolveOptions): Resolution["unresolved"] {
  if (!parts.some((part) => part.kind === "command" || part.kind === "fallback")) return [];
  if (layer.scope === "project") return [{ path, why: "in-project" }];
  return commands === "off" ? [{ path, why: "disabled" }] : [];
}

async function run(command: string, layer: Layer, { host, timeoutMs }: ResolveOptions): Promise<RunResult> {
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

function resolvedText(leaf: Leaf, surroundings: ResolveOptions): string {
  let text = "";
  for (const part of leaf.scan.parts) {
    if (text.length > MAX_OUTPUT) break;
    text += resolvedPart(part, leaf, surroundings);
  }
  return text;
}

function resolvedPart(part: Part, leaf: Leaf, surroundings: ResolveOptions): string {
  if (part.kind === "text") return part.text;
  const literal = leaf.text.slice(part.start, part.end);
  if (part.kind === "variable") return variable(surroundings.host, part.name) ?? literal;
  const command = commandOf(part, leaf, surroundings);
  const result = command === undefined ? undefined : surroundings.results.get(command);
  if (result?.kind === "output") return result.text ?? literal;
  const mayRun = surroundings.commands === "run" && leaf.layer.scope === "global";
  return part.kind === "fallback" && mayRun ? (variable(surroundings.host, part.name) ?? literal) : literal;
}

/** Whether there is more to a text than itself. */
function isForeign({ kind, node }: Setting): boolean {
  const text = kind === "scalar" && node.kind === "scalar" ? String(node.value) : "";
  return scan(text).parts.some((part) => part.kind !== "text");
}

/** The settings with other texts; white space around some of them is never part of the value (S22). */
function rebuilt(setting: Setting, texts: ReadonlyMap<Setting, string>): Setting {
  switch (setting.kind) {
    case "list":
      return { ...setting, items: setting.items.map((item) => rebuilt(item, texts)) };
    case "object": {
      const entries = Array.from(setting.entries, ([key, child]) => [key, rebuilt(child, texts)] as const);
      return { ...setting, entries: new Map(entries) };
    }
    case "scalar": {
      const text = texts.get(setting) ?? setting.value;
      const isTrimmed = setting.shape?.schema["x-trim"] === true && typeof text === "string";
      const value = isTrimmed ? text.trim() : text;
      return texts.has(setting) && isForeign(setting) ? { ...setting, value, isForeign: true } : { ...setting, value };
    }
  }
}
