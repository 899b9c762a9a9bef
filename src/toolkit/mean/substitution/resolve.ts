/** Resolves the substitutions of a configuration (S17–S23). The only stage that reads variables and runs commands. */
import type { Path } from "../../../text/path.js";
import { type Part, type Substitution, scan } from "../../../text/scan.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Host } from "../../read/host/host.js";
import type { RunResult } from "../../read/host/run.js";
import type { Layer } from "../../read/layers/layer.js";
import { fitsText } from "../../read/schema/fits.js";
import type { ObjectSetting, Setting, Unresolved } from "../configuration/setting.js";
import type { ResolutionFact } from "./facts.js";
import { isOpaque, isValidLeaf, type Leaf, leavesOf } from "./leaves.js";
import { MAX_OUTPUT, runCommand } from "./run.js";

export interface ResolveOptions {
  readonly host: Host;
  /**
   * The treatment of commands in the global layer: the switch decides (S18), unless the configuration is refused anyway. `known`: reuses
   * earlier output and runs no command.
   */
  readonly commands: "run" | "known" | "off" | "refused";
  /** Whether a path exists without the project, too: only commands at such paths run (S38). */
  readonly standsAlone: (path: Path) => boolean;
  /** The treatment of an unset variable in a place that accepts any text. */
  readonly unset: "error" | "keep";
  readonly timeoutMs: number;
  /** The output of commands so far in this load: each distinct text runs once (S20). */
  readonly results: Map<string, RunResult>;
}

/** The most characters of all texts with substitutions together after loading (S39). */
const MAX_TOTAL = 16 * MAX_OUTPUT;

interface LayerResolutionFact {
  readonly layer: Layer;
  readonly fact: ResolutionFact;
}

export interface Resolution {
  /** All values after loading; with failures, all values as written. */
  readonly settings: ObjectSetting;
  readonly leaves: readonly Leaf[];
  /** The resolved text of each setting with a substitution. */
  readonly texts: Texts;
  /** Unset variables that stay unresolved. */
  readonly remarks: readonly LayerResolutionFact[];
  /** With any of these, the settings cannot be used. */
  readonly failures: readonly LayerResolutionFact[];
}

interface ResolvedText {
  readonly text: string;
  readonly unresolved: readonly Unresolved[];
}

type Texts = ReadonlyMap<Setting, ResolvedText>;

/**
 * Replaces variables and commands in the merged settings, before inheritance: a variable may name the parent of a model (S31). Nothing runs
 * unless every string is valid and every variable is set, or may stay.
 */
export async function resolve(settings: ObjectSetting, surroundings: ResolveOptions): Promise<Resolution> {
  const leaves = leavesOf(settings, []);
  const unset = leaves.flatMap((leaf) => unsetIn(leaf, surroundings));
  const failures: LayerResolutionFact[] = unset.filter(({ fact }) => !fact.isKept);
  const isSound = leaves.every(isValidLeaf);
  if (failures.length === 0 && isSound) failures.push(...(await runAll(leaves, surroundings)));

  const texts = new Map<Setting, ResolvedText>();
  let total = 0;
  for (const leaf of leaves) {
    const text = total > MAX_TOTAL ? leaf.text : resolvedText(leaf, surroundings);
    texts.set(leaf.setting, { text, unresolved: unresolvedIn(leaf, surroundings) });
    const isBelow = total <= MAX_TOTAL;
    total += text.length;
    const all = at(leaf, { start: 0, end: leaf.text.length });
    if (text.length > MAX_OUTPUT) failures.push({ layer: leaf.layer, fact: { kind: "value-too-long", at: all } });
    if (isBelow && total > MAX_TOTAL) failures.push({ layer: leaf.layer, fact: { kind: "too-much-text", at: all } });
  }
  const isUseless = failures.length > 0 || !isSound;
  return {
    settings: withTexts(settings, isUseless ? asWritten(texts) : texts),
    leaves,
    texts,
    remarks: unset.filter(({ fact }) => fact.isKept),
    failures,
  };
}

interface UnsetVariable extends LayerResolutionFact {
  readonly fact: Extract<ResolutionFact, { kind: "unset-variable" }>;
}

/** The unset variables of a string. */
function unsetIn(leaf: Leaf, { host, unset }: ResolveOptions): readonly UnsetVariable[] {
  const { setting, layer, text } = leaf;
  const isKept =
    isOpaque(setting) || (unset === "keep" && (setting.shape === undefined || fitsText(text, setting.shape)));
  return leaf.scan.parts.flatMap((part) =>
    part.kind !== "variable" || variable(host, part.name) !== undefined
      ? []
      : [{ layer, fact: { kind: "unset-variable", at: at(leaf, part), name: part.name, isKept } }],
  );
}

/** The written texts, with the same unresolved parts. */
function asWritten(texts: Texts): Texts {
  return new Map(
    Array.from(texts, ([setting, { unresolved }]) => {
      const text = setting.kind === "scalar" ? String(setting.value) : "";
      return [setting, { text, unresolved }];
    }),
  );
}

function at({ path }: Leaf, { start, end }: { readonly start: number; readonly end: number }): PathAnchor {
  return { path, part: "value", within: { start, end } };
}

/** Reads only own properties, because an environment passed as an object has a prototype. */
function variable({ env }: Host, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

/** Runs every command, each distinct text once, in the order of the text. */
async function runAll(leaves: readonly Leaf[], surroundings: ResolveOptions): Promise<readonly LayerResolutionFact[]> {
  const failures: LayerResolutionFact[] = [];
  const { results } = surroundings;
  if (surroundings.commands === "known") return [];
  for (const leaf of leaves) {
    for (const part of leaf.scan.parts) {
      const command = part.kind === "text" ? undefined : commandOf(part, leaf, surroundings);
      if (command === undefined || part.kind === "text") continue;
      if (!surroundings.standsAlone(leaf.path)) {
        failures.push({ layer: leaf.layer, fact: { kind: "command-in-half", at: at(leaf, part) } });
        continue;
      }
      const result = results.get(command) ?? (await runCommand(command, leaf.layer, surroundings));
      results.set(command, result);
      if (result.kind === "output") continue;
      const { reason } = result;
      failures.push({ layer: leaf.layer, fact: { kind: "command-failed", at: at(leaf, part), reason } });
    }
  }
  return failures;
}

function isOn({ commands }: ResolveOptions): boolean {
  return commands === "run" || commands === "known";
}

/** The command of a part; undefined if it must not run. Only commands in the text of the global file run (S19). */
function commandOf(
  part: Substitution,
  { layer, setting, text }: Leaf,
  surroundings: ResolveOptions,
): string | undefined {
  const isAuthored = setting.node.kind === "scalar" && setting.node.value === text;
  if (!isOn(surroundings) || layer.scope !== "global" || !isAuthored) return undefined;
  if (part.kind === "command") return part.command;
  return part.kind === "fallback" && !variable(surroundings.host, part.name) ? part.command : undefined;
}

function unresolvedIn({ layer, scan: { parts } }: Leaf, { commands, host }: ResolveOptions): readonly Unresolved[] {
  const hasCommand = parts.some((part) => part.kind === "command" || part.kind === "fallback");
  const isUnset = parts.some((part) => part.kind === "variable" && variable(host, part.name) === undefined);
  return [
    ...(hasCommand && layer.scope === "project" ? (["in-project"] as const) : []),
    ...(hasCommand && layer.scope === "global" && commands === "off" ? (["disabled"] as const) : []),
    ...(isUnset ? (["unset"] as const) : []),
  ];
}

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
  const mayRun = isOn(surroundings) && leaf.layer.scope === "global";
  return part.kind === "fallback" && mayRun ? (variable(surroundings.host, part.name) ?? literal) : literal;
}

/** Whether a text contains a substitution. */
function isForeign({ kind, node }: Setting): boolean {
  const text = kind === "scalar" && node.kind === "scalar" ? String(node.value) : "";
  return scan(text).parts.some((part) => part.kind !== "text");
}

/** The settings with other texts; white space at the ends is removed if it is not part of the value (S22). */
export function withTexts(settings: ObjectSetting, texts: Texts): ObjectSetting {
  const entries = Array.from(settings.entries, ([key, child]) => [key, rebuilt(child, texts)] as const);
  return { ...settings, entries: new Map(entries) };
}

function rebuilt(setting: Setting, texts: Texts): Setting {
  switch (setting.kind) {
    case "list":
      return { ...setting, items: setting.items.map((item) => rebuilt(item, texts)) };
    case "object":
      return withTexts(setting, texts);
    case "scalar": {
      const { text = setting.value, unresolved = [] } = texts.get(setting) ?? {};
      const isTrimmed = setting.shape?.schema["x-trim"] === true && typeof text === "string";
      return {
        ...setting,
        value: isTrimmed ? text.trim() : text,
        ...(texts.has(setting) && isForeign(setting) ? { isForeign: true } : {}),
        ...(unresolved.length > 0 ? { unresolved } : {}),
      };
    }
  }
}
