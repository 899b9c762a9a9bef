/** What another tool writes into its files, as data: how they are recognised, and what its keys are called here. */

/** Names from the root on; `*` is any name, or any item of a list. */
export type Pattern = readonly string[];

/** Something that files of a tool have: a value at a place, of a kind, or one of a few texts. */
export interface Mark {
  readonly at: Pattern;
  readonly is: "mapping" | "list" | "value" | readonly string[];
}

/** What a key of an MCP server means. */
export type ServerKey =
  | ("name" | "transport" | "command" | "args" | "env" | "url" | "headers" | "blocked_tools")
  | ("enabled" | "disabled")
  /** The limit of a tool call. `duration`: the tool does not say in which unit. */
  | ("seconds" | "milliseconds" | "duration")
  | ("oauth" | "scopes" | "client_id" | "client_secret" | "redirect_uri");

/** What a key of a model provider means. `vendor` and `package` say which dialect it speaks. */
export type ProviderKey = "vendor" | "package" | "url" | "key" | "headers" | "models";

/** What a key of a model means. */
export type ModelKey =
  | ("id" | "context_window" | "max_tokens" | "max_output_tokens_per_turn" | "stop_sequences")
  | ("supports_vision" | "tools" | "capabilities" | "roles");

/** The meaning of keys; a dot leads into a mapping. What is in no dictionary has no counterpart. */
export type Dictionary<Meaning extends string> = Readonly<Record<string, Meaning>>;

/** Where entries are, and what their keys mean. A place is a mapping by name or a list. */
interface Section<Meaning extends string> {
  readonly at: readonly Pattern[];
  readonly keys: Dictionary<Meaning>;
}

export interface Tool {
  readonly id: string;
  /** As people call it. */
  readonly name: string;
  /** How the paths of its files end. */
  readonly files: readonly string[];
  /** Any of them makes a file one of this tool; where several tools have some, the one with the most. */
  readonly marks: readonly Mark[];
  /** Keys of the root that a configuration of this agent may have as well. */
  readonly shared?: readonly string[];
  readonly servers: Section<ServerKey>;
  /** Model keys stand in the entry itself where it has no `models`. */
  readonly providers?: Section<ProviderKey | ModelKey> & { readonly models?: Dictionary<ModelKey> };
  /** Keys of the root that name the model of a size class. */
  readonly defaults?: Dictionary<"full" | "mini">;
  /** Whether `$NAME` without braces is a variable. */
  readonly bareVariables?: true;
}
