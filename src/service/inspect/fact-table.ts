/** The models and the providers as they will behave, each fact with its source or the reason why it is unknown. */
import type { Path } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { ModelFact } from "../../toolkit/mean/configuration/model-facts.js";
import { childrenOf, settingAt } from "../../toolkit/mean/configuration/setting.js";
import { dataAt, type Json } from "../../toolkit/read/document/data.js";
import { MODEL_COLUMNS, shownModels } from "./model-columns.js";
import { type Source, sourceOf, spotOf } from "./spot.js";

export interface FactTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly FactCell[])[];
}

export interface FactCell {
  readonly text: string;
  readonly from?: Source;
  /** Why it is unknown, or no exact number. */
  readonly why?: string;
}

export const MODEL_HEADINGS: readonly string[] = MODEL_COLUMNS.map(({ heading }) => heading);

export function modelTable(snapshot: Snapshot): FactTable {
  const rows = shownModels(snapshot).map((model) =>
    MODEL_COLUMNS.map(({ cell, fact }, index): FactCell => {
      const text = cell(model);
      const [entry] = model.written;
      if (index === 0) return { text, ...(entry && { from: spotOf(entry.layer, entry.path) }) };
      return fact === undefined ? { text } : { text, ...aboutFact(fact(model)) };
    }),
  );
  return { headings: MODEL_HEADINGS, rows };
}

function aboutFact({ value, why, from }: ModelFact<unknown>): Omit<FactCell, "text"> {
  if (from !== undefined) return { from: spotOf(from.layer, from.path) };
  if (why !== undefined) return { why };
  return value === undefined ? {} : { from: { layer: "catalog" } };
}

const PROVIDER_COLUMNS: readonly (readonly [heading: string, key: Path])[] = [
  ["kind", ["kind", "type"]],
  ["name in the catalog", ["kind", "name"]],
  ["address", ["url"]],
  ["protocol", ["protocol"]],
  ["signs in with", ["auth", "type"]],
  ["key", ["auth", "key"]],
];

export const PROVIDER_HEADINGS: readonly string[] = [
  "provider",
  ...PROVIDER_COLUMNS.map(([heading]) => heading),
  "models",
];

/** `shown`: what is in effect, with secrets hidden. */
export function providerTable({ effective, redactor }: Snapshot, shown: Json): FactTable {
  const providers = childrenOf(settingAt(effective, ["providers"]));
  const models = [...childrenOf(settingAt(effective, ["models"])).values()];
  const usedBy = new Map<unknown, number>();
  for (const model of models) {
    const provider = childrenOf(model).get("provider");
    const name = provider?.kind === "scalar" ? provider.value : undefined;
    usedBy.set(name, (usedBy.get(name) ?? 0) + 1);
  }
  const rows = Array.from(providers, ([id, provider]): readonly FactCell[] => {
    const at = ["providers", id];
    const shownPath = redactor.path(at);
    const facts = PROVIDER_COLUMNS.map(([, key]): FactCell => {
      const path = [...at, ...key];
      const value = dataAt(shown, [...shownPath, ...key]);
      return value === undefined || value === null
        ? { text: "" }
        : {
            text: typeof value === "string" ? value : JSON.stringify(value),
            from: sourceOf(settingAt(provider, key), path),
          };
    });
    return [
      { text: String(shownPath[1]), from: sourceOf(provider, at) },
      ...facts,
      { text: String(usedBy.get(id) ?? 0) },
    ];
  });
  return { headings: PROVIDER_HEADINGS, rows };
}
