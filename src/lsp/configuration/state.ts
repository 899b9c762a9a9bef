/**
 * The configuration of one project, or of no project, at one moment: the present texts, and for unreadable ones the last readable state.
 * Immutable; each part is computed on first use.
 */
import { changedLines } from "../../service/diff.js";
import { isVouchedFor } from "../../service/waiting.js";
import { printable } from "../../text/escape.js";
import { grouped } from "../../text/grouped.js";
import { once } from "../../text/once.js";
import type { Run } from "../../toolkit/judge/analysis/run.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type Reserved, withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import type { LintSettings } from "../../toolkit/lint-settings.js";
import type { Diagnostic, Range, Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { rangeOf } from "../../toolkit/read/document/source.js";
import type { Host } from "../../toolkit/read/host/host.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";

/** A layer with its present text, and the layer of its last readable text: the same one while the text is readable. */
export interface Text {
  readonly layer: Layer;
  readonly readable: Layer;
  /** From the readable text to the present one. */
  readonly moves: () => Moves;
}

export class State {
  readonly host: Host;
  /** The run of `agentcfg lint` on the same files. */
  readonly run: Run;
  readonly texts: readonly Text[];
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
    const faults = run.inputs.policyFaults().map(({ file, range, message }) => {
      return `${printable(file)}:${range.start.line}:${range.start.column}: ${message}`;
    });
    this.complaints = [...unusable, ...settings.problems, ...unread, ...faults];
    this.texts = layersOf(run).map((layer) => textOf(layer, isBroken(run, layer) ? earlier : undefined));
    const others = this.texts.filter(({ layer, readable }) => layer !== readable);
    // An unreadable text changes none of the other results.
    const isSame =
      earlier?.run.inputs.surroundings === run.inputs.surroundings && haveSameReadable(this.texts, earlier.texts);
    if (others.length === 0) this.#earlierRun = run;
    else if (isSame) this.#earlierRun = earlier.#earlierRun;
    else this.#earlierRun = run.replacing(new Map(others.map(({ layer, readable }) => [layer, readable])));
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
  readonly findings = once((): ReadonlyMap<Text, readonly Diagnostic[]> => {
    this.#isJudged = true;
    const actual = bySource(this.settings.judge(this.run.result).diagnostics);
    const lastReadable =
      this.#earlierRun === this.run ? actual : bySource(this.settings.judge(this.#earlierRun.result).diagnostics);
    const of = (text: Text): readonly Diagnostic[] => {
      const key = keyOf(text.layer);
      const own = lastReadable.get(key) ?? [];
      return text.layer === text.readable ? own : [...(actual.get(key) ?? []), ...leftIn(text, own)];
    };
    return new Map(this.texts.map((text) => [text, of(text)]));
  });
}

/** The earlier findings on unchanged lines. */
function leftIn({ layer: { document }, moves }: Text, earlier: readonly Diagnostic[]): readonly Diagnostic[] {
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

function textOf(layer: Layer, earlier: State | undefined): Text {
  const readable = earlier?.texts.find((text) => keyOf(text.layer) === keyOf(layer))?.readable;
  const known = readable?.root === undefined ? layer : readable;
  const moves = once(() => new Moves(known.document.source.text, layer.document.source.text));
  return { layer, readable: known, moves };
}

function haveSameReadable(some: readonly Text[], others: readonly Text[]): boolean {
  return some.length === others.length && some.every(({ readable }, index) => readable === others[index]?.readable);
}

function keyOf({ scope, document }: Layer): string {
  return `${scope} ${document.source.file}`;
}

function bySource(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  return grouped(diagnostics.map((one) => [`${one.layer} ${one.file}`, one]));
}

/** Lines that both texts have, as spans of both. */
interface Same {
  readonly old: Span;
  readonly now: Span;
}

/** Maps places of an earlier text to the present one, by whole unchanged lines. */
class Moves {
  readonly #same: readonly Same[];

  constructor(before: string, now: string) {
    this.#same = sameIn(before, now);
  }

  /** The present span; undefined if its text, or its line, has changed. */
  toNow(span: Span): Span | undefined {
    return moved(span, this.#same, "old", "now");
  }

  toOld(span: Span): Span | undefined {
    return moved(span, this.#same, "now", "old");
  }
}

function moved({ start, end }: Span, same: readonly Same[], from: keyof Same, to: keyof Same): Span | undefined {
  const around = same.find((one) => one[from].start <= start && end <= one[from].end);
  const by = around === undefined ? 0 : around[to].start - around[from].start;
  return around && { start: start + by, end: end + by };
}

function sameIn(before: string, now: string): readonly Same[] {
  if (before === now) return [{ old: { start: 0, end: now.length }, now: { start: 0, end: now.length } }];
  const { old, now: lines, blocks } = changedLines(before, now);
  const [oldStarts, nowStarts] = [startsOf(old), startsOf(lines)];
  const same: Same[] = [];
  let [fromOld, fromNow] = [0, 0];
  for (const block of [...blocks, { old: old.length, removed: 0, now: lines.length, added: 0 }]) {
    same.push({ old: spanOf(oldStarts, fromOld, block.old), now: spanOf(nowStarts, fromNow, block.now) });
    [fromOld, fromNow] = [block.old + block.removed, block.now + block.added];
  }
  // A changed line may have lost its end: a place at the very end of the line before it still belongs to that line.
  return same.filter(({ old: span }) => span.start < span.end);
}

function startsOf(lines: readonly string[]): readonly number[] {
  let at = 0;
  return [0, ...lines.map((line) => (at += line.length))];
}

function spanOf(starts: readonly number[], from: number, to: number): Span {
  return { start: starts[from] ?? 0, end: starts[to] ?? 0 };
}
