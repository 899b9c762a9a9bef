/** A conversation with a session: its answers and what its tools do are printed, and lines of input are prompts, answers and commands. */
import type { Terminal } from "../../../terminal/terminal.js";
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import type { OnStopSignal } from "../../machine/node/signals.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { called } from "../common/refusal.js";
import type { FoundSession } from "../start/running.js";
import { Asking } from "./asking.js";
import { Cancelling } from "./cancelling.js";
import { Ending, INTERRUPTED } from "./ending.js";
import { Heard } from "./heard.js";
import { linesOf } from "./input.js";
import { meaningOf } from "./line.js";
import { runLine, urgentIn } from "./line-commands.js";
import { listen } from "./listening.js";
import { PromptHistory } from "./prompt-history.js";
import { GO_ON, Prompts } from "./prompts.js";
import type { Speaking } from "./speaking.js";
import { Typed } from "./typed.js";
import { type Typing, type TypingPorts, typingAt } from "./typing.js";

/** Milliseconds for a turn to end that was cancelled by somebody who does not see it. */
const GRACE = 2000;

export interface ConversationPorts extends TypingPorts {
  readonly onStopSignal: OnStopSignal;
}

interface Beginning {
  /** What has read the keys of the terminal before. */
  readonly typing?: Typing | undefined;
  /** The conversation begins with a prompt without words: the model goes on from the history. */
  readonly goesOn?: boolean;
}

export interface Conversed {
  readonly code: number;
  /** The session that somebody goes on with. */
  readonly next: string | undefined;
}

/** Returns when the input ends and no turn runs, when the session stops, or when somebody leaves. */
export async function converse(
  terminal: Terminal,
  session: FoundSession,
  ports: ConversationPorts = machine,
  { typing, goesOn = false }: Beginning = {},
): Promise<Conversed> {
  const ending = new Ending();
  let interrupt = (): void => ending.leave(INTERRUPTED);
  const forget = ports.onStopSignal((exitCode) => {
    if (exitCode === INTERRUPTED) interrupt();
    else ending.leave(exitCode);
  });
  const typed = typing ?? typingAt(terminal, ports);
  const shown = typed?.screen.terminal ?? terminal;
  try {
    const speaking = speakingOf(shown, session, ports.clock, ending, typed);
    if (goesOn) speaking.prompts.add(GO_ON);
    const keyboard = typed === undefined ? undefined : new Typed(speaking, typed);
    interrupt = () => (keyboard === undefined ? void interruptPiped(speaking) : keyboard.interrupt());
    const all = async (): Promise<number> => {
      const end = (): void => ending.end();
      await Promise.all([
        listen(speaking).finally(end),
        speaking.asking.show(ending.signal),
        (keyboard?.speak() ?? speakPiped(speaking)).finally(end),
      ]);
      return ending.code;
    };
    const code = await called(shown, all, () => speaking.cancelling.isBusy);
    typed?.close();
    await sayEnd(speaking);
    return { code, next: ending.next };
  } finally {
    ending.end();
    typed?.close();
    forget();
  }
}

function speakingOf(
  terminal: Terminal,
  session: FoundSession,
  clock: Clock,
  ending: Ending,
  typing: Typing | undefined,
): Speaking {
  const { client } = session;
  const heard = new Heard();
  const prompts = new Prompts({ client, heard, clock, random: machine.random });
  const calm = typing === undefined ? undefined : (signal: AbortSignal) => typing.lastKey.calm(signal);
  const asking = new Asking({ terminal: typing?.screen.seen ?? terminal, client, heard, calm });
  const giveBack = (texts: readonly string[]): void => typing?.putBack(texts);
  const cancelling = new Cancelling({ terminal, client, heard, asking, prompts, clock, giveBack });
  const history = typing === undefined ? undefined : new PromptHistory(machine.files, session.paths);
  return { terminal, session, clock, heard, asking, prompts, cancelling, ending, history };
}

/** Without a terminal an interrupt cancels the turn, and ends the conversation. */
async function interruptPiped({ cancelling, heard, ending, clock }: Speaking): Promise<void> {
  if (cancelling.isAsked) return ending.leave(INTERRUPTED);
  if (cancelling.isBusy) {
    await cancelling.cancel();
    const ended = new AbortController();
    await Promise.race([
      sleep(clock, GRACE, ended.signal),
      heard.until(() => !cancelling.isBusy, AbortSignal.any([ending.signal, ended.signal])),
    ]);
    ended.abort();
  }
  ending.leave(INTERRUPTED);
}

/** What somebody leaves behind. */
async function sayEnd({ terminal, session, heard, prompts, cancelling, ending }: Speaking): Promise<void> {
  if (heard.isStopped) return complain(terminal, "the session has stopped; `agent continue` goes on with it");
  if (!ending.hasLeft) return;
  const unsent = prompts.waiting;
  if (unsent > 0) await complain(terminal, unsent === 1 ? "a prompt was not sent" : `${unsent} prompts were not sent`);
  if (ending.isStopping) return complain(terminal, "the session is being stopped");
  if (cancelling.isAsked) await complain(terminal, "the turn is being cancelled");
  else if (cancelling.isBusy) await complain(terminal, "the turn goes on");
  await complain(terminal, sayLeft(session.address.session_id));
}

export function sayLeft(sessionId: string): string {
  return `the session goes on: agent attach ${sessionId}`;
}

/**
 * Lines of a pipe: each is an answer to the question that waits, a command, or a prompt, and is read when it is needed. Resolves at the end of the
 * conversation: when the input has ended and no turn runs, or a question waits that nobody here can answer.
 */
async function speakPiped(speaking: Speaking): Promise<void> {
  const { heard, prompts, ending } = speaking;
  await heard.until(() => heard.isListening, ending.signal);
  await Promise.all([read(speaking), prompts.run({ begins: () => {} }, ending.signal)]);
}

async function read(speaking: Speaking): Promise<void> {
  const { terminal, heard, asking, prompts, cancelling, ending } = speaking;
  const { signal } = ending;
  const isQuiet = (): boolean => prompts.waiting === 0 && prompts.isFree;
  for await (const line of linesOf(terminal, signal)) {
    const urgent = urgentIn(line);
    if (asking.shown === undefined) await say(line, speaking);
    else if (urgent === undefined) await asking.answer(line, signal);
    else await runLine(urgent, speaking);
    // The question of a cancelled turn takes no answer any more.
    await heard.until(() => !cancelling.isAsked && (asking.shown !== undefined || isQuiet()), signal);
  }
  await heard.until(() => asking.shown !== undefined || (isQuiet() && heard.watch.isIdle), signal);
  if (asking.shown === undefined || signal.aborted) return ending.end(heard.failed > 0 ? 1 : 0);
  await complain(terminal, "the input has ended, and a question waits for an answer; `agent attach` asks it again");
  ending.end(1);
}

async function say(line: string, speaking: Speaking): Promise<void> {
  const meant = meaningOf(line);
  if (meant.kind === "command") await runLine(meant, speaking);
  else if (meant.text.trim() !== "") speaking.prompts.add(meant.text);
}
