/** The facts about the rules of a file of permissions, without words. */
import type { Effect, Rule } from "../../../permissions/rule.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Fault } from "./never.js";

type About<Kind extends string, Data = unknown> = { readonly kind: Kind; readonly at: PathAnchor } & Readonly<Data>;

export type PermissionFact =
  | About<"empty-permission">
  /** `meant`: the rule that the text describes. */
  | About<"permission-text", { meant: Rule | undefined }>
  /** `shell: npm test` without quotes, which is a mapping; `meant`: the rule that it describes. */
  | About<"tool-as-key", { meant: Rule }>
  /** `servers`: the names of the configured ones. */
  | About<"unknown-tool", { tool: string; servers: ReadonlySet<string> }>
  /** `tool`: the name of the tool that the server's name is a part of. */
  | About<"unknown-server", { server: string; tool: string | undefined; servers: ReadonlySet<string> }>
  | About<"never-matches", { fault: Fault; effect: Effect }>
  /** `mistake` completes "the pattern"; `meant`: the pattern to write instead. */
  | About<"pattern-slip", { mistake: string; meant: string | undefined; isCertain: boolean }>
  /** `by`: the rule that decides about the same calls, at its place. */
  | About<"hidden-permission", { effect: Effect; by: Effect; byAt: PathAnchor }>
  /** A project's rule decides about all calls that a rule of its user allows. */
  | About<"overrides-user", { effect: Effect; allowedAt: PathAnchor }>
  | About<"project-allows", { count: number }>
  | About<"allows-everything", { what: "call" | "command" | "server" | "file"; command: string | undefined }>;
