/** The next line that a person enters: its draft, earlier lines in its place, and a search among these. It knows no terminal. */
import { harmless } from "../../../text/escape.js";
import { Draft, type DraftState } from "./draft.js";
import type { Key } from "./keys.js";
import { LineHistory } from "./line-history.js";

interface Search {
  readonly text: string;
  readonly isFound: boolean;
}

/** Keys that a search does not end with. */
const OF_SEARCH: ReadonlySet<Key> = new Set(["search", "backspace", "give-up", "interrupt", "escape"]);

export class Editor {
  readonly draft = new Draft();
  readonly history = new LineHistory();
  /** The draft from before earlier lines were looked at. */
  #own: DraftState | undefined;
  #search: Search | undefined;

  get isSearching(): boolean {
    return this.#search !== undefined;
  }

  /** Whether there is nothing to show. */
  get isEmpty(): boolean {
    return this.draft.isEmpty && !this.isSearching;
  }

  /** The text before the draft, where that is a line that was searched for. */
  get label(): string | undefined {
    if (this.#search === undefined) return undefined;
    const { text, isFound } = this.#search;
    return `${isFound ? "search" : "not found"} \`${harmless(text)}\`: `;
  }

  type(text: string): void {
    if (this.#search === undefined) this.draft.type(text);
    else this.#find(this.#search.text + text, false);
  }

  paste(text: string): void {
    this.#search = undefined;
    this.draft.paste(text);
  }

  /** Executes a key; any other than those of a search ends it, with the line that was found in the draft. */
  press(key: Key): void {
    const search = this.#search;
    if (search !== undefined && !OF_SEARCH.has(key)) this.#search = undefined;
    if (key === "search") this.#find(search?.text ?? "", search?.isFound === true && search.text !== "");
    else if (search !== undefined && OF_SEARCH.has(key)) this.#inSearch(key, search);
    else if (key === "up") this.#up();
    else if (key === "down") this.#down();
    else this.draft.press(key);
  }

  /** Takes the text as a line that is entered: the draft is then empty. */
  take(): string {
    const { text } = this.draft;
    this.clear();
    if (text.trim() !== "") this.history.add(text);
    return text;
  }

  clear(): void {
    this.draft.clear();
    this.history.leave();
    this.#own = this.#search = undefined;
  }

  #up(): void {
    if (this.draft.moveLine("up")) return;
    if (!this.history.isInside) this.#own = this.draft.state;
    const line = this.history.older();
    if (line !== undefined) this.draft.replace(line);
  }

  #down(): void {
    if (this.draft.moveLine("down") || !this.history.isInside) return;
    const line = this.history.newer();
    if (line !== undefined) this.draft.replace(line);
    else this.#goBack();
  }

  #inSearch(key: Key, { text }: Search): void {
    if (key === "backspace") {
      this.history.leave();
      this.#find(Array.from(text).slice(0, -1).join(""), false);
    } else {
      this.#search = undefined;
      if (key === "escape") return;
      this.history.leave();
      this.#goBack();
    }
  }

  #find(text: string, isNext: boolean): void {
    if (this.#search === undefined && !this.history.isInside) this.#own = this.draft.state;
    const line = text === "" ? undefined : this.history.find(text, isNext);
    if (line !== undefined) this.draft.replace(line);
    else if (text === "") this.#goBack();
    this.#search = { text, isFound: line !== undefined || text === "" };
  }

  /** Puts the own draft back. */
  #goBack(): void {
    if (this.#own !== undefined) this.draft.state = this.#own;
  }
}
