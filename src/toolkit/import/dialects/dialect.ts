/** What another tool writes into its files, as data: what its keys are called here. */
import type { Pattern } from "../../read/other-tools/tool.js";

/** What a key of an MCP server means. */
export type ServerKey =
  | ("name" | "transport" | "command" | "args" | "env" | "url" | "headers" | "blocked_tools")
  /** The names of variables: of the token of `Authorization`, of the values of headers, of what the server gets of the environment. */
  | ("bearer_variable" | "header_variables" | "passed_variables")
  | ("enabled" | "disabled")
  /** The limit of a tool call. `duration`: the tool does not say in which unit. */
  | ("seconds" | "milliseconds" | "duration")
  | ("oauth" | "scopes" | "client_id" | "client_secret" | "redirect_uri");

/** What a key of a model provider means. `vendor` and `package` say which dialect it speaks. */
export type ProviderKey =
  | ("vendor" | "package" | "url" | "key" | "headers" | "models")
  /** The names of variables: of the key, of the values of headers. */
  | ("key_variable" | "header_variables");

/** What a key of a model means. */
export type ModelKey =
  /** `name`: of the entry. `vendor_and_id`: with a slash between them. */
  | (
      | "id"
      | "name"
      | "vendor_and_id"
      | "context_window"
      | "max_tokens"
      | "max_output_tokens_per_turn"
      | "stop_sequences"
    )
  | ("supports_vision" | "tools" | "capabilities" | "roles");

/** What a key means that names a model outside of any provider. */
type RootModelKey = ModelKey | "provider";

/** The meaning of keys; a dot leads into a mapping. What is in no dictionary has no counterpart. */
export type Dictionary<Meaning extends string> = Readonly<Record<string, Meaning>>;

/** Where entries are, and what their keys mean. A place is a mapping by name or a list. */
interface Section<Meaning extends string> {
  readonly at: readonly Pattern[];
  readonly keys: Dictionary<Meaning>;
}

export interface Dialect {
  readonly servers: Section<ServerKey>;
  /** Model keys stand in the entry itself where it has no `models`. */
  readonly providers?: Section<ProviderKey | ModelKey> & { readonly models?: Dictionary<ModelKey> };
  /** Models that mappings name, the root or below it, each with its provider; `provider` is that of one that names none. */
  readonly models?: Section<RootModelKey> & { readonly provider: string };
  /** Keys of the root that name the model of a size class. */
  readonly defaults?: Dictionary<"full" | "mini">;
  /** Whether `$NAME` without braces is a variable. */
  readonly bareVariables?: true;
}
