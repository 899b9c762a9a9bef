/** Lays out a label and a draft in rows of a terminal, with the place of the cursor. */
import { harmless } from "../../../text/escape.js";
import { columnsOf } from "../../../text/width.js";
import type { Atom, Draft } from "./draft.js";

export interface Line {
  /** Before the text: `> `, or the question. */
  readonly label: string;
  readonly draft: Pick<Draft, "before" | "after">;
  /** The row below the text, in at most so many columns; a line without label and text is this row alone. */
  readonly status?: ((columns: number) => string) | undefined;
}

export interface Row {
  readonly text: string;
  readonly columns: number;
  /** Whether the terminal itself wraps to the next row. */
  readonly isWrapped: boolean;
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** Before each line but the first. */
const INDENT = "  ";

/** A tab is as wide as this, so that its width does not depend on its place. */
const TAB = "    ";

export function layoutOf({ label, draft }: Line, columns: number): Layout {
  const writing = new Writing(columns);
  writing.add(label);
  for (const atom of draft.before) writing.addAtom(atom);
  const isAtEnd = draft.after.length === 0;
  writing.mark(isAtEnd || draft.after[0]?.text === "\n");
  for (const atom of draft.after) writing.addAtom(atom);
  return writing.layout;
}

/** An atom in printable form: none of its characters acts on the terminal. */
export function shownOf({ text, label }: Atom): string {
  return label ?? harmless(text).replaceAll("\t", TAB);
}

class Writing {
  readonly #columns: number;
  readonly #rows: Row[] = [];
  #text = "";
  #used = 0;
  #cursor: Layout["cursor"] = { row: 0, column: 0 };

  constructor(columns: number) {
    // A character may be two columns wide.
    this.#columns = Math.max(2, columns);
  }

  get layout(): Layout {
    return { rows: [...this.#rows, this.#row(false)], cursor: this.#cursor };
  }

  addAtom(atom: Atom): void {
    const isBreak = atom.text === "\n";
    if (isBreak) this.#end(false);
    this.add(isBreak ? INDENT : shownOf(atom));
  }

  add(text: string): void {
    for (const character of text) {
      const columns = widthOf(character);
      if (this.#used + columns > this.#columns) this.#end(true);
      this.#text += character;
      this.#used += columns;
    }
  }

  /** The place of the cursor. `isEnd`: the line ends here. */
  mark(isEnd: boolean): void {
    // A terminal moves to the next row only with the next character.
    if (this.#used === this.#columns && isEnd) this.#end(true);
    const isNext = this.#used === this.#columns;
    this.#cursor = { row: this.#rows.length + (isNext ? 1 : 0), column: isNext ? 0 : this.#used };
  }

  #end(isWrapped: boolean): void {
    this.#rows.push(this.#row(isWrapped));
    this.#text = "";
    this.#used = 0;
  }

  #row(isWrapped: boolean): Row {
    return { text: this.#text, columns: this.#used, isWrapped };
  }
}

/** Columns of a printable character; joiners and variation selectors take none. */
function widthOf(character: string): number {
  return character > "~" && /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(character) ? 0 : columnsOf(character);
}
