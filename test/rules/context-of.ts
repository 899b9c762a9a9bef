/** What rules see of layers, for tests that ask it directly. */

import { inherit } from "../../src/configuration/inherit.js";
import { merge } from "../../src/configuration/merge.js";
import type { Setting } from "../../src/configuration/setting.js";
import type { Layer } from "../../src/layers/layer.js";
import { contextOf, frugal, type Subject } from "../../src/rules/context.js";
import type { RuleContext } from "../../src/rules/rule.js";
import { suggest } from "../../src/text/suggest.js";
import { trustOf } from "../../src/trust/trust.js";

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
  const trust = trustOf(seen, layers, trees, below);
  const about = { layers, trees, cycles, catalog, kindOf, suggest: frugal(suggest), trust };
  return { context: contextOf({ ...about, settings: seen, isLoaded: loaded !== undefined }), settings };
}
