/** `agentcfg models`: the configured models as they will behave, in a table. */
import { placeOf } from "../analysis/diagnose.js";
import type { Written } from "../configuration/effective.js";
import { type CompactionPoint, type Fact, type ModelFacts, modelFacts } from "../configuration/model-facts.js";
import { printable, printableJson, withoutWords } from "../text/printable.js";
import { EXIT, type LayerFlags, openConfiguration } from "./configuration.js";
import { print, type Terminal } from "./terminal.js";

export interface ModelsFlags extends LayerFlags {
  readonly format: "text" | "json";
  readonly origin?: boolean;
}

/** Prints the models and returns the exit code. */
export async function runModels(terminal: Terminal, flags: ModelsFlags): Promise<number> {
  const configuration = await openConfiguration(terminal, flags);
  if (typeof configuration === "number") return configuration;
  const models = modelFacts(configuration.effective);
  if (models.length === 0) await print(terminal.stderr, "no models are configured\n");
  const show: Show = (text) => printable(withoutWords(text, configuration.words));
  const text = flags.origin ? models.map((model) => asBlock(model, show)).join("\n") : asTable(models, show);
  await print(terminal.stdout, flags.format === "json" ? withoutWords(asJson(models), configuration.words) : text);
  return EXIT.ok;
}

/** Makes a text fit to be shown. */
type Show = (text: string) => string;

/** What is said of a model: the heading, the text of a cell, and the fact it comes from. */
interface Column {
  readonly heading: string;
  readonly cell: (model: ModelFacts) => string;
  readonly fact?: (model: ModelFacts) => Fact<unknown>;
}

const UNKNOWN = "?";

const COLUMNS: readonly Column[] = [
  { heading: "model", cell: ({ name, enabled }) => `${name}${enabled ? "" : " (disabled)"}` },
  { heading: "provider", cell: ({ provider }) => provider.value ?? UNKNOWN, fact: ({ provider }) => provider },
  { heading: "class", cell: (model) => model.class.value ?? UNKNOWN, fact: (model) => model.class },
  {
    heading: "window",
    cell: ({ contextWindow }) => tokens(contextWindow.value),
    fact: ({ contextWindow }) => contextWindow,
  },
  { heading: "output", cell: ({ outputLimit }) => tokens(outputLimit.value), fact: ({ outputLimit }) => outputLimit },
  { heading: "compacts at", cell: ({ compactsAt }) => point(compactsAt.value), fact: ({ compactsAt }) => compactsAt },
  { heading: "efforts", cell: ({ efforts }) => list(efforts.value), fact: ({ efforts }) => efforts },
  { heading: "from", cell: sources },
  { heading: "default for", cell: ({ slots }) => slots.map(slotName).join(", ") },
];

function tokens(count: number | undefined): string {
  return count === undefined ? UNKNOWN : count.toLocaleString("en-US");
}

function point(value: CompactionPoint | undefined): string {
  return `${value?.isLimit ? "≤ " : ""}${tokens(value?.tokens)}`;
}

function list(values: readonly string[] | undefined): string {
  if (values === undefined) return UNKNOWN;
  return values.length === 0 ? "-" : values.join(" ");
}

/** The layers that say something about a model. */
function sources(model: ModelFacts): string {
  const facts: readonly Fact<unknown>[] = [
    ...[model.provider, model.class, model.contextWindow, model.outputLimit, model.compactsAt, model.efforts],
  ];
  const named = facts.flatMap(({ value, why, from }) =>
    value === undefined || why !== undefined ? [] : [from?.layer.scope ?? "catalog"],
  );
  return [...new Set(named)].sort().join(" ");
}

function slotName({ slot, effort, fallback }: ModelFacts["slots"][number]): string {
  return `${slot}${effort === undefined ? "" : `(${effort})`}${fallback ? " (falls back)" : ""}`;
}

function asTable(models: readonly ModelFacts[], show: Show): string {
  if (models.length === 0) return "";
  const rows = [
    COLUMNS.map(({ heading }) => heading),
    ...models.map((model) => COLUMNS.map(({ cell }) => show(cell(model)))),
  ];
  const widths = COLUMNS.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** One model with the place that each fact comes from, or why it is not known. */
function asBlock(model: ModelFacts, show: Show): string {
  const [title, ...columns] = COLUMNS;
  const lines = columns.map(({ heading, cell, fact }) => {
    const source = fact?.(model);
    const remark = source === undefined ? "" : (placeName(source.from) ?? source.why ?? "the catalog");
    return `  ${heading.padEnd(11)}  ${show(cell(model)).padEnd(20)}  ${remark}`.trimEnd();
  });
  return `${show(title?.cell(model) ?? model.name)}\n${lines.join("\n")}\n`;
}

function placeName(written: Written | undefined): string | undefined {
  if (written === undefined) return undefined;
  const { document } = written.layer;
  const { line, column } = placeOf(document, { path: written.path, part: "value" }).start;
  return `${printable(document.source.file)}:${line}:${column}`;
}

function asJson(models: readonly ModelFacts[]): string {
  const factJson = <Value>({ value, why, from }: Fact<Value>): object => ({
    ...(value === undefined ? {} : { value }),
    ...(why === undefined ? {} : { why }),
    ...(value === undefined || why !== undefined ? {} : { from: placeName(from) ?? "catalog" }),
  });
  const rows = models.map(({ name, enabled, slots, ...facts }) => ({
    name,
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
