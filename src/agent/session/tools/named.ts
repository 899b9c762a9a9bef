/** Subagents and skills as a model is told of them in the description of a tool: bounded, in the order of their names (P-S109). */
import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";
import { printable } from "../../../text/escape.js";
import { didYouMean, quote, quoteList, shortened } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";

export interface Named {
  readonly name: string;
  /** One line. */
  readonly description: string;
}

/** A line for each of them; the rest by their names, as far as those fit. */
export function listOf(all: readonly Named[]): string {
  let room = limits.promptListCharacters;
  const lines: string[] = [];
  const sorted = all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const one of sorted) {
    const line = lineOf(one);
    if (line.length > room) break;
    room -= line.length;
    lines.push(line);
  }
  const rest = sorted.slice(lines.length).map(({ name }) => name);
  return [...lines, ...(rest.length === 0 ? [] : [`- and ${shortened(quoteList(rest, "and"))}`])].join("\n");
}

function lineOf({ name, description }: Named): string {
  const most = limits.promptDescriptionCharacters;
  const shown = printable(beginningOf(description, most));
  const cut = description.length > most ? "…" : "";
  return description === "" ? `- ${quote(name)}` : `- ${quote(name)}: ${shown}${cut}`;
}

/** The one of a name; else what is wrong with the name, as a clause. */
export function namedIn<Value extends Named>(
  all: readonly Value[],
  wanted: string,
  kind: "subagent" | "skill",
): { readonly found: Value } | { readonly why: string } {
  const found = all.find(({ name }) => name === wanted.normalize("NFC"));
  if (found !== undefined) return { found };
  const names = all.map(({ name }) => name);
  const suggestions = suggest(wanted, names);
  const hint = suggestions.length > 0 ? didYouMean(suggestions.map(quote)) : `; ${thereAre(names)}`;
  return { why: shortened(`no ${kind} is called ${quote(beginningOf(wanted, LONGEST))}${hint}`) };
}

function thereAre(names: readonly string[]): string {
  if (names.length === 0) return "there is none";
  return names.length === 1 ? `there is only ${quoteList(names)}` : `there are ${quoteList(names, "and")}`;
}

const LONGEST = 200;
