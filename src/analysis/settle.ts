/**
 * The configuration with its substitutions resolved. A project's string that turns out not to fit costs that string alone:
 * it is left out, so that what lies below is in effect, and everything is looked at once more.
 */

import { type Effective, effective, type Written } from "../configuration/effective.js";
import type { Finding } from "../diagnostic/finding.js";
import { type Json, valueAt } from "../document/node.js";
import type { Examined, Layer } from "../layers/layer.js";
import { type Judgement, judge, judgeView } from "../rules/judge.js";
import { type Knowledge, viewOf } from "../rules/view.js";
import { checkResolved } from "../schema/check.js";
import { sketch } from "../substitution/find.js";
import { type Substituted, type Surroundings, substitute } from "../substitution/resolve.js";
import { formatPath, type Path, toPointer } from "../text/path.js";
import { enumerate, quote } from "../text/printable.js";
import { scan } from "../text/scan.js";
import { severityOf } from "./analyze.js";
import { TRUST_STORE, trustStoreProblem } from "./trust-store.js";

export interface Settled {
  readonly config: Effective;
  readonly value: Json;
  readonly substituted: Substituted;
  /** What a project wrote that had to be left out. */
  readonly leftOut: readonly Examined[];
  /** With any of these the value is of no use. */
  readonly failures: readonly Examined[];
}

/** The machine, what it knows by itself, and whether commands run. */
export interface Circumstances extends Omit<Surroundings, "written"> {
  readonly knowledge: Knowledge;
}

/** Resolves until nothing has to be left out any more. Each round leaves out at least one value of the project. */
export async function settle(layers: readonly Layer[], circumstances: Circumstances): Promise<Settled> {
  const { knowledge } = circumstances;
  const leftOut: Examined[] = [];
  for (let current = layers; ; ) {
    const standing = judge(current, knowledge).filter(isInTheWay);
    const mistaken = standing.filter(isProjects);
    if (mistaken.length > 0) {
      // Reported by `examine`, or else a consequence of what was.
      current = withoutValues(current, mistaken.flatMap(placeOf));
      continue;
    }
    const config = effective(current, knowledge.catalog);
    const commands = standing.length > 0 ? "refused" : circumstances.commands;
    const substituted = await substitute(config.complete, { ...circumstances, commands, written: config.written });
    const value = trimKeys(substituted.value);
    const { unsound, misfits } = faults(value, current, config, substituted, { ...circumstances, commands });
    const foreign = [...unsound, ...misfits].filter(isProjects);
    if (foreign.length === 0) {
      return {
        config,
        value,
        substituted,
        leftOut,
        failures: [...substituted.failures, ...[...misfits, ...standing].map(asExamined)],
      };
    }
    leftOut.push(...misfits.filter(isProjects).map(asExamined));
    current = withoutValues(current, foreign);
  }
}

function asExamined({ layer, finding }: { readonly layer: Layer; readonly finding: Finding }): Examined {
  return { layer, findings: [finding] };
}

/** Whether what a rule found keeps a configuration from being used. A secret in the wrong place works all the same. */
function isInTheWay({ finding }: Judgement): boolean {
  return severityOf(finding) === "error" && !finding.rule.startsWith("secret/");
}

function placeOf({ layer, finding: { at } }: Judgement): readonly Written[] {
  return "path" in at ? [{ layer, path: at.path }] : [];
}

const isProjects = ({ layer }: { readonly layer: Layer }): boolean => layer.scope === "project";

function withoutValues(layers: readonly Layer[], places: readonly Written[]): readonly Layer[] {
  return layers.map((layer) => (layer.scope === "project" ? without(layer, places) : layer));
}

interface Misfit extends Written {
  readonly finding: Finding;
}

interface Faults {
  /** Has been reported by its syntax, or as the literal text that it stays. */
  readonly unsound: readonly Written[];
  readonly misfits: readonly Misfit[];
}

function faults(
  value: Json,
  layers: readonly Layer[],
  config: Effective,
  { leaves, tainted, failures }: Substituted,
  { commands, host, knowledge }: Circumstances,
): Faults {
  const unsound = leaves.filter(({ sound }) => !sound).flatMap(({ path }) => config.written(path) ?? []);
  if (unsound.length > 0 || failures.length > 0) return { unsound, misfits: [] };
  const keyOf = ({ layer, path }: Written): string => `${layer.scope}${toPointer(path)}`;
  const substituted = new Set(tainted.flatMap((path) => config.written(path) ?? []).map(keyOf));
  const unfit = checkResolved(value).flatMap(({ at }) => ("path" in at ? (config.written(at.path) ?? []) : []));
  const places = [
    ...unfit,
    ...judgeView(viewOf(layers, knowledge, value))
      .filter(isInTheWay)
      .flatMap(placeOf),
  ].filter((place) => substituted.has(keyOf(place)));
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()];
  const sourced = distinct.map((place) => ({ ...place, sources: sourcesIn(place, commands) }));
  const misfits = sourced.filter(({ sources }) => sources.length > 0).map(misfitOf);
  const store = config.written(TRUST_STORE);
  const reason = store && trustStoreProblem(value, host);
  const all =
    store === undefined || reason === undefined ? misfits : [...misfits, { ...store, finding: reason(store.path) }];
  return {
    unsound: sourced.filter(({ sources }) => sources.length === 0),
    // What a refused command would have printed, nobody knows.
    misfits: commands === "refused" ? all.filter(isProjects) : all,
  };
}

interface Sourced extends Written {
  /** What stands in the text for something from outside the files, each once; a command that does not run stands for itself. */
  readonly sources: readonly string[];
}

function sourcesIn({ layer, path }: Written, commands: Circumstances["commands"]): readonly string[] {
  const runs = layer.scope === "global" && commands !== "off";
  const { parts } = scan(String(valueAt(layer.value ?? {}, path)));
  const foreign = parts.flatMap((part) => (part.kind === "variable" || (runs && part.kind !== "text") ? [part] : []));
  return [...new Set(foreign.map(sketch))];
}

/** What the value is now may have come from anywhere, so it is not shown. */
function misfitOf({ layer, path, sources }: Sourced): Misfit {
  const name = formatPath(path);
  const finding: Finding = {
    rule: "substitution/misfit",
    at: { path, part: "value" },
    message: `what ${enumerate(sources, "and")} ${sources.length === 1 ? "stands" : "stand"} for does not fit ${quote(name)}`,
    help: `${quote(`agentcfg explain ${/[^\w.-]/.test(name) ? `'${name}'` : name}`)} says what would fit`,
  };
  return { layer, path, finding };
}

function without(layer: Layer, places: readonly Written[]): Layer {
  const before = layer.value ?? {};
  const value = places.reduce<Json>((rest, { path }) => remove(rest, path), before);
  // What cannot be taken out takes the layer with it.
  return { ...layer, value: JSON.stringify(value) === JSON.stringify(before) ? {} : value };
}

function remove(value: Json, [step, ...rest]: Path): Json {
  return mapObject(value, (key, child) => {
    if (key !== step) return child;
    // A list is one value: with one item, the whole of it goes.
    return rest.length === 0 || Array.isArray(child) ? undefined : remove(child, rest);
  });
}

/** White space around a static key is never part of it (spec 5.1, S22). */
function trimKeys(value: Json): Json {
  return mapObject(value, (section, providers) =>
    section !== "providers"
      ? providers
      : mapObject(providers, (_, provider) =>
          mapObject(provider, (name, auth) => (name === "auth" ? trimKey(auth) : auth)),
        ),
  );
}

function trimKey(auth: Json): Json {
  return mapObject(auth, (name, key) => (name === "key" && typeof key === "string" ? key.trim() : key));
}

/** Changes the values of an object; undefined takes one out. */
function mapObject(value: Json, change: (key: string, child: Json) => Json | undefined): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).flatMap(([key, child]): [string, Json][] => {
    const changed = change(key, child);
    return changed === undefined ? [] : [[key, changed]];
  });
  return Object.fromEntries(entries);
}
