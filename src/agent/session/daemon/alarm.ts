/** Calls that name a secret file, which are asked about under every matcher (spec 2.7, P-S33). */

import { mentionsSecretFile } from "../../../permissions/secret-files.js";
import { secretPatternOf } from "../../../permissions/secret-paths.js";
import { printable } from "../../../text/escape.js";
import type { ToolPlace } from "../tools/tool.js";
import type { Wish } from "../turn/permission.js";

/** The first line of the question; undefined for any other call. */
export function secretFileAlarm(
  { tool, input, places }: Wish,
  secretFiles: readonly string[],
  cwd: string,
): string | undefined {
  if (places !== undefined) return placesAlarm(places, secretFiles, cwd);
  const { command } = input;
  if (tool.name !== "shell" || typeof command !== "string") return undefined;
  const mention = mentionsSecretFile(command, secretFiles, cwd);
  if (mention === undefined) return undefined;
  const { pattern, word } = mention;
  return pattern === undefined
    ? "This command is too long to be looked through:"
    : `This names a secret file (${word}, by \`${pattern}\`):`;
}

function placesAlarm(places: readonly ToolPlace[], secretFiles: readonly string[], cwd: string): string | undefined {
  const patternOf = secretPatternOf(secretFiles, cwd);
  for (const { path, named = path } of places) {
    const pattern = patternOf(path) ?? patternOf(named);
    if (pattern !== undefined) return `This is a secret file (by \`${pattern}\`): ${printable(path)}`;
  }
  return undefined;
}
