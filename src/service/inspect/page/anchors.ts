/** The ids of the page and the links to them: an initial and a number, never a name of the configuration. */
import { oncePerKey } from "../../../text/once.js";
import type { Scope } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Inspection } from "../facts.js";
import type { Source, Spot } from "../spot.js";
import { html, type Markup } from "./html.js";

export interface Anchors {
  /** `project 4:54`: a link if the page shows the line. */
  readonly place: (layer: Scope, line: number, column: number) => Markup;
  /** `10:16` alone, for an item of a list. */
  readonly position: (spot: Spot) => Markup;
  /** `project 4:54`, or `default`. */
  readonly source: (source: Source) => Markup;
  /** The layer of a file by its name in the facts. */
  readonly layerOf: (file: string) => Scope | undefined;
}

export const LAYER_WORDS = { global: "global", project: "project", default: "default", catalog: "catalog" } as const;

export function lineId(layer: Scope, line: number): string {
  return `${layer === "global" ? "g" : "p"}${line}`;
}

/** A layer's name in its colour. */
export const tag = oncePerKey(
  (layer: keyof typeof LAYER_WORDS) => layer,
  (layer) => html`<b class="tag ${layer}">${LAYER_WORDS[layer]}</b>`,
);

export function anchorsOf({ sources }: Inspection): Anchors {
  const lengths = new Map(sources.map(({ scope, lines }) => [scope, lines?.length ?? 0]));
  const layers = new Map(sources.map(({ scope, file }) => [file, scope]));
  const place = (layer: Scope, line: number, column: number): Markup => {
    const position = `${line}:${column}`;
    const isShown = line <= (lengths.get(layer) ?? 0);
    return isShown
      ? html`<a class="at" href="#${lineId(layer, line)}">${tag(layer)} ${position}</a>`
      : html`<span class="at">${tag(layer)} ${position}</span>`;
  };
  return {
    place,
    position: ({ layer, line, column }) =>
      line <= (lengths.get(layer) ?? 0)
        ? html`<a class="at" href="#${lineId(layer, line)}">${line}:${column}</a>`
        : html`<span class="at">${line}:${column}</span>`,
    source: (source) =>
      "line" in source
        ? place(source.layer, source.line, source.column)
        : html`<span class="at">${tag(source.layer)}</span>`,
    layerOf: (file) => layers.get(file),
  };
}
