/** Whether a coding agent runs this program: agents set certain variables, whose values are not read. */
import type { Terminal } from "../../../terminal/terminal.js";

/** The first one is a convention of several agents. */
const VARIABLES = [
  ...["AI_AGENT", "AUGMENT_AGENT", "CLAUDECODE", "CLAUDE_CODE", "CODEX_SANDBOX", "CODEX_THREAD_ID", "CURSOR_AGENT"],
  ...["GEMINI_CLI", "GOOSE_PROVIDER", "JUNIE_DATA", "JUNIE_SHIM_PATH", "OPENCODE", "REPL_ID"],
] as const;

/** False at a terminal, where a person reads. */
export function isRunByAgent({ host, stdout }: Pick<Terminal, "host" | "stdout">): boolean {
  return VARIABLES.some((name) => Boolean(host.env[name])) && stdout.isTTY !== true;
}
