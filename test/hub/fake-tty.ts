/** A terminal of a test: keys go in, and the screen that a person would see comes out. */
import type { OpenTty, Size, Tty, TtyListener } from "../../src/agent/machine/interfaces/tty.js";

export class FakeTty implements Tty {
  #size: Size;
  #listener: TtyListener | undefined;
  #cells: string[] = [];
  /** All that was written, for what happened besides lines. */
  written = "";
  /** Lines that were drawn. */
  drawn = 0;

  constructor(columns: number, rows: number) {
    this.#size = { columns, rows };
  }

  /** Whether somebody reads keys. */
  get isOpen(): boolean {
    return this.#listener !== undefined;
  }

  /** The lines of the screen. */
  get screen(): readonly string[] {
    return Array.from({ length: this.#size.rows }, (_, row) => this.#cells[row] ?? "");
  }

  size(): Size {
    return this.#size;
  }

  open(listener: TtyListener): OpenTty {
    this.#listener = listener;
    return {
      write: (text) => this.#write(text),
      signal: () => {},
      close: () => {
        this.#listener = undefined;
      },
    };
  }

  press(keys: string): void {
    this.#listener?.keys(keys);
  }

  resize(columns: number, rows: number): void {
    this.#size = { columns, rows };
    this.#listener?.resized();
  }

  lose(): void {
    this.#listener?.lost();
  }

  #write(text: string): void {
    this.written += text;
    if (text.includes("\x1b[2J")) this.#cells = [];
    for (const [, row, line = ""] of text.matchAll(/\x1b\[(\d+);1H\x1b\[K((?:(?!\x1b\[\d+;1H).)*)/g)) {
      this.#cells[Number(row) - 1] = line.replace(/\x1b\[\?.*$/, "");
      this.drawn += 1;
    }
  }
}
