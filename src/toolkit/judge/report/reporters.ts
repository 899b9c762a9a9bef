/**
 * The output formats, one line each: those that are always at hand, and the names of those in `exchange.ts`. `text` is the name of the
 * format for people in other commands.
 */
import { concise } from "./concise.js";
import { json } from "./json.js";
import { pretty } from "./pretty.js";
import type { Reporter } from "./reporter.js";

export const reporters = { pretty, text: pretty, concise, json } satisfies Readonly<Record<string, Reporter>>;

export const EXCHANGE_FORMATS = ["sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "agent"] as const;

export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];

export type ReportFormat = keyof typeof reporters | ExchangeFormat;
