/**
 * The line of a terminal on which a person types: a prompt, or the answer to a question that was shown before its first key (P-S92). Between both is
 * a line of its own, so that no key that was meant for one gets into the other.
 */
import type { Terminal } from "../../../terminal/terminal.js";
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import type { OpenTty, Tty } from "../../machine/interfaces/tty.js";
import { Draft } from "../../machine/keys/draft.js";
import { type Deed, KeyReader, type Keys, PASTES_MARKED, PASTES_UNMARKED } from "../../machine/keys/key-reader.js";
import { type Typed, textOf } from "../../machine/keys/keys.js";
import type { Line } from "../../machine/keys/layout.js";
import { AnswerLine } from "./answer-line.js";
import { LineScreen } from "./line-screen.js";
import { isSame, PROMPT, type Stand, type TypingListener } from "./stand.js";

/** Milliseconds without a key after which somebody has stopped typing and looks up. */
const PAUSE = 500;

/** Most characters that are typed between two reads. */
const MOST = 1000;

const NEVER = Number.NEGATIVE_INFINITY;

export interface TypingPorts {
  readonly tty: (leave: string, screen: "stdout" | "stderr") => Tty;
  readonly clock: Clock;
}

export class Typing {
  /** The next prompt. */
  readonly draft = new Draft();
  readonly screen: LineScreen;
  readonly #answer: AnswerLine;
  readonly #clock: Clock;
  readonly #tty: Tty;
  readonly #reader: KeyReader;
  #open: OpenTty | undefined;
  #listener: TypingListener | undefined;
  /** Keys from before somebody listened. */
  #unheard: Deed[] = [];
  #isLost = false;
  #stand: Stand = { kind: "busy" };
  /** The time of the last key. */
  #at = NEVER;

  constructor(terminal: Terminal, { tty, clock }: TypingPorts) {
    this.screen = new LineScreen(terminal, () => this.#tty.size());
    const { isPlain, name } = this.screen;
    this.#tty = tty(isPlain ? "" : PASTES_UNMARKED, name ?? "stdout");
    this.#clock = clock;
    this.#reader = new KeyReader(clock, (deed) => this.#take(deed));
    this.#answer = new AnswerLine(clock, {
      isMoreComing: () => this.#reader.isWaiting,
      answer: (line) => this.#answered(line),
      keep: (text, what) => this.#keep(text, what),
    });
  }

  /** Takes the keys of the terminal from now on. */
  open(): void {
    this.#open = this.#tty.open({
      keys: (text) => {
        // A terminal whose keys were not taken yet has made this of Ctrl-D.
        const typed = this.#at === NEVER ? text.replace(/\0$/, "\x04") : text;
        this.#at = this.#clock.monotonic();
        this.#reader.read(typed);
      },
      resized: () => {
        this.#mark();
        this.screen.resized();
      },
      lost: () => {
        this.#isLost = true;
        this.#listener?.lost();
      },
    });
    this.#mark();
  }

  /** Gives the terminal back. A half-typed line stays on the screen. */
  close(): void {
    if (this.#open === undefined) return;
    this.#answer.clear();
    this.#reader.close();
    if (this.draft.isEmpty) this.screen.hide();
    else this.screen.finish();
    this.#open.close();
    this.#open = undefined;
  }

  /** Tells what is typed, beginning with what was typed before. */
  listen(listener: TypingListener): void {
    this.#listener = listener;
    for (const deed of this.#unheard.splice(0)) this.#take(deed);
    if (this.#isLost) listener.lost();
  }

  get stand(): Stand {
    return this.#stand;
  }

  /** Says what lines are for from now on. */
  set stand(stand: Stand) {
    if (isSame(this.#stand, stand)) return;
    this.#answer.end();
    this.#stand = stand;
    this.#draw();
  }

  /** Resolves when nobody is typing, so that a key that is pressed now answers nothing that is shown later. */
  async calm(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const left = this.#at + PAUSE - this.#clock.monotonic();
      if (left <= 0) return;
      await sleep(this.#clock, left, signal);
    }
  }

  /** Shows a prompt that was typed before. */
  repeat(text: string): void {
    const draft = new Draft();
    draft.paste(text);
    this.screen.show({ label: PROMPT, draft });
    this.screen.finish();
    this.#draw();
  }

  /** Puts prompts that are not sent back into the line. */
  putBack(texts: readonly string[]): void {
    if (texts.length > 0) this.draft.putFirst(texts.join("\n"));
    this.#draw();
  }

  clear(): void {
    this.draft.clear();
    this.#draw();
  }

  #take(deed: Deed): void {
    if (this.#listener === undefined) this.#takeUnheard(deed);
    else if (deed.kind === "paste") this.#paste(deed.text);
    else if (this.#isPaste(deed)) this.#paste(textOf(deed.keys));
    else
      for (const typed of deed.keys) {
        if (this.#open === undefined) return;
        if (!this.#act(typed)) this.#type(typed);
      }
    this.#draw();
  }

  /** Whether no person can have typed this: text at once after a paste at a question, and more than anybody types in the time of a read. */
  #isPaste({ keys, isPasted }: Keys): boolean {
    if (keys.length > MOST && keys.every((one) => "text" in one)) return true;
    return this.#stand.kind === "question" && isPasted && textOf(keys).trim() !== "";
  }

  #takeUnheard(deed: Deed): void {
    const isInterrupt = deed.kind === "keys" && deed.keys.some((one) => "key" in one && one.key === "interrupt");
    if (isInterrupt) this.#open?.signal("SIGINT");
    else this.#unheard.push(deed);
  }

  #paste(text: string): void {
    if (this.#stand.kind === "question") this.#answer.paste(text);
    else this.draft.paste(text);
  }

  /** Does what a key means that does not edit; returns false for any other. */
  #act(typed: Typed): boolean {
    if (!("key" in typed)) return false;
    const { key } = typed;
    const draft = this.#stand.kind === "question" ? this.#answer.draft : this.draft;
    if (key === "interrupt" || key === "escape") {
      this.#answer.interrupted();
      this.#listener?.key(key);
    } else if (key === "end-of-input" && draft.isEmpty) this.#listener?.key(key);
    else if (key === "end-of-input") draft.press("delete");
    else if (key === "quit") this.#open?.signal("SIGQUIT");
    else if (key === "redraw") this.screen.clear();
    else if (key === "suspend") {
      this.screen.hide();
      this.#open?.signal("SIGTSTP");
    } else return false;
    return true;
  }

  #type(typed: Typed): void {
    if (this.#stand.kind === "question") this.#answer.type(typed);
    else if ("text" in typed) this.draft.type(typed.text);
    else if (typed.key !== "enter") this.draft.press(typed.key);
    else if (this.draft.takeBackslash()) this.draft.type("\n");
    else this.#enter();
  }

  #enter(): void {
    const { text } = this.draft;
    this.#draw();
    this.draft.clear();
    if (text.trim() === "") return;
    // A line that has to wait is shown when it is sent.
    const isShown = this.#stand.kind === "prompt";
    if (isShown) this.screen.finish();
    else this.screen.hide();
    this.#stand = { kind: "busy" };
    this.#listener?.prompt(text, isShown);
  }

  #answered(line: string): void {
    this.screen.finish();
    this.#stand = { kind: "busy" };
    this.#listener?.answer(line);
  }

  #keep(text: string, what: "paste" | "lines"): void {
    this.draft.putLast(text);
    this.#listener?.kept(what);
    this.#draw();
  }

  #line(): Line | undefined {
    const { draft } = this;
    if (this.#stand.kind === "question") return { label: this.#stand.label, draft: this.#answer.draft };
    if (this.#stand.kind === "prompt") return { label: this.#stand.label, draft };
    return draft.isEmpty ? undefined : { label: PROMPT, draft };
  }

  #draw(): void {
    if (this.#open !== undefined) this.screen.show(this.#line(), this.#stand.kind === "busy");
  }

  #mark(): void {
    if (!this.screen.isPlain) this.screen.write(PASTES_MARKED);
  }
}

/** The keys of a terminal from now on; undefined where standard input is none. */
export function typingAt(terminal: Terminal, ports: TypingPorts): Typing | undefined {
  if (terminal.stdin.isTTY !== true) return undefined;
  const typing = new Typing(terminal, ports);
  typing.open();
  return typing;
}
