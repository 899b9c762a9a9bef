/** What there would be without the project: what it changes is told against that, and not against what it made of it. */
import { inherit } from "../configuration/inherit.js";
import { merge } from "../configuration/merge.js";
import type { Setting } from "../configuration/setting.js";
import type { Catalog } from "../layers/catalog.js";
import type { Layer } from "../layers/layer.js";

export function settingsBelow(layers: readonly Layer[], catalog: Catalog | undefined): Setting {
  const others = layers.filter(({ scope }) => scope !== "project");
  return inherit(merge(others).settings, catalog).settings;
}
