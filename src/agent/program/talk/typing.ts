/**
 * The line of a terminal on which a person types: a prompt, or the answer to a question that was shown before its first key (P-S92). Between both is
 * a line of its own, so that no key that was meant for one gets into the other.
 */
import type { Terminal } from "../../../terminal/terminal.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { OpenTty, Tty } from "../../machine/interfaces/tty.js";
import { Draft } from "../../machine/keys/draft.js";
import type { Editor } from "../../machine/keys/editor.js";
import {
  type Deed,
  isPasteAtOnce,
  KeyReader,
  type Keys,
  PASTES_MARKED,
  PASTES_UNMARKED,
} from "../../machine/keys/key-reader.js";
import { type Typed, textOf } from "../../machine/keys/keys.js";
import type { Line } from "../../machine/keys/layout.js";
import { AnswerLine } from "./answer-line.js";
import { DeedQueue } from "./deed-queue.js";
import { LastKey } from "./last-key.js";
import { LineScreen } from "./line-screen.js";
import { PromptLine } from "./prompt-line.js";
import { isSame, PROMPT, type Stand, type TypingListener } from "./stand.js";

export interface TypingPorts {
  readonly tty: (leave: string, screen: "stdout" | "stderr") => Tty;
  readonly clock: Clock;
}

export class Typing {
  readonly screen: LineScreen;
  readonly lastKey: LastKey;
  readonly #answer: AnswerLine;
  readonly #tty: Tty;
  readonly #reader: KeyReader;
  /** Keys from before somebody listened, and during a completion. */
  readonly #queue = new DeedQueue((deed) => this.#take(deed));
  readonly #prompt = new PromptLine(this.#queue, {
    entered: (text) => this.#entered(text),
    complete: async (before, signal) => this.#listener?.complete(before, signal),
    showChoices: (lines) => this.screen.seen.stderr.write(lines),
    draw: () => this.#draw(),
  });
  #open: OpenTty | undefined;
  #listener: TypingListener | undefined;
  #isLost = false;
  #stand: Stand = { kind: "busy" };
  #status: Line["status"];

  constructor(terminal: Terminal, { tty, clock }: TypingPorts) {
    this.screen = new LineScreen(terminal, () => this.#tty.size());
    const { isPlain, name } = this.screen;
    this.#tty = tty(isPlain ? "" : PASTES_UNMARKED, name ?? "stdout");
    this.lastKey = new LastKey(clock);
    this.#reader = new KeyReader(clock, (deed) => this.#queue.take(deed));
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
        this.#reader.read(this.lastKey.press() ? text.replace(/\0$/, "\x04") : text);
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
    this.#queue.begin(() => this.#open?.signal("SIGINT"));
    this.#mark();
  }

  /** Gives the terminal back. A half-typed line stays on the screen. */
  close(): void {
    if (this.#open === undefined) return;
    this.#queue.clear();
    this.#answer.clear();
    this.#reader.close();
    if (this.editor.draft.isEmpty) this.screen.hide();
    else this.screen.finish();
    this.#open.close();
    this.#open = undefined;
  }

  /** Tells what is typed, beginning with what was typed before. */
  listen(listener: TypingListener): void {
    this.#listener = listener;
    this.#queue.end();
    if (this.#isLost) listener.lost();
  }

  /** The next prompt. */
  get editor(): Editor {
    return this.#prompt.editor;
  }

  get stand(): Stand {
    return this.#stand;
  }

  /** Says what lines are for from now on. */
  set stand(stand: Stand) {
    if (isSame(this.#stand, stand)) return;
    // Keys that were typed for a prompt are no answer.
    if (this.#listener !== undefined) this.#queue.end();
    this.#answer.end();
    this.#stand = stand;
    this.#draw();
  }

  /** Shows what a prompt will work with, and what the turn waits for, below the line. */
  set status(status: Line["status"]) {
    this.#status = this.screen.hasStatus ? status : undefined;
    this.#draw();
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
    if (texts.length > 0) this.editor.draft.putFirst(texts.join("\n"));
    this.#draw();
  }

  clear(): void {
    this.editor.clear();
    this.#draw();
  }

  #take(deed: Deed): void {
    if (deed.kind === "paste") this.#paste(deed.text);
    else if (this.#isPaste(deed)) this.#paste(textOf(deed.keys));
    else this.#takeKeys(deed);
    this.#draw();
  }

  #takeKeys(deed: Keys): void {
    for (const [at, typed] of deed.keys.entries()) {
      if (this.#open === undefined) return;
      const isCompleted = "key" in typed && typed.key === "tab" && this.#stand.kind !== "question";
      if (isCompleted) {
        this.#prompt.complete({ ...deed, keys: deed.keys.slice(at + 1) });
        return;
      }
      if (!this.#act(typed)) this.#type(typed);
    }
  }

  /** Whether no person can have typed this: text at once after a paste at a question, and more than anybody types in the time of a read. */
  #isPaste(deed: Keys): boolean {
    return isPasteAtOnce(deed) || (this.#stand.kind === "question" && deed.isPasted && textOf(deed.keys).trim() !== "");
  }

  #paste(text: string): void {
    if (this.#stand.kind === "question") this.#answer.paste(text);
    else this.editor.paste(text);
  }

  /** Does what a key means that does not edit; returns false for any other. */
  #act(typed: Typed): boolean {
    if (!("key" in typed)) return false;
    const { key } = typed;
    const draft = this.#stand.kind === "question" ? this.#answer.draft : this.editor.draft;
    const isOfSearch = this.#stand.kind !== "question" && this.editor.isSearching;
    if (isOfSearch && (key === "interrupt" || key === "escape" || key === "end-of-input")) return false;
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
    else this.#prompt.type(typed);
  }

  #entered(text: string): void {
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
    this.editor.draft.putLast(text);
    this.#listener?.kept(what);
    this.#draw();
  }

  #line(): Line | undefined {
    const { draft, label, isEmpty } = this.editor;
    const status = this.#status;
    if (this.#stand.kind === "question") return { label: this.#stand.label, draft: this.#answer.draft };
    if (this.#stand.kind === "prompt") return { label: label ?? this.#stand.label, draft, status };
    if (!isEmpty) return { label: label ?? PROMPT, draft, status };
    return status === undefined ? undefined : { label: "", draft: new Draft(), status };
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
