/** The message for a configuration that no daemon starts with, with the next step of its user. */
import type { Diagnostic, LoadResult } from "../../../index.js";
import { EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import type { ConfigurationFlags } from "../common/options.js";

interface Unloaded {
  readonly message: string;
  readonly exitCode: number;
  /** Whether the diagnostics say more than the message. */
  readonly isShown: boolean;
}

/** `directory`: where the agent was to work, from which the report names files. */
export function whyNotLoaded(
  { host }: Terminal,
  { global, project }: ConfigurationFlags,
  result: LoadResult,
  directory: string,
): Unloaded {
  const from = host.cwd === directory ? "" : `; the report names files from ${printable(directory)}`;
  if (result.ok) return { message: `${LED_AWAY}${from}`, exitCode: EXIT.findings, isShown: true };
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  // A layer that cannot be read has no digest.
  const unread = new Set(result.layers.filter(({ sha256 }) => sha256 === undefined).map(({ file }) => file));
  if (errors.every(({ file }) => unread.has(file))) {
    const isThere = ({ file }: Diagnostic): boolean => {
      const path = file.replace(/^~(?=\/)/, host.home ?? "~");
      return host.kindOf(host.isAbsolute(path) ? path : host.join(directory, path)) !== undefined;
    };
    const isNamed = typeof global === "string" || typeof project === "string";
    const reasons = errors.map((error) => `${printable(error.file)}: ${error.message}`);
    const message = isNamed || errors.some(isThere) ? reasons.join("; ") : NO_CONFIG;
    return { message, exitCode: EXIT.noConfig, isShown: false };
  }
  const message = errors.every(isOfPolicy) ? FORBIDDEN : errors.every(isOfMachine) ? NOT_HERE : ERRORS;
  return { message: `${message}${from}`, exitCode: EXIT.findings, isShown: true };
}

function isOfPolicy({ rule }: Diagnostic): boolean {
  return rule.startsWith("policy/");
}

/** Whether a mistake is invisible to lint, which reads no variable and no other file, and runs no command. */
function isOfMachine({ rule }: Diagnostic): boolean {
  return /^(?:substitution|path)\//.test(rule);
}

const LED_AWAY =
  "this project redirects your own requests or credentials; `--project-trust granted` starts without the values that you have not vouched for";
export const NO_CONFIG =
  "there is no configuration; `agentcfg init --global` begins one, and with `--provider echo` one that needs no network";
const NOT_HERE = "the configuration does not load here; `agentcfg doctor` says what is missing";
const FORBIDDEN =
  "the policy of this machine keeps the configuration from loading; `agentcfg explain --policy` prints it";
const ERRORS = "the configuration has errors; `agentcfg lint` says what to write instead";
