/** The line of a terminal on which a person types, behind `> ` or a question. Other lines begin below it. */
import { type Output, print, type Terminal } from "../../terminal/terminal.js";

export class Typing {
  readonly isTerminal: boolean;
  #open: Output | undefined;

  constructor({ stdin }: Pick<Terminal, "stdin">) {
    this.isTerminal = stdin.isTTY === true;
  }

  /** Whether a person can type behind a text of ours. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  async show(output: Output, text: string): Promise<void> {
    await this.leave();
    if (this.isTerminal) this.#open = output;
    await print(output, this.isTerminal ? text : `${text.trimEnd()}\n`);
  }

  /** The person has ended the line. */
  entered(): void {
    this.#open = undefined;
  }

  /** Goes to the next line, for a text that nobody types. */
  async leave(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) await print(open, "\n");
  }
}
