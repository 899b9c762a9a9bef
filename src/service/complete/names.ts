/** The names that a configuration defines: in both layers as they were last readable, in the text that is being typed, and in the catalog. */

import { BUILT_IN_FACETS } from "../../toolkit/mean/configuration/facets.js";
import { catalogModels } from "../../toolkit/mean/configuration/inherit.js";
import { effortsIn } from "../../toolkit/mean/configuration/model-facts.js";
import { childrenOf, jsonAt, type Setting, settingAt } from "../../toolkit/mean/configuration/setting.js";
import { redactorFor } from "../../toolkit/mean/redaction/redactor.js";
import type { Json } from "../../toolkit/read/document/data.js";
import { readPart } from "../../toolkit/read/document/part.js";
import type { Known, Typed } from "./completion.js";
import { blockEnd, keyOn, keysBelow, linesOf } from "./lines.js";

export interface Names {
  /** The names under a key of the configuration. */
  in(section: string): readonly string[];
  /** The models that may be used. */
  models(): readonly string[];
  /** The models that a model can inherit from without a circle. */
  parentsOf(model: string): readonly string[];
  levelsOf(model: string): readonly string[];
  /** Providers by the name that `kind: { type: catalog }` gives. */
  catalogProviders(): readonly string[];
  /** Whether a name may be shown. */
  isHarmless(name: string): boolean;
}

export function namesOf(typed: Typed, { snapshot }: Known): Names {
  const { settings } = snapshot ?? {};
  const catalog = snapshot?.surroundings.catalog;
  const redactor = snapshot?.redactor ?? redactorFor([]);
  const isHarmless = (name: string): boolean => redactor.text(name) === name;
  const listed: Readonly<Record<string, () => readonly string[]>> = {
    models: () => Object.keys(catalog?.models ?? {}),
    facets: () => BUILT_IN_FACETS,
  };
  const all = (section: string): readonly string[] => [
    ...new Set([
      ...childrenOf(settingAt(settings, [section])).keys(),
      ...writtenIn(typed, section),
      ...(listed[section]?.() ?? []),
    ]),
  ];
  const modelAt = (name: string): Setting | undefined =>
    settingAt(settings, ["models", name]) ?? catalogModels(catalog).get(name);
  const parentOf = (name: string): Json | undefined => jsonAt(modelAt(name), ["inherits"]);
  const leadsTo = (name: string, to: string): boolean => {
    const passed = new Set<string>();
    for (let at: Json | undefined = name; typeof at === "string" && !passed.has(at); at = parentOf(at)) {
      if (at === to) return true;
      passed.add(at);
    }
    return false;
  };
  return {
    in: (section) => all(section).filter(isHarmless),
    models: () => all("models").filter((name) => isHarmless(name) && jsonAt(modelAt(name), ["enabled"]) !== false),
    parentsOf: (model) => all("models").filter((name) => isHarmless(name) && !leadsTo(name, model)),
    levelsOf: (model) => effortsIn(settingAt(modelAt(model), ["reasoning"])) ?? [],
    catalogProviders: () => Object.keys(catalog?.providers ?? {}).filter(isHarmless),
    isHarmless,
  };
}

/** The names in a section of the text, which its lines show also where it cannot be read. */
function writtenIn({ text, format }: Typed, section: string): readonly string[] {
  const lines = linesOf(text);
  const index = lines.findIndex((line) => {
    const isOuter = !line.isMute && (format !== "yaml" || line.indent === 0);
    return isOuter && keyOn(text, line)?.name === section;
  });
  const head = lines[index];
  if (head === undefined) return [];
  const below = keysBelow(text, lines, index, undefined);
  if (below.length > 0) return below.map(({ name }) => name);
  const part = text.slice(head.start, lines[blockEnd(text, lines, index)]?.start ?? text.length);
  const root = format === "yaml" ? readPart(part, format, "quick") : readPart(`{${part}}`, format, "tolerant");
  const value = root?.kind === "mapping" ? root.entries.get(section)?.value : undefined;
  return value?.kind === "mapping" ? [...value.entries.keys()] : [];
}
