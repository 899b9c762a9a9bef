/** The selected row and the visible part of the rows. The selection belongs to a session, and moves with its row. */
import type { ViewRow } from "./view.js";

export class Selection {
  #rows: readonly ViewRow[] = [];
  #room = 1;
  #index = 0;
  #top = 0;
  /** Undefined before the first selection: the first row is then selected, whichever session it shows. */
  #id: string | undefined;

  get row(): ViewRow | undefined {
    return this.#rows[this.#index];
  }

  /** The place of the selection among these rows; `room`: the number of visible ones. */
  among(rows: readonly ViewRow[], room: number): { readonly top: number; readonly index: number } {
    const index = this.#id === undefined ? 0 : rows.findIndex(({ id }) => id === this.#id);
    this.#rows = rows;
    this.#room = room;
    // Another session takes the place of one that is gone.
    this.#index = Math.max(0, Math.min(index === -1 ? this.#index : index, rows.length - 1));
    this.#top = Math.max(0, Math.min(this.#top, this.#index, rows.length - room));
    if (this.#index >= this.#top + room) this.#top = this.#index - room + 1;
    return { top: this.#top, index: this.#index };
  }

  /** Any other key moves nothing. */
  move(key: string): void {
    const last = this.#rows.length - 1;
    const to: Readonly<Record<string, number>> = {
      ...{ up: this.#index - 1, k: this.#index - 1, down: this.#index + 1, j: this.#index + 1 },
      ...{ "page-up": this.#index - this.#room, "page-down": this.#index + this.#room },
      ...{ home: 0, g: 0, end: last, G: last },
    };
    const wanted = Object.hasOwn(to, key) ? to[key] : undefined;
    if (wanted === undefined) return;
    this.#index = Math.max(0, Math.min(wanted, last));
    this.#id = this.#rows[this.#index]?.id;
  }
}
