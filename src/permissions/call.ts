/** A call of a tool, as rules see it. */

interface CallPlace {
  /** Absolute, without a link in it. */
  readonly path: string;
  /** As the call names it, absolute; missing where that is `path`. A rule that denies or asks holds for both. */
  readonly named?: string;
  readonly isChanged: boolean;
}

export interface PermissionCall {
  /** `shell`, `edit`, `mcp__github__create_issue`. */
  readonly tool: string;
  /** For a tool of a server: the entry of `mcp_servers`, and the server's own name of the tool. */
  readonly server?: { readonly name: string; readonly tool: string };
  /** For the tool `shell`. */
  readonly command?: { readonly text: string; readonly shell: "bash" | "powershell" };
  /** For tools that name files. */
  readonly places?: readonly CallPlace[];
  /** The working directory: paths of rules and commands begin there. Absolute. */
  readonly cwd: string;
  /** The user's home directory, for rules that allow paths below `~/`. */
  readonly home?: string;
}
