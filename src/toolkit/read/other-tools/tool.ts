/** A tool whose files are recognised, as data. */

/** Names from the root on; `*` is any name, or any item of a list. */
export type Pattern = readonly string[];

/** A property of a tool's files: a value at a place, of a kind, or one of a few texts. */
export interface Mark {
  readonly at: Pattern;
  readonly is: "mapping" | "list" | "value" | readonly string[];
}

export interface Tool<Id extends string = string> {
  readonly id: Id;
  /** Its common name. */
  readonly name: string;
  /** The endings of its files' paths. */
  readonly files: readonly string[];
  /** One mark makes a file one of this tool; if several tools match, the one with the most marks wins. */
  readonly marks: readonly Mark[];
  /** The format of its files, if no configuration has that format. */
  readonly format?: "toml";
  /** How strictly it reads JSON, if known: `strict` without comments and trailing commas, `comments` without only the commas. */
  readonly json?: "strict" | "comments";
  /** Top-level keys that a configuration of this agent may have as well. */
  readonly shared?: readonly string[];
}
