/** Checks files of permissions (P-S108), in the words of the rules for configurations. */
import { once, oncePer } from "../../../text/once.js";
import { isAtLeast } from "../../read/diagnostic/diagnostic.js";
import type { Layer } from "../../read/layers/layer.js";
import { check } from "../../read/schema/check.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import { placeOf } from "../../read/schema/place.js";
import { permissionsShape } from "../permissions/file-rules.js";
import type { Fact } from "../rules/fact.js";
import type { Finding } from "../rules/run.js";
import { diagnose, type Judged } from "./diagnose.js";
import { Snapshot } from "./snapshot.js";

/** The findings about the wanted ones of the files of permissions that are read together; `snapshot`: of the configurations beside them. */
export function judgedPermissions(
  layers: readonly Layer[],
  wanted: ReadonlySet<Layer>,
  { surroundings, redactor }: Snapshot,
): readonly Judged[] {
  return layers
    .filter((layer) => wanted.has(layer))
    .flatMap((layer) => findingsAbout(layer))
    .filter(({ severity }) => isAtLeast(severity, surroundings.least))
    .map((finding) => ({ diagnostic: diagnose(finding, layers, redactor), isDoubtful: false }));
}

const findingsAbout = oncePer((layer: Layer): readonly Finding[] => {
  const mistakes = schemaFactsOf(layer);
  return [...layer.facts, ...mistakes].map((fact) => wordsAbout(layer)(fact));
});

/** The finding for a fact about a file of permissions. */
export function wordsAbout(layer: Layer): (fact: Fact) => Finding {
  return (fact) => noConfiguration().word(fact, layer, schemaFactsOf(layer).length > 0);
}

/** Nothing in a configuration decides how a mistake in the permissions is worded. */
const noConfiguration = once(() => {
  const groundsOf = () => ({ isInProject: () => false, userDirectory: () => undefined });
  const sha256 = () => "";
  return new Snapshot([], { catalog: undefined, policies: [], kindOf: undefined, groundsOf, sha256, least: "info" });
});

const schemaFactsOf = oncePer(({ document: { root } }: Layer): readonly SchemaFact[] =>
  // Nothing is substituted in permissions.
  root === undefined ? [] : check(placeOf(root, permissionsShape()), { literal: (written) => written }),
);
