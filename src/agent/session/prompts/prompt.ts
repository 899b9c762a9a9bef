/** Facets, subagents, skills and instructions as values (P-S36, P-S78, P-S80). Knows no file, no catalog and no model. */

/** Whose text it is. */
export type PromptOrigin = "shipped" | "global" | "project";

export interface Colors {
  /** `#rrggbb`, on a light background. */
  readonly light: string;
  /** `#rrggbb`, on a dark background. */
  readonly dark: string;
}

export interface Prompt {
  readonly name: string;
  /** Empty when its file has none. */
  readonly description: string;
  /** Markdown. */
  readonly body: string;
  readonly origin: PromptOrigin;
}

/** A mode that a turn works in, and a delegate alike. */
interface Worker extends Prompt {
  /** The model that it is pinned to. */
  readonly model: string | null;
  /** The names of the tools that it may use; null for all of them. */
  readonly tools: readonly string[] | null;
  /** Those of `POLICIES` act; any other is declared alone. */
  readonly policies: readonly string[];
}

/** Changes nothing: no tool that only changes files is offered, and a person is asked about all others that may change something. */
export const READ_ONLY = "read-only";

export const POLICIES: readonly string[] = [READ_ONLY];

export interface Facet extends Worker {
  readonly color: Colors;
}

export interface Subagent extends Worker {
  readonly tags: readonly string[];
}

export interface Skill extends Prompt {
  readonly tags: readonly string[];
  readonly userInvocable: boolean;
  readonly modelInvocable: boolean;
  /** Absolute, as the user names it. */
  readonly folder: string;
  /** The other files in it, by their paths from there; the first ones of many. Never rejects. */
  readonly files: () => Promise<readonly string[]>;
}

/** The text of one `AGENTS.md`. */
export interface Instructions {
  /** As messages and system prompts name it. */
  readonly file: string;
  readonly text: string;
  readonly origin: "global" | "project";
}

/** Something that was not loaded, or not as it is written. Fit to be shown: no line break, no secret of a file. */
export interface PromptWarning {
  /** The file, directory or entry of the configuration. */
  readonly path: string;
  /** A clause about it. */
  readonly text: string;
  /** Whether it only does not count because its user does not vouch for it: a start says that of all parts of a project together. */
  readonly isUnvouched?: true;
}

/** All that was loaded, each list sorted by name. */
export interface Prompts {
  readonly facets: readonly Facet[];
  readonly subagents: readonly Subagent[];
  readonly skills: readonly Skill[];
  /** Of the global directory, then of the repository's root. */
  readonly instructions: readonly Instructions[];
  readonly warnings: readonly PromptWarning[];
}
