/** A conversation with a session: its answers and what its tools do are printed, and lines of input are prompts, answers and commands. */
import type { Terminal } from "../../terminal/terminal.js";
import type { OnStopSignal } from "../ports/signals.js";
import { PATIENCE } from "../program/client.js";
import { complain } from "../program/complain.js";
import { machine } from "../program/machine.js";
import { called } from "../program/refusal.js";
import type { RunningSession } from "../start/running.js";
import { type Change, ClientError } from "../wire/client/index.js";
import { Asking } from "./asking.js";
import { sayEarlier } from "./earlier.js";
import { EchoNotice } from "./echo.js";
import { Heard } from "./heard.js";
import { sayPart, wholeText } from "./long-answer.js";
import { whyFailed, whyShort } from "./next-step.js";
import { ServerNews } from "./server-news.js";
import { type Speaking, speak } from "./speaking.js";
import { Talk } from "./talk.js";
import { ToolTalk } from "./tool-talk.js";
import { Typing } from "./typing.js";

/** The exit code of a process that Ctrl-C ends. */
const INTERRUPTED = 130;

/**
 * Returns the exit code when the input ends and no turn runs, when the session stops, or at a signal. Ctrl-C at a question cancels the turn, and the
 * conversation goes on.
 */
export async function converse(
  terminal: Terminal,
  session: RunningSession,
  onStopSignal: OnStopSignal = machine.onStopSignal,
): Promise<number> {
  const { client } = session;
  const typing = new Typing(terminal);
  const asking = new Asking(terminal, client, typing);
  const heard = new Heard();
  const ending = new AbortController();
  const { signal } = ending;
  const end = (): void => {
    ending.abort();
    heard.tell();
  };
  let isCancelling = false;
  const cancel = async (): Promise<void> => {
    isCancelling = true;
    try {
      await client.cancel({ signal });
    } catch (error) {
      if (!signal.aborted && !(error instanceof ClientError)) throw error;
      if (error instanceof ClientError) await complain(terminal, `${error.message} (${error.code})`);
    } finally {
      isCancelling = false;
    }
  };
  const forget = onStopSignal((exitCode) => {
    if (exitCode === INTERRUPTED && asking.isWaiting && !isCancelling) void cancel();
    else end();
  });
  const speaking: Speaking = { terminal, client, heard, asking, typing };
  try {
    return await called(terminal, async () => {
      const [, code] = await Promise.all([
        listen(session, speaking, signal).finally(end),
        speak(speaking, signal).finally(end),
      ]);
      return code;
    });
  } finally {
    end();
    forget();
  }
}

async function listen(
  { client, paths }: RunningSession,
  { terminal, heard, asking, typing }: Speaking,
  signal: AbortSignal,
): Promise<void> {
  const talk = new Talk(terminal, { whole: (item) => wholeText(paths, item), isAlone: false });
  const tools = new ToolTalk(terminal, typing);
  const servers = new ServerNews(terminal, client, typing);
  const echo = new EchoNotice(terminal);
  const take = async (change: Change): Promise<void> => {
    if (!heard.isListening && change.kind === "snapshot")
      await echo.of(await sayEarlier(terminal, paths, change.snapshot.history_total_items));
    heard.hasText ||= saysText(change);
    const long = await talk.take(change);
    if (long !== undefined) await complain(terminal, sayPart(paths, long));
    await echo.in(change);
    await tools.take(change);
    await servers.take(change, signal);
    if (change.kind === "record" && change.record.kind === "session_stopping") heard.isStopped = true;
    for (const { promptId, finished } of heard.watch.take(change)) {
      heard.ended.add(promptId);
      const short = finished?.outcome === "completed" ? whyShort(finished.finish, heard.hasText) : undefined;
      heard.hasText = false;
      if (finished?.error !== undefined) await complain(terminal, whyFailed(finished.error));
      else if (short !== undefined) await complain(terminal, short);
    }
    await asking.take(change);
    heard.isListening = true;
    heard.tell();
  };
  await client.follow({ from: "now", patience: PATIENCE, signal, apply: take });
}

function saysText(change: Change): boolean {
  if (change.kind === "item") return change.item.kind === "assistant_message";
  if (change.kind === "snapshot") return change.snapshot.open_items.some(({ kind }) => kind === "assistant_message");
  return change.record.kind === "item_started" && change.record.item_kind === "assistant_message";
}
