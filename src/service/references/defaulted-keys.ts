/**
 * Keys whose default is the name of their entry: a rename writes them, so that a server keeps its stored sign-in and a provider receives
 * the same model name.
 */
import type { Path } from "../../text/path.js";
import { escaped } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import { jsonAt, type Setting, settingAt, shapeAt } from "../../toolkit/mean/configuration/setting.js";
import type { NamedSection } from "../../toolkit/mean/configuration/spelled-names.js";
import { find } from "../../toolkit/read/document/node.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { fitsText } from "../../toolkit/read/schema/fits.js";

interface NameKey {
  readonly key: string;
  /** Whether the missing key defaults to the name of the entry. */
  readonly counts: (settings: Setting, entry: Path, name: string) => boolean;
  readonly why: string;
}

const KEPT: Readonly<Partial<Record<NamedSection, NameKey>>> = {
  mcp_servers: {
    key: "auth_key_name",
    // Only a server with OAuth has a login under its name (spec 2.10), and only if the name is valid for a directory.
    counts: (settings, entry, name) => {
      const shape = shapeAt(settings, [...entry, "auth_key_name"]);
      return jsonAt(settings, [...entry, "auth", "type"]) === "oauth" && shape !== undefined && fitsText(name, shape);
    },
    why: "the stored sign-in stays in use",
  },
  models: {
    key: "provider_name",
    // Without a provider the entry is not a model of its own.
    counts: (settings, entry) => settingAt(settings, [...entry, "provider"]) !== undefined,
    why: "the provider is asked for the same model",
  },
};

/** A key to write into an entry, or to remove from it. */
export interface DefaultedKey {
  readonly layer: Layer;
  readonly path: Path;
  readonly why: string;
}

/** The missing keys that default to the name of an entry: in the global layer if the user alone has such an entry, and in the project. */
export function missingKeys(snapshot: Snapshot, entries: readonly NameReference[]): readonly DefaultedKey[] {
  const [first] = entries;
  const key = first && KEPT[first.section];
  if (first === undefined || key === undefined) return [];
  const path = [first.section, first.name, key.key];
  const lacks = ({ settings }: Snapshot): boolean => isMissing(settings, path, key);
  const holders = entries.map(({ layer }) => layer).filter((layer) => isFree(layer, path));
  const user = holders.find(({ scope }) => scope === "global");
  const project = holders.find(({ scope }) => scope === "project");
  const { below } = snapshot;
  const inUser = user !== undefined && lacks(below ?? snapshot) ? user : undefined;
  const isUnset = project !== undefined && nodeAt(project, path) !== undefined;
  const inWhole = lacks(snapshot) && (inUser === undefined || isUnset) ? (project ?? user) : undefined;
  const layers = [inUser, inWhole].filter((layer) => layer !== undefined);
  return [...new Set(layers)].map((layer) => ({ layer, path, why: key.why }));
}

/** Whether a model has its own name at its provider without the project, and an inherited one with it. */
export function isTorn({ settings, below }: Snapshot, [first]: readonly NameReference[]): boolean {
  const key = first && KEPT[first.section];
  if (first === undefined || key === undefined || below === undefined) return false;
  const path = [first.section, first.name, key.key];
  return settingAt(settings, path)?.inheritedFrom !== undefined && isMissing(below.settings, path, key);
}

function isMissing(settings: Setting, path: Path, { counts }: NameKey): boolean {
  return settingAt(settings, path) === undefined && counts(settings, path.slice(0, 2), String(path[1]));
}

/** The keys of an entry with this text as their value. */
export function keysHolding(entries: readonly NameReference[], text: string): readonly DefaultedKey[] {
  return entries.flatMap(({ layer, section, name }) => {
    const key = KEPT[section];
    const path = [section, name, key?.key ?? ""];
    const node = nodeAt(layer, path);
    return key !== undefined && node?.kind === "scalar" && node.value === escaped(text)
      ? [{ layer, path, why: key.why }]
      : [];
  });
}

/** Whether an entry can get the key: it is an object in which the key is missing or null. */
function isFree(layer: Layer, path: Path): boolean {
  const there = nodeAt(layer, path);
  const isUnset = there === undefined || (there.kind === "scalar" && there.value === null);
  return isUnset && nodeAt(layer, path.slice(0, 2))?.kind === "mapping";
}

function nodeAt({ document: { root } }: Layer, path: Path) {
  return root && find(root, path)?.node;
}
