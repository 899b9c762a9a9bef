/** One file of the pair: its text, the numbers of its lines, and marks under the text of findings. */
import { byId, create, say } from "../../page/element.js";
import { changedLines } from "../../service/diff.js";
import type { Diagnostic, Scope, Severity } from "../../toolkit/read/diagnostic/diagnostic.js";
import { FORMAT_NAMES, type Format } from "../../toolkit/read/document/formats.js";
import type { PlaygroundFile } from "../address.js";
import { fileName } from "../judged.js";

/** The order of marks that overlap: the later ones win. */
const GRAVITY: readonly Severity[] = ["info", "warning", "error"];

/** The most lines to type at once, so that one step undoes them: a browser is slow with more. */
const MOST_TOGETHER = 100;

export class Pane {
  readonly scope: Scope;
  readonly #text: HTMLTextAreaElement;
  readonly #format: HTMLSelectElement;
  readonly #name: Element;
  readonly #numbers: HTMLElement;
  readonly #marks: HTMLElement;
  #frame: number | undefined;

  constructor(scope: Scope, changed: () => void) {
    this.scope = scope;
    this.#text = byId(`${scope}-text`, HTMLTextAreaElement);
    this.#format = byId(`${scope}-format`, HTMLSelectElement);
    this.#format.append(...FORMAT_NAMES.map((name) => new Option(name.toUpperCase(), name)));
    const pane = this.#text.closest(".pane");
    this.#name = part(pane, ".name");
    this.#numbers = part(pane, ".numbers");
    this.#marks = part(pane, ".marks");
    // A browser tells of each line that it inserts: the marks go once, before the next picture.
    this.#text.addEventListener("input", () => {
      this.#frame ??= requestAnimationFrame(() => this.mark([]));
      changed();
    });
    this.#text.addEventListener("scroll", () => this.#scroll());
    this.#format.addEventListener("change", changed);
  }

  get file(): PlaygroundFile {
    return { text: this.#text.value, format: this.#format.value as Format };
  }

  set file({ text, format }: PlaygroundFile) {
    this.#text.value = text;
    this.#format.value = format;
    this.mark([]);
  }

  /** Underlines the text of findings in this file. */
  mark(diagnostics: readonly Diagnostic[]): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const text = this.#text.value;
    say(this.#name, fileName(this.scope, this.file));
    const byLine = new Map<number, Severity>();
    const severities: (Severity | undefined)[] = Array.from({ length: text.length });
    for (const severity of GRAVITY) {
      for (const { range } of diagnostics.filter((one) => one.severity === severity)) {
        byLine.set(range.start.line, severity);
        // An empty range marks the character before or after it.
        const start = Math.min(range.start.offset, Math.max(text.length - 1, 0));
        severities.fill(severity, start, Math.max(range.end.offset, start + 1));
      }
    }
    this.#marks.replaceChildren(...stretches(text, severities), "\n");
    this.#numbers.replaceChildren(...numbers(text.split("\n").length, byLine));
    this.#scroll();
  }

  /** Selects a stretch of the text and moves the focus there. */
  select(start: number, end: number): void {
    this.#text.focus();
    this.#text.setSelectionRange(start, Math.max(end, start));
    const line = this.#text.value.slice(0, start).split("\n").length;
    const height = this.#text.scrollHeight / Math.max(this.#text.value.split("\n").length, 1);
    const top = (line - 1) * height;
    if (top < this.#text.scrollTop || top > this.#text.scrollTop + this.#text.clientHeight - 2 * height)
      this.#text.scrollTop = Math.max(top - this.#text.clientHeight / 3, 0);
    this.#text.scrollIntoView({ block: "nearest" });
  }

  /** Selects a line from a column on. */
  selectFrom(line: number, column: number): void {
    const lines = this.#text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
    this.select(start, start + (lines[line - 1]?.length ?? 0) - column + 1);
  }

  /** Replaces a stretch as if it were typed, so that it can be undone. */
  type(start: number, end: number, text: string): void {
    this.#text.focus();
    this.#text.setSelectionRange(start, end);
    const isTyped = document.execCommand(text === "" ? "delete" : "insertText", false, text);
    if (!isTyped) this.#text.setRangeText(text, start, end, "end");
  }

  /** Replaces the lines that differ in a text, as if they were typed: together if they are near each other. */
  typeLines(after: string): void {
    const { old, now, blocks } = changedLines(this.#text.value, after);
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first === undefined || last === undefined) return;
    const whole = {
      old: first.old,
      removed: last.old + last.removed - first.old,
      now: first.now,
      added: last.now + last.added - first.now,
    };
    for (const block of whole.removed <= MOST_TOGETHER ? [whole] : blocks.toReversed()) {
      const start = old.slice(0, block.old).join("").length;
      const end = start + old.slice(block.old, block.old + block.removed).join("").length;
      this.type(start, end, now.slice(block.now, block.now + block.added).join(""));
    }
  }

  #scroll(): void {
    this.#marks.scrollTop = this.#text.scrollTop;
    this.#marks.scrollLeft = this.#text.scrollLeft;
    this.#numbers.scrollTop = this.#text.scrollTop;
  }
}

function part(pane: Element | null, selector: string): HTMLElement {
  const found = pane?.querySelector(selector);
  if (found instanceof HTMLElement) return found;
  throw new Error(`the page has no ${selector}`);
}

/** The text as stretches of one severity each. */
function stretches(text: string, severities: readonly (Severity | undefined)[]): readonly (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  for (let start = 0; start < text.length; ) {
    const severity = severities[start];
    let end = start + 1;
    while (end < text.length && severities[end] === severity) end += 1;
    parts.push(severity === undefined ? text.slice(start, end) : worded("mark", severity, text.slice(start, end)));
    start = end;
  }
  return parts;
}

/** The numbers of all lines. Those without a finding between two others are one text: thousands of elements would slow each key down. */
function numbers(count: number, severities: ReadonlyMap<number, Severity>): readonly (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let plain = "";
  for (let line = 1; line <= count; line += 1) {
    const severity = severities.get(line);
    if (severity === undefined) plain += `${line}\n`;
    else {
      parts.push(plain, worded("span", severity, `${line}\n`));
      plain = "";
    }
  }
  return [...parts, plain];
}

function worded(name: "mark" | "span", className: string, text: string): HTMLElement {
  const element = create(name, className);
  element.textContent = text;
  return element;
}
