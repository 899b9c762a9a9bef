/** Adds entries to the sections of one layer: the new text, and what lint reports about it. Existing entries stay. Writes nothing. */
import type { Path } from "../text/path.js";
import type { Inputs } from "./judge/analysis/inputs.js";
import type { LintResult } from "./judge/analysis/run.js";
import type { Diagnostic } from "./read/diagnostic/diagnostic.js";
import { isObject, type Json, type JsonObject } from "./read/document/data.js";
import { find, toData } from "./read/document/node.js";
import { parse } from "./read/document/parse.js";
import { addEdits } from "./read/edit/put.js";
import { applyEdits } from "./read/edit/text-edits.js";
import type { Layer } from "./read/layers/layer.js";
import { ageOf } from "./read/layers/upgrade.js";
import { consequences } from "./set.js";

export type AddOutcome =
  | {
      readonly kind: "changed";
      readonly text: string;
      /** The report on the layers with the new text. */
      readonly result: LintResult;
      /** The diagnostics that the addition causes. */
      readonly fresh: readonly Diagnostic[];
      readonly added: readonly Path[];
      /** Entries that the layer already had. */
      readonly kept: readonly Path[];
    }
  | { readonly kind: "unchanged"; readonly kept: readonly Path[] }
  /** An edit of this section would have to guess. */
  | { readonly kind: "by-hand"; readonly section: string }
  /** The file is of an unknown version, and is never rewritten (S10). */
  | { readonly kind: "newer" };

/** Adds to each section the entries that it does not have. */
export function add(inputs: Inputs, layer: Layer, sections: Readonly<Record<string, JsonObject>>): AddOutcome {
  if (ageOf(layer.document) === "newer") return { kind: "newer" };
  let { document } = layer;
  const added: Path[] = [];
  const kept: Path[] = [];
  for (const [section, entries] of Object.entries(sections)) {
    const there = document.root && find(document.root, [section])?.node;
    const isThere = (name: string): boolean => there?.kind === "mapping" && there.entries.has(name);
    const fresh = Object.entries(entries).filter(([name]) => !isThere(name));
    kept.push(...Object.keys(entries).flatMap((name) => (isThere(name) ? [[section, name]] : [])));
    if (fresh.length === 0) continue;
    added.push(...fresh.map(([name]) => [section, name]));
    const before = document.root && toData(document.root);
    const isFree = there === undefined || there.kind === "mapping" || toData(there) === null;
    const edits = isFree ? addEdits(document, [section], Object.fromEntries(fresh)) : undefined;
    if (edits === undefined || !isObject(before)) return { kind: "by-hand", section };
    const text = applyEdits(document.source.text, edits);
    document = parse({ ...document.source, text }, document.format);
    const isMeant =
      document.root !== undefined && meaning(toData(document.root)) === meaning(withEntries(before, section, fresh));
    if (!isMeant) return { kind: "by-hand", section };
  }
  if (added.length === 0) return { kind: "unchanged", kept };
  const { text } = document.source;
  const { result, caused: fresh } = consequences(inputs, layer, text);
  return { kind: "changed", text, result, fresh, added, kept };
}

function withEntries(data: JsonObject, section: string, entries: readonly (readonly [string, Json])[]): JsonObject {
  const there = Object.hasOwn(data, section) ? data[section] : undefined;
  return { ...data, [section]: { ...(isObject(there) ? there : {}), ...Object.fromEntries(entries) } };
}

function meaning(data: Json): string {
  return JSON.stringify(data);
}
