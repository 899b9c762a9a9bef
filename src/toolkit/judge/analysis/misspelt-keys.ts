/**
 * One mistake, one message. If rules miss a value because its key is misspelt or in the wrong place, the key is reported, with the severity
 * of the missing value; if the value does not fit, that value is reported.
 */
import { grouped } from "../../../text/grouped.js";
import { oncePer } from "../../../text/once.js";
import { type Path, toPointer } from "../../../text/path.js";
import { suggest } from "../../../text/suggest.js";
import type { Layer } from "../../read/layers/layer.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import type { Place } from "../../read/schema/place.js";
import type { Fact } from "../rules/fact.js";
import type { RuleFinding } from "../rules/run.js";

type UnknownKey = Extract<SchemaFact, { readonly kind: "unknown-key" }>;

/** A fact about a key that counts as another one, or as one elsewhere. */
type KeyFact = Extract<SchemaFact, { readonly kind: "unknown-key" | "misplaced" }>;

export interface Misspelt {
  /** The fact to report in place of a finding, and its layer. */
  readonly instead: ReadonlyMap<RuleFinding, LayerFact>;
  /** Facts about misspelt keys, each with its consequence. */
  readonly facts: ReadonlyMap<SchemaFact, SchemaFact>;
}

interface LayerFact {
  readonly fact: SchemaFact;
  readonly layer: Layer;
}

/** Keys with facts, by the key that was meant and the values missing because of them. */
type Causes = Map<KeyFact, Cause>;

interface Cause {
  /** The key that was meant; undefined for the right key in the wrong place. */
  readonly meant: string | undefined;
  readonly absent: Set<string>;
  /** A reference to an entry below the key. */
  namedAt: Path | undefined;
}

/** `factsOf`: the facts about parts of a layer that do not fit the schema. */
export function misspelt(
  findings: readonly RuleFinding[],
  layers: readonly Layer[],
  factsOf: (layer: Layer) => readonly SchemaFact[],
): Misspelt {
  const causes: Causes = new Map();
  const instead = new Map<RuleFinding, LayerFact>();
  for (const finding of findings) {
    const { missing, rule } = finding;
    if (missing.length === 0) continue;
    for (const layer of layers) {
      // A mistake in the user's file is reported for the project only if the project may complete that file (S43).
      const isCause = layer === finding.layer || (layer.scope === "project" && rule.mayBeCompleted === true);
      const slip = slipFor(missing, keysIn(factsOf(layer)));
      if (slip !== undefined && (isCause || layer.scope === "project")) addFinding(causes, slip, finding);
      const fact = slip?.fact ?? wrongAt(missing, factsOf(layer));
      const isReported = isCause || (slip === undefined && layer.scope === "global");
      if (fact !== undefined && isReported) instead.set(finding, { fact, layer });
    }
  }
  for (const layer of layers) addMissing(causes, factsOf(layer));
  return {
    instead,
    facts: new Map(Array.from(causes, ([fact, cause]) => [fact, withConsequence(fact, cause)] as const)),
  };
}

/** A key becomes an error only if its absence is one. */
function addFinding(causes: Causes, slip: Slip, { severity, missing, at }: RuleFinding): void {
  if (severity !== "error") return;
  const cause = causeOf(causes, slip);
  const [path = []] = missing;
  // The path of a name has two steps, that of a field more.
  if (path.length > 2) cause.absent.add(String(path.at(-1)));
  else cause.namedAt ??= at.path;
}

/** Keys that the schema requires and that are missing because another one is in the wrong place. */
function addMissing(causes: Causes, facts: readonly SchemaFact[]): void {
  const { moved } = keysIn(facts);
  if (moved.size === 0) return;
  for (const { kind, at, ...fact } of facts) {
    if (kind !== "missing-keys" || !("keys" in fact)) continue;
    for (const key of fact.keys) {
      const [mover] = moved.get(toPointer([...at.path, key])) ?? [];
      if (mover !== undefined) causeOf(causes, { fact: mover, meant: undefined }).absent.add(key);
    }
  }
}

function causeOf(causes: Causes, { fact, meant }: Slip): Cause {
  const cause = causes.get(fact) ?? { meant, absent: new Set(), namedAt: undefined };
  causes.set(fact, cause);
  return cause;
}

/** The fact about a written value that does not fit, in the place of a missing one. */
function wrongAt(paths: readonly Path[], facts: readonly SchemaFact[]): SchemaFact | undefined {
  const byPath = factsByPath(facts);
  return paths.flatMap((path) => byPath.get(toPointer(path)) ?? [])[0];
}

const factsByPath = oncePer((facts: readonly SchemaFact[]) =>
  grouped(facts.map((fact) => [toPointer(fact.at.path), fact] as const)),
);

/** A fact with the consequences of its key. `misspelt` costs a run of the rules, and few facts are about keys. */
export function whole(fact: Fact, misspelt: () => Misspelt): Fact {
  return fact.kind === "unknown-key" || fact.kind === "misplaced" ? (misspelt().facts.get(fact) ?? fact) : fact;
}

/** The findings without those about a project's reference to an entry in a misspelt section of its user. */
export function withoutNamedIn(
  global: Layer,
  findings: readonly RuleFinding[],
  facts: () => readonly SchemaFact[],
): readonly RuleFinding[] {
  const isSection = (slip: Slip | undefined): boolean => slip?.fact.at.path.length === 1;
  return findings.filter(
    ({ layer, missing }) => layer === global || missing.length === 0 || !isSection(slipFor(missing, keysIn(facts()))),
  );
}

interface Keys {
  /** Unknown keys by the pointer of their object. */
  readonly unknown: ReadonlyMap<string, readonly UnknownKey[]>;
  /** Keys in the wrong place, by the pointers of the right place and of all that contain it. */
  readonly moved: ReadonlyMap<string, readonly KeyFact[]>;
}

const keysIn = oncePer((facts: readonly SchemaFact[]): Keys => {
  const keys = facts.filter((fact): fact is KeyFact => fact.kind === "unknown-key" || fact.kind === "misplaced");
  const unknown = keys.filter((fact): fact is UnknownKey => fact.kind === "unknown-key");
  return {
    unknown: grouped(unknown.map((fact) => [toPointer(fact.at.path.slice(0, -1)), fact] as const)),
    moved: grouped(
      keys.flatMap((fact) =>
        fact.moves.flatMap(({ to }) => prefixesOf(to).map((path) => [toPointer(path), fact] as const)),
      ),
    ),
  };
});

function prefixesOf(path: Path): readonly Path[] {
  return path.map((_, index) => path.slice(0, index + 1));
}

interface Slip {
  readonly fact: KeyFact;
  /** The key that was meant; undefined for the right key in the wrong place. */
  readonly meant: string | undefined;
}

/** The key whose value belongs to one of some paths. A certain match comes first: its value is checked at the intended place. */
function slipFor(paths: readonly Path[], keys: Keys): Slip | undefined {
  if (keys.unknown.size + keys.moved.size === 0) return undefined;
  return slipAmong(paths, keys, ({ moves }) => moves.length > 0) ?? slipAmong(paths, keys, () => true);
}

function slipAmong(
  paths: readonly Path[],
  { unknown, moved }: Keys,
  counts: (fact: KeyFact) => boolean,
): Slip | undefined {
  for (const path of paths) {
    for (const [depth, step] of path.entries()) {
      const [parent, meant] = [toPointer(path.slice(0, depth)), String(step)];
      const inside = path.slice(depth + 1);
      const fact = unknown.get(parent)?.find((one) => counts(one) && isMeant(one, meant) && holds(one.place, inside));
      if (fact !== undefined) return { fact, meant };
      const there = toPointer(path.slice(0, depth + 1));
      const elsewhere = moved.get(there)?.find((one) => isMoved(one, there) && holds(one.place, inside));
      if (elsewhere !== undefined) return { fact: elsewhere, meant: undefined };
    }
    const fact = moved.get(toPointer(path))?.find((one) => one.kind === "misplaced" || holds(one.place, []));
    if (fact !== undefined) return { fact, meant: undefined };
  }
  return undefined;
}

/** Whether a fact moves the value of its key to a place. */
function isMoved(fact: KeyFact, to: string): fact is UnknownKey {
  return fact.kind === "unknown-key" && fact.moves.some((move) => toPointer(move.to) === to);
}

/** Whether a key stands for another one: by its letters, by its words or by another tool's name for it. */
function isMeant({ key, alias, similar: [only, ...others] }: UnknownKey, meant: string): boolean {
  // `key:value` without its space, and `key value` without its colon, is one name that contains the value.
  const [name = key] = key.split(/[:=\s]/, 1);
  return (
    name === meant ||
    alias?.key === meant ||
    (only === meant && others.length === 0) ||
    suggest(name, [meant]).length > 0
  );
}

/** Whether a place holds a value at a path. A switch that is on never stands for another value. */
function holds(place: Place | undefined, [step, ...rest]: Path): boolean {
  if (step === undefined) return place !== undefined && !(place.kind === "scalar" && place.value === true);
  return place?.kind === "object" && holds(place.entries.get(String(step)), rest);
}

function withConsequence(fact: KeyFact, { meant, absent, namedAt }: Cause): KeyFact {
  if (fact.kind === "misplaced") return { ...fact, isLost: true };
  const consequence = absent.size > 0 ? { absent: [...absent] } : namedAt === undefined ? {} : { namedAt };
  return { ...fact, ...consequence, ...(meant === undefined ? {} : { required: meant }) };
}
