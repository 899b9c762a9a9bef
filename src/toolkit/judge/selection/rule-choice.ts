/** Reads the names of rules and families, and their severities. */
import { didYouMean, enumerate, quote } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";
import type { Severity } from "../../read/diagnostic/diagnostic.js";
import { rules } from "../rules/index.js";
import { SEVERITIES } from "./settings-choices.js";

/** A value, or the reason why its text is invalid. */
export type Read<Value> = { readonly value: Value } | { readonly reason: string };

const IDS: ReadonlySet<string> = new Set(rules.map(({ id }) => id));
const FAMILIES: ReadonlySet<string> = new Set(rules.map(({ id }) => familyOf(id)));

/** The reason for a choice that is not a text. */
export const NOT_TEXT = "a rule is named by a text";
export const NOT_SEVERITIES = "`severity` gives rules and families a severity each";

export function notList(key: string): string {
  return `\`${key}\` is a list of rules and families`;
}

export function familyOf(rule: string): string {
  return rule.slice(0, rule.indexOf("/"));
}

/** A rule or a family; a family may end in a slash, as in `explain`. */
export function readName(text: string): Read<string> {
  const name = text.endsWith("/") ? text.slice(0, -1) : text;
  if (IDS.has(text) || FAMILIES.has(name)) return { value: IDS.has(text) ? text : name };
  const alike = suggest(text, [...IDS, ...FAMILIES]);
  // Many people know a rule by the second half of its name.
  const named = [...IDS].filter((id) => id.endsWith(`/${text}`));
  const suggestion = didYouMean((named.length > 0 ? named : alike).map(quote));
  return {
    reason: `there is no rule or family of rules ${quote(text)}${suggestion || "; `agentcfg rules` lists them"}`,
  };
}

/** `RULE,FAMILY,…` */
export function readNames(text: string): Read<readonly string[]> {
  return all(pieces(text).map(readName));
}

export function readSeverity(text: string): Read<Severity> {
  const severity = SEVERITIES.find((one) => one === text);
  if (severity !== undefined) return { value: severity };
  const isOff = /^(?:off|none|ignore|false|0)$/i.test(text);
  const completions = SEVERITIES.filter((one) => text !== "" && one.startsWith(text.toLowerCase()));
  const suggestion = didYouMean((completions.length > 0 ? completions : suggest(text, SEVERITIES)).map(quote));
  const advice = isOff ? "; to leave a rule out, ignore it" : suggestion;
  return { reason: `a severity is ${enumerate(SEVERITIES.map(quote))}, not ${quote(text)}${advice}` };
}

/** `RULE=SEVERITY,…` */
export function readSeverities(text: string): Read<ReadonlyMap<string, Severity>> {
  const read = all(pieces(text).map(readPair));
  return "reason" in read ? read : { value: new Map(read.value) };
}

function readPair(text: string): Read<readonly [string, Severity]> {
  const equals = text.lastIndexOf("=");
  if (equals === -1) return { reason: `${quote(text)} has no severity; write RULE=error, warning or info` };
  const name = readName(text.slice(0, equals).trim());
  if ("reason" in name) return name;
  const severity = readSeverity(text.slice(equals + 1).trim());
  return "reason" in severity ? severity : { value: [name.value, severity.value] };
}

function pieces(text: string): readonly string[] {
  const items = text.split(",").map((piece) => piece.trim());
  // A comma may end the list.
  return items.at(-1) === "" && items.length > 1 ? items.slice(0, -1) : items;
}

/** All values, or the first reason. */
export function all<Value>(read: readonly Read<Value>[]): Read<readonly Value[]> {
  const values: Value[] = [];
  for (const one of read) {
    if ("reason" in one) return one;
    values.push(one.value);
  }
  return { value: values };
}
