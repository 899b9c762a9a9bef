/** Talking to a session: what it says is written, and each line of input is a prompt. */
import { print, type Terminal } from "../cli/terminal/terminal.js";
import { type DaemonClient, DaemonError } from "../client/daemon.js";
import { follow } from "../client/follow.js";
import { ConnectError } from "../ports/connect.js";
import { onStopSignal } from "../ports/signals.js";
import { complain } from "./complain.js";
import { machine } from "./machine.js";
import { Talk } from "./talk.js";

/** Returns the exit code when the input ends and no turn runs, when the session stops, or when somebody interrupts. */
export async function converse(terminal: Terminal, client: DaemonClient): Promise<number> {
  const ending = new AbortController();
  const forget = onStopSignal(() => ending.abort());
  const turns = new Turns();
  try {
    const listening = listen(terminal, client, turns, ending);
    await speak(terminal, client, turns, ending.signal);
    await turns.idle;
    ending.abort();
    await listening;
    return 0;
  } catch (error) {
    if (!(error instanceof DaemonError || error instanceof ConnectError)) throw error;
    await complain(terminal, `the daemon does not answer as it should: ${error.message}`);
    return 1;
  } finally {
    ending.abort();
    forget();
  }
}

/** Whether a turn runs, as far as records have told. */
class Turns {
  #waiting: (() => void)[] = [];
  #isBusy = false;

  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    if (isBusy) return;
    for (const go of this.#waiting) go();
    this.#waiting = [];
  }

  /** Resolves when none runs. */
  get idle(): Promise<void> {
    return this.#isBusy ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }
}

async function listen(terminal: Terminal, client: DaemonClient, turns: Turns, ending: AbortController): Promise<void> {
  const talk = new Talk(terminal.stdout);
  for await (const followed of follow(client, machine.clock, ending.signal)) {
    if (followed.kind === "snapshot") turns.isBusy = followed.snapshot.busy;
    const end = await talk.take(followed);
    if (end?.error !== undefined) await complain(terminal, `${end.error.message} (${end.error.code})`);
    if (end !== undefined) turns.isBusy = false;
  }
  turns.isBusy = false;
}

async function speak(terminal: Terminal, client: DaemonClient, turns: Turns, signal: AbortSignal): Promise<void> {
  for await (const line of linesOf(terminal)) {
    if (signal.aborted) return;
    if (line.trim() === "") continue;
    await turns.idle;
    turns.isBusy = true;
    await client.call("prompt", { body: { content: line } });
    if (terminal.stdin.isTTY === true) {
      await turns.idle;
      await print(terminal.stdout, "> ");
    }
  }
}

async function* linesOf({ stdin }: Terminal): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stdin) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
