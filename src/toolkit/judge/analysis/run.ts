/** Several configurations in one report, such as the projects of one user: each a snapshot over the same global layer. */
import { grouped } from "../../../text/grouped.js";
import { once } from "../../../text/once.js";
import { type Redactor, redactorFor } from "../../mean/redaction/redactor.js";
import {
  compareDiagnostics,
  type Diagnostic,
  type Scope,
  type Severity,
  withoutRepeats,
} from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { configurationsOf, permissionsOf } from "../../read/layers/group.js";
import type { Layer, Unreadable } from "../../read/layers/layer.js";
import type { Policies } from "../policy/read.js";
import type { Fact } from "../rules/fact.js";
import { rules } from "../rules/index.js";
import { suppress } from "../suppression/apply.js";
import { diagnose } from "./diagnose.js";
import { type Inputs, unjudgedInputs, withLayers } from "./inputs.js";
import { belowOf, Snapshot } from "./snapshot.js";
import type { Surroundings } from "./surroundings.js";
import { type Uncatalogued, uncatalogued } from "./uncatalogued-models.js";

/** The number of diagnostics of each severity. */
export interface Summary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export interface LintResult {
  /** All layers that were read. */
  readonly layers: readonly Layer[];
  /** The layers of the diagnostics. */
  readonly reported: readonly Layer[];
  /** Sorted by file, line, column and rule; the same input gives the same list. */
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: Summary;
  /** The number of diagnostics that comments suppress. */
  readonly suppressed: number;
  /** The suppressed diagnostics, each with the reason in its comment. */
  readonly suppressions?: ReadonlyMap<Diagnostic, string>;
  /**
   * The number of places without a verdict, because their references may be in an unread global layer (S27), or in a catalog that the
   * caller did not give (S16).
   */
  readonly unchecked: number;
  /** The diagnostics of those places if there were no global layer. */
  readonly doubtful?: readonly Diagnostic[];
  /** Models that are wrong unless a catalog has them; set only without a catalog. */
  readonly uncatalogued?: readonly Uncatalogued[];
  readonly unreadable: readonly Unreadable[];
  /** The texts of the policies that diagnostics name. */
  readonly policies?: readonly Document[];
}

/** The snapshots of some inputs and the report on them, each computed on first use. */
export class Run {
  readonly inputs: Inputs;
  /** The snapshot of each global layer alone: many projects share their user's layer, and it is checked once. */
  readonly #below: WeakMap<Layer, Snapshot>;
  #view: View | undefined;
  #result: LintResult | undefined;

  constructor(inputs: Inputs, below = new WeakMap<Layer, Snapshot>()) {
    this.inputs = inputs;
    this.#below = below;
  }

  get snapshots(): readonly Snapshot[] {
    return this.#viewed().snapshots;
  }

  get result(): LintResult {
    this.#result ??= this.#judged();
    return this.#result;
  }

  /** The run with some layers replaced. Results about the global layer alone stay, unless that is replaced. */
  replacing(others: ReadonlyMap<Layer, Layer>): Run {
    return new Run(withLayers(this.inputs, others), this.#below);
  }

  #viewed(): View {
    this.#view ??= new View(this.inputs, this.#below);
    return this.#view;
  }

  #judged(): LintResult {
    try {
      return resultOf(this.inputs, this.#viewed());
    } catch {
      const nothing = unjudgedInputs(this.inputs, "checking");
      return resultOf(nothing, new View(nothing, new WeakMap()));
    }
  }
}

class View {
  readonly redactor: Redactor;
  readonly #inputs: Inputs;
  readonly #below: WeakMap<Layer, Snapshot>;
  #snapshots: readonly Snapshot[] | undefined;

  constructor(inputs: Inputs, below: WeakMap<Layer, Snapshot>) {
    this.#inputs = inputs;
    this.#below = below;
    this.redactor = redactorFor(inputs.groups.flat());
  }

  get snapshots(): readonly Snapshot[] {
    this.#snapshots ??= this.#inputs.groups.map((layers) => this.#snapshotOf(layers));
    return this.#snapshots;
  }

  /** Passes each group and its snapshot to `look`. With several groups, no snapshot stays in memory. */
  each<Found>(look: (snapshot: Snapshot, layers: readonly Layer[]) => readonly Found[]): readonly Found[] {
    const { groups } = this.#inputs;
    return groups.length > 1
      ? groups.flatMap((layers) => look(this.#snapshotOf(layers), layers))
      : this.snapshots.flatMap((snapshot, index) => look(snapshot, groups[index] ?? []));
  }

  #snapshotOf(group: readonly Layer[]): Snapshot {
    const layers = configurationsOf(group);
    const around = this.#inputs.surroundings(layers);
    return new Snapshot(layers, around, { redactor: this.redactor, below: this.#belowIn(layers, around) });
  }

  #belowIn(layers: readonly Layer[], around: Surroundings): Snapshot | undefined {
    const [first, ...others] = layers;
    if (first?.scope !== "global" || others.length === 0) return undefined;
    const below = this.#below.get(first) ?? belowOf(layers, around);
    this.#below.set(first, below);
    return below;
  }
}

/** The findings for the reported layers, sorted. */
function resultOf(inputs: Inputs, view: View): LintResult {
  const { groups, reported, unreadable, ignores, permissions, policies, policyFaults } = inputs;
  const wanted = new Set(reported);
  const models = new Map<string, Uncatalogued>();
  const judged = view.each((snapshot, layers) => {
    for (const one of uncatalogued(snapshot, wanted)) models.set(`${one.file}:${one.start.offset}`, one);
    const about = permissions?.judge(permissionsOf(layers), wanted, snapshot) ?? [];
    return [...snapshot.diagnosticsOf(wanted), ...about];
  });
  const diagnosticsOf = (areDoubtful: boolean): readonly Diagnostic[] =>
    judged.flatMap(({ diagnostic, isDoubtful }) => (isDoubtful === areDoubtful ? [diagnostic] : []));
  const doubtful = new Set(diagnosticsOf(true));
  const unique = withoutRepeats([...diagnosticsOf(false), ...doubtful]);
  // A comment may also suppress a doubtful diagnostic.
  const suppressions = new Map<Diagnostic, string>();
  const visible = ignores ? withoutSuppressed(unique, inputs, view, suppressions) : unique;
  const sorted = [...visible, ...policyFaults()].toSorted(compareDiagnostics);
  const diagnostics = sorted.filter((diagnostic) => !doubtful.has(diagnostic));
  const left = sorted.filter((diagnostic) => doubtful.has(diagnostic));
  const layers = [...new Set(groups.flat())];
  const { size: suppressed } = suppressions;
  const summary = summaryOf(diagnostics);
  const about = { summary, suppressed, suppressions, unchecked: left.length + models.size };
  return {
    ...{ layers, reported, diagnostics, ...about, doubtful: left, uncatalogued: [...models.values()], unreadable },
    ...documentsOf(policies),
  };
}

/** Absent without a policy. */
export function documentsOf({ inForce, unusable }: Policies): Pick<LintResult, "policies"> {
  const documents = [...inForce, ...unusable].map(({ document }) => document);
  return documents.length === 0 ? {} : { policies: documents };
}

export function summaryOf(diagnostics: readonly Diagnostic[]): Summary {
  const count = (severity: Severity): number => diagnostics.filter((one) => one.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}

/** The diagnostics that no comment of their file suppresses, and the mistakes in such comments. Adds suppressed ones to `gone`. */
function withoutSuppressed(
  diagnostics: readonly Diagnostic[],
  { reported: layers, permissions }: Inputs,
  view: View,
  suppressions: Map<Diagnostic, string>,
): readonly Diagnostic[] {
  const ids = rules.map(({ id }) => id);
  const byFile = grouped(diagnostics.map((one) => [fileKey(one.layer, one.file), one]));
  const byLayer = once(
    () => new Map(view.snapshots.toReversed().flatMap((snapshot) => snapshot.layers.map((layer) => [layer, snapshot]))),
  );
  const mistakes = layers.flatMap((layer) => {
    const { document, scope } = layer;
    const own = byFile.get(fileKey(scope, document.source.file)) ?? [];
    const { suppressed, facts } = suppress(document, scope, own, ids);
    for (const [diagnostic, reason] of suppressed) suppressions.set(diagnostic, reason);
    const word = layer.isPermissions
      ? (permissions?.wordsAbout(layer) ?? (() => []))
      : (fact: Fact) => byLayer().get(layer)?.word(fact, layer) ?? [];
    return facts.flatMap(word).map((finding) => diagnose(finding, layers, view.redactor));
  });
  return [...diagnostics.filter((diagnostic) => !suppressions.has(diagnostic)), ...mistakes];
}

function fileKey(scope: Scope, file: string): string {
  return `${scope} ${file}`;
}
