/**
 * One mistake, one message: where rules miss a value because its key is misspelt, the misspelt key is reported, as an error where the
 * missing value is one; where they miss it because it does not fit, the value that does not fit.
 */
import { grouped } from "../../../text/grouped.js";
import { oncePer } from "../../../text/once.js";
import { type Path, toPointer } from "../../../text/path.js";
import { suggest } from "../../../text/suggest.js";
import type { Layer } from "../../read/layers/layer.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import type { Place } from "../../read/schema/place.js";
import type { RuleFinding } from "../rules/run.js";

type UnknownKey = Extract<SchemaFact, { readonly kind: "unknown-key" }>;

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

const NOTHING: Misspelt = { instead: new Map(), facts: new Map() };

/** `factsOf`: the parts of a layer that do not fit the schema. */
export function misspelt(
  findings: readonly RuleFinding[],
  layers: readonly Layer[],
  factsOf: (layer: Layer) => readonly SchemaFact[],
): Misspelt {
  const gaps = findings.filter(({ missing }) => missing.length > 0);
  if (gaps.length === 0) return NOTHING;
  const causes = new Map<UnknownKey, { readonly meant: string; readonly findings: RuleFinding[] }>();
  const instead = new Map<RuleFinding, LayerFact>();
  for (const finding of gaps) {
    const { missing, rule } = finding;
    for (const layer of layers) {
      // A mistake of the user's is told in the project alone if the project may complete the user's file (S43).
      const isCause = layer === finding.layer || (layer.scope === "project" && rule.mayBeCompleted === true);
      const slip = slipFor(missing, unknownKeys(factsOf(layer)));
      if (slip !== undefined && (isCause || layer.scope === "project")) {
        const cause = causes.get(slip.fact) ?? { meant: slip.meant, findings: [] };
        causes.set(slip.fact, cause);
        cause.findings.push(finding);
      }
      const fact = slip?.fact ?? wrongAt(missing, factsOf(layer));
      const isTold = isCause || (slip === undefined && layer.scope === "global");
      if (fact !== undefined && isTold) instead.set(finding, { fact, layer });
    }
  }
  return {
    instead,
    facts: new Map(Array.from(causes, ([fact, cause]) => [fact, withConsequence(fact, cause)] as const)),
  };
}

/** The fact about a written value that does not fit where one is missing. */
function wrongAt(paths: readonly Path[], facts: readonly SchemaFact[]): SchemaFact | undefined {
  const byPath = factsByPath(facts);
  return paths.flatMap((path) => byPath.get(toPointer(path)) ?? [])[0];
}

const factsByPath = oncePer((facts: readonly SchemaFact[]) =>
  grouped(facts.map((fact) => [toPointer(fact.at.path), fact] as const)),
);

/** The findings without those about a project's name for an entry that its user has in a section with a misspelt name. */
export function withoutNamedIn(
  global: Layer,
  findings: readonly RuleFinding[],
  facts: () => readonly SchemaFact[],
): readonly RuleFinding[] {
  const isSection = (slip: Slip | undefined): boolean => slip?.fact.at.path.length === 1;
  return findings.filter(
    ({ layer, missing }) =>
      layer === global || missing.length === 0 || !isSection(slipFor(missing, unknownKeys(facts()))),
  );
}

/** The unknown keys of a layer by the pointer of the object that holds them. */
type UnknownKeys = ReadonlyMap<string, readonly UnknownKey[]>;

const unknownKeys = oncePer(
  (facts: readonly SchemaFact[]): UnknownKeys =>
    grouped(
      facts.flatMap((fact) =>
        fact.kind === "unknown-key" ? [[toPointer(fact.at.path.slice(0, -1)), fact] as const] : [],
      ),
    ),
);

interface Slip {
  readonly fact: UnknownKey;
  readonly meant: string;
}

/** The misspelt key that holds the value which belongs to one of some paths. */
function slipFor(paths: readonly Path[], keys: UnknownKeys): Slip | undefined {
  for (const path of paths) {
    for (const [depth, step] of path.entries()) {
      const [parent, meant] = [toPointer(path.slice(0, depth)), String(step)];
      const inside = path.slice(depth + 1);
      const fact = keys.get(parent)?.find((one) => isMeant(one, meant) && holds(one.place, inside));
      if (fact !== undefined) return { fact, meant };
    }
  }
  return undefined;
}

/** Whether a key stands for another one, by its letters or by another tool's name for it. */
function isMeant({ key, alias }: UnknownKey, meant: string): boolean {
  // `key:value` without its space is one name that contains the value.
  const [name = key] = key.split(/[:=]/, 1);
  return name === meant || alias?.key === meant || suggest(name, [meant]).length > 0;
}

/** Whether a place holds a value at a path. A switch that is on stands in for nothing. */
function holds(place: Place | undefined, [step, ...rest]: Path): boolean {
  if (step === undefined) return place !== undefined && !(place.kind === "scalar" && place.value === true);
  return place?.kind === "object" && holds(place.entries.get(String(step)), rest);
}

/** The fact with what the misspelt key causes; unchanged where that is no error. */
function withConsequence(
  fact: UnknownKey,
  { meant, findings }: { meant: string; findings: readonly RuleFinding[] },
): UnknownKey {
  const errors = findings.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return fact;
  const parent = toPointer(fact.at.path.slice(0, -1));
  const absent = errors.flatMap(({ missing: [path = []] }) =>
    toPointer(path.slice(0, -1)) === parent ? [String(path.at(-1))] : [],
  );
  return absent.length > 0
    ? { ...fact, required: meant, absent: [...new Set(absent)] }
    : { ...fact, required: meant, namedAt: first.at.path };
}
