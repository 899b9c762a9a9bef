/** The output formats, one line each. */
import { concise } from "./concise.js";
import { json } from "./json.js";
import { pretty } from "./pretty.js";
import type { Reporter } from "./reporter.js";

export const reporters = { pretty, concise, json } satisfies Readonly<Record<string, Reporter>>;

export type ReportFormat = keyof typeof reporters;
