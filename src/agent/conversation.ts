/** Talking to a session: what it says is written, and each line of input is a prompt. */
import { print, type Terminal } from "../cli/terminal/terminal.js";
import { type DaemonClient, DaemonError } from "../client/daemon.js";
import { follow } from "../client/follow.js";
import { TurnWatch } from "../client/turns.js";
import { sleep } from "../ports/clock.js";
import { onStopSignal } from "../ports/signals.js";
import { complain } from "./complain.js";
import { linesOf } from "./input.js";
import { machine } from "./machine.js";
import { called, longAnswer } from "./refusal.js";
import { Talk } from "./talk.js";

/** Returns the exit code when the input ends and no turn runs, when the session stops, or when somebody interrupts. */
export async function converse(terminal: Terminal, client: DaemonClient): Promise<number> {
  const ending = new AbortController();
  const forget = onStopSignal(() => ending.abort());
  const heard = new Heard();
  const end = (): void => {
    ending.abort();
    heard.tell();
  };
  try {
    return await called(terminal, async () => {
      await Promise.all([
        listen(terminal, client, heard, ending.signal).finally(end),
        speak(terminal, client, heard, ending.signal).finally(end),
      ]);
      return 0;
    });
  } finally {
    end();
    forget();
  }
}

/** What has been heard of the session, for who waits for something of it. */
class Heard {
  readonly watch = new TurnWatch();
  readonly ended = new Set<string>();
  isListening = false;
  #waiting: (() => void)[] = [];

  tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves when it holds, or with the signal. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

async function listen(terminal: Terminal, client: DaemonClient, heard: Heard, signal: AbortSignal): Promise<void> {
  const talk = new Talk(terminal.stdout);
  for await (const followed of follow(client, machine.clock, signal)) {
    const long = await talk.take(followed);
    if (long !== undefined) await complain(terminal, longAnswer(long));
    for (const { promptId, finished } of heard.watch.take(followed)) {
      heard.ended.add(promptId);
      if (finished?.error !== undefined) await complain(terminal, `${finished.error.message} (${finished.error.code})`);
    }
    heard.isListening = true;
    heard.tell();
  }
}

/** Milliseconds until a prompt that came between those of others is sent again. */
const AGAIN = 200;

async function speak(terminal: Terminal, client: DaemonClient, heard: Heard, signal: AbortSignal): Promise<void> {
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

/** The id of the prompt as soon as it is admitted: others may talk to the session, too. */
async function sent(client: DaemonClient, content: string, heard: Heard, signal: AbortSignal): Promise<string> {
  for (;;) {
    await heard.until(() => heard.watch.isIdle, signal);
    try {
      return (await client.call("prompt", { body: { content }, signal })).prompt_id;
    } catch (error) {
      if (signal.aborted) return "";
      if (!(error instanceof DaemonError && error.code === "turn_in_flight")) throw error;
      await sleep(machine.clock, AGAIN, signal);
    }
  }
}
