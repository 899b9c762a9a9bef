/** A tool that a model may call: what a model and a catalog are told of it, and its calls (P-S33, P-S80). Knows no model, no question and no history. */

import type { FileDiff, FileLocation, Usage } from "../../../generated/protocol/types.js";

/** An object of JSON, as it came. */
export type Fields = Readonly<Record<string, unknown>>;

export interface ToolDefinition {
  /** `shell`, or `mcp__server__tool`. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its input, which is an object. */
  readonly inputSchema: Fields;
  /** Whether a provider should hold the model to the schema. */
  readonly strict: boolean;
  readonly tags: readonly string[];
  readonly origin: "shipped" | "global" | "project" | "mcp";
}

export interface Tool extends ToolDefinition {
  /** For a tool of a server: the entry of `mcp_servers`, and the server's own name of the tool. */
  readonly server?: { readonly name: string; readonly tool: string };
  /** Whether a call makes calls that are no items: after a crash nobody knows which of them ran. */
  readonly makesCalls?: true;
  /** Calls of tools in one lane run one after the other, in the order of the model; all others run together. */
  readonly lane?: string;
  /**
   * The files and directories that a call reads or changes; missing for a tool that names none. Questions about secret files and rules about paths
   * look at them. An input that cannot be read has none, and its call fails. Never rejects.
   */
  readonly places?: (input: Fields) => Promise<readonly ToolPlace[]>;
  /** A call in words, for the person who is asked about it; without it, the command or the input as JSON. */
  readonly question?: (input: Fields) => string;
  /** Runs one call. Never rejects: a failure is a result that says so. */
  run(input: Fields, call: ToolCall): Promise<ToolResult>;
}

/** The lane of the tools that read and change this machine: their calls in one answer were written with their order in mind. */
export const MACHINE = "machine";

/** The circumstances of a call. */
export interface ToolCall {
  /** Ends the call, at the latest with its turn. */
  readonly signal: AbortSignal;
  /** The places for which the call is allowed: a path that leads elsewhere by now is refused. */
  readonly places?: readonly ToolPlace[];
  /** The name of the subagent that calls; undefined for the agent itself. */
  readonly subagent?: string | undefined;
  /** Undefined where nothing can be delegated. */
  readonly delegate?: Delegate | undefined;
}

/** A file or a directory in a call. */
export interface ToolPlace {
  /** Absolute, without a link in it: where the call reads or writes. Below its last existing directory, the names are those of the input. */
  readonly path: string;
  /** As the input names it, absolute; missing where that is `path`. A rule that denies or asks holds for both. */
  readonly named?: string;
  readonly isChanged: boolean;
}

/** Has a subagent do a task (P-S82). Never rejects. */
export type Delegate = (subagent: string, task: string, signal: AbortSignal) => Promise<ToolResult>;

export interface ToolResult {
  /** Of any length; who keeps it shortens it. */
  readonly text: string;
  /** Bytes of the output that the text is short of, as the tool does not hold all of it. */
  readonly missing?: number;
  readonly isError: boolean;
  /** Whether the call was not allowed; missing where it was. */
  readonly isDenied?: true;
  readonly images?: readonly ToolImage[];
  readonly diff?: FileDiff;
  /** The files that the call has read or changed; the first ones of many. */
  readonly locations?: readonly FileLocation[];
  /** What models took for it. */
  readonly usage?: Usage | undefined;
  /** Calls within it that were not allowed; absent for none. */
  readonly deniedCalls?: number;
}

export interface ToolImage {
  /** `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}
