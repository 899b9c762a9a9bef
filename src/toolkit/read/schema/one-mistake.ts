/** Several keys with one mistake as one fact. */
import { toPointer } from "../../../text/path.js";
import type { SchemaFact } from "./facts.js";

type FactOf<Kind extends SchemaFact["kind"]> = Extract<SchemaFact, { kind: Kind }>;

/** Merges facts: keys that belong in the same place, or have no place for the same reason, are one mistake. */
export function together(facts: readonly SchemaFact[]): readonly SchemaFact[] {
  const first = new Map<string, number>();
  const merged: SchemaFact[] = [];
  for (const fact of facts) {
    const home = homeOf(fact);
    const index = home === undefined ? undefined : first.get(home);
    const one = index === undefined ? undefined : merged[index];
    const both = one && merge(one, fact);
    if (index !== undefined && both !== undefined) merged[index] = both;
    else {
      if (home !== undefined) first.set(home, merged.length);
      merged.push(fact);
    }
  }
  return merged;
}

function merge(one: SchemaFact, fact: SchemaFact): SchemaFact | undefined {
  if (isForeign(one) && isForeign(fact)) return { ...one, along: [...one.along, fact.key] };
  if (one.kind !== "unknown-key" || fact.kind !== "unknown-key") return undefined;
  const shared = one.elsewhere.filter((value) => fact.elsewhere.includes(value));
  const along = { along: [...one.along, fact.key], moves: [...one.moves, ...fact.moves] };
  return { ...one, ...along, elsewhere: shared.length > 0 ? shared : one.elsewhere };
}

function isForeign(fact: SchemaFact): fact is FactOf<"variant-mismatch" | "foreign-key"> {
  return fact.kind === "variant-mismatch" || fact.kind === "foreign-key";
}

/** What the facts about several keys of one mistake have in common; undefined for a mistake of its own. */
function homeOf(fact: SchemaFact): string | undefined {
  if (isForeign(fact)) return `${fact.kind} ${fact.elsewhere.join(" ")}`;
  if (fact.kind !== "unknown-key") return undefined;
  const {
    nearby: [only, ...others],
    instead,
    alias,
    at,
  } = fact;
  if (instead !== undefined) return instead;
  if (isOfVariant(fact)) return fact.tag;
  if (only === undefined || others.length > 0 || alias !== undefined || only.path.length <= at.path.length)
    return undefined;
  return toPointer(only.path.slice(0, -1));
}

/** Whether nothing is known about a key except that another variant has it. */
export function isOfVariant({ elsewhere, required, alias, nearby: others }: FactOf<"unknown-key">): boolean {
  return elsewhere.length > 0 && required === undefined && alias === undefined && others.length === 0;
}
