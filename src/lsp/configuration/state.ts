/**
 * The configuration of one project, or of no project, at one moment: the present texts, and for unreadable ones the last readable state.
 * Immutable; each part is computed on first use.
 */
import { isVouchedFor } from "../../service/waiting.js";
import { printable } from "../../text/escape.js";
import { grouped } from "../../text/grouped.js";
import { once } from "../../text/once.js";
import type { Run } from "../../toolkit/judge/analysis/run.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type Reserved, withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { withSuggestion } from "../../toolkit/judge/report/advice.js";
import type { LintSettings } from "../../toolkit/lint-settings.js";
import type { Diagnostic, Range } from "../../toolkit/read/diagnostic/diagnostic.js";
import { rangeOf } from "../../toolkit/read/document/source.js";
import type { Host } from "../../toolkit/read/host/host.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { type Text, textOf } from "../text.js";

/** The text of a layer. */
export interface LayerText extends Text {
  readonly layer: Layer;
  /** The layer of the last readable text: the same one while the text is readable. */
  readonly readableLayer: Layer;
}

export class State {
  readonly host: Host;
  /** The run of `agentcfg lint` on the same files. */
  readonly run: Run;
  readonly texts: readonly LayerText[];
  readonly settings: LintSettings;
  /** Messages to the user about files that are not used. */
  readonly complaints: readonly string[];
  readonly #earlierRun: Run;
  #isJudged = false;

  /** `unusable`: sentences about invalid files in the options. */
  constructor(host: Host, run: Run, settings: LintSettings, earlier: State | undefined, unusable: readonly string[]) {
    this.host = host;
    this.run = run;
    this.settings = settings;
    const unread = run.inputs.unreadable.map(({ file, reason }) => `cannot read ${printable(file)}: ${reason}`);
    const faults = run.inputs.policyFaults().map((fault) => {
      const { line, column } = fault.range.start;
      return `${printable(fault.file)}:${line}:${column}: ${withSuggestion(fault)}`;
    });
    this.complaints = [...unusable, ...settings.problems, ...unread, ...faults];
    this.texts = layersOf(run).map((layer) => layerText(layer, isBroken(run, layer) ? earlier : undefined));
    const others = this.texts.filter(({ layer, readableLayer }) => layer !== readableLayer);
    // An unreadable text changes none of the other results.
    const isSame =
      earlier?.run.inputs.surroundings === run.inputs.surroundings && haveSameReadable(this.texts, earlier.texts);
    if (others.length === 0) this.#earlierRun = run;
    else if (isSame) this.#earlierRun = earlier.#earlierRun;
    else this.#earlierRun = run.replacing(new Map(others.map(({ layer, readableLayer }) => [layer, readableLayer])));
  }

  /** Whether `findings` is already computed. */
  get isJudged(): boolean {
    return this.#isJudged;
  }

  /** The configuration of the last readable texts. */
  get snapshot(): Snapshot {
    const [snapshot] = this.#earlierRun.snapshots;
    return snapshot ?? new Snapshot([], this.run.inputs.surroundings([]));
  }

  /** Whether the user vouches for the present configuration. */
  readonly isVouchedFor = once((): boolean => isVouchedFor(this.snapshot, this.host, {}));

  /** The part of the configuration in effect if its user does not vouch for the project; undefined if all of it is. */
  readonly counting = once((): Reserved | undefined => {
    return this.isVouchedFor() ? undefined : withheldFrom(this.snapshot);
  });

  /** The findings about each text. For an unreadable text: its mistakes, and the earlier findings on unchanged lines. */
  readonly findings = once((): ReadonlyMap<LayerText, readonly Diagnostic[]> => {
    this.#isJudged = true;
    const actual = bySource(this.settings.judge(this.run.result).diagnostics);
    const lastReadable =
      this.#earlierRun === this.run ? actual : bySource(this.settings.judge(this.#earlierRun.result).diagnostics);
    const of = (text: LayerText): readonly Diagnostic[] => {
      const key = keyOf(text.layer);
      const own = lastReadable.get(key) ?? [];
      return text.layer === text.readableLayer ? own : [...(actual.get(key) ?? []), ...leftIn(text, own)];
    };
    return new Map(this.texts.map((text) => [text, of(text)]));
  });
}

/** The earlier findings on unchanged lines. */
function leftIn({ document, moves }: Text, earlier: readonly Diagnostic[]): readonly Diagnostic[] {
  const { source } = document;
  const isHere = (file: string): boolean => file === source.file;
  const now = (range: Range): Range | undefined => {
    const span = moves().toNow({ start: range.start.offset, end: range.end.offset });
    return span && rangeOf(source, span);
  };
  return earlier.flatMap((diagnostic) => {
    const range = now(diagnostic.range);
    if (range === undefined) return [];
    const related = diagnostic.related.flatMap((one) => {
      const there = isHere(one.file) ? now(one.range) : one.range;
      return there === undefined ? [] : [{ ...one, range: there }];
    });
    return [{ ...diagnostic, range, related, fixes: [] }];
  });
}

function layersOf(run: Run): readonly Layer[] {
  return run.inputs.groups.flat();
}

/** Whether the text of a layer is unreadable, so that its contents are unknown. */
function isBroken(run: Run, layer: Layer): boolean {
  if (layer.root !== undefined) return false;
  const snapshot = run.snapshots.find(({ layers }) => layers.includes(layer));
  const findings = layer.facts.flatMap((fact) => snapshot?.word(fact, layer) ?? []);
  return findings.some(({ rule, severity }) => severity === "error" && rule.id.startsWith("syntax/"));
}

function layerText(layer: Layer, earlier: State | undefined): LayerText {
  const known = earlier?.texts.find((text) => keyOf(text.layer) === keyOf(layer))?.readableLayer;
  const readableLayer = known?.root === undefined ? layer : known;
  return { ...textOf(layer.document, readableLayer.document), layer, readableLayer };
}

function haveSameReadable(some: readonly LayerText[], others: readonly LayerText[]): boolean {
  const isSame = ({ readableLayer }: LayerText, index: number): boolean =>
    readableLayer === others[index]?.readableLayer;
  return some.length === others.length && some.every(isSame);
}

function keyOf({ scope, document }: Layer): string {
  return `${scope} ${document.source.file}`;
}

function bySource(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  return grouped(diagnostics.map((one) => [`${one.layer} ${one.file}`, one]));
}
