/**
 * Checks one layer against the schema, in the context of the other layers. One mistake, one fact: facts that follow from a reported one are
 * dropped.
 */
import { literalOf } from "../../../text/scan.js";
import type { Merged } from "../../mean/configuration/merge.js";
import { settingAt, shadowedAt } from "../../mean/configuration/setting.js";
import { commandsAllowed } from "../../mean/substitution/find.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import { find } from "../../read/document/node.js";
import type { LayerFact } from "../../read/layers/facts.js";
import type { Layer } from "../../read/layers/layer.js";
import { ageOf } from "../../read/layers/upgrade.js";
import { check } from "../../read/schema/check.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import { placeOf } from "../../read/schema/place.js";
import { configShape } from "../../read/schema/shape.js";

/**
 * The facts about parts of a layer that do not fit the schema, in the context of all layers. An unusable layer is checked as far as it is
 * readable, a project over the merged tree. A file of a newer version is not checked, because its keys are unknown (S30), and neither is a
 * file of another tool.
 */
export function schemaFactsIn(
  layer: Layer,
  global: Layer | undefined,
  { settings, places }: Merged,
): readonly SchemaFact[] {
  const { document, scope } = layer;
  if (ageOf(document) === "newer" || layer.facts.some(({ kind }) => kind === "other-tool")) return [];
  const isProject = scope === "project";
  const counting = places.get(layer);
  const tree = counting ?? (document.root && placeOf(document.root, configShape, isProject ? settings : undefined));
  if (tree === undefined) return [];
  if (counting === undefined && !isProject) return check(tree);
  const isInert = isProject || !commandsAllowed(global);
  return check(tree, {
    whole: settings,
    isMine: ({ source }) => source === layer,
    literal: (text: string) => literalOf(text, isInert),
    isProject,
  });
}

/** Drops the keys that an object lacks because `<<` has no effect, and the values that a comma cut. */
export function withoutFollowUps(facts: readonly SchemaFact[], { facts: own, document }: Layer): readonly SchemaFact[] {
  const spans = (isCause: (fact: LayerFact) => boolean): readonly Span[] =>
    own.flatMap((fact) => (isCause(fact) && "span" in fact.at ? [fact.at.span] : []));
  const merges = spans(({ kind }) => kind === "merge-key");
  const cut = spans((fact) => fact.kind === "unsupported-yaml" && fact.what === "cut-number");
  if (merges.length + cut.length === 0) return facts;
  return facts.filter((fact) => {
    const isLacking = fact.kind === "missing-keys" || fact.kind === "missing-tag";
    const span = document.root && find(document.root, fact.at.path)?.node.span;
    if (span === undefined) return true;
    if (isLacking) return !merges.some(({ start }) => span.start <= start && start < span.end);
    return !cut.some(({ start, end }) => span.start === start && span.end === end);
  });
}

/** Drops the keys that a user's object lacks and the project's part of it has (S43). `whole`: the merge with that project. */
export function uncompleted(facts: readonly SchemaFact[], { settings }: Merged): readonly SchemaFact[] {
  return facts.flatMap((fact): readonly SchemaFact[] => {
    if (fact.kind !== "missing-keys") return [fact];
    const object = settingAt(settings, fact.at.path);
    if (object?.kind !== "object" || object.variant !== fact.shape) return [fact];
    const keys = fact.keys.filter((key) => !object.entries.has(key));
    return keys.length === 0 ? [] : [{ ...fact, keys }];
  });
}

/** Drops the keys missing in a project's part of an entry if the user's part does not fit: the user's part has its own report. */
export function withoutOthers(
  facts: readonly SchemaFact[],
  global: Layer | undefined,
  { settings }: Merged,
): readonly SchemaFact[] {
  return facts.filter((fact) => {
    if (fact.kind !== "missing-keys" && fact.kind !== "missing-tag") return true;
    const { path } = fact.at;
    const there = global?.document.root && find(global.document.root, path)?.node;
    // A user's null leaves the project's part as it would be without it (S12).
    const isUnset =
      there?.kind === "scalar" &&
      there.value === null &&
      shadowedAt(settings, path).every(({ why }) => why !== "unfit");
    return there === undefined || isUnset || settingAt(settings, path) !== undefined;
  });
}
