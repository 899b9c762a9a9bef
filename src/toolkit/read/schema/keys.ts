/** Reports the keys of one object that the schema does not know there, and the required keys that it lacks. */
import { NONE } from "../../../text/none.js";
import { keyAt } from "../diagnostic/anchor.js";
import type { SchemaFact } from "./facts.js";
import { afterNames, bareTags } from "./misplaced-keys.js";
import type { ObjectPlace } from "./place.js";
import type { Shape } from "./shape.js";
import { pairUp, scatteredKeys, unknownKeyFacts } from "./unknown-key.js";
import type { Where } from "./where.js";

/** The keys of an object with facts about them. */
interface Keys {
  readonly object: ObjectPlace;
  readonly variant: Shape;
  readonly where: Where;
  readonly unknown: readonly string[];
  /** Required keys that no layer has. */
  readonly absent: readonly string[];
  /** Keys of an open object that are close to one of the schema's. */
  readonly near: readonly string[];
  /** Whether to report absent keys here. */
  readonly reportsAbsent: boolean;
}

/** The facts so far, and whether they are about a project. */
interface Report {
  readonly facts: SchemaFact[];
  readonly isProject: boolean;
}

/** Adds the facts about such keys. Several keys with one mistake give one fact. */
export function reportKeys(
  { object, variant, where, unknown, absent, near, reportsAbsent }: Keys,
  report: Report,
): void {
  const { facts, isProject } = report;
  const scattered = scatteredKeys(unknown, absent, variant, object.entries);
  const behind = unknown.length === 0 ? NONE : afterNames(unknown, object, variant, where);
  facts.push(...behind);
  const gathered = unknown.length === 0 ? NONE : gather(unknown, object, where, facts);
  const placed = new Set([...behind.flatMap(({ keys }) => keys), ...gathered, ...(scattered?.written ?? [])]);
  const alone = unknown.filter((key) => !placed.has(key));
  const renames = pairUp(alone, absent, variant);
  const strange = [...alone, ...near];
  const ofUnknown = unknownKeyFacts(strange, renames, object, variant, where, isProject);
  for (const fact of ofUnknown) facts.push(fact);
  // Keys of another variant suggest that variant, so these keys are not missing.
  if (ofUnknown.some(({ kind }) => kind === "foreign-key")) return;
  const renamed = new Set(renames.values());
  const keys = absent.filter((key) => !renamed.has(key));
  if (keys.length === 0 || !reportsAbsent) return;
  const written = scattered === undefined ? {} : { scattered: scattered.written };
  facts.push({ kind: "missing-keys", at: keyAt(...where.path), keys, shape: variant, ...written });
}

/** If a tag stands in place of its mapping, the keys next to it that belong to the mapping join that mistake. */
function gather(unknown: readonly string[], object: ObjectPlace, where: Where, facts: SchemaFact[]): readonly string[] {
  return bareTags(unknown, object, where).flatMap(({ place, keys, moves }) => {
    const index = facts.findLastIndex((fact) => fact.kind === "wrong-type" && fact.place === place);
    const fact = facts[index];
    if (fact?.kind !== "wrong-type") return [];
    facts[index] = { ...fact, gathers: keys, moves };
    return keys;
  });
}
