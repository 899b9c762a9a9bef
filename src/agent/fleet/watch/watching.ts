/** The fleet on a terminal, live: keys move the selection, and changes are drawn together after a moment. */

import type { Clock } from "../../machine/interfaces/clock.js";
import type { OpenTty, Tty } from "../../machine/interfaces/tty.js";
import { type Key, keysOf, type Typed } from "../../machine/keys/keys.js";
import { FleetWatch } from "./fleet-watch.js";
import type { Follow } from "./follow.js";
import { linesOf, roomFor } from "./frame.js";
import type { Painter } from "./look.js";
import { ENTER, LEAVE, Screen } from "./screen.js";
import { Selection } from "./selection.js";
import { commandFor, type View, type ViewRow, viewOf } from "./view.js";

/** Milliseconds from a change to its picture, and between pictures of a quiet fleet, whose ages change. */
const SOON = 40;
const TICK = 5000;

const ENDING: ReadonlySet<Key> = new Set(["interrupt", "end-of-input"]);

/** Keys that end the typing of the filter. */
const FILTERED: ReadonlySet<Key> = new Set<Key>([
  "enter",
  "escape",
  "up",
  "down",
  "page-up",
  "page-down",
  "home",
  "end",
]);

export interface Surroundings {
  readonly tty: Tty;
  readonly clock: Clock;
  readonly paint: Painter;
  /** The host and port of the hub. */
  readonly hub: string;
  /** Opens the conversation of a session, which has this terminal to itself; resolves to whether that ended well. */
  readonly attach: (id: string) => Promise<boolean>;
}

/**
 * Resolves when the user ends it, when the terminal goes, or when the signal aborts; rejects as `follow` does. Restores the terminal
 * before.
 */
export async function watchOn(surroundings: Surroundings, follow: Follow, signal: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const watching = new Watching(surroundings, end);
  try {
    watching.open();
    await follow(watching.watched, ending.signal);
  } finally {
    end();
    signal.removeEventListener("abort", end);
    await watching.close();
  }
}

class Watching {
  readonly watched = new FleetWatch(() => this.#drawSoon());
  readonly #around: Surroundings;
  readonly #end: () => void;
  readonly #screen = new Screen();
  readonly #selection = new Selection();
  #tty: OpenTty | undefined;
  #attached: Promise<void> | undefined;
  #resume: (() => void) | undefined;
  #isOver = false;
  #forgetDraw: (() => void) | undefined;
  #forgetTick = (): void => {};
  #filter: string | undefined;
  #isTyping = false;
  #isHelp = false;
  #notice: string | undefined;

  constructor(around: Surroundings, end: () => void) {
    this.#around = around;
    this.#end = end;
  }

  open(): void {
    this.#tty = this.#around.tty.open({
      keys: (text) => this.#press(keysOf(text)),
      resized: () => {
        this.#tty?.write(this.#screen.forget());
        this.#draw();
      },
      lost: this.#end,
    });
    this.#tty.write(ENTER + this.#screen.forget());
    this.#draw();
    this.#tick();
  }

  /** Resolves after the end of an attached session, too. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#resume?.();
    this.#suspend();
    await this.#attached;
  }

  #suspend(): void {
    this.#forgetDraw?.();
    this.#forgetDraw = undefined;
    this.#forgetTick();
    this.#tty?.write(LEAVE);
    this.#tty?.close();
    this.#tty = undefined;
  }

  #tick(): void {
    this.#forgetTick = this.#around.clock.after(TICK, () => {
      this.#draw();
      this.#tick();
    });
  }

  #drawSoon(): void {
    if (this.#tty === undefined) return;
    this.#forgetDraw ??= this.#around.clock.after(SOON, () => this.#draw());
  }

  #draw(): void {
    this.#forgetDraw?.();
    this.#forgetDraw = undefined;
    if (this.#tty === undefined) return;
    const { tty, clock, hub, paint } = this.#around;
    const size = tty.size();
    const { state: connection, hasRows, fleet } = this.watched;
    const view = viewOf(fleet, clock.now(), connection.kind === "lost");
    const rows = this.#let(view);
    const { top, index: selected } = this.#selection.among(rows, roomFor(size));
    const how = { filter: this.#filter, isTyping: this.#isTyping, isHelp: this.#isHelp, notice: this.#notice };
    const lines = linesOf({ view, rows, top, selected, connection, hasRows, hub, ...how }, size, paint);
    const changes = this.#screen.draw(lines);
    if (changes !== "") this.#tty.write(changes);
  }

  #let({ rows }: View): readonly ViewRow[] {
    const wanted = this.#filter?.toLowerCase();
    if (wanted === undefined || wanted === "") return rows;
    return rows.filter(({ id, word, ended = "", title, model, project }) =>
      [id, word, ended, title, model, project].some((text) => text.toLowerCase().includes(wanted)),
    );
  }

  #press(typed: readonly Typed[]): void {
    for (const one of typed) {
      if (this.#tty === undefined) return;
      this.#notice = undefined;
      if ("key" in one && ENDING.has(one.key)) this.#end();
      else if (this.#isTyping) this.#type(one);
      else if (this.#isHelp) this.#isHelp = false;
      else this.#command(one);
    }
    this.#draw();
  }

  #type(one: Typed): void {
    const text = this.#filter ?? "";
    if ("text" in one) this.#filter = text + one.text;
    else if (one.key === "backspace") this.#filter = [...text].slice(0, -1).join("");
    else if (FILTERED.has(one.key)) {
      this.#isTyping = false;
      if (one.key === "escape" || text === "") this.#filter = undefined;
    }
  }

  #command(one: Typed): void {
    const key = "key" in one ? one.key : one.text;
    if (key === "q") this.#end();
    else if (key === "?") this.#isHelp = true;
    else if (key === "/") this.#isTyping = true;
    else if (key === "escape") this.#filter = undefined;
    else if (key === "enter") this.#enter();
    else this.#selection.move(key);
  }

  #enter(): void {
    const row = this.#selection.row;
    if (row === undefined) return;
    const next = commandFor(row);
    if (row.row.running) this.#attached = this.#attach(row.id);
    else
      this.#notice =
        next === undefined
          ? `${row.id} is damaged: \`agent sessions\` says why`
          : `it does not run: \`${next}\` goes on with it`;
  }

  async #attach(id: string): Promise<void> {
    this.#suspend();
    try {
      if (!(await this.#around.attach(id)) && !this.#isOver) await this.#pause();
    } finally {
      if (!this.#isOver) this.open();
    }
  }

  /** Leaves the messages on the screen until the next key. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const tty = this.#around.tty.open({ keys: () => end(), resized: () => {}, lost: () => end() });
      const end = (): void => {
        tty.close();
        this.#resume = undefined;
        resolve();
      };
      this.#resume = end;
      tty.write("\r\npress a key to go back to the sessions\r\n");
    });
  }
}
