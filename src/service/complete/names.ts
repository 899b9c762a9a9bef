/** The names that a configuration defines: in both layers in their last readable state, in the text being edited, and in the catalog. */
import { once, oncePer, remembered } from "../../text/once.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { BUILT_IN_FACETS } from "../../toolkit/mean/configuration/facets.js";
import { catalogModels } from "../../toolkit/mean/configuration/inherit.js";
import { effortsIn } from "../../toolkit/mean/configuration/model-facts.js";
import { childrenOf, type Setting, settingAt, settingOf } from "../../toolkit/mean/configuration/setting.js";
import { redactorFor } from "../../toolkit/mean/redaction/redactor.js";
import { isObject, type Json, type JsonObject, own } from "../../toolkit/read/document/data.js";
import { fromData, toData } from "../../toolkit/read/document/node.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import type { Known, Typed } from "./completion.js";
import { FORMATS } from "./formats.js";
import { blockEnd, keyOn, keysBelow, linesOf } from "./lines.js";

export interface Names {
  /** The names under a key of the configuration. */
  in(section: string): readonly string[];
  /** The names under a key of the configuration that no file defines: models of the catalog, built-in facets. */
  listed(section: string): readonly string[];
  /** The models for use in values. */
  models(): readonly string[];
  /** The models that a model can inherit from without a cycle. */
  parentsOf(model: string): readonly string[];
  levelsOf(model: string): readonly string[];
  /** Providers by the `name` of `kind: { type: catalog }`. */
  catalogProviders(): readonly string[];
  /** Whether a name is safe to show. */
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
    typed.shape.properties.get("models")?.rest,
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

/**
 * Looks up a field of a model. The text counts only if the layers do not have the model: their layer of it may never have been readable.
 */
function fieldsOf(
  shape: Shape | undefined,
  settings: () => Setting | undefined,
  written: (section: string) => ReturnType<typeof writtenIn>,
  listed: (model: string) => Setting | undefined,
): FieldOf {
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

interface Written {
  readonly names: readonly string[];
  /** The entry of a name, read alone; undefined if it is unreadable. */
  entry(name: string): Json | undefined;
}

const NOTHING: Written = { names: [], entry: () => undefined };

/** The entries of a section of the text being edited. Its lines show them even in an unreadable text. */
function writtenIn({ text, format }: Typed, section: string): Written {
  const { isOuter, section: read } = FORMATS[format];
  const lines = linesOf(text);
  const index = lines.findIndex((line) => isOuter(line) && keyOn(text, line)?.name === section);
  const head = lines[index];
  if (head === undefined) return NOTHING;
  const part = (start: number, at: number): string => text.slice(start, lines[blockEnd(text, lines, at)]?.start);
  const sectionIn = (from: string): Json | undefined => {
    const root = read(from);
    return root && own(objectOf(toData(root)), section);
  };
  const below = keysBelow(text, lines, index);
  if (below.length === 0) {
    const entries = objectOf(sectionIn(part(head.start, index)));
    return { names: Object.keys(entries), entry: (name) => own(entries, name) };
  }
  const opening = text.slice(head.start, head.end);
  const entry = (name: string): Json | undefined => {
    const key = below.find((one) => one.name === name);
    const start = key && lines[key.index]?.start;
    if (key === undefined || start === undefined) return undefined;
    return own(objectOf(sectionIn(`${opening}\n${part(start, key.index)}`)), name);
  };
  return { names: below.map(({ name }) => name), entry };
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** A section alone, with its settings from the whole, so that a look at it costs little in a long text. */
export function sectionAlone(snapshot: Snapshot, section: string): Snapshot {
  return sectionsOf(snapshot)(section);
}

const sectionsOf = oncePer(({ layers, surroundings, redactor }: Snapshot) =>
  remembered((section) => {
    const alone = layers.map((layer) => {
      if (layer.root === undefined) return layer;
      const entries = new Map([...layer.root.entries].filter(([name]) => name === section));
      return { ...layer, root: { ...layer.root, entries } };
    });
    return new Snapshot(alone, surroundings, { redactor });
  }),
);
