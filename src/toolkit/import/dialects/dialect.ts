/** The keys of another tool's files and their meanings, as data. */
import type { Pattern } from "../../read/other-tools/tool.js";

/** The meanings of keys of an MCP server. */
export type ServerKey =
  | ("name" | "transport" | "command" | "args" | "env" | "url" | "headers" | "blocked_tools")
  /** Names of variables: with the token of `Authorization`, with the values of headers, and those passed to the server. */
  | ("bearer_variable" | "header_variables" | "passed_variables")
  /** A token, and a secret with the kind of authentication that it is for. */
  | ("bearer" | "auth_type" | "auth_value")
  | ("enabled" | "disabled")
  /** The limit of a tool call. `duration`: the tool's unit is unknown. */
  | ("seconds" | "milliseconds" | "duration")
  | ("oauth" | "scopes" | "client_id" | "client_secret" | "redirect_uri");

/** The meanings of keys of a model provider. `vendor` and `package` decide its dialect. */
export type ProviderKey =
  | ("vendor" | "package" | "url" | "key" | "headers" | "models")
  /** Names of variables: with the key, and with the values of headers. */
  | ("key_variable" | "header_variables");

/** The meanings of keys of a model. */
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

/** The meanings of keys that name a model outside of any provider. */
type RootModelKey = ModelKey | "provider";

/** The meanings of keys; a dot leads into a mapping. A key in no dictionary has no counterpart. */
export type Dictionary<Meaning extends string> = Readonly<Record<string, Meaning>>;

/** The places of entries, and the meanings of their keys. A place is a mapping by name, or a list. */
interface Section<Meaning extends string> {
  readonly at: readonly Pattern[];
  readonly keys: Dictionary<Meaning>;
}

export interface Dialect {
  /** `parts`: transports of entries that only switch on a part of the tool. */
  readonly servers: Section<ServerKey> & { readonly parts?: readonly string[] };
  /** If there is no `models`, model keys are in the entry itself. */
  readonly providers?: Section<ProviderKey | ModelKey> & {
    readonly models?: Dictionary<ModelKey>;
    /** The key of the root that names the provider in use, whose model is the default, and the keys of the root about that model. */
    readonly active?: { readonly key: string; readonly keys: Dictionary<ModelKey> };
  };
  /** Models in mappings, the root or below it, each with its provider; `provider` is the default one. */
  readonly models?: Section<RootModelKey> & {
    readonly provider: string;
    /** Keys of the root with the address of a provider. */
    readonly urls?: Dictionary<string>;
  };
  /** Keys that name the model of a size class, as `provider/model` or as a mapping with both. */
  readonly defaults?: Dictionary<"full" | "mini">;
  /** References as in a shell: `$NAME`, and with `commands` also `$(command)`. */
  readonly shell?: "variables" | "commands";
}
