/** The part of JSON Schema that `config.schema.json` uses, and its annotations (`x-…`). */
import type { Json } from "../document/data.js";
import type { PathStart } from "./path-start.js";

export type TypeName = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/**
 * The effect that setting a key can have on the agent's user: start a program, decide where data is sent, hold or reach a credential,
 * remove a protection, put text before the model, choose the model, or none of these.
 */
export type Capability = "runs-code" | "destination" | "credential" | "guard" | "context" | "model" | "benign";

/**
 * The stricter of two values of a guard: a truth value, the lower number, the list with more or with fewer items, the earlier of these;
 * `own`: only a value that the user wrote counts as strict.
 */
type Stricter = boolean | "lower" | "longer" | "shorter" | "own" | readonly string[];

/** The part of JSON Schema 2020-12 that `config.schema.json` uses. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  /** Always `[something, null]`. */
  readonly anyOf?: readonly [SchemaNode, SchemaNode];
  /** Always variants, each chosen by the value of its one key with `const`, which its `if` repeats. */
  readonly allOf?: readonly { readonly then: SchemaNode }[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly "x-help"?: string;
  readonly format?: "uint64";
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  /** `global`: only the global layer may set it; `file`: it describes its own file, and is never merged. */
  readonly "x-scope"?: "global" | "file";
  /** `by-name`: a value in a map is secret if its key names a credential. */
  readonly "x-secret"?: true | "by-name";
  readonly "x-ref"?: string;
  /** The text contains the name of an entry of this section, between these two texts. */
  readonly "x-ref-within"?: { readonly section: string; readonly before: string; readonly after: string };
  readonly "x-path"?: PathStart;
  readonly "x-zero"?: "unset" | "disables" | "rejected";
  readonly "x-reload"?: "restart";
  readonly "x-effect"?: "reserved";
  readonly "x-capability"?: Capability;
  readonly "x-stricter"?: Stricter;
  /** The value of an unset guard without a default, for comparison. */
  readonly "x-usual"?: string;
  /** A name, which white space at its ends makes another one. */
  readonly "x-name"?: true;
  /** One word: `always`, or unless the list around it has several items. */
  readonly "x-word"?: "always" | "alone";
  readonly "x-opaque"?: boolean;
  readonly "x-strict"?: boolean;
  /** The likely meaning of a plain text in the place of this object. */
  readonly "x-text"?: string;
  /** The key that a plain number in the place of this object was meant for, and a text for people who write `false` there. */
  readonly "x-number"?: string;
  readonly "x-false"?: string;
  /** The pattern of usual names in this map: a name next to the map that matches it belongs in the map. */
  readonly "x-stray"?: string;
  /** The key next to this map that takes a list of names without values. */
  readonly "x-names"?: string;
  /** Keys that people look for here, by a text that names their real place. */
  readonly "x-elsewhere"?: Readonly<Record<string, readonly string[]>>;
  /** The value turns a feature on or off, or has another meaning: words such as `yes` are not truth values in YAML 1.2. */
  readonly "x-switch"?: true;
  /** A misspelt name of this key is an error (S42). */
  readonly "x-guard"?: true;
  readonly "x-ignore-case"?: boolean;
  /** Rule that reports a value that does not fit here, instead of the general one. */
  readonly "x-rule"?: string;
  /** Text for people, which is unlikely to contain a command. */
  readonly "x-prose"?: boolean;
  /** White space at both ends is not part of the value (S22). */
  readonly "x-trim"?: boolean;
  /** A word that is secret wherever it stands (spec 2.7). */
  readonly "x-secret-word"?: boolean;
  /** The value that turns the entry off without removing it. */
  readonly "x-off"?: boolean;
  readonly "x-max-bytes"?: number;
  /** Names of this key in other tools; `!` before a name means that its value has the opposite meaning. */
  readonly "x-aliases"?: readonly string[];
  /** Keys of other tools whose value takes another form here, and that form. */
  readonly "x-idioms"?: Readonly<Record<string, string>>;
  /** Help for a value that is none of these. */
  readonly "x-otherwise"?: string;
  /** Help for a list in the place of this text. */
  readonly "x-list"?: string;
  /** The text that the keys of a mapping in its place make together. */
  readonly "x-joined"?: string;
  /** The meaning of each value of an enum. */
  readonly "x-value-descriptions"?: Readonly<Record<string, string>>;
  /** The values of other tools for ours. */
  readonly "x-value-aliases"?: Readonly<Record<string, string | readonly string[]>>;
  /** The values of an enum that `agent` implements; missing where it implements all. */
  readonly "x-spoken"?: readonly string[];
  /** In the schema of policies: the paths of a configuration that the key restricts. `*` is any step, `**` at the end any path. */
  readonly "x-binds"?: readonly string[];
  /**
   * A default that varies: with the type of the `kind` beside the key; for custom models only; or the name of the entry,
   * where that fits.
   */
  readonly "x-default"?:
    | { readonly by: "kind"; readonly values: Readonly<Record<string, Json>> }
    | { readonly by: "custom"; readonly value: Json }
    | { readonly by: "name" };
}
