/** The models as they will behave, with secrets hidden, and the columns of their table. */
import { withCommas } from "../../text/number.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type ModelFact, type ModelFacts, modelFacts } from "../../toolkit/mean/configuration/model-facts.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";

/** A model to be shown. `isListed`: what no file says of it comes from its provider's list instead of the catalog. */
export interface ShownModel extends ModelFacts {
  readonly isListed: boolean;
}

export function shownModels(
  { effective, redactor, surroundings }: Snapshot,
  isListed: (name: string) => boolean = () => false,
): readonly ShownModel[] {
  return modelFacts(effective, surroundings.catalog).map((model) => {
    return { ...shownFacts(model, redactor), isListed: isListed(model.name) };
  });
}

/** The facts with secrets hidden in names and texts of the author; numbers and our own words need no hiding. */
function shownFacts({ name, provider, efforts, slots, ...facts }: ModelFacts, { text }: Redactor): ModelFacts {
  return {
    ...facts,
    name: text(name),
    provider: provider.value === undefined ? provider : { ...provider, value: text(provider.value) },
    efforts: efforts.value === undefined ? efforts : { ...efforts, value: efforts.value.map(text) },
    slots: slots.map((slot) => (slot.effort === undefined ? slot : { ...slot, effort: text(slot.effort) })),
  };
}

/** A column: its heading, the text of a cell, and its fact. */
export interface ModelColumn {
  readonly heading: string;
  readonly cell: (model: ShownModel) => string;
  readonly fact?: (model: ShownModel) => ModelFact<unknown>;
}

const UNKNOWN = "?";

export const MODEL_COLUMNS: readonly ModelColumn[] = [
  { heading: "model", cell: ({ name, enabled }) => `${name}${enabled ? "" : " (disabled)"}` },
  { heading: "provider", cell: ({ provider }) => provider.value ?? UNKNOWN, fact: ({ provider }) => provider },
  { heading: "class", cell: (model) => model.class.value ?? UNKNOWN, fact: (model) => model.class },
  {
    heading: "window",
    cell: ({ contextWindow }) => tokenCount(contextWindow.value),
    fact: ({ contextWindow }) => contextWindow,
  },
  {
    heading: "output",
    cell: ({ outputLimit }) => tokenCount(outputLimit.value),
    fact: ({ outputLimit }) => outputLimit,
  },
  {
    heading: "compacts at",
    cell: ({ compactsAt }) => tokenCount(compactsAt.value?.tokens),
    fact: ({ compactsAt }) => compactsAt,
  },
  { heading: "efforts", cell: ({ efforts }) => list(efforts.value), fact: ({ efforts }) => efforts },
  { heading: "from", cell: sources },
  { heading: "default for", cell: ({ slots }) => slots.map(slotName).join(", ") },
];

function tokenCount(count: number | undefined): string {
  return count === undefined ? UNKNOWN : withCommas(count);
}

function list(values: readonly string[] | undefined): string {
  if (values === undefined) return UNKNOWN;
  return values.length === 0 ? "-" : values.join(" ");
}

/** The source of facts that no file has. */
export function outsideOf({ isListed }: ShownModel): "catalog" | "discovered" {
  return isListed ? "discovered" : "catalog";
}

/** The layers that define a fact about the model; for a model without known facts, those of its entry. */
function sources(model: ShownModel): string {
  const facts: readonly ModelFact<unknown>[] = [
    ...[model.provider, model.class, model.contextWindow, model.outputLimit, model.compactsAt, model.efforts],
  ];
  const named = facts.flatMap(({ value, why, from }) =>
    value === undefined || why !== undefined ? [] : [from?.layer.scope ?? outsideOf(model)],
  );
  const all = named.length > 0 ? named : model.written.map(({ layer }) => layer.scope);
  return all.length > 0 ? [...new Set(all)].sort().join(" ") : "not configured";
}

function slotName({ slot, effort, fallback }: ModelFacts["slots"][number]): string {
  return `${slot}${effort === undefined ? "" : `(${effort})`}${fallback ? " (falls back)" : ""}`;
}
