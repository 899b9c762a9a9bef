/** Texts of a test with marks in them: `‸` is the cursor, and `«…»` is around each expected span. */

import { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../src/toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES } from "../../src/toolkit/judge/policy/read.js";
import type { Scope, Span } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import { type Layer, layerOf } from "../../src/toolkit/read/layers/layer.js";
import { type MemoryHost, memoryHost } from "../machine/memory.js";

const MARKS = /[‸«»]/g;

export interface Marked {
  readonly global?: string;
  readonly project?: string;
  readonly format?: Format;
  readonly catalog?: Catalog;
}

export interface Scene {
  readonly snapshot: Snapshot;
  readonly layer: Layer;
  readonly offset: number;
}

const host = memoryHost({ files: {} });

export function layerFrom(text: string, scope: Scope, format: Format, machine: MemoryHost = host): Layer {
  const bytes = Buffer.from(text);
  return layerOf(`${scope}.${format}`, bytes, format, { scope, file: undefined, sha256: () => machine.sha256(bytes) });
}

function snapshotFrom({ global, project, format = "yaml", catalog }: Marked): Snapshot {
  const layers = [
    ...(global === undefined ? [] : [layerFrom(withoutMarks(global), "global", format)]),
    ...(project === undefined ? [] : [layerFrom(withoutMarks(project), "project", format)]),
  ];
  return new Snapshot(layers, surroundingsOf(host, layers, catalog, NO_POLICIES));
}

export function snapshotOf(...layers: readonly Layer[]): Snapshot {
  return new Snapshot(layers, surroundingsOf(host, layers, undefined, NO_POLICIES));
}

function withoutMarks(text: string): string {
  return text.replace(MARKS, "");
}

/** The snapshot of the texts, and the place of the one cursor in them. */
export function sceneOf(marked: Marked): Scene {
  const snapshot = snapshotFrom(marked);
  for (const layer of snapshot.layers) {
    const text = marked[layer.scope] ?? "";
    const at = text.indexOf("‸");
    if (at !== -1) return { snapshot, layer, offset: withoutMarks(text.slice(0, at)).length };
  }
  throw new Error("no cursor is in these texts");
}

/** The texts with `«…»` around some spans, and the cursor where it was. */
export function withMarks(marked: Marked, spans: readonly { readonly layer: Layer; readonly span: Span }[]): Marked {
  const one = (scope: Scope): string | undefined => {
    const text = marked[scope];
    if (text === undefined) return undefined;
    const cursor = text.replace(/[«»]/g, "").indexOf("‸");
    const own = spans.filter(({ layer }) => layer.scope === scope).map(({ span }) => span);
    const marks = [
      ...own.flatMap(({ start, end }) => [
        { at: start, mark: "«" },
        { at: end, mark: "»" },
      ]),
      ...(cursor === -1 ? [] : [{ at: cursor, mark: "‸" }]),
    ];
    return inserted(withoutMarks(text), marks);
  };
  return { ...marked, ...pair(one("global"), one("project")) };
}

function pair(global: string | undefined, project: string | undefined): Marked {
  return { ...(global === undefined ? {} : { global }), ...(project === undefined ? {} : { project }) };
}

function inserted(text: string, marks: readonly { readonly at: number; readonly mark: string }[]): string {
  const sorted = marks.toSorted((a, b) => b.at - a.at || "«‸»".indexOf(b.mark) - "«‸»".indexOf(a.mark));
  return sorted.reduce((marked, { at, mark }) => marked.slice(0, at) + mark + marked.slice(at), text);
}
