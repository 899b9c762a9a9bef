/** A call that names a secret file is asked about under every matcher (spec 2.7, P-S33). */
import { mentionsSecretFile } from "../run/shell/secret-files.js";
import type { Fields } from "../run/tools/tool.js";

/** The first line of the question; undefined for a call that names none. */
export function secretFileAlarm(input: Fields, secretFiles: readonly string[], cwd: string): string | undefined {
  const { command } = input;
  if (typeof command !== "string") return undefined;
  const mention = mentionsSecretFile(command, secretFiles, cwd);
  if (mention === undefined) return undefined;
  const { pattern, word } = mention;
  return pattern === undefined
    ? "This command is too long to be looked through:"
    : `This names a secret file (${word}, by \`${pattern}\`):`;
}
