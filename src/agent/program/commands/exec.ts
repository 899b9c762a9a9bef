/** `agent exec`: one prompt, in a session for it or in one that goes on. */
import { command, EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { sleepLong } from "../../machine/interfaces/clock.js";
import type { HistoryItem } from "../../wire/client/index.js";
import { complain, misuse } from "../common/complain.js";
import { leftAfter } from "../common/left-output.js";
import { machine } from "../common/machine.js";
import { countOf, durationOf, NO_COUNT, START, type StartFlags } from "../common/options.js";
import { called, refusalInTurn } from "../common/refusal.js";
import { whyUnwritable, writeWhole } from "../common/user-file.js";
import { newSessionId } from "../start/new-session.js";
import { type StartedSession, startUnless } from "../start/starting.js";
import { stopDaemon } from "../start/stopping.js";
import { hintsFor, namesSession, sayRuns, sessionToContinue } from "../start/to-continue.js";
import { EchoNotice } from "../talk/echo.js";
import { INTERRUPTED } from "../talk/ending.js";
import { type ExecFormat, ExecOutput, FORMATS, lastOf, resultOf } from "../talk/exec-output.js";
import { promptOf } from "../talk/input.js";
import { sayPart, wholeText } from "../talk/long-answer.js";
import { whyFailed, whyShort } from "../talk/next-step.js";
import { oneTurn, type TurnReport } from "../talk/one-turn.js";

interface ExecFlags extends StartFlags {
  readonly model?: string;
  readonly format: ExecFormat;
  readonly quiet?: boolean;
  readonly failOnDenied?: boolean;
  readonly continue?: string | true;
  readonly outputLast?: string;
  readonly maxTurns?: string;
  readonly timeout?: string;
}

/** The exit code after a limit of the command line. */
const LIMIT = 4;

/** Every exit code, for help and documentation. */
export const EXEC_EXITS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.ok, "the turn is whole, or the reader of its answer has gone"],
  [
    EXIT.findings,
    "the turn failed, was cut off or cancelled, or a call was denied under `--fail-on-denied`; also a start that fails, and a session that cannot go on",
  ],
  [EXIT.usage, "wrong usage"],
  [EXIT.noConfig, "no configuration found"],
  [LIMIT, "a limit: `--max-turns` or `--timeout`"],
  [INTERRUPTED, "you interrupted it; after another signal, 128 and its number"],
];

export const exec = command<ExecFlags>({
  examples: [
    { line: 'agent exec "what is in this directory?"', describe: "one prompt, one answer" },
    { line: 'agent exec --model default_model:mini "…"', describe: "of another model" },
    { line: "git diff | agent exec -", describe: "the prompt comes on standard input" },
    { line: 'agent exec --continue "and the tests?"', describe: "in the latest session of this directory" },
    { line: 'agent exec --format jsonl --max-turns 20 --timeout 10m "…"', describe: "in a job" },
  ],
  arguments: [{ name: "[text]", describe: "the prompt; - for standard input" }],
  options: [
    { flags: "--model <model>", describe: "the model that answers (default: that of `defaults.full`)" },
    { flags: "--format <format>", describe: "how the answer is written", choices: FORMATS, default: "text" },
    { flags: "--quiet", describe: "print no line for each call of a tool on standard error" },
    { flags: "--fail-on-denied", describe: "exit with 1 when a call of a tool was not allowed" },
    { flags: "--continue [id]", describe: "go on with the latest session of this directory, or with this one" },
    { flags: "--output-last <file>", describe: "write the last answer into this file as well", takes: "file" },
    { flags: "--max-turns <count>", describe: "end the turn after so many answers of the model" },
    { flags: "--timeout <duration>", describe: "cancel the turn after this time: 90s, 15m, 2h, 1d" },
    ...START,
  ],
  more: `
The answer goes to standard output as it comes: on a terminal without control characters, in a pipe or a file exactly as the model
wrote it, and in a job of a CI system without the commands that it would obey; \`--format json\` and \`jsonl\` are always exact. \`jsonl\` has each record of
the session on a line as it comes, and as its last line the fields of \`json\`, with \`"event": "result"\`; \`agent print exec-event-schema\` describes the lines. The turn waits for the tool servers
that are configured, as long as \`--tools-timeout\` says; standard error and \`tools.missing\` of the JSON name those that are missing. When its reader goes away, it stops. Nobody can be asked here: each question
of the agent is answered with no, and standard error says which \`--allow\` lets a refused call run. A provider that is overloaded or limits the rate of requests is waited for, at most five minutes at a time, and standard error says until when. Standard error has a line for each call of a tool when it begins and when it ends, and at the end the number of calls
that were not allowed; the JSON lists them as \`calls\` and \`denied\`. The session stays, and can be continued; a turn that a limit has ended is part of it. A session goes on only in the directory that it works in, and only while nothing else runs it. The file of
\`--output-last\` is written when the turn ends, also at a limit: whole or not at all.

${EXEC_EXITS.map(([code, meaning]) => `- ${code}: ${meaning}`).join("\n")}`,
  run: async (terminal, [text], flags) => {
    const { timeout, outputLast } = flags;
    const maxTurns = flags.maxTurns === undefined ? undefined : countOf(flags.maxTurns);
    if (flags.maxTurns !== undefined && maxTurns === undefined) return misuse(terminal, NO_COUNT);
    const time = timeout === undefined ? undefined : durationOf(timeout);
    if (timeout !== undefined && time === undefined) return misuse(terminal, NO_TIME);
    const unwritable = outputLast === undefined ? undefined : whyUnwritable(terminal, outputLast);
    if (unwritable !== undefined) return misuse(terminal, unwritable);
    const words = await wordsIn(terminal, text, flags);
    if (typeof words === "number") return words;
    const [over, late] = [new AbortController(), new AbortController()];
    if (time !== undefined)
      void sleepLong(machine.clock, time, over.signal).then(() => over.signal.aborted || late.abort());
    try {
      const content = await promptOf(terminal, words.text, late.signal);
      if (content === undefined) return late.signal.aborted ? tooLate(terminal) : EXIT.usage;
      return await answered(terminal, { ...words, content, maxTurns, late: late.signal }, flags);
    } finally {
      over.abort();
    }
  },
});

const NO_TIME = "`--timeout` takes a time such as 90s, 15m, 2h or 1d";

async function tooLate(terminal: Terminal): Promise<number> {
  await complain(terminal, "the time of `--timeout` was over before the turn began");
  return LIMIT;
}

interface Words {
  readonly text: string;
  /** The session to go on with; `true` for the latest of this directory. */
  readonly session?: string | true | undefined;
}

/** The prompt, which may stand behind `--continue` like an id; the exit code after a message without one. */
async function wordsIn(terminal: Terminal, text: string | undefined, flags: ExecFlags): Promise<Words | number> {
  const { continue: which } = flags;
  if (which === "") return misuse(terminal, "the id of `--continue` is empty");
  if (text !== undefined) return { text, session: which };
  if (typeof which !== "string") return misuse(terminal, "the prompt is missing");
  if (await namesSession(terminal, which, flags))
    return misuse(terminal, `the prompt is missing: \`agent exec --continue ${which} "…"\``);
  return { text: which, session: true };
}

interface Asked extends Words {
  readonly content: string;
  readonly maxTurns: number | undefined;
  readonly late: AbortSignal;
}

/** Starts the session, asks, and stops it again. */
async function answered(outer: Terminal, asked: Asked, flags: ExecFlags): Promise<number> {
  const { session, maxTurns, late } = asked;
  // From here on this process alone stops the daemon.
  const [ending, stuck] = [new AbortController(), new AbortController()];
  let interrupted: number | undefined;
  const forget = machine.onStopSignal((exitCode) => {
    interrupted ??= exitCode;
    ending.abort();
  });
  const gone = AbortSignal.any([ending.signal, stuck.signal]);
  const { terminal, leave } = leftAfter(outer, gone, machine.clock);
  try {
    const old = session === undefined ? undefined : await sessionToContinue(terminal, session, flags);
    if (typeof old === "number") return old;
    const sessionId = old?.sessionId ?? newSessionId(machine);
    const own = old === undefined ? {} : { workingDir: old.directory, hints: hintsFor(old) };
    const start = { ...flags, ...own, resume: old !== undefined, isExec: true, maxTurns };
    const started = await startUnless(terminal, sessionId, start, late);
    if (started === "runs") {
      await complain(terminal, sayRuns(sessionId));
      return EXIT.findings;
    }
    if (typeof started === "number") return interrupted ?? (late.aborted ? tooLate(terminal) : started);
    let code: number;
    try {
      const ends = { interrupted: ending.signal, late, stuck: () => stuck.abort() };
      code = await called(terminal, () => ask(terminal, started, asked, flags, ends));
    } finally {
      await stopDaemon(started.client, started.paths.lock).catch(() => false);
    }
    return interrupted ?? code;
  } finally {
    forget();
    leave();
  }
}

async function ask(
  terminal: Terminal,
  { client, ready, paths }: StartedSession,
  { content }: Asked,
  { model, format, quiet = false, failOnDenied = false, outputLast }: ExecFlags,
  ends: Parameters<typeof oneTurn>[4],
): Promise<number> {
  const whole = (item: HistoryItem): Promise<string | undefined> => wholeText(paths, item);
  const output = new ExecOutput(terminal, format, whole);
  const report = await oneTurn(terminal, client, { content, model, isQuiet: quiet }, output, ends);
  const answers = await Promise.all(report.answers.map(async (item) => ({ item, text: await whole(item) })));
  await output.end(resultOf(ready.session_id, report, answers));
  if (output.isLost && !ends.late.aborted) return EXIT.ok;
  const parts = answers.filter(({ text }) => text === undefined);
  if (format === "text") await new EchoNotice(terminal).of(report.answers);
  for (const { item } of parts) await complain(terminal, sayPart(paths, item));
  for (const message of messagesOf(report, ends)) await complain(terminal, message);
  const isWritten = ends.interrupted.aborted || outputLast === undefined;
  const unwritten = isWritten ? undefined : writeWhole(terminal, outputLast, lastOf(answers));
  if (unwritten !== undefined) await complain(terminal, unwritten);
  if (report.limit !== undefined) return LIMIT;
  const isDenied = failOnDenied && report.denials > 0;
  return isWhole(report) && parts.length === 0 && !isDenied && unwritten === undefined ? EXIT.ok : EXIT.findings;
}

const CUT: readonly unknown[] = ["length", "content_filter", "max_tool_turns"];

function isWhole({ end }: TurnReport): boolean {
  return end?.outcome === "completed" && !CUT.includes(end.finish);
}

/** How the turn ended, for people. */
function messagesOf({ end, answers, denials: count, limit, failure }: TurnReport, ends: { interrupted: AbortSignal }) {
  const messages: string[] = [];
  const { outcome, error, finish } = end ?? {};
  if (failure !== undefined) messages.push(refusalInTurn(failure));
  else if (limit === "timeout") messages.push("the turn was cancelled: it took longer than `--timeout`");
  else if (outcome === undefined && !ends.interrupted.aborted) messages.push("it is unknown how the turn ended");
  if (error !== undefined) messages.push(whyFailed(error));
  const short = outcome === "completed" ? whyShort(finish, answers.length > 0) : undefined;
  if (short !== undefined) messages.push(short);
  if (count > 0) messages.push(count === 1 ? "1 call was not allowed" : `${count} calls were not allowed`);
  return messages;
}
