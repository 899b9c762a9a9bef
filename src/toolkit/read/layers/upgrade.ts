/** Upgrades one layer to the current version of the format before any other stage reads it (S10, spec 9). */
import { suggest } from "../../../text/suggest.js";
import { keyAt, valueAt } from "../diagnostic/anchor.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { find, type Mapping, toData } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import { changeTree, type TreeChange } from "../edit/change.js";
import { editsFor } from "../edit/edits.js";
import { applyEdits } from "../edit/text-edits.js";
import type { LayerFact } from "./facts.js";

/** The version that this program reads and writes. */
export const CURRENT_VERSION = 3;

/**
 * One step of the upgrade: the changes to a document of an older version. Steps run in order; each receives the result of the one before.
 */
interface Step {
  readonly to: number;
  readonly changes: (document: Readable) => readonly TreeChange[];
}

type Readable = Document & { readonly root: Mapping };

/** The specification names no renamed or moved key: so far only the number changes. */
const STEPS: readonly Step[] = [{ to: CURRENT_VERSION, changes: () => [] }];

/** Writes the current number into a text. `version` only tells how to read a file and is not part of the configuration. */
export function stamp(document: Document): TreeChange {
  const written = document.root && find(document.root, ["version"]);
  if (written === undefined) return { kind: "insert-first", key: "version", value: CURRENT_VERSION };
  return { kind: "replace", path: ["version"], value: CURRENT_VERSION };
}

/** The age of a document by its `version`. */
export type Age = "current" | "older" | "newer" | "invalid";

export function ageOf({ root }: Document): Age {
  const node = root && find(root, ["version"])?.node;
  if (node === undefined) return "older";
  if (node.kind !== "scalar" || typeof node.value !== "number" || !Number.isInteger(node.value)) return "invalid";
  if (node.value < 0 || node.value > 255) return "invalid";
  if (node.value === CURRENT_VERSION) return "current";
  return node.value < CURRENT_VERSION ? "older" : "newer";
}

/** The tree at the current version, every value still at its place in the text. A newer or broken tree stays unchanged. */
export function upgradeTree(document: Document): Mapping | undefined {
  if (!isOld(document)) return document.root;
  let { root } = document;
  for (const { changes } of STEPS) root = changes({ ...document, root }).reduce(changeTree, root);
  return root;
}

/**
 * The text at the current version: byte for byte the same outside the changes (comments, quotes, order, line ends). Undefined if the change
 * would move an anchor or is hidden by an alias.
 */
export function upgradeText(document: Document): string | undefined {
  const { text } = document.source;
  if (!isOld(document) || document.root.entries.size === 0) return text;
  let upgraded: Document = document;
  for (const { changes } of STEPS) if (isOld(upgraded)) upgraded = edited(upgraded, changes(upgraded));
  upgraded = edited(upgraded, [stamp(upgraded)]);
  return ageOf(upgraded) === "current" && meaning(upgraded.root) === meaning(upgradeTree(document))
    ? upgraded.source.text
    : undefined;
}

/** The content of a tree without its version, for comparison. */
function meaning(root: Mapping | undefined): string {
  const entries = new Map(root?.entries);
  entries.delete("version");
  return JSON.stringify(root && toData({ ...root, entries }));
}

function isOld(document: Document): document is Readable {
  return document.root !== undefined && ageOf(document) === "older";
}

function edited(document: Document, changes: readonly TreeChange[]): Document {
  const edits = changes.flatMap((change) => editsFor(document, change) ?? []);
  const text = applyEdits(document.source.text, edits);
  return parse({ file: document.source.file, text }, document.format);
}

/** The facts about a document's version. Most projects have no version, and need none. */
export function versionFacts(document: Document, scope: Scope): readonly LayerFact[] {
  const written = document.root && find(document.root, ["version"]);
  const version = Number(written && toData(written.node));
  switch (ageOf(document)) {
    case "older":
      if (written !== undefined) return [{ kind: "outdated-version", at: valueAt("version"), version }];
      return scope === "global" && isWorthSaying(document) ? [{ kind: "no-version", at: keyAt() }] : [];
    case "newer":
      return [{ kind: "newer-version", at: valueAt("version"), version }];
    default:
      return [];
  }
}

/** False for an empty file, which lacks nothing, and for a misspelt `version`, which is reported as an unknown key. */
function isWorthSaying({ root }: Document): boolean {
  const names = [...(root?.entries.keys() ?? [])];
  return names.length > 0 && names.every((name) => suggest(name, ["version"]).length === 0);
}
