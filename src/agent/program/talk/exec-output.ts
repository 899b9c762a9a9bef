/** What `agent exec` writes on standard output: the answer as it comes, one JSON document at its end, or one line a record (P-S95, P-S110). */
import type { ExecEvent, ExecResult } from "../../../generated/protocol/types.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { escapedInQuotes } from "../../../text/escape.js";
import type { Change, HistoryItem } from "../../wire/client/index.js";
import type { TurnReport } from "./one-turn.js";
import { Talk, type TalkOptions } from "./talk.js";

export const FORMATS = ["text", "json", "jsonl"] as const;
export type ExecFormat = (typeof FORMATS)[number];

export class ExecOutput {
  readonly #terminal: Terminal;
  readonly #format: ExecFormat;
  readonly #talk: Talk;

  constructor(terminal: Terminal, format: ExecFormat, whole: TalkOptions["whole"]) {
    [this.#terminal, this.#format] = [terminal, format];
    this.#talk = new Talk(terminal, { whole, isAlone: true });
  }

  /** Whether the reader has certainly gone; one that waits for a document is not noticed. */
  get isLost(): boolean {
    return this.#format !== "json" && this.#terminal.stdout.isLost === true;
  }

  async take(change: Change): Promise<void> {
    if (this.#format === "text") await this.#talk.take(change);
    if (this.#format !== "jsonl") return;
    const event = eventOf(change);
    if (event !== undefined) await this.#say(event);
  }

  async end(result: ExecResult): Promise<void> {
    const { event: _, ...document } = result;
    if (this.#format === "text") await this.#talk.end();
    else await this.#say(this.#format === "json" ? document : result);
  }

  #say(value: object): Promise<void> {
    return print(this.#terminal.stdout, `${escapedInQuotes(JSON.stringify(value))}\n`);
  }
}

/** A snapshot is no event: the items that it stands for come before it. */
function eventOf(change: Change): ExecEvent | undefined {
  if (change.kind === "snapshot") return undefined;
  return change.kind === "record" ? change.record : (change.record ?? { event: "item", item: change.item });
}

/** A text of the model; undefined where the whole of it cannot be read. */
export interface Answer {
  readonly item: HistoryItem;
  readonly text: string | undefined;
}

export function resultOf(sessionId: string, report: TurnReport, answers: readonly Answer[]): ExecResult {
  const { promptId, end = {}, missing, calls, denied, limit } = report;
  const { outcome = limit === undefined ? "interrupted" : "cancelled", finish, usage, error } = end;
  return {
    ...{ event: "result", session_id: sessionId },
    ...(promptId === undefined ? {} : { prompt_id: promptId }),
    outcome,
    ...(finish === undefined ? {} : { finish }),
    ...(limit === undefined ? {} : { limit }),
    answer: joined(answers),
    echo: answers.some(({ item }) => item.echo === true),
    tools: { missing: [...missing] },
    ...{ calls: [...calls], denied: [...denied] },
    ...(usage === undefined ? {} : { usage }),
    ...(error === undefined ? {} : { error }),
  };
}

/** The last text, with those that it continues; empty without any. */
export function lastOf(answers: readonly Answer[]): string {
  let first = answers.length - 1;
  while (first > 0 && answers[first - 1]?.item.partial === true) first -= 1;
  return joined(answers.slice(Math.max(0, first)));
}

/** A text after one that broke off continues it. */
function joined(answers: readonly Answer[]): string {
  return answers
    .map(
      ({ item, text }, at) =>
        `${at === 0 || answers[at - 1]?.item.partial === true ? "" : "\n"}${text ?? item.text ?? ""}`,
    )
    .join("");
}
