/** One editor and its capabilities, and the mapping from its positions to texts and back. */
import type { Span } from "../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../toolkit/read/layers/layer.js";
import type { State, Text } from "./configuration/state.js";
import type { Part, Workspace } from "./configuration/workspace.js";
import { offsetIn, rangeIn } from "./positions.js";
import type { ClientCapabilities, Location, Position, Range } from "./protocol.js";

export interface Session {
  readonly workspace: Workspace;
  readonly client: ClientCapabilities;
  /** Shows a sentence to the user. */
  readonly say: (sentence: string) => void;
}

/** The place of a request, in one of the configurations of its file. */
export interface Target extends Part {
  /** The layer in its last readable state. */
  readonly layer: Layer;
  /** The offset in that text; undefined if the line has changed since. */
  readonly offset: number | undefined;
}

/** The place in each configuration of its file; empty for a file that is not a configuration. */
export function targetsAt({ workspace }: Session, uri: string, position: Position): readonly Target[] {
  return partsAt(workspace, uri).map((part) => {
    const { layer, readable } = part.text;
    const start = offsetIn(layer.document.source, position);
    return { ...part, layer: readable, offset: spanThen(part.text, { start, end: start })?.start };
  });
}

export function partsAt(workspace: Workspace, uri: string): readonly Part[] {
  const file = workspace.machine.fileOf(uri);
  return file === undefined ? [] : workspace.partsOf(file);
}

/** The present range of a span of the readable text; undefined if its line has changed since. */
export function rangeNow(text: Text, span: Span): Range | undefined {
  const { layer, readable, moves } = text;
  const now = layer === readable ? span : moves().toNow(span);
  return now && rangeIn(layer.document.source, now);
}

function spanThen({ layer, readable, moves }: Text, span: Span): Span | undefined {
  return layer === readable ? span : moves().toOld(span);
}

/** The text of a layer of the state's snapshot. */
function textOf({ texts }: State, layer: Layer): Text | undefined {
  return texts.find(({ readable }) => readable === layer);
}

/** A span of a layer of the state's snapshot, as a location of the protocol. */
export function locationOf({ workspace }: Session, state: State, layer: Layer, span: Span): Location | undefined {
  const text = textOf(state, layer);
  const range = text && rangeNow(text, span);
  const uri = workspace.uriOf(layer);
  return range === undefined || uri === undefined ? undefined : { uri, range };
}

/** Answers from several configurations, each once. */
export function unique<Answer>(answers: readonly Answer[]): readonly Answer[] {
  return [...new Map(answers.map((answer) => [JSON.stringify(answer), answer])).values()];
}
