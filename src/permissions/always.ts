/** The rules that would allow one call from now on, as narrow as they can be written (P-S108). */
import type { PermissionCall } from "./call.js";
import { partsToAllow } from "./command.js";
import { decide } from "./decide.js";
import type { PlacedRule, Rule } from "./rule.js";
import type { Run } from "./shell/run.js";
import { isHarmlessVariable } from "./shell/variables.js";
import type { Word } from "./shell/word.js";

/** Rules of one answer, and characters of one of them: a person reads them all. */
const MOST_RULES = 8;
const LONGEST = 1000;

/** Undefined where no rule may allow the call, or no rule can say what it is. */
export function alwaysRules(rules: readonly PlacedRule[], call: PermissionCall): readonly Rule[] | undefined {
  if (decide(rules, call).effect !== "none") return undefined;
  const wanted = rulesFor(call)?.filter((one, index, all) => {
    const isFirst = all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index;
    return (
      isFirst &&
      !rules.some(({ effect, source, rule }) => effect === "allow" && source !== "project" && isSame(rule, one))
    );
  });
  if (wanted === undefined || wanted.length === 0 || wanted.length > MOST_RULES) return undefined;
  if (wanted.some((one) => JSON.stringify(one).length > LONGEST)) return undefined;
  const added = wanted.map((rule): PlacedRule => ({ effect: "allow", rule, source: "run" }));
  return decide([...rules, ...added], call).effect === "allow" ? wanted : undefined;
}

function isSame(a: Rule, b: Rule): boolean {
  return a.tool === b.tool && a.command === b.command && a.path === b.path && a.server === b.server;
}

function rulesFor({ tool, server, command, places }: PermissionCall): readonly Rule[] | undefined {
  if (command !== undefined) return partsToAllow(command)?.map((run) => ({ tool, command: commandOf(run) }));
  if (server !== undefined) return [{ server: exactly(server.name), tool: exactly(server.tool) }];
  if (places === undefined) return [{ tool }];
  // A name that is a pattern would mean other files, too.
  if (places.some(({ path }) => /[*?[\]{}\\]/.test(path))) return undefined;
  return places.map(({ path }) => ({ tool, path }));
}

/** A name that holds a wildcard cannot be written. */
function exactly(name: string): string {
  return name.includes("*") ? "" : name;
}

function commandOf({ words, assignments }: Run): string {
  const set = assignments
    .filter(({ name }) => !isHarmlessVariable(name))
    .map(({ name, value }) => `${name}=${value.literal === undefined ? value.source : quoted(value.literal)}`);
  return [...set, ...words.map(wordOf)].join(" ");
}

function wordOf({ literal, source }: Word): string {
  return literal === undefined ? source : quoted(literal);
}

/** As the shell and the pattern of a rule read it: with quotes where a character means something. */
function quoted(text: string): string {
  return /^[\w./:@%+,-][\w./:@%+=,-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
