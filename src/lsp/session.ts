/** One editor and what it can do: the client's side of a connection, for the features. */
import type { Layer } from "../toolkit/read/layers/layer.js";
import type { Part, Workspace } from "./configuration/workspace.js";
import { offsetIn } from "./positions.js";
import type { ClientCapabilities, Position } from "./protocol.js";

export interface Session {
  readonly workspace: Workspace;
  readonly client: ClientCapabilities;
}

/** A place that a request is about, in one of the configurations of its file. */
export interface Asked extends Part {
  /** The layer as it could last be read. */
  readonly layer: Layer;
  /** The offset in that text; undefined where the line has changed since. */
  readonly offset: number | undefined;
}

/** The place in each configuration that its file is part of; none for a file that is no configuration. */
export function askedAt({ workspace }: Session, uri: string, position: Position): readonly Asked[] {
  return partsAt(workspace, uri).map((part) => {
    const { layer, readable, moves } = part.text;
    const start = offsetIn(layer.document.source, position);
    const offset = layer === readable ? start : moves().toOld({ start, end: start })?.start;
    return { ...part, layer: readable, offset };
  });
}

export function partsAt(workspace: Workspace, uri: string): readonly Part[] {
  const file = workspace.machine.fileOf(uri);
  return file === undefined ? [] : workspace.partsOf(file);
}
