/** `agentcfg models`: a table of the configured models with their limits, or one model. */
import { MODEL_COLUMNS, shownModels } from "../../service/inspect/model-columns.js";
import { placeName } from "../../service/place-name.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, TEXT_OR_JSON, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { table, tableWidth } from "../../terminal/table.js";
import { type ColorChoice, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { padTo } from "../../text/width.js";
import { type Paint, plain } from "../../toolkit/judge/report/paint.js";
import type { ModelFact, ModelFacts } from "../../toolkit/mean/configuration/model-facts.js";
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
  const allModels = shownModels(snapshot);
  if (allModels.length === 0)
    await print(terminal.stderr, "no models are configured, and `defaults` names none: the agent chooses\n");
  const paint = await paintOn(terminal, flags.color);
  const text = flags.origin ? asBlocks(allModels, true, paint) : asTable(allModels, paint);
  await print(terminal.stdout, flags.format === "json" ? asJson(allModels) : text);
  return EXIT.ok;
}

/** A table wider than the terminal becomes one block for each model. */
function asTable(models: readonly ModelFacts[], paint: Paint): string {
  if (models.length === 0) return "";
  const rows = [
    MODEL_COLUMNS.map(({ heading }) => heading),
    ...models.map((model) => MODEL_COLUMNS.map(({ cell }) => printable(cell(model)))),
  ];
  const isTooWide = paint.width !== undefined && tableWidth(rows) > paint.width;
  return isTooWide ? asBlocks(models, false, paint) : table(rows, plain, paint.strong);
}

function asBlocks(models: readonly ModelFacts[], hasOrigin: boolean, paint: Paint): string {
  return models.map((model) => asBlock(model, hasOrigin, paint)).join("\n");
}

/** One model; with `--origin`, the place of each fact or why it is unknown. */
function asBlock(model: ModelFacts, hasOrigin: boolean, paint: Paint): string {
  const [title, ...columns] = MODEL_COLUMNS;
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
