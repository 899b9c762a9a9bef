/** A tool whose files are recognised, as data. */

/** Names from the root on; `*` is any name, or any item of a list. */
export type Pattern = readonly string[];

/** Something that files of a tool have: a value at a place, of a kind, or one of a few texts. */
export interface Mark {
  readonly at: Pattern;
  readonly is: "mapping" | "list" | "value" | readonly string[];
}

export interface Tool<Id extends string = string> {
  readonly id: Id;
  /** As people call it. */
  readonly name: string;
  /** How the paths of its files end. */
  readonly files: readonly string[];
  /** Any of them makes a file one of this tool; where several tools have some, the one with the most. */
  readonly marks: readonly Mark[];
  /** The format of its files, where that is one that no configuration has. */
  readonly format?: "toml";
  /** How strictly it reads JSON, where that is known: `strict` without comments and trailing commas, `comments` without the commas alone. */
  readonly json?: "strict" | "comments";
  /** Keys of the root that a configuration of this agent may have as well. */
  readonly shared?: readonly string[];
}
