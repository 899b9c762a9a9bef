/**
 * The lines of input: each is an answer to the question that waits, a command, or a prompt. On a terminal lines are read as they are typed, and one
 * from before a question is no answer to it; in a pipe a line is read when it is needed.
 */
import type { Terminal } from "../../terminal/terminal.js";
import { sleep } from "../ports/clock.js";
import { complain } from "../program/complain.js";
import { machine } from "../program/machine.js";
import { type Daemon, DaemonError } from "../wire/client/index.js";
import type { Asking } from "./asking.js";
import type { Heard } from "./heard.js";
import { linesOf } from "./input.js";
import { meaningOf } from "./line.js";
import { runLine } from "./line-commands.js";
import type { Typing } from "./typing.js";

export interface Speaking {
  readonly terminal: Terminal;
  readonly client: Daemon;
  readonly heard: Heard;
  readonly asking: Asking;
  readonly typing: Typing;
}

/** Milliseconds until a prompt is sent again that met the turn of another client. */
const AGAIN = 200;

/** Returns the exit code when the input has ended and no turn runs, or a question waits that nobody here can answer, or at the signal. */
export async function speak(speaking: Speaking, signal: AbortSignal): Promise<number> {
  const { terminal, heard, asking, typing } = speaking;
  await heard.until(() => heard.isListening, signal);
  const lines = new Lines();
  await Promise.all([read(speaking, lines, signal), say(speaking, lines, signal)]);
  // The next line on the terminal belongs to the shell.
  await typing.leave();
  if (heard.isStopped) await complain(terminal, "the session has stopped; `agent continue` goes on with it");
  await heard.until(() => heard.watch.isIdle || asking.isWaiting, signal);
  if (!asking.isWaiting || signal.aborted) return 0;
  await typing.leave();
  await complain(terminal, "the input has ended, and a question waits for an answer; `agent attach` asks it again");
  return 1;
}

/** Lines that are no answers, in order. */
class Lines {
  readonly waiting: string[] = [];
  isOver = false;
  /** The prompt that was sent last; undefined before it has an id. */
  last: string | undefined;
  isSending = false;
}

async function read({ terminal, heard, asking, typing }: Speaking, lines: Lines, signal: AbortSignal): Promise<void> {
  const isNeeded = (): boolean => asking.isWaiting || (lines.waiting.length === 0 && isFree(lines, heard));
  try {
    for await (const line of linesOf(terminal, signal)) {
      if (asking.isWaiting) await asking.answer(line, signal);
      else {
        typing.entered();
        lines.waiting.push(line);
      }
      heard.tell();
      if (!typing.isTerminal) await heard.until(isNeeded, signal);
    }
  } finally {
    lines.isOver = true;
    heard.tell();
  }
}

/** Whether nothing that was said here is under way. */
function isFree({ isSending, last }: Lines, { ended }: Heard): boolean {
  return !isSending && (last === undefined || ended.has(last));
}

async function say(speaking: Speaking, lines: Lines, signal: AbortSignal): Promise<void> {
  const { terminal, heard, asking, typing } = speaking;
  const isReady = (): boolean => isFree(lines, heard) && heard.watch.isIdle && !asking.isWaiting;
  /** Whether the next line has its `> `. */
  let isAsked = false;
  const ask = async (): Promise<void> => {
    if (!typing.isTerminal || isAsked) return;
    isAsked = true;
    await typing.show(terminal.stdout, PROMPT);
  };
  while (!signal.aborted) {
    // Other lines have come after the `> `.
    isAsked &&= typing.isOpen || lines.waiting.length > 0;
    if (isReady()) await ask();
    await heard.until(
      () => lines.waiting.length > 0 || lines.isOver || (typing.isTerminal && isReady() && !typing.isOpen),
      signal,
    );
    const line = lines.waiting.shift();
    if (line === undefined && lines.isOver) break;
    if (line === undefined) continue;
    const meant = meaningOf(line);
    if (meant.kind === "command") await runLine(meant.name, meant.words, { ...speaking, signal });
    else if (meant.text.trim() !== "") {
      await heard.until(() => isFree(lines, heard), signal);
      await ask();
      typing.entered();
      await send(meant.text, speaking, lines, signal);
    }
    isAsked = false;
    heard.tell();
  }
  await heard.until(() => isFree(lines, heard) || asking.isWaiting, signal);
  if (!signal.aborted && isReady()) await ask();
}

const PROMPT = "> ";

async function send(text: string, { client, heard }: Speaking, lines: Lines, signal: AbortSignal): Promise<void> {
  lines.isSending = true;
  lines.last = await sent(client, text, heard, signal);
  lines.isSending = false;
  heard.tell();
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
