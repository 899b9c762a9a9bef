/** The screen of a conversation: what is written goes above the line that a person types, which is taken away meanwhile and shown again below it. */
import { isInJob } from "../../../terminal/reader.js";
import { type Output, type Terminal, terminalWith, wantsColor } from "../../../terminal/terminal.js";
import type { Size } from "../../machine/interfaces/tty.js";
import type { Line } from "../../machine/keys/layout.js";
import { type LineView, movingView, plainView } from "../../machine/keys/line-view.js";

export class LineScreen {
  /** The same terminal; its outputs leave room for the line. */
  readonly terminal: Terminal;
  /** Where a question is seen. */
  readonly seen: Pick<Terminal, "stderr">;
  /** The output that is a terminal; undefined where none is, and nothing is shown then. */
  readonly name: "stdout" | "stderr" | undefined;
  /** Whether the terminal knows no escape sequences. */
  readonly isPlain: boolean;
  /** Whether a status is shown below the line. */
  readonly hasStatus: boolean;
  readonly #output: Output | undefined;
  readonly #view: LineView;
  readonly #size: () => Size;
  #line: Line | undefined;
  #isPatient = false;
  #isLineStart = true;
  /** The output whose line was broken off for another one. */
  #broken: Output | undefined;
  #last: Output | undefined;

  constructor(terminal: Terminal, size: () => Size) {
    const { stdout, stderr, host } = terminal;
    this.name = stdout.isTTY === true ? "stdout" : stderr.isTTY === true ? "stderr" : undefined;
    this.#output = this.name === undefined ? undefined : terminal[this.name];
    this.isPlain = this.name === undefined || host.env["TERM"] === "dumb";
    this.hasStatus = !this.isPlain && !isInJob(host.env);
    const isColoured = this.#output !== undefined && wantsColor("auto", host.env, this.#output);
    this.#view = this.isPlain ? plainView() : movingView(isColoured ? faint : undefined);
    this.#size = size;
    const above = (output: Output): Output => (output.isTTY === true ? this.#above(output) : output);
    this.terminal = terminalWith(terminal, { host, stdout: above(stdout), stderr: above(stderr) });
    this.seen = this.name === "stdout" && stderr.isTTY !== true ? { stderr: this.terminal.stdout } : this.terminal;
  }

  get columns(): number {
    return this.#size().columns;
  }

  /** Shows a line and its changes; none when it is undefined. `isPatient`: it waits for the end of a line that is being written. */
  show(line: Line | undefined, isPatient = false): void {
    this.#line = line;
    this.#isPatient = isPatient;
    this.#draw();
  }

  /** Leaves the line on the screen for good. */
  finish(): void {
    this.#line = undefined;
    this.write(this.#view.finish());
  }

  hide(): void {
    this.#line = undefined;
    this.write(this.#view.hide());
  }

  /** Empties the screen. */
  clear(): void {
    this.write(this.#view.hide() + (this.isPlain ? "" : "\x1b[H\x1b[2J"));
    this.#draw();
  }

  /** The terminal has another size, or another program has written on it. */
  resized(): void {
    if (this.#line !== undefined) this.#view.resized(this.#line, this.#size());
    this.write(this.#view.hide());
    this.#draw();
  }

  write(text: string): void {
    if (text !== "") this.#output?.write(text);
  }

  #draw(): void {
    if (this.#line === undefined) this.write(this.#view.hide());
    else if (this.#isLineStart || !this.#isPatient) {
      if (!this.#isLineStart) {
        this.write("\n");
        this.#isLineStart = true;
        this.#broken = this.#last;
      }
      this.write(this.#view.show(this.#line, this.#size()));
    }
  }

  /** The text of an output as it follows those of the other one: on a line of its own. */
  #joined(output: Output, text: string): string {
    if (text === "") return "";
    const isOther = this.#last !== output;
    const isBreaking = isOther && !this.#isLineStart;
    if (isBreaking) this.#broken = this.#last;
    // The line that was broken off has its end already.
    const shown = this.#broken === output && this.#isLineStart && text === "\n" ? "" : text;
    if (!isBreaking && this.#broken === output) this.#broken = undefined;
    this.#last = output;
    if (shown !== "") this.#isLineStart = shown.endsWith("\n");
    return isBreaking ? `\n${shown}` : shown;
  }

  #above(output: Output): Output {
    return {
      isTTY: true,
      get columns() {
        // A terminal may report no size.
        return output.columns || 80;
      },
      get isLost() {
        return output.isLost === true;
      },
      write: (text, done) => {
        this.write(this.#view.hide());
        output.write(this.#joined(output, text), done);
        this.#draw();
      },
    };
  }
}

function faint(text: string): string {
  return `\x1b[2m${text}\x1b[22m`;
}
