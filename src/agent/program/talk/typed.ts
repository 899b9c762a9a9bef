/** Lines that a person types at a terminal: prompts, answers and commands; and the keys that cancel, and leave (P-S92). */
import { LONGEST_TIMER } from "../../machine/interfaces/clock.js";
import { complain } from "../common/complain.js";
import { shareOf } from "./compaction.js";
import { HUNG_UP, INTERRUPTED } from "./ending.js";
import { type Command, meaningOf } from "./line.js";
import { isUrgent, runLine, urgentIn } from "./line-commands.js";
import { LineCompletion } from "./line-completion.js";
import type { Speaking } from "./speaking.js";
import { isSame, PROMPT, type Stand } from "./stand.js";
import type { Typing } from "./typing.js";

const KEPT = {
  paste: "a paste is no answer: it waits in the line of your next prompt",
  lines: "several lines at once are no answer: they wait in the line of your next prompt",
} as const;

export class Typed {
  readonly #speaking: Speaking;
  readonly #typing: Typing;
  /** Answers and commands, which are done one after the other; the first one is under way. */
  readonly #work: (() => Promise<void>)[] = [];
  /** Whether the conversation ends when no turn runs any more. */
  #isLast = false;
  /** What was kept for the next prompt at the question that is shown. */
  #kept: keyof typeof KEPT | undefined;

  constructor(speaking: Speaking, typing: Typing) {
    this.#speaking = speaking;
    this.#typing = typing;
  }

  /** Resolves at the end of the conversation. Rejects as the client does. */
  async speak(): Promise<void> {
    const { prompts, ending, history, session } = this.#speaking;
    const completion = new LineCompletion(session, () => this.#typing.screen.columns);
    this.#do(async () => this.#typing.editor.history.addEarlier((await history?.read()) ?? []));
    this.#typing.listen({
      prompt: (text, isShown) => this.#enter(text, isShown),
      answer: (line) => this.#enterAnswer(line),
      kept: (what) => void this.#keep(what),
      complete: (before, signal) => completion.of(before, signal),
      key: (key) => this.#press(key),
      lost: () => ending.leave(HUNG_UP),
    });
    const sending = {
      begins: (text: string) => this.#typing.repeat(text),
      returns: async (text: string, refusal?: Error & { readonly code: string }) => {
        this.#typing.putBack([text]);
        if (refusal !== undefined) await this.#say(`${refusal.message} (${refusal.code})`);
      },
    };
    await Promise.all([this.#followStand(), this.#followStatus(), this.#doAll(), prompts.run(sending, ending.signal)]);
  }

  /** Ctrl-C: cancels the turn; without one it clears the line, and leaves when that is empty. */
  interrupt(): void {
    const { cancelling, ending } = this.#speaking;
    if (cancelling.isBusy && !cancelling.isAsked) this.#cancel();
    else if (cancelling.isBusy || this.#typing.editor.draft.isEmpty) ending.leave(INTERRUPTED);
    else this.#typing.clear();
  }

  #press(key: "interrupt" | "escape" | "end-of-input"): void {
    if (key === "interrupt") this.interrupt();
    else if (key === "end-of-input") this.#endInput();
    else if (this.#speaking.cancelling.isBusy) this.#cancel();
  }

  #cancel(): void {
    this.#isLast = false;
    void this.#speaking.cancelling.cancel();
  }

  #endInput(): void {
    const { asking, cancelling, ending } = this.#speaking;
    if (asking.shown !== undefined) {
      void this.#say("a question waits for an answer");
      ending.leave(1);
    } else if (!cancelling.isBusy || this.#isLast) ending.leave(0);
    else {
      this.#isLast = true;
      void this.#say("the conversation ends after this turn; Ctrl-C cancels it");
    }
  }

  #enter(text: string, isShown: boolean): void {
    this.#isLast = false;
    // Several lines are no command, whatever they begin with.
    const meant = text.includes("\n") ? ({ kind: "prompt", text } as const) : meaningOf(text);
    if (meant.kind === "command") this.#command(meant, isShown);
    else this.#prompt(meant.text, isShown);
    this.#speaking.heard.tell();
  }

  #prompt(text: string, isShown: boolean): void {
    const { prompts, cancelling } = this.#speaking;
    if (cancelling.isBusy && prompts.waiting === 0) void this.#say("what you enter now is sent after the turn");
    prompts.add(text, !isShown);
  }

  #command(command: Command, isShown: boolean): void {
    const run = (): Promise<void> => runLine(command, this.#speaking, !isShown);
    // What cancels or leaves waits for nothing.
    if (isUrgent(command.name)) run().catch((error: unknown) => this.#do(() => Promise.reject(error)));
    else this.#do(run);
  }

  #enterAnswer(line: string): void {
    const urgent = urgentIn(line);
    if (urgent !== undefined) this.#command(urgent, true);
    else this.#do(() => this.#answer(line));
    this.#speaking.heard.tell();
  }

  async #answer(line: string): Promise<void> {
    const { asking, ending } = this.#speaking;
    const kept = this.#kept;
    if (line.trim() === "" && kept !== undefined) {
      await this.#say(KEPT[kept]);
      // Enter behind a paste takes no default; the next one does.
      if (asking.shown?.takesEmpty === true) return this.#speaking.heard.tell();
    }
    await asking.answer(line, ending.signal);
  }

  async #keep(what: keyof typeof KEPT): Promise<void> {
    this.#kept = what;
    await this.#say(KEPT[what]);
  }

  #say(message: string): Promise<void> {
    return complain(this.#speaking.terminal, message);
  }

  #do(work: () => Promise<void>): void {
    this.#work.push(work);
    this.#speaking.heard.tell();
  }

  async #doAll(): Promise<void> {
    const { heard, ending } = this.#speaking;
    for (;;) {
      await heard.until(() => this.#work.length > 0, ending.signal);
      const [work] = ending.signal.aborted ? [] : this.#work;
      if (work === undefined) return;
      await work();
      this.#work.shift();
      heard.tell();
    }
  }

  /** Says what a line is for, whenever that changes. */
  async #followStand(): Promise<void> {
    const { heard, ending } = this.#speaking;
    const isOver = (): boolean => this.#isLast && this.#now().kind === "prompt";
    while (!ending.signal.aborted) {
      const stand = this.#now();
      if (!isSame(stand, this.#typing.stand) && stand.kind === "question") this.#kept = undefined;
      this.#typing.stand = stand;
      if (isOver()) ending.leave(0);
      await heard.until(() => isOver() || !isSame(this.#now(), this.#typing.stand), ending.signal);
    }
  }

  async #followStatus(): Promise<void> {
    const { heard, ending, clock } = this.#speaking;
    while (!ending.signal.aborted) {
      const shown = this.#status();
      this.#typing.status = shown === "" ? undefined : (columns) => this.#status(columns);
      const left = Date.parse(heard.status.until ?? "") - clock.now();
      const forget = left > 0 ? clock.after(Math.min(left, LONGEST_TIMER), () => heard.tell()) : () => {};
      await heard.until(() => this.#status() !== shown, ending.signal);
      forget();
    }
  }

  #status(columns = Number.POSITIVE_INFINITY): string {
    const { heard, cancelling, clock } = this.#speaking;
    return heard.status.textIn(columns, clock.now(), cancelling.isBusy);
  }

  #now(): Stand {
    const { asking, cancelling, heard } = this.#speaking;
    const { shown } = asking;
    if (this.#work.length > 0 || !heard.isListening) return { kind: "busy" };
    if (shown !== undefined) return { kind: "question", ...shown };
    if (cancelling.isBusy) return { kind: "busy" };
    const { context } = heard.status;
    const isBare = context === undefined || this.#typing.screen.hasStatus;
    return { kind: "prompt", label: isBare ? PROMPT : `${shareOf(context)} ${PROMPT}` };
  }
}
