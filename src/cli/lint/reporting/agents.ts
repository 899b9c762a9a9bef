/** Whether a coding agent runs this program, as it can be told by the variables that each sets. Their values are not looked at. */
import type { Terminal } from "../../../terminal/terminal.js";

/** The first is meant for all of them. */
const VARIABLES = [
  ...["AI_AGENT", "AUGMENT_AGENT", "CLAUDECODE", "CLAUDE_CODE", "CODEX_SANDBOX", "CODEX_THREAD_ID", "CURSOR_AGENT"],
  ...["GEMINI_CLI", "GOOSE_PROVIDER", "JUNIE_DATA", "JUNIE_SHIM_PATH", "OPENCODE", "REPL_ID"],
] as const;

/** Not where a person looks on. */
export function isRunByAgent({ host, stdout }: Pick<Terminal, "host" | "stdout">): boolean {
  return VARIABLES.some((name) => Boolean(host.env[name])) && stdout.isTTY !== true;
}
