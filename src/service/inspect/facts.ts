/**
 * A configuration as plain data: its files, what is in effect and who says so, what is wrong, what loading would do. Secrets are hidden;
 * names and texts are exact otherwise, so escape them before you show them. Runs in a page, too.
 */
import { verdictOf, withoutMistakes } from "../../toolkit/judge/analysis/left-out.js";
import type { LintResult, Summary } from "../../toolkit/judge/analysis/run.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import type { Diagnostic, Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import { type Plan, planOf } from "../explain/steps.js";
import type { ReviewItem } from "../review/items.js";
import { type ReviewSection, reviewOf } from "../review/review.js";
import { type FactTable, modelTable, providerTable } from "./fact-table.js";
import { type Meaning, meaningsIn } from "./meanings.js";
import { type ShownSource, shownSource } from "./sources.js";
import { type ValueSection, valueSections } from "./values.js";
import { verdictWords } from "./verdict-words.js";

export interface Inspected {
  /** Both layers, whatever the user vouches for. */
  readonly snapshot: Snapshot;
  /** The findings about these layers. */
  readonly result: LintResult;
  /** The project's changes to its user's agent; by default, those of its configuration alone. */
  readonly review?: readonly ReviewSection[];
  /** The schema with its descriptions. */
  readonly schema: Shape;
  /** Whether the user vouches for the project as it is. */
  readonly isVouchedFor: boolean;
  /** Whether the values that wait for a vouch are left out of what is in effect. */
  readonly isUntrusted?: boolean;
}

export interface Inspection {
  readonly files: readonly InspectedFile[];
  /** Why nothing is in effect; absent if something is. */
  readonly blocked?: string;
  /** What keeps the configuration from loading, or is left out; empty if everything loads. */
  readonly verdict: readonly string[];
  readonly summary: Summary;
  readonly suppressed: number;
  readonly unchecked: number;
  /** Whether some values of the project wait for a vouch of the user. */
  readonly isWaiting: boolean;
  readonly changes: readonly ChangeSection[];
  readonly findings: readonly Diagnostic[];
  readonly sections: readonly ValueSection[];
  /** Values name their meaning by its index. */
  readonly meanings: readonly Meaning[];
  readonly models: FactTable;
  readonly providers: FactTable;
  readonly plan: Plan;
  readonly sources: readonly ShownSource[];
}

interface InspectedFile {
  readonly scope: Scope;
  readonly file: string;
  /** SHA-256 in hexadecimal; absent for a file that was not read. */
  readonly sha256?: string;
  readonly isUsed: boolean;
}

interface ChangeSection {
  readonly title: ReviewSection["title"];
  readonly items: readonly Omit<ReviewItem, "raw" | "isCovered" | "change">[];
}

export function inspectionOf(inspected: Inspected): Inspection {
  const { snapshot, result, schema, isVouchedFor, isUntrusted = false } = inspected;
  const { layers } = snapshot;
  const { summary, suppressed, unchecked, diagnostics } = result;
  const blocked = whyBlocked(snapshot);
  const files = layers.map(({ scope, document, sha256, root }) => ({
    ...{ scope, file: document.source.file },
    ...(sha256 && { sha256: sha256() }),
    isUsed: root !== undefined && blocked === undefined,
  }));
  const about = { files, summary, suppressed, unchecked, findings: diagnostics };
  const sources = layers.map((layer) => shownSource(layer, layers));
  if (blocked !== undefined) return { ...NOTHING, ...about, blocked, sources };
  const reserved = isVouchedFor && !isUntrusted ? { snapshot, withheld: [] } : withheldFrom(snapshot);
  const counting = isUntrusted ? reserved.snapshot : snapshot;
  const left = withoutMistakes(counting);
  const meanings = meaningsIn(schema);
  const shown = left.redactor.json(left.effective);
  const { sections, isWaiting } = valueSections({ snapshot, reserved, left, shown, isUntrusted, meanings });
  return {
    ...about,
    verdict: verdictWords(verdictOf(counting, left)),
    isWaiting,
    changes: changesIn(inspected.review ?? reviewOf(snapshot, [], (name) => name)),
    sections,
    meanings: meanings.all(),
    models: modelTable(left),
    providers: providerTable(left, shown),
    plan: planOf(counting),
    sources,
  };
}

const NO_TABLE: FactTable = { headings: [], rows: [] };

const NOTHING = {
  ...{ verdict: [], isWaiting: false, changes: [], sections: [], meanings: [] },
  ...{ models: NO_TABLE, providers: NO_TABLE, plan: { commands: false, steps: [] } },
} as const;

/** With an unusable global layer, the project is not used either (S5). */
function whyBlocked({ layers }: Snapshot): string | undefined {
  const global = layerOfScope(layers, "global");
  if (global !== undefined && global.root === undefined)
    return "the global file cannot be used, so nothing is in effect, and the project is not used either";
  return undefined;
}

/** Without the raw values, which are never shown. */
function changesIn(review: readonly ReviewSection[]): readonly ChangeSection[] {
  return review.map(({ title, items }) => ({
    title,
    items: items.map(({ path, what, file, line, column }) => ({ path, what, file, line, column })),
  }));
}
