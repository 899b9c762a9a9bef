/** The input of the tool `shell`: what a model is told of it, and its reading. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Fields } from "../tools/tool.js";

const SECOND = 1000;
const USUAL = limits.shellTimeout / SECOND;
const LONGEST = limits.shellTimeoutLongest / SECOND;

export const inputSchema: Fields = {
  type: "object",
  properties: {
    command: { type: "string", minLength: 1, description: "The command line or script to run." },
    timeout_seconds: {
      type: "number",
      minimum: 1,
      maximum: LONGEST,
      description: `Seconds after which the command is stopped; ${USUAL} without it.`,
    },
  },
  required: ["command"],
  additionalProperties: false,
};

export interface ShellInput {
  readonly command: string;
  /** In milliseconds. */
  readonly timeout: number;
}

export type InputRead =
  | { readonly kind: "input"; readonly input: ShellInput }
  | { readonly kind: "refused"; readonly why: string };

/** `null` counts as absent: some providers have models name every field. */
export function readInput({ command, timeout_seconds: seconds = null, ...others }: Fields): InputRead {
  if (Object.keys(others).length > 0) return refused("only `command` and `timeout_seconds` may be given");
  if (typeof command !== "string" || command.trim() === "")
    return refused("`command` must be a text that is not empty");
  if (command.includes("\0")) return refused("`command` must not hold a NUL character");
  if (seconds === null) return { kind: "input", input: { command, timeout: limits.shellTimeout } };
  if (typeof seconds !== "number" || !(seconds >= 1 && seconds <= LONGEST))
    return refused(`\`timeout_seconds\` must be a number from 1 to ${LONGEST}`);
  return { kind: "input", input: { command, timeout: seconds * SECOND } };
}

function refused(why: string): InputRead {
  return { kind: "refused", why };
}
