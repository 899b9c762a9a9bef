/** Whether a call names a secret file (spec 2.7): then it is asked about whatever the matcher is (P-S33). */
import type { PermissionCall } from "./call.js";
import { mentionsSecretFile, type SecretMention } from "./secret-files.js";
import { secretPatternOf } from "./secret-paths.js";

/** Of a tool of files the word is the path itself. */
export function secretIn(
  { command, places = [], cwd }: PermissionCall,
  secretFiles: readonly string[],
): SecretMention | undefined {
  if (command !== undefined) return mentionsSecretFile(command.text, secretFiles, cwd);
  const patternOf = secretPatternOf(secretFiles, cwd);
  for (const { path, named = path } of places) {
    const pattern = patternOf(path) ?? patternOf(named);
    if (pattern !== undefined) return { pattern, word: path };
  }
  return undefined;
}
