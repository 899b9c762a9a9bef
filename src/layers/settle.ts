/**
 * The configuration with its substitutions resolved. A project's string that turns out not to fit costs that string alone:
 * it is left out, so that what lies below is in effect, and everything is looked at once more.
 */
import type { Json } from "../document/node.js";
import type { Finding } from "../finding.js";
import { formatPath, type Path, toPointer } from "../path.js";
import { quote } from "../printable.js";
import { checkResolved } from "../schema/check.js";
import { type Effective, effective, type Written } from "./effective.js";
import type { Examined } from "./examine.js";
import type { CatalogModels } from "./inherit.js";
import type { Layer } from "./layer.js";
import { type Substituted, type Surroundings, substitute } from "./substitute.js";

export interface Settled {
  readonly config: Effective;
  readonly value: Json;
  readonly substituted: Substituted;
  /** What a project wrote that had to be left out. */
  readonly leftOut: readonly Examined[];
  /** With any of these the value is of no use. */
  readonly failures: readonly Examined[];
}

/** Resolves until nothing has to be left out any more. Each round leaves out at least one string of the project. */
export async function settle(
  layers: readonly Layer[],
  catalog: CatalogModels,
  surroundings: Omit<Surroundings, "written">,
): Promise<Settled> {
  const leftOut: Examined[] = [];
  for (let current = layers; ; ) {
    const config = effective(current, catalog);
    const substituted = await substitute(config.complete, { ...surroundings, written: config.written });
    const value = trimKeys(substituted.value);
    const { unsound, misfits } = faults(value, config, substituted, surroundings.commands);
    const projects = [...unsound, ...misfits].filter(({ layer }) => layer.scope === "project");
    if (projects.length === 0) {
      const failures = [...substituted.failures, ...misfits.map(misfitOf)];
      return { config, value, substituted, leftOut, failures };
    }
    // What is unsound has been reported by its syntax already.
    leftOut.push(...misfits.filter(({ layer }) => layer.scope === "project").map(misfitOf));
    current = current.map((layer) => (layer.scope === "project" ? without(layer, projects) : layer));
  }
}

interface Faults {
  readonly unsound: readonly Written[];
  readonly misfits: readonly Written[];
}

function faults(
  value: Json,
  config: Effective,
  { leaves, failures }: Substituted,
  commands: Surroundings["commands"],
): Faults {
  const unsound = leaves.filter(({ sound }) => !sound).flatMap(({ path }) => config.written(path) ?? []);
  if (unsound.length > 0 || failures.length > 0) return { unsound, misfits: [] };
  const scanned = new Set(leaves.map(({ path }) => toPointer(path)));
  const misfits = checkResolved(value).flatMap(({ at }) => {
    const isScanned = "path" in at && scanned.has(toPointer(at.path));
    return isScanned ? (config.written(at.path) ?? []) : [];
  });
  // What a refused command would have printed, nobody knows.
  return {
    unsound,
    misfits: commands === "refused" ? misfits.filter(({ layer }) => layer.scope === "project") : misfits,
  };
}

/** What the value is now may have come from anywhere, so it is not shown. */
function misfitOf({ layer, path }: Written): Examined {
  const finding: Finding = {
    rule: "substitution/misfit",
    at: { path, part: "value" },
    message: `${quote(formatPath(path))} does not fit once its substitution is resolved`,
    help: "`agentcfg explain` says what would fit",
  };
  return { layer, findings: [finding] };
}

function without(layer: Layer, places: readonly Written[]): Layer {
  const value = places.reduce<Json>((rest, { path }) => remove(rest, path), layer.value ?? {});
  return { ...layer, value };
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
