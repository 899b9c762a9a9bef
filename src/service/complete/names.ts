/** The names that a configuration defines: in both layers as they were last readable, in the text that is being typed, and in the catalog. */
import { once, remembered } from "../../text/once.js";
import { sectionAlone } from "../../toolkit/judge/analysis/section.js";
import { BUILT_IN_FACETS } from "../../toolkit/mean/configuration/facets.js";
import { catalogModels } from "../../toolkit/mean/configuration/inherit.js";
import { effortsIn } from "../../toolkit/mean/configuration/model-facts.js";
import { childrenOf, type Setting, settingAt, settingOf } from "../../toolkit/mean/configuration/setting.js";
import { redactorFor } from "../../toolkit/mean/redaction/redactor.js";
import { fromData } from "../../toolkit/read/document/node.js";
import { configShape } from "../../toolkit/read/schema/shape.js";
import type { Known, Typed } from "./completion.js";
import { writtenIn } from "./written.js";

export interface Names {
  /** The names under a key of the configuration. */
  in(section: string): readonly string[];
  /** The names under a key of the configuration that no file defines: models of the catalog, facets that are built in. */
  listed(section: string): readonly string[];
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
  const settingsIn = remembered((section) => snapshot && sectionAlone(snapshot, section).settings);
  const catalog = snapshot?.surroundings.catalog;
  const redactor = once(() => snapshot?.redactor ?? redactorFor([]));
  const isHarmless = (name: string): boolean => redactor().text(name) === name;
  const written = remembered((section) => writtenIn(typed, section));
  const listed = (section: string): readonly string[] => {
    if (section === "models") return Object.keys(catalog?.models ?? {});
    return section === "facets" ? BUILT_IN_FACETS : [];
  };
  const namesIn = (section: string): readonly string[] => {
    const loaded = childrenOf(settingAt(settingsIn(section), [section])).keys();
    return [...new Set([...loaded, ...written(section).names, ...listed(section)])].filter(isHarmless);
  };
  const fromCatalog = once(() => catalogModels(catalog));
  const fieldOf = fieldsOf(
    () => settingsIn("models"),
    written,
    (name) => fromCatalog().get(name),
  );
  const leadsTo = (name: string, to: string): boolean => {
    const passed = new Set<string>();
    for (let at: string | undefined = name; at !== undefined && !passed.has(at); at = textOf(fieldOf(at, "inherits"))) {
      if (at === to) return true;
      passed.add(at);
    }
    return false;
  };
  return {
    in: namesIn,
    listed,
    models: () => namesIn("models").filter((name) => !isOff(fieldOf(name, "enabled"))),
    parentsOf: (model) => namesIn("models").filter((name) => !leadsTo(name, model)),
    levelsOf: (model) => (effortsIn(fieldOf(model, "reasoning")) ?? []).filter(isHarmless),
    catalogProviders: () => Object.keys(catalog?.providers ?? {}).filter(isHarmless),
    isHarmless,
  };
}

type FieldOf = (model: string, field: string) => Setting | undefined;

/** Looks up a field of a model. The text counts only where the layers do not have the model: their layer of it may never have been readable. */
function fieldsOf(
  settings: () => Setting | undefined,
  written: (section: string) => ReturnType<typeof writtenIn>,
  listed: (model: string) => Setting | undefined,
): FieldOf {
  const shape = configShape.properties.get("models")?.rest;
  const typedModel = (name: string): Setting | undefined => {
    const entry = written("models").entry(name);
    return entry === undefined ? undefined : settingOf(fromData(entry), shape, "default");
  };
  const modelOf = remembered((name) => settingAt(settings(), ["models", name]) ?? typedModel(name));
  return (model, field) => childrenOf(modelOf(model)).get(field) ?? childrenOf(listed(model)).get(field);
}

function textOf(setting: Setting | undefined): string | undefined {
  return setting?.kind === "scalar" && typeof setting.value === "string" ? setting.value : undefined;
}

function isOff(setting: Setting | undefined): boolean {
  return setting?.kind === "scalar" && setting.value === false;
}
