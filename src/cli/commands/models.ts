/** `agentcfg models`: a table of the configured models with their limits, or one model. */
import { discoveredModels } from "../../service/inspect/discovered.js";
import { MODEL_COLUMNS, outsideOf, type ShownModel, shownModels } from "../../service/inspect/model-columns.js";
import type { Online } from "../../service/online.js";
import { placeName } from "../../service/place-name.js";
import { isVouchedFor } from "../../service/waiting.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, POLICY, TEXT_OR_JSON, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { table, tableWidth } from "../../terminal/table.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { withCommas } from "../../text/number.js";
import { quote } from "../../text/quote.js";
import { padTo } from "../../text/width.js";
import { type Paint, plain } from "../../toolkit/judge/report/paint.js";
import type { ModelFact } from "../../toolkit/mean/configuration/model-facts.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import { inEffect } from "../in-effect.js";
import { asked } from "../online.js";
import { type LayerFlags, openConfiguration } from "../open.js";

interface ModelsFlags extends LayerFlags {
  readonly format: "text" | "json";
  readonly origin?: boolean;
  readonly discover?: boolean;
  readonly color: ColorChoice;
}

export const models = command<ModelsFlags>({
  examples: [
    { line: "agentcfg models", describe: "a line for each" },
    { line: "agentcfg models --discover", describe: "also those that the providers list" },
    { line: "agentcfg models --origin", describe: "where each fact comes from, or why it is unknown" },
  ],
  options: [
    ...LAYERS,
    UNTRUSTED,
    TEXT_OR_JSON,
    COLOR,
    { flags: "--origin", describe: "show where each fact comes from, or why it is unknown" },
    {
      flags: "--discover",
      describe:
        "load the configuration, and ask each provider for its models with its own key; no other option asks anybody",
    },
    POLICY,
  ],
  more: WHERE,
  run: runModels,
});

async function runModels(terminal: Terminal, _: readonly string[], flags: ModelsFlags): Promise<number> {
  const opened = await openConfiguration(terminal, flags);
  if (typeof opened === "number") return opened;
  // Only values that its user vouches for are asked about, so only those are shown.
  const isUntrusted =
    flags.untrusted === true || (flags.discover === true && !isVouchedFor(opened, terminal.host, flags));
  const { snapshot } = await inEffect(terminal, opened, { ...flags, untrusted: isUntrusted });
  const { catalog } = opened.surroundings;
  const online =
    flags.discover === true ? await asked(terminal, { ...flags, untrusted: isUntrusted }, catalog) : undefined;
  const { models: allModels, more } =
    online === undefined ? { models: shownModels(snapshot), more: 0 } : discoveredModels(snapshot, online);
  if (allModels.length === 0)
    await print(terminal.stderr, "no models are configured, and `defaults` names none: the agent chooses\n");
  const paint = await paintOn(terminal, flags.color);
  const text = flags.origin ? asBlocks(allModels, true, paint) : asTable(allModels, paint);
  const answers = online && answersOf(online, snapshot.redactor);
  await print(terminal.stdout, flags.format === "json" ? asJson(allModels, answers, more) : text);
  if (online === undefined) return EXIT.ok;
  if (answers === undefined)
    await complain(terminal, "no provider was asked: the configuration does not load; see `agentcfg lint`");
  if (flags.format === "text") {
    const lines = (answers ?? []).map(
      ({ provider, models, leftOut, reason }) => `${quote(provider)}: ${reason ?? counted(models, leftOut)}\n`,
    );
    await print(terminal.stderr, lines.join("") + (more > 0 ? `${withCommas(more)} more models are not shown\n` : ""));
    if (
      allModels.some(
        ({ isConfigured, isListed, contextWindow }) => !isConfigured && isListed && contextWindow.value === undefined,
      )
    )
      await complain(terminal, "a listed model without a window is usable once `models.<name>.context_window` has it");
  }
  const isWrong = answers === undefined || answers.some(({ status }) => status === "refused");
  return isWrong ? EXIT.findings : EXIT.ok;
}

/** What a provider answered, as the JSON says it. */
interface ShownAnswer {
  readonly provider: string;
  readonly status: "listed" | "refused" | "failed" | "skipped";
  readonly models?: number;
  /** Entries of its list that are none, or whose name cannot be shown. */
  readonly leftOut?: number;
  readonly reason?: string;
}

/** Undefined if nobody was asked. */
function answersOf({ providers }: Online, { text }: Redactor): readonly ShownAnswer[] | undefined {
  return providers?.map(({ name, answer }) => {
    const provider = text(name);
    if (answer.kind === "listed") {
      const { kind: status, models, leftOut } = answer;
      return { provider, status, models: models.size, ...(leftOut === 0 ? {} : { leftOut }) };
    }
    return {
      provider,
      status: answer.kind,
      reason: answer.kind === "skipped" ? `it was not asked: ${answer.why}` : answer.why,
    };
  });
}

function counted(models = 0, leftOut = 0): string {
  const rest = leftOut === 0 ? "" : `, and ${withCommas(leftOut)} without a name that can be shown`;
  return `${withCommas(models)} model${models === 1 ? "" : "s"}${rest}`;
}

/** A table wider than the terminal becomes one block for each model. */
function asTable(models: readonly ShownModel[], paint: Paint): string {
  if (models.length === 0) return "";
  const rows = [
    MODEL_COLUMNS.map(({ heading }) => heading),
    ...models.map((model) => MODEL_COLUMNS.map(({ cell }) => printable(cell(model)))),
  ];
  const isTooWide = paint.width !== undefined && tableWidth(rows) > paint.width;
  return isTooWide ? asBlocks(models, false, paint) : table(rows, plain, paint.strong);
}

function asBlocks(models: readonly ShownModel[], hasOrigin: boolean, paint: Paint): string {
  return models.map((model) => asBlock(model, hasOrigin, paint)).join("\n");
}

/** One model; with `--origin`, the place of each fact or why it is unknown. */
function asBlock(model: ShownModel, hasOrigin: boolean, paint: Paint): string {
  const [title, ...columns] = MODEL_COLUMNS;
  const lines = columns.map(({ heading, cell, fact }) => {
    const source = fact?.(model);
    const remark =
      source === undefined || !hasOrigin
        ? ""
        : ((source.from && placeName(source.from)) ?? source.why ?? OUTSIDE[outsideOf(model)]);
    return `  ${paint.faint(heading.padEnd(11))}  ${padTo(printable(cell(model)), 20)}  ${remark}`.trimEnd();
  });
  return `${paint.strong(printable(title?.cell(model) ?? model.name))}\n${lines.join("\n")}\n`;
}

const OUTSIDE = { catalog: "the catalog", discovered: "the provider's list" } as const;

function asJson(models: readonly ShownModel[], asked: readonly ShownAnswer[] | undefined, more: number): string {
  const rows = models.map((model) => {
    const { name, isConfigured, written, enabled, slots, isListed } = model;
    const [entry] = written;
    const outside = outsideOf(model);
    const factJson = <Value>({ value, why, from }: ModelFact<Value>): object => ({
      ...(value === undefined ? {} : { value }),
      ...(why === undefined ? {} : { why }),
      ...(value === undefined || why !== undefined ? {} : { from: from === undefined ? outside : placeName(from) }),
    });
    return {
      name,
      configured: isConfigured,
      ...(entry === undefined ? {} : { from: placeName(entry) }),
      ...(isListed ? { listed: true } : {}),
      ...{ enabled, slots },
      provider: factJson(model.provider),
      class: factJson(model.class),
      contextWindow: factJson(model.contextWindow),
      outputLimit: factJson(model.outputLimit),
      compactsAt: factJson(model.compactsAt),
      efforts: factJson(model.efforts),
    };
  });
  const online = asked === undefined ? {} : { asked, ...(more === 0 ? {} : { more }) };
  return `${printableJson({ version: 1, models: rows, ...online })}\n`;
}
