/** Asks every rule about a view, and gives each answer the layer and the place where it is written. */
import type { Anchor, Finding } from "../finding.js";
import type { Layer } from "../layers/layer.js";
import type { Path } from "../path.js";
import { checks } from "./index.js";
import type { Report } from "./rule.js";
import type { PlacedView } from "./view.js";

export interface Judgement {
  readonly layer: Layer;
  readonly finding: Finding;
}

export function judge(view: PlacedView): readonly Judgement[] {
  return checks.flatMap(({ id, check }) => Array.from(check(view)).flatMap((report) => placed(view, id, report) ?? []));
}

/** A report in the layer that wrote what it points at. Other places that nobody wrote, such as the catalog's, are left out. */
function placed(view: PlacedView, rule: string, { at, related, ...report }: Report): Judgement | undefined {
  if (!("path" in at)) return undefined;
  const written = view.written(at.path, at.layer);
  if (written === undefined) return undefined;
  const elsewhere = (related ?? []).flatMap((other) => {
    const place = "path" in other.at && view.isWritten(other.at.path) ? view.written(other.at.path) : undefined;
    return place === undefined ? [] : [{ ...other, at: moved(other.at, place.path, place.layer) }];
  });
  const finding: Finding = { ...report, rule, at: moved(at, written.path, written.layer), related: elsewhere };
  return { layer: written.layer, finding };
}

function moved(at: Anchor, path: Path, { scope }: Layer): Anchor {
  return "path" in at ? { ...at, path, layer: scope } : at;
}
