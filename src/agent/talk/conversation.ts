/** A conversation with a session: its answers are printed, and each line of input is a prompt. */

import { print, type Terminal } from "../../terminal/terminal.js";
import { sleep } from "../ports/clock.js";
import { PATIENCE } from "../program/client.js";
import { complain } from "../program/complain.js";
import { machine } from "../program/machine.js";
import { called } from "../program/refusal.js";
import type { RunningSession } from "../start/running.js";
import { type Change, type Daemon, DaemonError } from "../wire/client/index.js";
import { sayEarlier } from "./earlier.js";
import { linesOf } from "./input.js";
import { sayPart, wholeText } from "./long-answer.js";
import { whyFailed, whyShort } from "./next-step.js";
import { Talk } from "./talk.js";
import { TurnWatch } from "./turns.js";

/** Returns the exit code when the input ends and no turn runs, when the session stops, or at a signal. */
export async function converse(terminal: Terminal, session: RunningSession): Promise<number> {
  const ending = new AbortController();
  const forget = machine.onStopSignal(() => ending.abort());
  const heard = new Heard();
  const end = (): void => {
    ending.abort();
    heard.tell();
  };
  try {
    return await called(terminal, async () => {
      await Promise.all([
        listen(terminal, session, heard, ending.signal).finally(end),
        speak(terminal, session, heard, ending.signal).finally(end),
      ]);
      return 0;
    });
  } finally {
    end();
    forget();
  }
}

/** The facts that the listener has heard, and a way for the speaker to wait for them. */
class Heard {
  readonly watch = new TurnWatch();
  readonly ended = new Set<string>();
  isListening = false;
  /** Whether the current turn has answered with text. */
  hasText = false;
  #waiting: (() => void)[] = [];

  tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves when `holds` is true, or when the signal aborts. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

async function listen(
  terminal: Terminal,
  { client, paths }: RunningSession,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  const talk = new Talk(terminal, { whole: (item) => wholeText(paths, item), isAlone: false });
  const take = async (change: Change): Promise<void> => {
    if (!heard.isListening && change.kind === "snapshot")
      await sayEarlier(terminal, client, change.snapshot.history_checkpoint, signal);
    heard.hasText ||= saysText(change);
    const long = await talk.take(change);
    if (long !== undefined) await complain(terminal, sayPart(paths, long));
    for (const { promptId, finished } of heard.watch.take(change)) {
      heard.ended.add(promptId);
      const short = finished?.outcome === "completed" ? whyShort(finished.finish, heard.hasText) : undefined;
      heard.hasText = false;
      if (finished?.error !== undefined) await complain(terminal, whyFailed(finished.error));
      else if (short !== undefined) await complain(terminal, short);
    }
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

/** Milliseconds until a prompt is sent again that met the turn of another client. */
const AGAIN = 200;

async function speak(terminal: Terminal, { client }: RunningSession, heard: Heard, signal: AbortSignal): Promise<void> {
  const isTerminal = terminal.stdin.isTTY === true;
  await heard.until(() => heard.isListening, signal);
  if (isTerminal) await print(terminal.stdout, "> ");
  for await (const line of linesOf(terminal, signal)) {
    if (line.trim() !== "") {
      const promptId = await sent(client, line, heard, signal);
      await heard.until(() => heard.ended.has(promptId), signal);
    }
    if (isTerminal && !signal.aborted) await print(terminal.stdout, "> ");
  }
  await heard.until(() => heard.watch.isIdle, signal);
}

/** Sends a prompt until it is admitted, as other clients may talk to the session too; returns its id. */
async function sent(client: Daemon, content: string, heard: Heard, signal: AbortSignal): Promise<string> {
  for (;;) {
    await heard.until(() => heard.watch.isIdle, signal);
    try {
      return (await client.prompt({ content }, { signal })).promptId;
    } catch (error) {
      if (signal.aborted) return "";
      if (!(error instanceof DaemonError && error.code === "turn_in_flight")) throw error;
      await sleep(machine.clock, AGAIN, signal);
    }
  }
}
