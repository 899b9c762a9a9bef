/** The questions of a session at a terminal: shown one after another, and answered by the next line of input (P-S26). */
import { print, type Terminal } from "../../terminal/terminal.js";
import { complain } from "../program/complain.js";
import { type Change, type Daemon, DaemonError, type Interrogative } from "../wire/client/index.js";
import { answerIn, askingFor, questionLines } from "./question.js";
import type { Typing } from "./typing.js";

export class Asking {
  readonly #terminal: Pick<Terminal, "stderr">;
  readonly #client: Pick<Daemon, "respond">;
  readonly #typing: Typing;
  /** In the order of their opening. */
  readonly #open = new Map<string, Interrogative>();
  /** Those that were answered here. */
  readonly #answered = new Set<string>();
  #shown: Interrogative | undefined;
  /** Whether all of the question is written: lines that were typed before are no answers to it. */
  #isWritten = false;

  constructor(terminal: Pick<Terminal, "stderr">, client: Pick<Daemon, "respond">, typing: Typing) {
    this.#terminal = terminal;
    this.#client = client;
    this.#typing = typing;
  }

  /** Whether the next line is an answer. */
  get isWaiting(): boolean {
    return this.#shown !== undefined && this.#isWritten;
  }

  async take(change: Change): Promise<void> {
    if (change.kind === "snapshot") {
      const { interrogatives } = change.snapshot;
      const still = new Set(interrogatives.map(({ id }) => id));
      for (const id of [...this.#open.keys()]) if (!still.has(id)) await this.#end(id);
      for (const question of interrogatives) this.#open.set(question.id, question);
    }
    if (change.kind === "record" && change.record.kind === "interrogative_opened")
      this.#open.set(change.record.interrogative.id, change.record.interrogative);
    if (change.kind === "record" && change.record.kind === "interrogative_resolved")
      await this.#end(change.record.id, change.record.resolution);
    await this.show();
  }

  /** Shows the question that waits for a line, or its last line again when other lines have come after it. */
  async show(): Promise<void> {
    if (this.#shown === undefined) {
      const next = [...this.#open.values()].find(({ id }) => !this.#answered.has(id));
      if (next === undefined) return;
      this.#shown = next;
      this.#isWritten = false;
      await this.#typing.leave();
      await print(this.#terminal.stderr, questionLines(next));
      // It may have ended in the meantime.
      if (this.#shown !== next) return;
      this.#isWritten = true;
    } else if (!this.#isWritten || this.#typing.isOpen || !this.#typing.isTerminal) return;
    await this.#typing.show(this.#terminal.stderr, askingFor(this.#shown));
  }

  /** Takes a line as the answer. Rejects as the client does when the daemon is gone. */
  async answer(line: string, signal: AbortSignal): Promise<void> {
    const question = this.#shown;
    if (question === undefined || !this.#isWritten) return;
    this.#typing.entered();
    const reading = answerIn(question, line);
    if (reading.kind === "unclear") return this.#again(question, reading.hint);
    const { id } = question;
    this.#shown = undefined;
    this.#answered.add(id);
    try {
      await this.#client.respond(id, reading.answer, { signal });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof DaemonError)) throw error;
      if (error.code === "interrogative_not_open") await complain(this.#terminal, "this question is no longer open");
      else {
        await complain(this.#terminal, `${error.message} (${error.code})`);
        this.#answered.delete(id);
      }
    }
    await this.show();
  }

  async #again(question: Interrogative, hint: string): Promise<void> {
    await complain(this.#terminal, hint);
    if (this.#shown === question) await this.#typing.show(this.#terminal.stderr, askingFor(question));
  }

  async #end(id: string, resolution?: string): Promise<void> {
    this.#open.delete(id);
    this.#answered.delete(id);
    if (this.#shown?.id !== id) return;
    this.#shown = undefined;
    await this.#typing.leave();
    const isCancelled = resolution === "cancelled";
    await complain(
      this.#terminal,
      isCancelled ? "the question is over: its turn has ended" : "the question was answered elsewhere",
    );
  }
}
