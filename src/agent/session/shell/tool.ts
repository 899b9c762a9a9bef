/** The tool `shell`: a command in the session's working directory, as a group of processes of its own (P-S33, P-S79, spec 2.6). */
import { limits } from "../../../generated/protocol/tables.js";
import { mentionsSecretFile } from "../../../permissions/secret-files.js";
import type { StartChild } from "../../machine/interfaces/children.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Files } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { Scrubber } from "../scrub/scrubber.js";
import { type Fields, MACHINE, type Tool, type ToolCall, type ToolDefinition, type ToolResult } from "../tools/tool.js";
import { type Ending, untilEnd } from "./ending.js";
import { shellEnvironment, withoutSecrets } from "./environment.js";
import { languages, type ShellName } from "./language.js";
import { Output } from "./output.js";
import type { Started } from "./run-script.js";
import { endSaid, startFailureSaid } from "./said.js";
import { withoutSecretFiles } from "./search-results.js";
import type { SessionStart } from "./start.js";

export interface ShellParts {
  /** `agent_behavior.shell.command` and `init_script`. */
  readonly shell: ShellName;
  readonly initScript: string | undefined;
  /** The session's working directory, and the directory at which `init_script` starts. */
  readonly cwd: string;
  readonly project: string;
  /** Whether the user vouches for the working directory. */
  readonly isOwn: boolean;
  /** The daemon's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secretFiles: readonly string[];
  /** Asked at each call: logins add credentials. */
  readonly scrubber: () => Scrubber;
  /** One for the whole session. */
  readonly sessionStart: SessionStart;
  readonly start: StartChild;
  readonly clock: Clock;
  readonly files: Pick<Files, "status" | "join" | "realPath">;
  readonly log: Pick<Log, "say">;
}

export function shellTool(parts: ShellParts): Tool {
  return {
    ...shellDefinition(parts.shell, parts.isOwn),
    lane: MACHINE,
    run: (input: Fields, call: ToolCall) => run(parts, input, call),
  };
}

/** What a model and a catalog are told of it. */
export function shellDefinition(shell: ShellName, isOwn: boolean): ToolDefinition {
  const description = descriptionOf(shell, isOwn);
  return { name: "shell", description, inputSchema, strict: false, tags: ["shell"], origin: "shipped" };
}

function descriptionOf(shell: ShellName, isOwn: boolean): string {
  const [name, chain] = shell === "bash" ? ["bash", "`&&`"] : ["PowerShell", "`;`"];
  const withheld = isOwn
    ? ""
    : " Nor are variables whose names say that they hold a credential, such as API_TOKEN: the user does not vouch for this directory.";
  return `Runs a command with ${name} in the working directory of the session and returns what it prints, standard output and standard \
error together, and its exit code when it is not 0. Every call is a new ${name}: a changed directory, variables and functions do not last, so \
join steps that belong together with ${chain}. Standard input is empty: use options that keep programs from asking. Processes that are still \
running when the command ends are killed. A command is stopped after ${limits.shellTimeout / 1000} seconds, or after \`timeout_seconds\`. \
Of very long output the middle is left out. Credentials of the agent's configuration are not in the environment, and are shown as [redacted].\
${withheld} Where a command names a file that the user calls secret, the user is asked first, and where other output names such a file, its lines are \
redacted: a courtesy, not a wall.`;
}

async function run(parts: ShellParts, fields: Fields, { signal }: ToolCall): Promise<ToolResult> {
  const read = readInput(fields);
  if (read.kind === "refused") return failure(`not run: ${read.why}`);
  const started = signal.aborted ? undefined : await startedFor(parts, signal);
  if (started === undefined || signal.aborted) return failure("not run: the call was cancelled");
  const result = await runCommand(parts, read.input, started, signal);
  return started.notice === undefined ? result : { ...result, text: `${started.notice}\n${result.text}` };
}

async function startedFor(parts: ShellParts, signal: AbortSignal): Promise<Started | undefined> {
  const env = shellEnvironment(parts.env, parts.scrubber(), parts.isOwn);
  if (parts.initScript === undefined) return { env, notice: undefined };
  return parts.sessionStart.for({ ...parts, script: parts.initScript, env, scrubber: parts.scrubber() }, signal);
}

async function runCommand(
  { shell, cwd, scrubber, secretFiles, start, clock }: ShellParts,
  { command, timeout }: ShellInput,
  started: Started,
  signal: AbortSignal,
): Promise<ToolResult> {
  const language = languages[shell];
  const { program } = language;
  const output = new Output(scrubber());
  let ending: Ending;
  try {
    const env = withoutSecrets(started.env, scrubber());
    const child = await start({
      program,
      words: language.command(command),
      cwd,
      env,
      input: "none",
      take: output.take,
    });
    ending = await untilEnd(child, { clock, signal, timeout });
  } catch (error) {
    return failure(`not run: ${startFailureSaid(error, program)}`);
  }
  const all = output.end();
  // Where the command names such a file the user was asked, and wants to see it.
  const isAsked = mentionsSecretFile(command, secretFiles, cwd) !== undefined;
  const printed = isAsked ? all : withoutSecretFiles({ text: all, command, cwd }, secretFiles);
  const said = endSaid(ending, timeout);
  const { missing } = output;
  return { text: ended(printed, said), isError: said !== undefined, ...(missing === 0 ? {} : { missing }) };
}

/** What was printed, and on a line of its own what did not go well. */
function ended(printed: string, said: string | undefined): string {
  if (said === undefined) return printed === "" ? "[no output]" : printed;
  return `${printed === "" || printed.endsWith("\n") ? printed : `${printed}\n`}[${said}]`;
}

function failure(text: string): ToolResult {
  return { text: `[${text}]`, isError: true };
}

const SECOND = 1000;
const USUAL = limits.shellTimeout / SECOND;
const LONGEST = limits.shellTimeoutLongest / SECOND;

const inputSchema: Fields = {
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

interface ShellInput {
  readonly command: string;
  /** In milliseconds. */
  readonly timeout: number;
}

type InputRead =
  | { readonly kind: "input"; readonly input: ShellInput }
  | { readonly kind: "refused"; readonly why: string };

/** `null` counts as absent: some providers have models name every field. */
function readInput({ command, timeout_seconds: seconds = null, ...others }: Fields): InputRead {
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
