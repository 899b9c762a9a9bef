/** Asks every rule about a configuration, and gives each answer the layer and the place where it is written. */

import type { Finding, PathAnchor } from "../diagnostic/finding.js";
import { valueAt } from "../document/node.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import { type Path, toPointer } from "../text/path.js";
import { checks } from "./index.js";
import type { Elsewhere, Report } from "./rule.js";
import { type Knowledge, type PlacedView, viewOf } from "./view.js";

/** Rules speak of nothing but paths. */
interface Ruling extends Finding {
  readonly at: PathAnchor;
  readonly related: readonly Elsewhere[];
}

export interface Judgement {
  readonly layer: Layer;
  readonly finding: Ruling;
  /** Other paths that may have brought it about. */
  readonly because: readonly Path[];
}

/**
 * What the rules have to say about layers. What is said of the global layer only because of the project is said of the project:
 * without it there would be no mistake, and it is where to mend it.
 */
export function judge(
  layers: readonly Layer[],
  knowledge: Knowledge,
  view: PlacedView = viewOf(layers, knowledge),
): readonly Judgement[] {
  const judgements = judgeView(view);
  const project = layerOfScope(layers, "project");
  const isAbove = ({ layer }: Judgement): boolean => layer !== project;
  if (project?.root === undefined || !judgements.some(isAbove)) return judgements;
  const below = layers.filter((layer) => layer !== project);
  const known = new Set(judgeView(viewOf(below, knowledge)).map(keyOf));
  return judgements.map((judgement) =>
    isAbove(judgement) && !known.has(keyOf(judgement)) ? blamedOn(project, judgement) : judgement,
  );
}

/** What the rules have to say about one view. */
export function judgeView(view: PlacedView): readonly Judgement[] {
  return checks.flatMap(({ id, check }) => Array.from(check(view)).flatMap((report) => placed(view, id, report) ?? []));
}

function keyOf({ finding: { rule, at } }: Judgement): string {
  return `${rule} ${toPointer(at.path)}`;
}

/** A report in the layer that wrote what it points at. Other places that nobody wrote, such as the catalog's, are left out. */
function placed(view: PlacedView, rule: string, report: Report): Judgement | undefined {
  const { at, related = [], because = [], ...rest } = report;
  const written = view.written(at.path, at.layer);
  const elsewhere = related.flatMap((other) => {
    const place = view.isWritten(other.at.path) ? view.written(other.at.path) : undefined;
    return place === undefined ? [] : [{ ...other, at: moved(other.at, place.path, place.layer) }];
  });
  // What nobody wrote, nobody can mend.
  const isMendable = at.layer !== undefined || view.isWritten(at.path);
  if (written === undefined || !isMendable) return undefined;
  const finding = { ...rest, rule, at: moved(at, written.path, written.layer), related: elsewhere };
  return { layer: written.layer, finding, because };
}

function moved(at: PathAnchor, path: Path, { scope }: Layer): PathAnchor {
  return { ...at, path, layer: scope };
}

/** The same, pointed at what the project wrote: one of the causes, or as much as it says of the place itself. */
function blamedOn(project: Layer, { finding, because }: Judgement): Judgement {
  const { at, proposals: _, label, related, ...others } = finding;
  const value = project.value ?? {};
  const causes = [...because, at.path].map((path) => ({ path, written: writtenPart(value, path) }));
  const whole = causes.find(({ path, written }) => written.length === path.length);
  const path =
    whole?.path ?? causes.reduce<Path>((best, { written }) => (written.length > best.length ? written : best), []);
  const part = whole === undefined || path === at.path ? "key" : "value";
  return {
    layer: project,
    finding: {
      ...others,
      at: { path, part, layer: "project" },
      label: "because of this",
      related: [
        { at, message: label ?? "found here" },
        ...related.filter((other) => toPointer(other.at.path) !== toPointer(path)),
      ],
    },
    because,
  };
}

/** As much of a path as there is something written at. */
function writtenPart(value: NonNullable<Layer["value"]>, path: Path): Path {
  let length = path.length;
  while (valueAt(value, path.slice(0, length)) === undefined) length -= 1;
  return path.slice(0, length);
}
