/** The settings of `lint`: keys are options without their dashes, with the values of the options. */
import { didYouMean, enumerate, quote } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";
import type { Severity } from "../../read/diagnostic/diagnostic.js";
import type { Entry, Node } from "../../read/document/node.js";
import { all, NOT_SEVERITIES, NOT_TEXT, notList, type Read, readName, readNames, readSeverity } from "./rule-choice.js";
import { CHOICES } from "./settings-choices.js";

/** Each undefined if the file does not set it. */
export interface Settings {
  readonly format?: string;
  readonly color?: string;
  readonly failOn?: string;
  readonly quiet?: boolean;
  readonly maxWarnings?: string;
  readonly select?: readonly string[];
  readonly ignore?: readonly string[];
  readonly severity?: ReadonlyMap<string, Severity>;
}

/** A setting, or its mistake and the place of that. */
export type Setting =
  | { readonly flag: keyof Settings; readonly value: unknown }
  | { readonly reason: string; readonly at: { readonly start: number } };

const LISTS = ["select", "ignore"] as const;
const KEYS = ["format", "color", "fail-on", "quiet", "max-warnings", ...LISTS, "severity"] as const;

const FLAGS: Readonly<Record<(typeof KEYS)[number], keyof Settings>> = {
  ...{ format: "format", color: "color", "fail-on": "failOn", quiet: "quiet", "max-warnings": "maxWarnings" },
  ...{ select: "select", ignore: "ignore", severity: "severity" },
};

export function settingOf(written: string, { keySpan, value }: Entry): Setting {
  const key = KEYS.find((one) => one === written);
  if (key === undefined) {
    const known = `; known are ${enumerate(KEYS.map(quote), "and")}`;
    const suggestion = didYouMean(suggest(written, KEYS).map(quote));
    return { reason: `there is no setting ${quote(written)}${suggestion || known}`, at: keySpan };
  }
  const read = readValue(key, value);
  return "reason" in read ? { reason: read.reason, at: read.at } : { flag: FLAGS[key], value: read.value };
}

type Placed = { readonly value: unknown } | { readonly reason: string; readonly at: { readonly start: number } };

function readValue(key: (typeof KEYS)[number], node: Node): Placed {
  const at = node.span;
  if (key === "severity") return severitiesIn(node);
  if (key === "select" || key === "ignore") return namesIn(key, node);
  const value = node.kind === "scalar" ? node.value : undefined;
  if (key === "quiet") return typeof value === "boolean" ? { value } : { reason: `\`${key}\` is true or false`, at };
  if (key === "max-warnings") {
    const isCount = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
    return isCount ? { value: String(value) } : { reason: `\`${key}\` is a number, from 0`, at };
  }
  const choices: readonly string[] = CHOICES[key];
  if (typeof value === "string" && choices.includes(value)) return { value };
  const suggestion = typeof value === "string" ? didYouMean(suggest(value, choices).map(quote)) : "";
  return { reason: `\`${key}\` is ${enumerate(choices.map(quote))}${suggestion}`, at };
}

/** A list of names, or a text in the form of the option. */
function namesIn(key: string, node: Node): Placed {
  if (node.kind === "scalar" && typeof node.value === "string") return placed(readNames(node.value), node);
  if (node.kind !== "sequence") return { reason: notList(key), at: node.span };
  for (const item of node.items) {
    const read = item.kind === "scalar" ? readName(String(item.value)) : { reason: NOT_TEXT };
    if ("reason" in read) return { ...read, at: item.span };
  }
  return placed(all(node.items.map((item) => readName(item.kind === "scalar" ? String(item.value) : ""))), node);
}

function severitiesIn(node: Node): Placed {
  if (node.kind !== "mapping") return { reason: NOT_SEVERITIES, at: node.span };
  const severities = new Map<string, Severity>();
  for (const [written, { keySpan, value }] of node.entries) {
    const name = readName(written);
    if ("reason" in name) return { ...name, at: keySpan };
    const severity = readSeverity(value.kind === "scalar" ? String(value.value) : "");
    if ("reason" in severity) return { ...severity, at: value.span };
    severities.set(name.value, severity.value);
  }
  return { value: severities };
}

function placed(read: Read<unknown>, { span }: Node): Placed {
  return "reason" in read ? { ...read, at: span } : read;
}
