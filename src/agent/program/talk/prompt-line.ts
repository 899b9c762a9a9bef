/** The line of the next prompt: what keys mean in it, and the completion of what stands before its cursor. */
import { Editor } from "../../machine/keys/editor.js";
import type { Keys } from "../../machine/keys/key-reader.js";
import type { Typed } from "../../machine/keys/keys.js";
import type { DeedQueue } from "./deed-queue.js";
import type { Completed } from "./stand.js";

export interface PromptListener {
  readonly entered: (text: string) => void;
  readonly complete: (before: string, signal: AbortSignal) => Promise<Completed | undefined>;
  readonly showChoices: (lines: string) => void;
  readonly draw: () => void;
}

export class PromptLine {
  readonly editor = new Editor();
  readonly #queue: DeedQueue;
  readonly #listener: PromptListener;

  constructor(queue: DeedQueue, listener: PromptListener) {
    [this.#queue, this.#listener] = [queue, listener];
  }

  type(typed: Typed): void {
    const { editor } = this;
    if ("text" in typed) editor.type(typed.text);
    else if (typed.key !== "enter") editor.press(typed.key);
    else if (editor.draft.takeBackslash()) editor.type("\n");
    else this.#enter();
  }

  /** Completes the text before the cursor; the other keys of the read come after that. */
  complete(rest: Keys): void {
    const { draft } = this.editor;
    this.editor.press("tab");
    this.#queue.hold(rest, async (signal) => {
      const completed = await this.#listener.complete(draft.textBefore, signal);
      if (signal.aborted) return;
      if (completed !== undefined) draft.replaceBefore(completed.characters, completed.text);
      // It is a part of a text that came at once.
      else if (rest.keys.some((one) => "text" in one)) draft.type("\t");
      if (completed !== undefined && completed.choices !== "") this.#listener.showChoices(completed.choices);
      this.#listener.draw();
    });
  }

  #enter(): void {
    // The line that a search has found stands behind the usual label.
    this.editor.press("enter");
    this.#listener.draw();
    const text = this.editor.take();
    if (text.trim() !== "") this.#listener.entered(text);
  }
}
