/** The calls of a turn that nobody watches: a line at the begin and at the end of each, and what ran and what was not allowed. */
import { print, type Terminal } from "../../../terminal/terminal.js";
import type { Change, HistoryItem } from "../../wire/client/index.js";
import { callLine, DENIED, outcomeOf } from "./tool-lines.js";

export interface ReportedCall {
  readonly call_id: string;
  readonly tool: string;
  readonly input: unknown;
  /** `done`, `not allowed`, `exit code 3`, `error`, `done, 2 calls not allowed`; `unfinished` for a call without a result. */
  readonly outcome: string;
}

interface Call {
  readonly line: string;
  reported: ReportedCall;
}

export class CallReport {
  readonly #terminal: Pick<Terminal, "stderr">;
  readonly #isQuiet: boolean;
  /** Each call with its line, by its item. */
  readonly #calls = new Map<string, Call>();
  #denials = 0;
  /** Those without a result, by the provider's id, which another answer may use again. */
  readonly #open = new Map<string, Call>();

  constructor(terminal: Pick<Terminal, "stderr">, isQuiet: boolean) {
    [this.#terminal, this.#isQuiet] = [terminal, isQuiet];
  }

  /** In the order in which they began. */
  get calls(): readonly ReportedCall[] {
    return [...this.#calls.values()].map(({ reported }) => reported);
  }

  /** The number of calls that were not allowed, those of subagents among them. */
  get denials(): number {
    return this.#denials;
  }

  /** Those that were not allowed, or in which some were not. */
  get denied(): readonly ReportedCall[] {
    return this.calls.filter(({ outcome }) => outcome.endsWith(DENIED));
  }

  /** An item may come again after a broken connection. */
  async take(change: Change): Promise<void> {
    if (change.kind !== "item" || change.item.tool === undefined) return;
    const { item } = change;
    if (item.kind === "tool_call") await this.#begin(item, change.item.tool);
    if (item.kind === "tool_result") await this.#end(item, change.item.tool.call_id);
  }

  async #begin(item: HistoryItem, { call_id, name: tool, input }: NonNullable<HistoryItem["tool"]>): Promise<void> {
    if (this.#calls.has(item.item_id)) return;
    const line = callLine(item, this.#terminal.stderr);
    const call = { line, reported: { call_id, tool, input: input ?? item.text, outcome: UNFINISHED } };
    this.#calls.set(item.item_id, call);
    this.#open.set(call_id, call);
    await this.#say(line);
  }

  async #end(item: HistoryItem, id: string): Promise<void> {
    const call = this.#open.get(id);
    if (call === undefined) return;
    this.#open.delete(id);
    this.#denials += item.tool?.is_denied === true ? 1 : (item.tool?.denied_calls ?? 0);
    call.reported = { ...call.reported, outcome: outcomeOf(item) };
    await this.#say(`${call.line}: ${call.reported.outcome}`);
  }

  async #say(line: string): Promise<void> {
    if (!this.#isQuiet) await print(this.#terminal.stderr, `${line}\n`);
  }
}

const UNFINISHED = "unfinished";
