/** Made from schema/permissions.schema.json by `npm run gen`; not edited by hand. */

/**
 * The calls of tools that run without a question, that ask first, and that never run: `permissions.yaml` beside a configuration. Deny beats ask, and ask beats allow, whatever the file.
 */
export interface AgentPermissions {
  /**
   * The address of this schema, for editors.
   */
  $schema?: string;
  /**
   * The version of this format.
   */
  version?: number;
  /**
   * Calls that run without a question, unless a rule of `ask` or `deny` names them too. In a project's file this list has no effect: only its user allows.
   */
  allow?: Rule[] | null;
  /**
   * Calls that ask first, even if a rule of `allow` names them.
   */
  ask?: Rule[] | null;
  /**
   * Calls that never run, whatever else allows them.
   */
  deny?: Rule[] | null;
}
/**
 * The calls that a rule is about. A field that it leaves out fits every call.
 */
export interface Rule {
  /**
   * The name of a tool: `shell`, `read`, `edit`, `write`, `search`, `list`, `ask_user`, `delegate`, `skill`, or `mcp__SERVER__TOOL`; beside `server`, the server's own name for it. `*` stands for any characters.
   *
   * - `shell`: Runs a command. `command` says which.
   * - `read`: Reads a file. `path` says which.
   * - `edit`: Changes a file. `path` says which.
   * - `write`: Writes a whole file. `path` says which.
   * - `search`: Searches files for a pattern. `path` says which.
   * - `list`: Lists a directory. `path` says which.
   * - `ask_user`: Asks its user a question.
   * - `delegate`: Gives work to a subagent.
   * - `skill`: Reads a skill.
   */
  tool?: string;
  /**
   * A command of the tool `shell`, word by word. A `*` as the last word stands for any further words, also none. Each part of a longer command is judged by itself: write one command without `&&` and `|`.
   */
  command?: string;
  /**
   * The files of the tools `read`, `edit`, `write`, `search` and `list`: a pattern as in `permissions.secret_files`.
   */
  path?: string;
  /**
   * The name of an entry of `mcp_servers`. `*` stands for any characters.
   */
  server?: string;
}
