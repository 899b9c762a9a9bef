/** One mistake, one message: what follows from something that has been said is not said. */
import { find } from "../document/node.js";
import type { Layer } from "../layers/layer.js";
import type { SchemaFact } from "../schema/facts.js";

/** Without the keys that an object lacks because `<<` did not bring them. */
export function withoutFollowUps(facts: readonly SchemaFact[], { facts: own, document }: Layer): readonly SchemaFact[] {
  const merges = own.flatMap(({ kind, at }) => (kind === "merge-key" && "span" in at ? [at.span] : []));
  if (merges.length === 0) return facts;
  return facts.filter((fact) => {
    if (fact.kind !== "missing-keys" && fact.kind !== "missing-tag") return true;
    const span = document.root && find(document.root, fact.at.path)?.node.span;
    return span === undefined || !merges.some(({ start }) => span.start <= start && start < span.end);
  });
}
