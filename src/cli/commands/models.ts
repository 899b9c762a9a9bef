/** `agentcfg models`: a table of the configured models with their limits, or one model. */
import { placeName } from "../../service/place-name.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, TEXT_OR_JSON, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { table, tableWidth } from "../../terminal/table.js";
import { type ColorChoice, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { padTo } from "../../text/width.js";
import { type Paint, plain } from "../../toolkit/judge/report/paint.js";
import {
  type CompactionPoint,
  type ModelFact,
  type ModelFacts,
  modelFacts,
} from "../../toolkit/mean/configuration/model-facts.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import { inEffect } from "../in-effect.js";
import { type LayerFlags, openConfiguration } from "../open.js";

interface ModelsFlags extends LayerFlags {
  readonly format: "text" | "json";
  readonly origin?: boolean;
  readonly color: ColorChoice;
}

export const models = command<ModelsFlags>({
  examples: [
    { line: "agentcfg models", describe: "a line for each" },
    { line: "agentcfg models --origin", describe: "where each fact comes from, or why it is unknown" },
  ],
  options: [
    ...LAYERS,
    UNTRUSTED,
    TEXT_OR_JSON,
    COLOR,
    { flags: "--origin", describe: "show where each fact comes from, or why it is unknown" },
  ],
  more: WHERE,
  run: runModels,
});

async function runModels(terminal: Terminal, _: readonly string[], flags: ModelsFlags): Promise<number> {
  const opened = await openConfiguration(terminal, flags);
  if (typeof opened === "number") return opened;
  const { snapshot } = await inEffect(terminal, opened, flags);
  const { effective, redactor, surroundings } = snapshot;
  const allModels = modelFacts(effective, surroundings.catalog).map((model) => shownFacts(model, redactor));
  if (allModels.length === 0)
    await print(terminal.stderr, "no models are configured, and `defaults` names none: the agent chooses\n");
  const paint = await paintOn(terminal, flags.color);
  const text = flags.origin ? asBlocks(allModels, true, paint) : asTable(allModels, paint);
  await print(terminal.stdout, flags.format === "json" ? asJson(allModels) : text);
  return EXIT.ok;
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
interface Column {
  readonly heading: string;
  readonly cell: (model: ModelFacts) => string;
  readonly fact?: (model: ModelFacts) => ModelFact<unknown>;
}

const UNKNOWN = "?";

const COLUMNS: readonly Column[] = [
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
  { heading: "compacts at", cell: ({ compactsAt }) => point(compactsAt.value), fact: ({ compactsAt }) => compactsAt },
  { heading: "efforts", cell: ({ efforts }) => list(efforts.value), fact: ({ efforts }) => efforts },
  { heading: "from", cell: sources },
  { heading: "default for", cell: ({ slots }) => slots.map(slotName).join(", ") },
];

function tokenCount(count: number | undefined): string {
  return count === undefined ? UNKNOWN : count.toLocaleString("en-US");
}

function point(value: CompactionPoint | undefined): string {
  return `${value?.isLimit ? "≤ " : ""}${tokenCount(value?.tokens)}`;
}

function list(values: readonly string[] | undefined): string {
  if (values === undefined) return UNKNOWN;
  return values.length === 0 ? "-" : values.join(" ");
}

/** The layers that define a fact about the model; for a model without known facts, those of its entry. */
function sources(model: ModelFacts): string {
  const facts: readonly ModelFact<unknown>[] = [
    ...[model.provider, model.class, model.contextWindow, model.outputLimit, model.compactsAt, model.efforts],
  ];
  const named = facts.flatMap(({ value, why, from }) =>
    value === undefined || why !== undefined ? [] : [from?.layer.scope ?? "catalog"],
  );
  const all = named.length > 0 ? named : model.written.map(({ layer }) => layer.scope);
  return all.length > 0 ? [...new Set(all)].sort().join(" ") : "not configured";
}

function slotName({ slot, effort, fallback }: ModelFacts["slots"][number]): string {
  return `${slot}${effort === undefined ? "" : `(${effort})`}${fallback ? " (falls back)" : ""}`;
}

/** A table wider than the terminal becomes one block for each model. */
function asTable(models: readonly ModelFacts[], paint: Paint): string {
  if (models.length === 0) return "";
  const rows = [
    COLUMNS.map(({ heading }) => heading),
    ...models.map((model) => COLUMNS.map(({ cell }) => printable(cell(model)))),
  ];
  const isTooWide = paint.width !== undefined && tableWidth(rows) > paint.width;
  return isTooWide ? asBlocks(models, false, paint) : table(rows, plain, paint.strong);
}

function asBlocks(models: readonly ModelFacts[], hasOrigin: boolean, paint: Paint): string {
  return models.map((model) => asBlock(model, hasOrigin, paint)).join("\n");
}

/** One model; with `--origin`, the place of each fact or why it is unknown. */
function asBlock(model: ModelFacts, hasOrigin: boolean, paint: Paint): string {
  const [title, ...columns] = COLUMNS;
  const lines = columns.map(({ heading, cell, fact }) => {
    const source = fact?.(model);
    const remark =
      source === undefined || !hasOrigin
        ? ""
        : ((source.from && placeName(source.from)) ?? source.why ?? "the catalog");
    return `  ${paint.faint(heading.padEnd(11))}  ${padTo(printable(cell(model)), 20)}  ${remark}`.trimEnd();
  });
  return `${paint.strong(printable(title?.cell(model) ?? model.name))}\n${lines.join("\n")}\n`;
}

function asJson(models: readonly ModelFacts[]): string {
  const factJson = <Value>({ value, why, from }: ModelFact<Value>): object => ({
    ...(value === undefined ? {} : { value }),
    ...(why === undefined ? {} : { why }),
    ...(value === undefined || why !== undefined ? {} : { from: from === undefined ? "catalog" : placeName(from) }),
  });
  const rows = models.map(({ name, isConfigured, written: [entry], enabled, slots, ...facts }) => ({
    name,
    configured: isConfigured,
    ...(entry === undefined ? {} : { from: placeName(entry) }),
    enabled,
    slots,
    provider: factJson(facts.provider),
    class: factJson(facts.class),
    contextWindow: factJson(facts.contextWindow),
    outputLimit: factJson(facts.outputLimit),
    compactsAt: factJson(facts.compactsAt),
    efforts: factJson(facts.efforts),
  }));
  return `${printableJson({ version: 1, models: rows })}\n`;
}
