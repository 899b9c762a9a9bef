/**
 * The configuration of one project, or of no project, at one moment: the texts as they are, and what is known while one of them cannot be
 * read. Immutable; each part is computed when it is first asked for.
 */
import { changedLines } from "../../service/diff.js";
import { printable } from "../../text/escape.js";
import { grouped } from "../../text/grouped.js";
import { once } from "../../text/once.js";
import type { Run } from "../../toolkit/judge/analysis/run.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { vouchableIn } from "../../toolkit/judge/analysis/vouched.js";
import { type Reserved, withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import type { LintSettings } from "../../toolkit/lint-settings.js";
import { isListed } from "../../toolkit/mean/trust/grants.js";
import type { Diagnostic, Range, Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { rangeOf } from "../../toolkit/read/document/source.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { type Layer, layerOfScope } from "../../toolkit/read/layers/layer.js";

/** A layer as it is, and the last one of its file that could be read: the same one while it can be. */
export interface Text {
  readonly layer: Layer;
  readonly readable: Layer;
  /** From the readable text to the present one. */
  readonly moves: () => Moves;
}

export class State {
  readonly host: Host;
  /** What `agentcfg lint` would read. */
  readonly run: Run;
  readonly texts: readonly Text[];
  readonly settings: LintSettings;
  /** What the user should know about files that are not used. */
  readonly complaints: readonly string[];
  readonly #standing: Run;
  #isJudged = false;

  /** `unusable`: sentences about the files that the options name. */
  constructor(host: Host, run: Run, settings: LintSettings, earlier: State | undefined, unusable: readonly string[]) {
    this.host = host;
    this.run = run;
    this.settings = settings;
    const unread = run.inputs.unreadable.map(({ file, reason }) => `cannot read ${printable(file)}: ${reason}`);
    this.complaints = [...unusable, ...settings.problems, ...unread];
    this.texts = layersOf(run).map((layer) => textOf(layer, isBroken(run, layer) ? earlier : undefined));
    const others = this.texts.filter(({ layer, readable }) => layer !== readable);
    // While somebody mends one text, nothing else has to be judged again.
    const isSame =
      earlier?.run.inputs.surroundings === run.inputs.surroundings && haveSameReadable(this.texts, earlier.texts);
    if (others.length === 0) this.#standing = run;
    else if (isSame) this.#standing = earlier.#standing;
    else this.#standing = run.replacing(new Map(others.map(({ layer, readable }) => [layer, readable])));
  }

  /** Whether `findings` is known already. */
  get isJudged(): boolean {
    return this.#isJudged;
  }

  /** The configuration of the texts that can be read, each as it could last be read. */
  get snapshot(): Snapshot {
    const [snapshot] = this.#standing.snapshots;
    return snapshot ?? new Snapshot([], this.run.inputs.surroundings([]));
  }

  /** Whether the user vouches for the configuration as it is. Other files of the project are read only if the user's list has the project. */
  readonly isVouchedFor = once((): boolean => {
    const { snapshot, host } = this;
    const file = layerOfScope(snapshot.layers, "project")?.file;
    if (file === undefined || !isListed(host, file)) return false;
    return vouchableIn(snapshot, host, {}).standing({ projectTrust: "granted" }).prompts !== undefined;
  });

  /** The part of the configuration that counts while its user does not vouch for the project; undefined if all of it counts. */
  readonly counting = once((): Reserved | undefined => {
    const { snapshot } = this;
    return this.isVouchedFor() ? undefined : withheldFrom(snapshot);
  });

  /**
   * The findings about each text. Of a text that cannot be read, they are its mistakes, and the earlier findings on lines that nobody has
   * edited since.
   */
  readonly findings = once((): ReadonlyMap<Text, readonly Diagnostic[]> => {
    this.#isJudged = true;
    const actual = bySource(this.settings.judge(this.run.result).diagnostics);
    const standing =
      this.#standing === this.run ? actual : bySource(this.settings.judge(this.#standing.result).diagnostics);
    const of = (text: Text): readonly Diagnostic[] => {
      const key = keyOf(text.layer);
      const found = standing.get(key) ?? [];
      return text.layer === text.readable ? found : [...(actual.get(key) ?? []), ...leftIn(text, found)];
    };
    return new Map(this.texts.map((text) => [text, of(text)]));
  });
}

/** The earlier findings on lines that nobody has edited since. */
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

/** Whether the text of a layer cannot be read, so that nothing in it is known. */
function isBroken(run: Run, layer: Layer): boolean {
  if (layer.root !== undefined) return false;
  const snapshot = run.snapshots.find(({ layers }) => layers.includes(layer));
  const found = layer.facts.flatMap((fact) => snapshot?.word(fact, layer) ?? []);
  return found.some(({ rule, severity }) => severity === "error" && rule.id.startsWith("syntax/"));
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

/** The way from an earlier text to the present one, by whole lines: where a place that nobody has edited since lies now. */
class Moves {
  readonly #same: readonly Same[];

  constructor(before: string, now: string) {
    this.#same = sameIn(before, now);
  }

  /** The present span; undefined where the text of it, or of its line, has changed. */
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
