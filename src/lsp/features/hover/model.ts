/** The limits of a model as a line of a hover. */
import type { Path } from "../../../text/path.js";
import type { Snapshot } from "../../../toolkit/judge/analysis/snapshot.js";
import { type CompactionPoint, type ModelFact, modelFactsOf } from "../../../toolkit/mean/configuration/model-facts.js";
import type { Line } from "../../prose.js";

/** `path`: of an entry of `models`; nothing is said at any other path. */
export function modelLines({ effective, surroundings }: Snapshot, [section, name, ...inside]: Path): readonly Line[] {
  if (section !== "models" || name === undefined || inside.length > 0) return [];
  const facts = modelFactsOf(String(name), effective, surroundings.catalog);
  if (facts === undefined) return [];
  const { contextWindow, outputLimit, compactsAt } = facts;
  return [[`window ${tokens(contextWindow)}; output ${tokens(outputLimit)}; compaction ${compaction(compactsAt)}`]];
}

function tokens({ value, why = "unknown" }: ModelFact<number>): string {
  return value === undefined ? why : `${value.toLocaleString("en-US")} tokens`;
}

function compaction({ value, why = "unknown" }: ModelFact<CompactionPoint>): string {
  if (value === undefined) return `unknown: ${why}`;
  return `${value.isLimit ? "at the latest " : ""}at ${value.tokens.toLocaleString("en-US")} tokens`;
}
