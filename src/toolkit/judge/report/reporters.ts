/**
 * The output formats, one line each: those that are always loaded, and the names of those in `exchange.ts`. In other commands, `text` is
 * the name of the format for people.
 */
import { CHOICES } from "../selection/settings-choices.js";
import { concise } from "./concise.js";
import { json } from "./json.js";
import { pretty } from "./pretty.js";
import type { Reporter } from "./reporter.js";

export type ReportFormat = (typeof CHOICES.format)[number];

export const reporters = { pretty, text: pretty, concise, json } satisfies Partial<Record<ReportFormat, Reporter>>;

/** Whether people read a format; the summary for people follows `github` as well, whose readers see annotations. */
export function isReadByPeople(name: ReportFormat): boolean {
  return name in reporters && name !== "json";
}

export type ExchangeFormat = Exclude<ReportFormat, keyof typeof reporters>;

export const EXCHANGE_FORMATS = CHOICES.format.filter((name): name is ExchangeFormat => !(name in reporters));
