/** The last line that a program wrote, for a message about its end. It gets text that is scrubbed already. */
import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";

/** Units of a line that are kept: what is not shown of them is colours and blanks. */
const KEPT = 4 * limits.mcpSaid;

/** A line that says something by itself: no part of a trace or of an object, and no version of the runtime. */
const TELLING = /^(?!Node\.js v)\S.*\p{L}/u;

export class LastLine {
  /** A line without its end. */
  #open = "";
  #telling: string | undefined;
  #any: string | undefined;

  push(text: string): void {
    const lines = `${this.#open}${text}`.split("\n");
    this.#open = (lines.pop() ?? "").slice(0, KEPT);
    for (const line of lines) this.#take(line);
  }

  /** In one line, without colours and controls; undefined where nothing was written. */
  end(): string | undefined {
    this.#take(this.#open);
    const shown = this.#telling ?? this.#any;
    if (shown === undefined || shown.length <= limits.mcpSaid) return shown;
    return `${beginningOf(shown, limits.mcpSaid - 1)}…`;
  }

  #take(line: string): void {
    const shown = line.slice(0, KEPT).replace(COLOURS, "").replace(CONTROLS, " ").trimEnd();
    if (shown.trim() === "") return;
    this.#any = shown.trim();
    if (TELLING.test(shown)) this.#telling = shown;
  }
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
const CONTROLS = /\p{Cc}+/gu;
