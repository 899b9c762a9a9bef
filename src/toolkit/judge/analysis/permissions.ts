/**
 * Checks files of permissions (P-S108), in the words of the rules for configurations. Findings about the user's file are those of that file
 * alone, but for the servers that a project adds.
 */
import { once, oncePer } from "../../../text/once.js";
import { childrenOf, settingAt } from "../../mean/configuration/setting.js";
import { valueAt } from "../../read/diagnostic/anchor.js";
import { isAtLeast } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import { check } from "../../read/schema/check.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import { placeOf } from "../../read/schema/place.js";
import { isWithin, overriding, permissionFacts } from "../permissions/check.js";
import type { PermissionFact } from "../permissions/facts.js";
import { fileRules, permissionsShape } from "../permissions/file-rules.js";
import type { Fact } from "../rules/fact.js";
import type { Finding } from "../rules/run.js";
import { slipIn } from "../rules/secret/pattern-slips.js";
import { diagnose, type Judged } from "./diagnose.js";
import type { PermissionJudge } from "./inputs.js";
import { Snapshot } from "./snapshot.js";

export const PERMISSIONS: PermissionJudge = { judge: judgedPermissions, wordsAbout };

function judgedPermissions(
  layers: readonly Layer[],
  wanted: ReadonlySet<Layer>,
  snapshot: Snapshot,
): readonly Judged[] {
  if (!layers.some((layer) => wanted.has(layer))) return [];
  const { surroundings, redactor } = snapshot;
  const servers = serversIn(snapshot);
  const isAlone = layerOfScope(snapshot.layers, "global")?.root === undefined;
  return layers
    .filter((layer) => wanted.has(layer))
    .flatMap((layer) => findingsAbout(layer, layerOfScope(layers, "global"), servers))
    .filter(({ severity }) => isAtLeast(severity, surroundings.least))
    .map((finding) => ({
      diagnostic: diagnose(finding, layers, redactor),
      // The user's configuration may have the server.
      isDoubtful: finding.rule.asksGlobal === true && finding.layer.scope === "project" && isAlone,
    }));
}

/** The names of all configured servers; undefined without a configuration, and if one cannot be read. */
function serversIn({ layers, settings }: Snapshot): ReadonlySet<string> | undefined {
  if (layers.length === 0 || layers.some(({ root }) => root === undefined)) return undefined;
  return new Set(childrenOf(settingAt(settings, ["mcp_servers"])).keys());
}

function findingsAbout(
  layer: Layer,
  global: Layer | undefined,
  servers: ReadonlySet<string> | undefined,
): readonly Finding[] {
  const { document, scope, facts } = layer;
  const own = permissionFacts(document, scope, servers);
  const isJudged = isWithin(own);
  const mistakes = schemaFactsOf(layer).filter(({ at }) => !isJudged(at));
  const others = scope === "project" && global !== undefined ? overriding(global.document, document) : [];
  const findings = [...facts, ...mistakes, ...own, ...slipsIn(document), ...others].map(wordsAbout(layer));
  return findings.map((finding, index) => (index < MOST_FIXES ? finding : { ...finding, fixes: [] }));
}

/** The most findings about one file that carry fixes: each of these is tried on the whole text. */
const MOST_FIXES = 100;

/** The mistakes in patterns for files, as in those of secret files. */
function slipsIn(document: Document): readonly PermissionFact[] {
  return fileRules(document).flatMap(({ effect, index, rule: { path } }): readonly PermissionFact[] => {
    const slip = path === undefined ? undefined : slipIn(path);
    if (slip === undefined) return [];
    const { message: mistake, meant, isCertain = false } = slip;
    return [{ kind: "pattern-slip", at: valueAt(effect, index, "path"), mistake, meant, isCertain }];
  });
}

function wordsAbout(layer: Layer): (fact: Fact) => Finding {
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
