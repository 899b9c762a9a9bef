/** The questions of a session: shown one after another, and each answered by a line of input (P-S26). */
import { print, type Terminal } from "../../../terminal/terminal.js";
import { beginningOf } from "../../../text/beginning.js";
import { printable, printableLines } from "../../../text/escape.js";
import { type Answer, type Change, type Daemon, DaemonError, type Interrogative } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";
import type { Heard } from "./heard.js";

interface Around {
  readonly terminal: Pick<Terminal, "stderr">;
  readonly client: Pick<Daemon, "respond">;
  readonly heard: Heard;
  /** Resolves when a person may be asked something. Without one, answers come from a pipe, and the text before them is a line. */
  readonly calm: ((signal: AbortSignal) => Promise<void>) | undefined;
}

export class Asking {
  readonly #around: Around;
  /** In the order of their opening. */
  readonly #open = new Map<string, Interrogative>();
  /** Those that were answered here. */
  readonly #answered = new Set<string>();
  /** The question that is being written, or stands there. */
  #current: Interrogative | undefined;
  /** Whether all of it is written: lines that were typed before are no answers to it. */
  #isWritten = false;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Whether a question waits for an answer, seen or not. */
  get isOpen(): boolean {
    return this.#next !== undefined || this.#current !== undefined;
  }

  /** The question that the next line answers, with the text before that line; `takesEmpty`: an empty line is an answer. */
  get shown(): { readonly id: string; readonly label: string; readonly takesEmpty: boolean } | undefined {
    if (this.#current === undefined || !this.#isWritten) return undefined;
    const { id, default: empty } = this.#current;
    return { id, label: askingFor(this.#current), takesEmpty: empty !== undefined };
  }

  async take(change: Change): Promise<void> {
    if (change.kind === "snapshot") {
      const { interrogatives } = change.snapshot;
      const still = new Set(interrogatives.map(({ id }) => id));
      for (const id of [...this.#open.keys()]) if (!still.has(id)) await this.#end(id);
      for (const question of interrogatives) this.#open.set(question.id, question);
    }
    if (change.kind === "record" && change.record.kind === "interrogative_opened")
      this.#open.set(change.record.interrogative.id, change.record.interrogative);
    if (change.kind === "record" && change.record.kind === "interrogative_resolved")
      await this.#end(change.record.id, change.record.resolution);
    this.#around.heard.tell();
  }

  /** Shows the questions, one after another, until the signal aborts. */
  async show(signal: AbortSignal): Promise<void> {
    const { terminal, heard, calm } = this.#around;
    while (!signal.aborted) {
      await heard.until(() => this.#current === undefined && this.#next !== undefined, signal);
      await calm?.(signal);
      // It may have ended in the meantime.
      const question = this.#next;
      if (question === undefined || signal.aborted) continue;
      this.#current = question;
      this.#isWritten = false;
      await print(terminal.stderr, questionLines(question));
      if (this.#current !== question) continue;
      await this.#askAgain(question);
      this.#isWritten = true;
      heard.tell();
    }
  }

  /** Takes a line as the answer. Rejects as the client does when the daemon is gone. */
  async answer(line: string, signal: AbortSignal): Promise<void> {
    const { terminal, client, heard } = this.#around;
    const question = this.#current;
    if (question === undefined || !this.#isWritten) return;
    const reading = answerIn(question, line);
    if (reading.kind === "unclear") {
      await complain(terminal, reading.hint);
      if (this.#current === question) await this.#askAgain(question);
      return heard.tell();
    }
    const { id } = question;
    this.#current = undefined;
    this.#answered.add(id);
    try {
      await client.respond(id, reading.answer, { signal });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof DaemonError)) throw error;
      if (error.code === "interrogative_not_open") await complain(terminal, "this question is no longer open");
      else {
        await complain(terminal, `${error.message} (${error.code})`);
        this.#answered.delete(id);
      }
    }
    heard.tell();
  }

  get #next(): Interrogative | undefined {
    return [...this.#open.values()].find(({ id }) => !this.#answered.has(id));
  }

  /** In a pipe the text before the answer is a line of its own; at a terminal the answer is typed behind it. */
  async #askAgain(question: Interrogative): Promise<void> {
    const { terminal, calm } = this.#around;
    if (calm === undefined) await print(terminal.stderr, `${askingFor(question).trimEnd()}\n`);
  }

  async #end(id: string, resolution?: string): Promise<void> {
    this.#open.delete(id);
    this.#answered.delete(id);
    if (this.#current?.id !== id) return;
    this.#current = undefined;
    this.#around.heard.tell();
    await complain(this.#around.terminal, WITHOUT_ANSWER.get(resolution) ?? "the question was answered elsewhere");
  }
}

/** What is said of a question by its resolution. */
const WITHOUT_ANSWER: ReadonlyMap<string | undefined, string> = new Map([
  ["cancelled", "the question is over: its turn has ended"],
  ["expired", "the question is over: the wait has ended"],
]);

/** Most characters of a question that are shown: more than a daemon sends. */
const LONGEST = 16_384;
const LONGEST_NAME = 200;

/** Most choices that letters can name. */
const LETTERS = 26;

type Reading =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** The line is no answer; `hint` says which ones are. */
  | { readonly kind: "unclear"; readonly hint: string };

/** Whole lines: whoever allows a command has to see all of it. Texts are indented, so that none of them passes for a line of this program. */
function questionLines({ kind, text, choices = [], tool, always }: Interrogative): string {
  const heading =
    kind === "permission" ? `may ${printable(beginningOf(tool ?? "a tool", LONGEST_NAME))} run this?` : "a question:";
  const isCut = text.length > LONGEST;
  const labels = labelsOf(choices);
  return [
    heading,
    indented(isCut ? `${beginningOf(text, LONGEST)}…` : text),
    ...(isCut && kind === "permission" ? ["(only its beginning is shown)"] : []),
    ...(always === undefined ? [] : offerLines(always)),
    ...choices.map((choice, at) => `  ${labels[at]}. ${printable(beginningOf(choice, LONGEST))}`),
    "",
  ].join("\n");
}

/** The rules that the answer `forever` writes, and their file. */
function offerLines({ file, rules }: NonNullable<Interrogative["always"]>): readonly string[] {
  const lines = rules.map((rule) => `    allow ${printable(beginningOf(rule, LONGEST))}`);
  return [`  forever adds to ${printable(beginningOf(file, LONGEST))}:`, ...lines];
}

/** The text before the place where the answer is typed. */
function askingFor({ kind, choices = [], default: empty, always }: Interrogative): string {
  if (kind === "permission")
    return `[y]es once, [a]lways in this session, ${always === undefined ? "" : "[f]orever, "}[n]o: `;
  const ways =
    choices.length === 0 ? ["your answer"] : [isLettered(choices) ? "a letter" : "a number", "your own words"];
  if (empty !== undefined) ways.push(empty === "" ? "Enter for none" : "Enter for what stands in brackets");
  return `${ways.slice(0, -1).join(", ")}${ways.length > 1 ? ", or " : ""}${ways.at(-1)}: `;
}

function answerIn({ kind, choices = [], default: empty, always }: Interrogative, line: string): Reading {
  const said = line.trim();
  if (kind === "permission") return permissionIn(said.toLowerCase(), always !== undefined);
  if (said === "" && empty !== undefined) return { kind: "answer", answer: { kind: "clarification_text", text: "" } };
  if (said === "") return { kind: "unclear", hint: "an empty line is no answer; Ctrl-C cancels the turn" };
  const at = labelsOf(choices).indexOf(said.toLowerCase());
  const chosen = choices[at] ?? choices.find((one) => one.trim().toLowerCase() === said.toLowerCase());
  if (chosen !== undefined) return { kind: "answer", answer: { kind: "clarification_choice", choice: chosen } };
  if (choices.length > 0 && /^\d+$/.test(said) && !isLettered(choices))
    return { kind: "unclear", hint: `the choices are 1 to ${choices.length}` };
  return { kind: "answer", answer: { kind: "clarification_text", text: said } };
}

function permissionIn(said: string, isOffered: boolean): Reading {
  const permission = (granted: boolean, scope?: "session" | "always"): Reading => ({
    kind: "answer",
    answer: { kind: "permission_answer", granted, ...(scope === undefined ? {} : { scope }) },
  });
  if (said === "y" || said === "yes") return permission(true);
  if (said === "a" || said === "always") return permission(true, "session");
  if (said === "n" || said === "no") return permission(false);
  if (isOffered && (said === "f" || said === "forever")) return permission(true, "always");
  return { kind: "unclear", hint: `the answers are y, a${isOffered ? ", f" : ""} and n; Ctrl-C cancels the turn` };
}

/** Choices that are numbers themselves have letters, so that a number means one thing. */
function isLettered(choices: readonly string[]): boolean {
  return choices.length <= LETTERS && choices.some((choice) => /^\s*\d+\s*$/.test(choice));
}

function labelsOf(choices: readonly string[]): readonly string[] {
  const isOfLetters = isLettered(choices);
  return choices.map((_, at) => (isOfLetters ? String.fromCharCode(97 + at) : String(at + 1)));
}

function indented(text: string): string {
  return printableLines(text).replace(/^/gm, "    ");
}
