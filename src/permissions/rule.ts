/** A rule of `permissions.yaml` in its place (P-S108): what a call must be for the rule to speak about it. */

/** Fields that are missing fit every call; a rule has at least one of them. */
export interface Rule {
  /** The name of a tool, with `*` for any characters: `shell`, `edit`, `mcp__github__*`. */
  readonly tool?: string;
  /** For commands of a shell: words, the last of which may be `*` for any words, also none. */
  readonly command?: string;
  /** For tools of files: a pattern as in `permissions.secret_files`. */
  readonly path?: string;
  /** The name of an entry of `mcp_servers`, with `*` for any characters. */
  readonly server?: string;
}

/** Deny wins, then ask, then allow. */
export type Effect = "deny" | "ask" | "allow";

export interface PlacedRule {
  readonly effect: Effect;
  readonly rule: Rule;
  /** The user's file, the project's file, or an option of this run. A project's rules allow nothing. */
  readonly source: "user" | "project" | "run";
  /** As a person finds it again: `/home/ana/.config/agent/permissions.yaml:4`; missing for an option. */
  readonly place?: string;
}
