/**
 * A configuration as its author surely meant it (S42): values under a misspelt name or in the wrong place are moved. The rules check the
 * moved values; each finding points to the written place.
 */
import { type Path, toPointer } from "../../../text/path.js";
import type { Anchor } from "../../read/diagnostic/anchor.js";
import type { Scope } from "../../read/diagnostic/diagnostic.js";
import type { Change } from "../../read/edit/change.js";
import { type Move, moveEntries } from "../../read/edit/move.js";
import type { Layer } from "../../read/layers/layer.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import type { Finding } from "../rules/run.js";
import { rule as credential } from "../rules/secret/literal.js";

/** The layers with their misplaced values moved. */
export interface Intent {
  readonly layers: readonly Layer[];
  /** The findings at their written places. For a slip and a field under one, only the slip, errors and credentials remain. */
  readonly written: (findings: readonly Finding[], layer: Layer) => readonly Finding[];
}

export function movesOf(facts: readonly SchemaFact[]): readonly Move[] {
  return facts.flatMap((fact) => ("moves" in fact ? (fact.moves ?? []) : []));
}

/** Undefined if no value has to move. */
export function meantBy(layers: readonly Layer[], movesIn: (layer: Layer) => readonly Move[]): Intent | undefined {
  const moves = new Map(layers.map((layer) => [layer.scope, layer.root === undefined ? [] : movesIn(layer)] as const));
  if (layers.every(({ scope }) => moves.get(scope)?.length === 0)) return undefined;
  const sources = new Map<Scope, ReadonlyMap<string, Path>>();
  for (const [scope, own] of moves) sources.set(scope, new Map(own.map(({ from, to }) => [toPointer(to), from])));
  const others = layers.map((layer) => {
    const own = moves.get(layer.scope) ?? [];
    return layer.root === undefined || own.length === 0 ? layer : { ...layer, root: moveEntries(layer.root, own) };
  });
  const back = (path: Path, scope: Scope): Path => sourceOf(path, sources.get(scope));
  const isOfSlip = ({ at, severity, rule }: Finding, { scope }: Layer): boolean => {
    if (severity === "error" || rule === credential || !("path" in at)) return false;
    const source = (path: Path): Path | undefined => sources.get(scope)?.get(toPointer(path));
    const parentOf = (path: Path | undefined): string | undefined => path && toPointer(path.slice(0, -1));
    const isField = (path: Path): boolean => path.length > 1 && parentOf(source(path)) === parentOf(path);
    const isInField = at.path.some((_, index) => isField(at.path.slice(0, index)));
    return isInField || (at.part === "key" && source(at.path) !== undefined);
  };
  return {
    layers: others,
    written: (findings, layer) =>
      findings.filter((finding) => !isOfSlip(finding, layer)).map((finding) => writtenAs(finding, layer, back)),
  };
}

/** The written path of a place in the meant tree. */
function sourceOf(path: Path, sources: ReadonlyMap<string, Path> | undefined): Path {
  if (sources === undefined || sources.size === 0) return path;
  for (let length = path.length; length > 0; length -= 1) {
    const source = sources.get(toPointer(path.slice(0, length)));
    if (source !== undefined) return [...source, ...path.slice(length)];
  }
  return path;
}

function writtenAs(finding: Finding, layer: Layer, back: (path: Path, scope: Scope) => Path): Finding {
  const { scope } = layer;
  const anchor = (at: Anchor): Anchor => ("path" in at ? { ...at, path: back(at.path, at.layer ?? scope) } : at);
  const change = (one: Change): Change => ("path" in one ? { ...one, path: back(one.path, scope) } : one);
  return {
    ...finding,
    layer,
    at: anchor(finding.at),
    related: finding.related.map((other) => ({ ...other, at: anchor(other.at) })),
    fixes: finding.fixes.map((fix) => ({ ...fix, changes: fix.changes.map(change) })),
  };
}
