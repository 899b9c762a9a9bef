/** The view that rules have of layers, for tests that use it directly. */
import { suggest } from "../../src/text/suggest.js";
import { frugal } from "../../src/toolkit/judge/analysis/frugal.js";
import { contextOf, type Subject } from "../../src/toolkit/judge/rules/context.js";
import type { RuleContext } from "../../src/toolkit/judge/rules/rule.js";
import { inherit } from "../../src/toolkit/mean/configuration/inherit.js";
import { merge } from "../../src/toolkit/mean/configuration/merge.js";
import type { Setting } from "../../src/toolkit/mean/configuration/setting.js";
import { ProjectTrust } from "../../src/toolkit/mean/trust/trust.js";
import type { Layer } from "../../src/toolkit/read/layers/layer.js";

interface Seen {
  readonly context: RuleContext;
  /** The layers merged, inherited fields filled in. */
  readonly settings: Setting;
}

export function seenIn(
  layers: readonly Layer[],
  { catalog, kindOf, loaded }: Partial<Pick<Subject, "catalog" | "kindOf">> & { readonly loaded?: Setting } = {},
): Seen {
  const { settings: merged, places: trees } = merge(layers);
  const { settings, cycles } = inherit(merged, catalog);
  const seen = loaded ?? settings;
  const below = (): Setting =>
    inherit(merge(layers.filter(({ scope }) => scope === "global")).settings, catalog).settings;
  const trust = new ProjectTrust(seen, layers, trees, below);
  const about = { layers, trees, cycles, catalog, policies: [], kindOf, suggest: frugal(suggest), trust };
  return { context: contextOf({ ...about, settings: seen, isLoaded: loaded !== undefined }), settings };
}
