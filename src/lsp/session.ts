/** One editor and its capabilities, and the files that its requests are about. */
import type { Span } from "../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../toolkit/read/layers/layer.js";
import type { LayerText, State } from "./configuration/state.js";
import type { Part, PermissionsText, Workspace } from "./configuration/workspace.js";
import type { PolicyText } from "./policies.js";
import type { ClientCapabilities, Location, Position } from "./protocol.js";
import { offsetThen, rangeNow } from "./text.js";

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
    return { ...part, layer: part.text.readableLayer, offset: offsetThen(part.text, position) };
  });
}

/** A file that the server answers for: a layer in one of its configurations, permissions, or a policy. */
export type Opened = Part | PermissionsText | PolicyText;

/** The file of an address, a layer in the first of its configurations; undefined for a file of another server. */
export function openAt(workspace: Workspace, uri: string): Opened | undefined {
  const file = workspace.machine.fileOf(uri);
  const part = partsAt(workspace, uri)[0];
  return part ?? (file === undefined ? undefined : (workspace.permissionsAt(file) ?? workspace.policies.at(file)));
}

export function partsAt(workspace: Workspace, uri: string): readonly Part[] {
  const file = workspace.machine.fileOf(uri);
  return file === undefined ? [] : workspace.partsOf(file);
}

/** The text of a layer of the state's snapshot. */
function textOf({ texts }: State, layer: Layer): LayerText | undefined {
  return texts.find(({ readableLayer }) => readableLayer === layer);
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
