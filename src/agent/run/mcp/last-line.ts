/** The last line that a program wrote, for a message about its end. It gets text that is scrubbed already. */
import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";

/** Units of a line that are kept: what is not shown of them is colours and blanks. */
const KEPT = 4 * limits.mcpSaid;

/** A line that says something by itself: no part of a trace or of an object, and no version of the runtime. */
const TELLING = /^(?!Node\.js v)\S.*\p{L}/u;

/** npm says the reason first, after a code, and where its log lies last. */
const NPM = /^npm (?:error|ERR!)/;
const NPM_BESIDE = /^npm \S+ (?:code|errno|syscall|path|dest) /;
const NPM_LOG = /^npm \S+ A complete log /;

export class LastLine {
  /** A line without its end. */
  #open = "";
  #telling: string | undefined;
  #any: string | undefined;
  /** Whether `#telling` is the reason of npm. */
  #isOfNpm = false;

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
    if (shown.trim() === "" || NPM_LOG.test(shown)) return;
    this.#any = shown.trim();
    if (!TELLING.test(shown)) return;
    const isOfNpm = NPM.test(shown);
    if (isOfNpm && (this.#isOfNpm || NPM_BESIDE.test(shown))) return;
    [this.#telling, this.#isOfNpm] = [shown, isOfNpm];
  }
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
const CONTROLS = /\p{Cc}+/gu;
