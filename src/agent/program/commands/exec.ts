/** `agent exec`: a session for one prompt. */
import { limits } from "../../../generated/protocol/tables.js";
import type { MissingServer } from "../../../generated/protocol/types.js";
import { command, EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { escapedInQuotes } from "../../../text/escape.js";
import { missingMessage } from "../../session/mcp/missing.js";
import type { Daemon, HistoryItem } from "../../wire/client/index.js";
import { PATIENCE } from "../common/client.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { START, type StartFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { newSessionId } from "../start/new-session.js";
import { type StartedSession, startSession } from "../start/starting.js";
import { stopDaemon } from "../start/stopping.js";
import { CallReport } from "../talk/call-report.js";
import { sayCompaction } from "../talk/compaction.js";
import { Declining } from "../talk/declining.js";
import { EchoNotice } from "../talk/echo.js";
import { promptOf } from "../talk/input.js";
import { sayPart, wholeText } from "../talk/long-answer.js";
import { whyFailed, whyShort } from "../talk/next-step.js";
import { Talk } from "../talk/talk.js";
import { type EndedTurn, TurnWatch } from "../talk/turns.js";
import { WaitLines } from "../talk/wait-lines.js";

interface ExecFlags extends StartFlags {
  readonly model?: string;
  readonly format: "text" | "json";
  readonly quiet?: boolean;
  readonly failOnDenied?: boolean;
}

export const exec = command<ExecFlags>({
  examples: [
    { line: 'agent exec "what is in this directory?"', describe: "one prompt, one answer" },
    { line: 'agent exec --model default_model:mini "…"', describe: "of another model" },
    { line: "git diff | agent exec -", describe: "the prompt comes on standard input" },
  ],
  arguments: [{ name: "<text>", describe: "the prompt; - for standard input" }],
  options: [
    { flags: "--model <model>", describe: "the model that answers (default: that of `defaults.full`)" },
    { flags: "--format <format>", describe: "how the answer is written", choices: ["text", "json"], default: "text" },
    { flags: "--quiet", describe: "print no line for each call of a tool on standard error" },
    { flags: "--fail-on-denied", describe: "exit with 1 when a call of a tool was not allowed" },
    ...START,
  ],
  more: `
The answer goes to standard output as it comes: on a terminal without control characters, in a pipe or a file exactly as the model
wrote it, and in a job of a CI system without the commands that it would obey; \`--format json\` is always exact. The turn waits for the tool servers
that are configured, as long as \`--tools-timeout\` says; standard error and \`tools.missing\` of the JSON name those that are missing. It exits with 1
when the turn does not complete or its answer is cut off, and with 130 when you interrupt it; when its reader goes away, it stops. Nobody can be asked here: each question
of the agent is answered with no. A provider that is overloaded or limits the rate of requests is waited for, at most five minutes at a time, and standard error says until when. Standard error has a line for each call of a tool when it begins and when it ends, and at the end the number of calls
that were not allowed; the JSON lists them as \`calls\` and \`denied\`. The session stays, and can be continued.`,
  run: async (terminal, [text = ""], flags) => {
    const content = await promptOf(terminal, text);
    if (content === undefined) return EXIT.usage;
    // From here on this process alone stops the daemon.
    const ending = new AbortController();
    let interrupted: number | undefined;
    const forget = machine.onStopSignal((exitCode) => {
      interrupted ??= exitCode;
      ending.abort();
    });
    try {
      const started = await startSession(terminal, newSessionId(machine), { ...flags, resume: false, isExec: true });
      if (typeof started === "number") return started;
      let code: number;
      try {
        const answer = () => ask(terminal, started, content, flags, ending.signal);
        code = await called(terminal, answer, () => true);
      } finally {
        await stopDaemon(started.client, started.paths.lock).catch(() => false);
      }
      return interrupted ?? code;
    } finally {
      forget();
    }
  },
});

async function ask(
  terminal: Terminal,
  { client, ready, paths }: StartedSession,
  content: string,
  { model, format, quiet = false, failOnDenied = false }: ExecFlags,
  signal: AbortSignal,
): Promise<number> {
  const isText = format === "text";
  const whole = (item: HistoryItem): Promise<string | undefined> => wholeText(paths, item);
  const stdout = isText ? terminal.stdout : { write: (_: string, done?: () => void) => done?.() };
  const talk = new Talk({ stdout, host: terminal.host }, { whole, isAlone: true });
  const watch = new TurnWatch();
  const report = new CallReport(terminal, quiet);
  const waits = new WaitLines(terminal, machine.clock, limits.retryUnasked);
  const declining = new Declining(terminal, client);
  const parts: HistoryItem[] = [];
  const missing: MissingServer[] = [];
  let promptId: string | undefined;
  let ended: EndedTurn | undefined;
  const over = new AbortController();
  const following = { from: "now", patience: PATIENCE, signal: AbortSignal.any([signal, over.signal]) } as const;
  await client.follow({
    ...following,
    apply: async (change) => {
      promptId ??= (await client.prompt({ content, ...(model === undefined ? {} : { model }) }, { signal })).promptId;
      const { missing: without = [] } = (change.kind === "item" ? change.item.tools : undefined) ?? {};
      if (without.length > 0) await complain(terminal, missingMessage(without));
      missing.push(...without);
      await report.take(change);
      await waits.take(change);
      if (!quiet) await sayCompaction(terminal, change);
      const part = await talk.take(change);
      if (part !== undefined) parts.push(part);
      await declining.take(change, signal);
      ended = watch.take(change).find((turn) => turn.promptId === promptId);
      // The reader has closed the pipe; the turn ends with the daemon.
      if (ended !== undefined || (isText && terminal.stdout.isLost)) over.abort();
    },
  });
  await talk.end();
  const items = promptId === undefined || signal.aborted ? [] : await answersOf(client, promptId);
  const { outcome, error, usage, finish } = ended?.finished ?? { outcome: undefined };
  if (!isText) {
    const texts = await Promise.all(items.map(async (item) => [item, await whole(item)] as const));
    for (const [item, text] of texts) if (text === undefined) parts.push(item);
    const said = {
      session_id: ready.session_id,
      prompt_id: promptId,
      outcome: outcome ?? "interrupted",
      finish,
      answer: joined(texts),
      echo: items.some(({ echo }) => echo === true),
      tools: { missing },
      calls: report.calls,
      denied: report.denied,
      usage,
      error,
    };
    await print(terminal.stdout, `${escapedInQuotes(JSON.stringify(said))}\n`);
  }
  if (isText && terminal.stdout.isLost) return EXIT.ok;
  if (isText) await new EchoNotice(terminal).of(items);
  for (const part of parts) await complain(terminal, sayPart(paths, part));
  if (outcome === undefined && !signal.aborted) await complain(terminal, "it is unknown how the turn ended");
  if (error !== undefined) await complain(terminal, whyFailed(error));
  const short = outcome === "completed" ? whyShort(finish, items.length > 0) : undefined;
  if (short !== undefined) await complain(terminal, short);
  const { denials: count } = report;
  if (count > 0) await complain(terminal, count === 1 ? "1 call was not allowed" : `${count} calls were not allowed`);
  const isWhole = outcome === "completed" && finish !== "length" && finish !== "content_filter" && parts.length === 0;
  return isWhole && !(failOnDenied && count > 0) ? EXIT.ok : EXIT.findings;
}

/** A text after one that broke off continues it. */
function joined(texts: readonly (readonly [HistoryItem, string | undefined])[]): string {
  return texts
    .map(
      ([item, text], at) => `${at === 0 || texts[at - 1]?.[0].partial === true ? "" : "\n"}${text ?? item.text ?? ""}`,
    )
    .join("");
}

/** The answers of a finished turn. Rejects as calls of a daemon do. */
async function answersOf(client: Daemon, promptId: string): Promise<readonly HistoryItem[]> {
  const items: HistoryItem[] = [];
  for await (const item of client.history())
    if (item.prompt_id === promptId && item.kind === "assistant_message") items.push(item);
  return items;
}
