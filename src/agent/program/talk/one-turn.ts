/** One prompt of a session from its admission to the end of its turn, where nobody watches. */
import { limits } from "../../../generated/protocol/tables.js";
import type { MissingServer, TurnFinished } from "../../../generated/protocol/types.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { missingMessage } from "../../session/mcp/missing.js";
import { type Change, ClientError, type Daemon, DaemonError, type HistoryItem } from "../../wire/client/index.js";
import { PATIENCE } from "../common/client.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { CallReport, type ReportedCall } from "./call-report.js";
import { sayCompaction } from "./compaction.js";
import { Declining } from "./declining.js";
import { TurnWatch } from "./turns.js";
import { WaitLines } from "./wait-lines.js";

export interface AskedTurn {
  readonly content: string;
  readonly model?: string | undefined;
  /** Without the lines of calls and compactions. */
  readonly isQuiet: boolean;
}

/** Hears each change first. */
interface View {
  take(change: Change): Promise<void>;
  /** Whether nobody reads the answer any longer: then the turn is not waited for. */
  readonly isLost: boolean;
}

interface Ends {
  /** The command is interrupted. */
  readonly interrupted: AbortSignal;
  /** The time for the turn is over: it is cancelled, and its end waited for. */
  readonly late: AbortSignal;
  /** The turn has not ended in time after that. */
  readonly stuck: () => void;
}

export interface TurnReport {
  /** Undefined for a prompt that was not sent. */
  readonly promptId: string | undefined;
  /** Undefined where the end is unknown. */
  readonly end: Partial<Pick<TurnFinished, "outcome" | "finish" | "usage" | "error">> | undefined;
  /** Texts of the model, in their order. */
  readonly answers: readonly HistoryItem[];
  readonly missing: readonly MissingServer[];
  readonly calls: readonly ReportedCall[];
  readonly denied: readonly ReportedCall[];
  /** The number of calls that were not allowed, those of subagents among them. */
  readonly denials: number;
  readonly limit: "max_turns" | "timeout" | undefined;
  /** Why the daemon was not followed to the end of the turn. */
  readonly failure: ClientError | undefined;
}

/** Milliseconds for a turn to end once it is cancelled. */
const GRACE = 10_000;

/** Rejects with a `ClientError` where the prompt is refused. */
export async function oneTurn(
  terminal: Terminal,
  client: Daemon,
  asked: AskedTurn,
  view: View,
  ends: Ends,
): Promise<TurnReport> {
  const turn = new RunningTurn(terminal, client, asked, view, ends);
  let failure: ClientError | undefined;
  try {
    await turn.run();
  } catch (error) {
    if (!(error instanceof ClientError) || turn.promptId === undefined) throw error;
    failure = error;
  }
  const { promptId, end, answers, missing, report } = turn;
  const isWhole = end?.outcome === "completed";
  const isLate = ends.late.aborted && !isWhole;
  const limit = end?.finish === "max_turns" && isWhole ? "max_turns" : isLate ? "timeout" : undefined;
  const { calls, denied, denials } = report;
  return { promptId, end, answers, missing, calls, denied, denials, limit, failure };
}

class RunningTurn {
  promptId: string | undefined;
  end: TurnReport["end"];
  readonly answers: HistoryItem[] = [];
  readonly missing: MissingServer[] = [];
  readonly report: CallReport;
  readonly #terminal: Terminal;
  readonly #client: Daemon;
  readonly #asked: AskedTurn;
  readonly #view: View;
  readonly #ends: Ends;
  readonly #watch = new TurnWatch();
  readonly #waits: WaitLines;
  readonly #declining: Declining;
  readonly #over = new AbortController();
  #isAsking = false;
  readonly #signal: AbortSignal;

  constructor(terminal: Terminal, client: Daemon, asked: AskedTurn, view: View, ends: Ends) {
    [this.#terminal, this.#client, this.#asked, this.#view, this.#ends] = [terminal, client, asked, view, ends];
    this.report = new CallReport(terminal, asked.isQuiet);
    this.#waits = new WaitLines(terminal, machine.clock, limits.retryUnasked);
    this.#declining = new Declining(terminal, client);
    this.#signal = AbortSignal.any([ends.interrupted, this.#over.signal]);
  }

  async run(): Promise<void> {
    const { late, stuck } = this.#ends;
    let forget = (): void => {};
    const cancel = (): void => {
      forget = machine.clock.after(GRACE, () => {
        stuck();
        this.#over.abort();
      });
      if (this.promptId !== undefined) this.#cancel();
      else if (!this.#isAsking) this.#over.abort();
    };
    if (late.aborted) return;
    late.addEventListener("abort", cancel, { once: true });
    try {
      const apply = (change: Change) => this.#take(change);
      await this.#client.follow({ from: "now", patience: PATIENCE, signal: this.#signal, apply });
    } finally {
      late.removeEventListener("abort", cancel);
      forget();
    }
  }

  /** The follower sees a turn that has just ended, and a daemon that has gone. */
  #cancel(): void {
    this.#client.cancel({ signal: this.#signal }).catch(() => {});
  }

  async #take(change: Change): Promise<void> {
    const isBetween =
      change.kind === "snapshot" || (change.kind === "record" && change.record.kind === "turn_finished");
    if (this.promptId === undefined && isBetween) await this.#ask();
    await this.#waits.take(change);
    await this.#declining.take(change, this.#signal);
    if (this.promptId !== undefined) await this.#takeOwn(change);
  }

  /** Sends the prompt, unless inputs of an earlier run are still answered. */
  async #ask(): Promise<void> {
    const { model, content } = this.#asked;
    const prompt = { content, ...(model === undefined ? {} : { model }) };
    this.#isAsking = true;
    try {
      ({ promptId: this.promptId } = await this.#client.prompt(prompt, { signal: this.#signal }));
      if (this.#ends.late.aborted) this.#cancel();
    } catch (error) {
      if (!(error instanceof DaemonError && error.code === "turn_in_flight")) throw error;
      if (this.#ends.late.aborted) this.#over.abort();
    } finally {
      this.#isAsking = false;
    }
  }

  /** Takes a change from the prompt on. */
  async #takeOwn(change: Change): Promise<void> {
    await this.#view.take(change);
    if (change.kind === "item") await this.#hear(change.item);
    await this.report.take(change);
    if (!this.#asked.isQuiet) await sayCompaction(this.#terminal, change);
    const ended = this.#watch.take(change).find(({ promptId }) => promptId === this.promptId);
    if (ended !== undefined) this.end = ended.finished ?? lastTurnIn(change, this.promptId);
    if (ended !== undefined || this.#view.isLost) this.#over.abort();
  }

  async #hear(item: HistoryItem): Promise<void> {
    if (item.kind === "assistant_message" && item.prompt_id === this.promptId) this.answers.push(item);
    const { missing = [] } = item.tools ?? {};
    if (missing.length > 0) await complain(this.#terminal, missingMessage(missing));
    this.missing.push(...missing);
  }
}

/** The end of a turn whose record was lost. */
function lastTurnIn(change: Change, promptId: string | undefined): TurnReport["end"] {
  const last = change.kind === "snapshot" ? change.snapshot.last_turn : undefined;
  return last?.prompt_id === promptId ? last : undefined;
}
