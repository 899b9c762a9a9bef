/** `agent daemon`: serves one session until it is told to stop. */
import { format } from "../../../index.js";
import { openCatalog } from "../../../terminal/catalog.js";
import { command, EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { version } from "../../../terminal/version.js";
import { printable } from "../../../text/escape.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import { logTo } from "../../machine/interfaces/log.js";
import { type Start, startDaemon } from "../../session/daemon/start.js";
import type { SessionChoice } from "../../session/store/open.js";
import { isSessionId } from "../../session/store/paths.js";
import { addressOf } from "../common/address.js";
import { complain, misuse } from "../common/complain.js";
import { machine, stateDirectoryOf } from "../common/machine.js";
import { loadOptionsOf, runRules, START, type StartFlags, timeoutsOf, workingDirectory } from "../common/options.js";
import { complainOfPath } from "../common/search-path.js";
import { sayFailed, sayLine } from "../common/start-line.js";
import { StopSignals, stoppedByInput } from "../common/stop-signals.js";
import { newSessionId } from "../start/new-session.js";
import { whyNotLoaded } from "../start/unloaded.js";
import { sayElsewhere, sayVariables, sayWithheld } from "../start/withheld.js";

interface DaemonFlags extends StartFlags {
  readonly credentialFile?: string;
  readonly session?: string;
  readonly resume?: boolean;
  readonly listen: string;
  readonly logFile?: string;
  readonly exec?: boolean;
  readonly untilInputEnds?: boolean;
}

const VARIABLE = "AGENT_DAEMON_CREDENTIAL_FILE";

export const daemon = command<DaemonFlags>({
  examples: [
    { line: "agent daemon --credential-file credential.json", describe: "serve a new session" },
    { line: "agent daemon --credential-file credential.json --session ID --resume", describe: "serve an old one" },
  ],
  options: [
    {
      flags: "--credential-file <file>",
      describe: `the bearer token that callers must have (or $${VARIABLE})`,
      takes: "file",
    },
    { flags: "--session <id>", describe: "name of the session (default: a new one)" },
    { flags: "--resume", describe: "go on with an existing session, in its own directory" },
    { flags: "--exec", describe: "begin with the facet of `active_session.default_exec_facet`, as `agent exec` does" },
    {
      flags: "--until-input-ends",
      describe: "stop in order when standard input ends, as it does with the program that holds its other end",
    },
    { flags: "--listen <address>", describe: "loopback address and port, 0 for a free one", default: "127.0.0.1:0" },
    { flags: "--log-file <file>", describe: "where the log goes instead of standard error", takes: "file" },
    ...START,
  ],
  more: `
It prints one line of JSON when it serves or cannot start, and writes its log to standard error. SIGINT and SIGTERM stop it in order, and so do
\`--idle-timeout\` and \`--until-input-ends\`; without these it never ends by itself. The
credential file is like {"version":1,"kind":"agent-daemon-credential","token":"…"}, with mode 0600; \`agent new\` makes one.`,
  run: async (terminal, _, flags) => {
    try {
      return await runDaemon(terminal, flags);
    } finally {
      // An open input would keep the daemon after a start that fails.
      if (flags.untilInputEnds === true) terminal.stdin.destroy?.();
    }
  },
});

async function runDaemon(terminal: Terminal, flags: DaemonFlags): Promise<number> {
  const { host } = terminal;
  const credentialFile = flags.credentialFile ?? host.env[VARIABLE];
  if (!credentialFile)
    return misuse(terminal, `a daemon needs a credential: give \`--credential-file\`, or set \`${VARIABLE}\``);
  const sessionId = flags.session ?? newSessionId(machine);
  if (!isSessionId(sessionId))
    return misuse(terminal, "a session's name has up to 64 of a-z, 0-9 and -, and does not begin with -");
  if (flags.resume === true && flags.session === undefined)
    return misuse(terminal, "`--resume` needs the `--session` to resume");
  const address = addressOf(flags.listen);
  if (address === undefined) return misuse(terminal, "`--listen` takes a loopback address and a port: 127.0.0.1:0");
  const timeouts = timeoutsOf(flags);
  if (typeof timeouts === "string") return misuse(terminal, timeouts);
  const allow = runRules(flags.allow);
  if (typeof allow === "string") return misuse(terminal, allow);
  const how = choiceOf(terminal, flags);
  if (typeof how === "string") return misuse(terminal, how);
  const stateDirectory = stateDirectoryOf(terminal, flags.stateDir);
  if (stateDirectory === undefined) return misuse(terminal, "there is no home directory: give `--state-dir`");
  const catalog = await openCatalog(terminal, flags.catalog, complain);
  if (catalog === "unusable") return EXIT.usage;

  const write =
    flags.logFile === undefined
      ? (line: string) => void terminal.stderr.write(line)
      : await appender(machine.files, host.resolve(flags.logFile));
  if (typeof write === "string") return misuse(terminal, `cannot write the log: ${write}`);
  if (flags.logFile !== undefined) await complainOfPath(terminal);
  const signals = new StopSignals(flags.untilInputEnds === true ? stoppedByInput(terminal) : terminal);
  const started = await startDaemon(
    {
      ...{ credentialFile: host.resolve(credentialFile), stateDirectory, sessionId, how },
      ...{ ...address, ...timeouts, facet: flags.facet, allow, isExec: flags.exec === true },
      load: { ...loadOptionsOf(terminal, flags, catalog), signal: signals.signal },
    },
    { ...machine, processes: machine.processes, env: host.env, version, log: logTo(write, machine.clock) },
  );
  if (started.kind !== "ready") signals.forget();
  if (started.kind !== "ready" && signals.exitCode !== undefined) return signals.exitCode;
  if (started.kind === "configuration") return sayConfiguration(terminal, flags, started);
  if (started.kind === "failed") return sayFailed(terminal, started.code, started.message);
  const { daemon: running, withheld, projectErrors, elsewhere, workingDirectory: workingDir } = started;
  const { withheldVariables, promptProblems, permissionErrors } = started;
  signals.stops(() => void running.stop("signal"));
  await sayWithheld(terminal, withheld, { ...flags, workingDir });
  await sayElsewhere(terminal, elsewhere, flags);
  await sayVariables(terminal, withheldVariables, flags);
  const { url, sessionId: session_id, directory: session_dir, epoch: daemon_epoch } = running;
  await sayLine(terminal, {
    state: "ready",
    url,
    session_id,
    session_dir,
    daemon_epoch,
    pid: machine.processes.self.pid,
    ...(withheld.length === 0 ? {} : { withheld: [...withheld] }),
    ...(projectErrors === undefined ? {} : { project_errors: projectErrors }),
    ...(permissionErrors === undefined ? {} : { permission_errors: permissionErrors }),
    ...(elsewhere === undefined ? {} : { elsewhere }),
    ...(withheldVariables === undefined ? {} : { withheld_variables: withheldVariables }),
    ...(promptProblems.length === 0
      ? {}
      : { prompt_problems: promptProblems.map(({ path, text: why }) => ({ path, why })) }),
  });
  await running.stopped;
  signals.forget();
  return EXIT.ok;
}

/** The session that is served, or the message for a command line that cannot be meant. */
function choiceOf(terminal: Terminal, flags: DaemonFlags): SessionChoice | string {
  const { host } = terminal;
  if (flags.resume === true) return flags.workingDir === undefined ? { kind: "resume" } : ITS_OWN;
  const directory = workingDirectory(terminal, flags);
  const kind = host.kindOf(host.realPath(directory) ?? directory);
  if (kind === "directory" || kind === "unknown") return { kind: "new", workingDirectory: directory };
  const why = kind === undefined ? "there is no such directory" : "that is not a directory";
  return `cannot start in ${printable(directory)}: ${why}`;
}

const ITS_OWN = "`--resume` takes no `--working-dir`: a session works in the directory that it began in";

/** Prints the report of the configuration, and the line for the starter. */
async function sayConfiguration(
  terminal: Terminal,
  flags: StartFlags,
  { result, workingDirectory }: Start & { readonly kind: "configuration" },
): Promise<number> {
  const { message, exitCode, isShown } = whyNotLoaded(terminal, flags, result, workingDirectory);
  if (isShown) await print(terminal.stderr, `${format(result, "pretty", { host: terminal.host })}\n`);
  await sayFailed(terminal, "configuration_error", message);
  return exitCode;
}

/**
 * Adds lines to a log file in order: a disk that refuses loses lines, and stops nothing. Resolves with the reason where the file cannot be
 * opened.
 */
async function appender(files: Files, path: string): Promise<((line: string) => void) | string> {
  try {
    const file = await files.open(path, (await files.status(path)) === undefined ? "create" : "append");
    let last: Promise<void> = Promise.resolve();
    return (line) => {
      last = last.then(() => file.append(Buffer.from(line))).catch(() => {});
    };
  } catch (error) {
    if (error instanceof FileError) return `${error.failure} (${error.detail})`;
    throw error;
  }
}
