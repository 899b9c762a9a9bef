/** A text that a person is writing, and its cursor. It knows no terminal. */
import type { Key } from "./keys.js";

/** One character of a draft, or a paste that is too long to show. */
export interface Atom {
  readonly text: string;
  /** The stand-in for a long paste. */
  readonly label?: string;
  readonly isTyped?: true;
}

/** A text with its cursor, as it was at one moment. */
export interface DraftState {
  readonly before: readonly Atom[];
  /** In reverse order, so that the next one is the last. */
  readonly after: readonly Atom[];
}

/** The most lines and characters of a paste that is shown. */
const LINES = 12;
const CHARACTERS = 1000;

/** The most changes that can be undone. */
const CHANGES = 100;

/** Changes of one kind that follow each other: one is undone with the others. */
type Change = "type" | "erase" | "delete" | "other";

export class Draft {
  #before: Atom[] = [];
  /** In reverse order, so that the next one is the last. */
  #after: Atom[] = [];
  #undone: DraftState[] = [];
  #last: Change | undefined;
  /** What was deleted by the last words and lines. */
  #deleted: readonly Atom[] = [];

  get before(): readonly Atom[] {
    return this.#before;
  }

  get after(): readonly Atom[] {
    return this.#after.toReversed();
  }

  get text(): string {
    return textOf([...this.#before, ...this.after]);
  }

  get textBefore(): string {
    return textOf(this.#before);
  }

  get isEmpty(): boolean {
    return this.#before.length === 0 && this.#after.length === 0;
  }

  get state(): DraftState {
    return { before: [...this.#before], after: [...this.#after] };
  }

  set state({ before, after }: DraftState) {
    this.#change("other");
    this.#before = [...before];
    this.#after = [...after];
  }

  type(text: string): void {
    // A word is undone at once.
    if (/^\s$/.test(text)) this.#last = undefined;
    this.#change("type");
    this.#before.push({ text, isTyped: true });
  }

  /** Inserts a text at the cursor; its line breaks submit nothing. */
  paste(text: string): void {
    this.#change("other");
    this.#before.push(...atomsOf(text));
  }

  /** Replaces the whole text; the cursor is then at its end. */
  replace(text: string): void {
    this.state = { before: atomsOf(text), after: [] };
  }

  /** Replaces a number of characters before the cursor. */
  replaceBefore(characters: number, text: string): void {
    this.#change("other");
    let left = characters;
    while (left > 0) left -= this.#before.pop()?.text.length ?? left;
    for (const one of text) this.#before.push({ text: one });
  }

  /** Inserts a text at the beginning, on lines of its own. */
  putFirst(text: string): void {
    const lineBreak = this.isEmpty ? [] : atomsOf("\n");
    this.state = { before: [...atomsOf(text), ...lineBreak, ...this.#before], after: this.#after };
  }

  /** Inserts a text at the end, on lines of its own, and moves the cursor after it. */
  putLast(text: string): void {
    const lineBreak = this.isEmpty ? [] : atomsOf("\n");
    this.state = { before: [...this.#before, ...this.after, ...lineBreak, ...atomsOf(text)], after: [] };
  }

  clear(): void {
    this.#before = [];
    this.#after = [];
    this.#undone = [];
    this.#last = undefined;
  }

  /** Removes a typed backslash before the cursor, with which Enter begins a new line; returns whether there was one. */
  takeBackslash(): boolean {
    const last = this.#before.at(-1);
    const isThere = last?.isTyped === true && last.text === "\\";
    if (isThere) this.#before.pop();
    return isThere;
  }

  /** Executes an editing key; ignores any other key. */
  press(key: Key): void {
    const [before, after] = [this.#before, this.#after];
    if (key === "alt-enter") this.type("\n");
    else if (key === "undo") this.#undo();
    else if (key === "yank") this.#yank();
    else if (key === "backspace" || key === "delete") {
      if ((key === "delete" ? after : before).length > 0) this.#change("erase");
      (key === "delete" ? after : before).pop();
    } else if (key === "delete-word") this.#delete("before", wordAtEnd(before));
    else if (key === "delete-word-after") this.#delete("after", wordAtEnd(after));
    else if (key === "delete-before") this.#delete("before", lineAtEnd(before));
    else if (key === "delete-after") this.#delete("after", lineAtEnd(after));
    else {
      this.#last = undefined;
      if (key === "left") move(before, after, 1);
      if (key === "right") move(after, before, 1);
      if (key === "word-left") move(before, after, wordAtEnd(before));
      if (key === "word-right") move(after, before, wordAtEnd(after));
      if (key === "home") move(before, after, lineAtEnd(before));
      if (key === "end") move(after, before, lineAtEnd(after));
    }
  }

  /** Moves the cursor to the same column of the line above or below; returns whether there is one. */
  moveLine(direction: "up" | "down"): boolean {
    this.#last = undefined;
    const [before, after] = [this.#before, this.#after];
    const column = lineAtEnd(before);
    const rest = direction === "up" ? column : lineAtEnd(after);
    if ((direction === "up" ? before : after).length === rest) return false;
    if (direction === "up") {
      move(before, after, rest + 1);
      move(before, after, Math.max(0, lineAtEnd(before) - column));
    } else {
      move(after, before, rest + 1);
      move(after, before, Math.min(column, lineAtEnd(after)));
    }
    return true;
  }

  #change(change: Change): void {
    if (change === "other" || change !== this.#last) this.#undone = [...this.#undone.slice(1 - CHANGES), this.state];
    this.#last = change;
  }

  #undo(): void {
    const last = this.#undone.pop();
    if (last === undefined) return;
    this.#before = [...last.before];
    this.#after = [...last.after];
    this.#last = undefined;
  }

  #delete(side: "before" | "after", count: number): void {
    if (count === 0) return;
    const isMore = this.#last === "delete";
    this.#change("delete");
    const from = side === "before" ? this.#before : this.#after;
    const deleted = from.splice(from.length - count);
    const before = isMore ? this.#deleted : [];
    this.#deleted = side === "before" ? [...deleted, ...before] : [...before, ...deleted.toReversed()];
  }

  #yank(): void {
    if (this.#deleted.length === 0) return;
    this.#change("other");
    this.#before.push(...this.#deleted);
  }
}

function textOf(atoms: readonly Atom[]): string {
  return atoms.map(({ text }) => text).join("");
}

function atomsOf(text: string): readonly Atom[] {
  const lines = text.length > CHARACTERS ? LINES : text.split("\n", LINES + 1).length;
  if (text.length <= CHARACTERS && lines <= LINES) return Array.from(text, (one) => ({ text: one }));
  return [{ text, label: `[pasted: ${countOf(text)}]` }];
}

function countOf(text: string): string {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines === 1 ? `${text.length} characters` : `${lines} lines`;
}

function move(from: Atom[], to: Atom[], count: number): void {
  for (let moved = 0; moved < count; moved += 1) {
    const atom = from.pop();
    if (atom !== undefined) to.push(atom);
  }
}

/** The number of atoms from the cursor to the end of a word. */
function wordAtEnd(atoms: readonly Atom[]): number {
  const isSpace = (atom: Atom | undefined): boolean => atom !== undefined && /^\s$/.test(atom.text);
  let at = atoms.length;
  while (at > 0 && isSpace(atoms[at - 1])) at -= 1;
  while (at > 0 && !isSpace(atoms[at - 1])) at -= 1;
  return atoms.length - at;
}

/** The number of atoms from the cursor to the end of its line. */
function lineAtEnd(atoms: readonly Atom[]): number {
  let at = atoms.length;
  while (at > 0 && atoms[at - 1]?.text !== "\n") at -= 1;
  return atoms.length - at;
}
