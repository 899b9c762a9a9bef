/** A terminal as a person sees it, for the few sequences that a typed line is drawn with; throws at any other. */
import { columnsOf } from "../../src/text/width.js";

/** A status is faint where colours are wanted. */
const FAINT = /^\x1b\[22?m$/;

export class Emulator {
  #columns: number;
  #rows: string[][] = [[]];
  #row = 0;
  #column = 0;
  /** Whether pastes are marked. */
  isMarking = false;
  /** Rows above the screen: a terminal such as tmux moves all rows there that are erased from the first cell on. */
  readonly above: string[] = [];

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** The rows, without spaces at their ends, and those at the bottom that are empty. */
  get text(): string {
    return this.#rows
      .map((row) => row.join("").trimEnd())
      .join("\n")
      .trimEnd();
  }

  get cursor(): readonly [row: number, column: number] {
    return [this.#row, this.#column];
  }

  /** Another width; what stands on it stays as it is, as on most terminals. */
  resize(columns: number): void {
    this.#columns = columns;
  }

  write(text: string): void {
    for (const [one] of text.matchAll(/\x1b\[[?\d;]*[A-Za-z]|./gsu)) this.#take(one);
  }

  #take(one: string): void {
    const [, count = "1", move] = /^\x1b\[(\d*)([A-J])$/.exec(one) ?? [];
    if (one === "\x1b[?2004h" || one === "\x1b[?2004l") this.isMarking = one.endsWith("h");
    else if (FAINT.test(one)) return;
    else if (move === "A") this.#row = Math.max(0, this.#row - Number(count));
    else if (move === "B") this.#row = Math.min(this.#rows.length - 1, this.#row + Number(count));
    else if (move === "C") this.#column = Math.min(this.#columns - 1, this.#column + Number(count));
    else if (move === "J") this.#erase();
    else if (one === "\x1b[K") this.#rows[this.#row]?.splice(this.#column);
    else if (one === "\r") this.#column = 0;
    else if (one === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (one === "\n") this.#next();
    else if (/^[\p{Cc}]/u.test(one)) throw new Error(`the terminal was told ${JSON.stringify(one)}`);
    else this.#print(one);
  }

  #erase(): void {
    if (this.#row === 0 && this.#column === 0) this.above.push(...this.#rows.map((row) => row.join("")));
    this.#rows.length = this.#row + 1;
    this.#rows[this.#row] = (this.#rows[this.#row] ?? []).slice(0, this.#column);
  }

  #next(): void {
    this.#row += 1;
    this.#column = 0;
    this.#rows[this.#row] ??= [];
  }

  /** A wide character takes a cell and an empty one. */
  #print(character: string): void {
    const width = columnsOf(character);
    if (this.#column + width > this.#columns) this.#next();
    const row = this.#rows[this.#row] ?? [];
    while (row.length < this.#column) row.push(" ");
    row.splice(this.#column, width, character, ...Array<string>(Math.max(0, width - 1)).fill(""));
    this.#column += width;
  }
}
