/** Calls about which a person is asked whatever the matcher is, because they name secret files (spec 2.7, P-S33). */
import type { PermissionCall } from "../../../permissions/call.js";
import { secretIn } from "../../../permissions/secret-call.js";
import { printable } from "../../../text/escape.js";

/** The first line of the question; undefined for any other call. */
export function secretFileAlarm(call: PermissionCall, secretFiles: readonly string[]): string | undefined {
  const mention = secretIn(call, secretFiles);
  if (mention === undefined) return undefined;
  const { pattern, word } = mention;
  if (pattern === undefined) return "This command is too long to be looked through:";
  return call.command === undefined
    ? `This is a secret file (by \`${pattern}\`): ${printable(word)}`
    : `This names a secret file (${word}, by \`${pattern}\`):`;
}
