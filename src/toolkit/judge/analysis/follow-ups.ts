/** One mistake, one message: drops the facts that follow from a reported one. */
import type { Merged } from "../../mean/configuration/merge.js";
import { settingAt } from "../../mean/configuration/setting.js";
import { find } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import type { SchemaFact } from "../../read/schema/facts.js";

/** Drops the keys that an object lacks because `<<` did not bring them. */
export function withoutFollowUps(facts: readonly SchemaFact[], { facts: own, document }: Layer): readonly SchemaFact[] {
  const merges = own.flatMap(({ kind, at }) => (kind === "merge-key" && "span" in at ? [at.span] : []));
  if (merges.length === 0) return facts;
  return facts.filter((fact) => {
    if (fact.kind !== "missing-keys" && fact.kind !== "missing-tag") return true;
    const span = document.root && find(document.root, fact.at.path)?.node.span;
    return span === undefined || !merges.some(({ start }) => span.start <= start && start < span.end);
  });
}

/** Drops the keys that a user's object lacks but the project's part of it has (S43). `whole`: the merge with that project. */
export function uncompleted(facts: readonly SchemaFact[], { settings }: Merged): readonly SchemaFact[] {
  return facts.flatMap((fact): readonly SchemaFact[] => {
    if (fact.kind !== "missing-keys") return [fact];
    const object = settingAt(settings, fact.at.path);
    if (object?.kind !== "object" || object.variant !== fact.shape) return [fact];
    const keys = fact.keys.filter((key) => !object.entries.has(key));
    return keys.length === 0 ? [] : [{ ...fact, keys }];
  });
}

/** Drops the keys missing in a project's part of an entry whose user's part does not fit: the user's part has its own report. */
export function withoutOthers(
  facts: readonly SchemaFact[],
  global: Layer | undefined,
  { settings }: Merged,
): readonly SchemaFact[] {
  return facts.filter((fact) => {
    if (fact.kind !== "missing-keys" && fact.kind !== "missing-tag") return true;
    const { path } = fact.at;
    const isThere = global?.document.root !== undefined && find(global.document.root, path) !== undefined;
    return !isThere || settingAt(settings, path) !== undefined;
  });
}
