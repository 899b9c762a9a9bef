/** A tool that a model may call: what a model and a catalog are told of it, and its calls (P-S33, P-S80). Knows no model, no question and no history. */
import type { Usage } from "../../../generated/protocol/types.js";

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
  /** Whether a call needs nobody's permission: it does nothing, or nothing that is not asked about itself. */
  readonly isFree?: true;
  /** Whether a call makes calls that are no items: after a crash nobody knows which of them ran. */
  readonly makesCalls?: true;
  /** Calls of tools in one lane run one after the other, in the order of the model; all others run together. */
  readonly lane?: string;
  /** Runs one call. Never rejects: a failure is a result that says so. */
  run(input: Fields, call: ToolCall): Promise<ToolResult>;
}

/** The circumstances of a call. */
export interface ToolCall {
  /** Ends the call, at the latest with its turn. */
  readonly signal: AbortSignal;
  /** The name of the subagent that calls; undefined for the agent itself. */
  readonly subagent?: string | undefined;
  /** Undefined where nothing can be delegated. */
  readonly delegate?: Delegate | undefined;
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
