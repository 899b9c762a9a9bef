/** The output of `set` and `unset`: the old and new value, its place, and whether the new one is in effect. */
import { printable } from "../../text/escape.js";
import { formatPath, type Path } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { settingAt, shadowedAt } from "../../toolkit/mean/configuration/setting.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { dataAt, type Json } from "../../toolkit/read/document/data.js";
import { find } from "../../toolkit/read/document/node.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { placeOf } from "../../toolkit/read/schema/place.js";
import { configShape } from "../../toolkit/read/schema/shape.js";
import { WHY } from "../explain/story.js";
import { definitionPosition, placeName } from "../place-name.js";

export interface Changed {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly scope: Scope;
  readonly isNew: boolean;
  /** True for `set`, false for `unset`. */
  readonly isSet: boolean;
}

/** `daemon.log_level: info → debug (.agent/config.yaml:5)`. */
export function changeLine({ before, after, scope, isNew, isSet }: Changed, path: Path): string {
  const old = isNew ? undefined : writtenAt(before, scope, path);
  const now = isSet ? writtenAt(after, scope, path) : undefined;
  const [oldText, nowText] = [
    inlineValue(digitsAt(before, scope, path, old)),
    inlineValue(digitsAt(after, scope, path, now)),
  ];
  const isSame = before === after && !isNew;
  const change = isSame && isSet ? `already ${nowText}` : `${oldText} → ${nowText}`;
  const layer = layerOfScope(after.layers, scope);
  const line = now === undefined || layer === undefined ? "" : `:${definitionPosition({ layer, path }).line}`;
  const file = `${printable(layer?.document.source.file ?? "")}${line}`;
  return `${printable(formatPath(path))}: ${old === undefined && !isSet ? "not set" : change} (${file}${isNew ? (isSet ? ", a new file" : ", no such file") : ""})`;
}

/** The value of one layer at a path, with secrets hidden. */
function writtenAt({ layers, trees, redactor }: Snapshot, scope: Scope, path: Path): Json | undefined {
  const layer = layerOfScope(layers, scope);
  const tree = layer && trees.get(layer);
  const written = tree && dataAt(redactor.json(tree), path);
  if (written !== undefined || layer?.document.root === undefined) return written;
  // The text may have keys that this layer must not set.
  return dataAt(redactor.json(placeOf(layer.document.root, configShape)), path);
}

/** A number with its written digits: a double loses those of a large one (S9). */
function digitsAt({ layers }: Snapshot, scope: Scope, path: Path, value: Json | undefined): Json | undefined {
  const root = layerOfScope(layers, scope)?.document.root;
  const node = typeof value === "number" ? root && find(root, path)?.node : undefined;
  return node?.kind === "scalar" && /^-?\d+$/.test(node.digits ?? "") ? node.digits : value;
}

/** The value in effect at a path, if it differs from the written one or none was written. */
export function outcomeLine({ after, scope }: Changed, path: Path): string | undefined {
  const { settings, effective, redactor } = after;
  // The next item of a list has moved to the place of the removed one.
  if (typeof path.at(-1) === "number") return undefined;
  const name = printable(formatPath(path));
  const merged = settingAt(settings, path);
  const setting = merged ?? settingAt(effective, path);
  const isWritten = writtenAt(after, scope, path) !== undefined;
  const lost = merged === undefined ? shadowedAt(settings, path).find(({ layer }) => layer.scope === scope) : undefined;
  if (lost !== undefined) return `${name} is not in effect: ${WHY[lost.why]}`;
  if (setting === undefined || setting.kind === "object" || setting.source === "catalog") return undefined;
  const value = inlineValue(dataAt(redactor.json(settings), path) ?? dataAt(redactor.json(effective), path));
  if (setting.source === "default") return isWritten ? undefined : `${name} is ${value} now, the default`;
  if (setting.source.scope === scope) return undefined;
  const place = placeName({ layer: setting.source, path: setting.inheritedFrom ?? path });
  return isWritten
    ? `the ${setting.source.scope} config sets ${name} to ${value}, which wins here (${place})`
    : `${name} is ${value} now, from the ${setting.source.scope} config (${place})`;
}

/** The size replaces longer values. */
const LONGEST = 60;

/** A text unchanged, any other value as JSON; long ones are cut, and "not set" stands for undefined. */
function inlineValue(value: Json | undefined): string {
  if (value === undefined) return "not set";
  const text = printable(typeof value === "string" && value.trim() !== "" ? value : JSON.stringify(value));
  if (text.length <= LONGEST) return text;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return `a mapping of ${Object.keys(value).length}`;
  return `${[...text].slice(0, LONGEST).join("")}…`;
}
