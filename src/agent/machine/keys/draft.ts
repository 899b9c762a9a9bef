/** A text that a person is writing, and its cursor. It knows no terminal. */
import type { Key } from "./keys.js";

/** One character of a draft, or a paste that is too long to show. */
export interface Atom {
  readonly text: string;
  /** The stand-in for a long paste. */
  readonly label?: string;
  readonly isTyped?: true;
}

/** The most lines and characters of a paste that is shown. */
const LINES = 12;
const CHARACTERS = 1000;

export class Draft {
  #before: Atom[] = [];
  /** In reverse order, so that the next one is the last. */
  #after: Atom[] = [];

  get before(): readonly Atom[] {
    return this.#before;
  }

  get after(): readonly Atom[] {
    return this.#after.toReversed();
  }

  get text(): string {
    return [...this.#before, ...this.after].map(({ text }) => text).join("");
  }

  get isEmpty(): boolean {
    return this.#before.length === 0 && this.#after.length === 0;
  }

  type(text: string): void {
    this.#before.push({ text, isTyped: true });
  }

  /** Inserts a text at the cursor; its line breaks submit nothing. */
  paste(text: string): void {
    this.#before.push(...atomsOf(text));
  }

  /** Inserts a text at the beginning, on lines of its own. */
  putFirst(text: string): void {
    const lineBreak = this.isEmpty ? [] : atomsOf("\n");
    this.#before = [...atomsOf(text), ...lineBreak, ...this.#before];
  }

  /** Inserts a text at the end, on lines of its own, and moves the cursor after it. */
  putLast(text: string): void {
    const lineBreak = this.isEmpty ? [] : atomsOf("\n");
    this.#before = [...this.#before, ...this.after, ...lineBreak, ...atomsOf(text)];
    this.#after = [];
  }

  clear(): void {
    this.#before = [];
    this.#after = [];
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
    if (key === "backspace") before.pop();
    if (key === "delete") after.pop();
    if (key === "left") move(before, after, 1);
    if (key === "right") move(after, before, 1);
    if (key === "word-left") move(before, after, wordAtEnd(before));
    if (key === "word-right") move(after, before, wordAtEnd(after));
    if (key === "home") move(before, after, lineAtEnd(before));
    if (key === "end") move(after, before, lineAtEnd(after));
    if (key === "delete-word") before.splice(before.length - wordAtEnd(before));
    if (key === "delete-before") before.splice(before.length - lineAtEnd(before));
    if (key === "delete-after") after.splice(after.length - lineAtEnd(after));
  }
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
