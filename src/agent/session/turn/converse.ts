/** The loop of a turn: the conversation goes to the model, its answer becomes items, the calls in it are run, and the model is asked again. */
import type { Finish, MissingServer, Usage } from "../../../generated/protocol/types.js";
import { missingMessage } from "../mcp/missing.js";
import { ModelFailure } from "../model/failure.js";
import { Patience } from "../model/retry/patience.js";
import type { ModelTarget } from "../model/target.js";
import type { Toolbox } from "../tools/toolbox.js";
import { type Answer, AnswerInProgress } from "./answer.js";
import { askAboutHistory } from "./ask-history.js";
import { runCalls } from "./calls.js";
import { notice, type ToolTurns, type Turn } from "./turn.js";
import { sumOf } from "./usage.js";
import type { ItemWriter } from "./writer.js";

/** The facts of a turn, beside its items. */
export interface Said {
  readonly finish?: Finish;
  /** Of all answers of the turn and of its subagents; absent when the provider does not report it. */
  readonly usage?: Usage;
}

/** Tells `say` the facts as they come, the last one counts. Rejects with a `ModelFailure`, a `FileError`, or the signal's reason. */
export async function converse(turn: Turn, writer: ItemWriter, say: (said: Said) => void): Promise<void> {
  const { target, tools, toolTurns, signal } = turn;
  if ("error" in target) throw new ModelFailure(target.error);
  const { batch, loading } = target.found.tools;
  const missing = loading === "no_tools" ? [] : await tools.ready(signal);
  signal.throwIfAborted();
  // Of the same moment: a server may end before the notice is on the disk.
  let toolbox = tools.now();
  const system = turn.system?.();
  if (missing.length > 0) await sayMissing(missing, turn);
  let usage: Usage | undefined;
  for (let round = 0; ; round += 1) {
    if (round > 0) toolbox = tools.now();
    // A turn without a prompt continues an answer that a crash has ended.
    const asked = { toolbox, system, goesOn: round === 0 };
    const answer = await answerOf(target.found, asked, turn, writer);
    usage = sumOf(usage, answer.usage);
    const isLast = round >= toolTurns.most;
    const { calls, finish } = answer;
    say({ finish: finish === "paused" ? "unknown" : finish, ...(usage === undefined ? {} : { usage }) });
    if (finish === "paused" && calls.length === 0 && !isLast) {
      await writer.finish(true, true);
      continue;
    }
    if (calls.length === 0) return finish === "paused" ? say({ finish: toolTurns.finish }) : undefined;
    await writer.finish(false);
    const whyNot = isLast ? whyNotRun(toolTurns) : undefined;
    usage = sumOf(usage, await runCalls(turn, toolbox, calls, { batch, whyNot }));
    if (usage !== undefined) say({ usage });
    signal.throwIfAborted();
    if (isLast) {
      say({ finish: toolTurns.finish });
      return notice({ text: `The turn ended after ${mostIn(toolTurns)}.` }, turn);
    }
  }
}

function whyNotRun(toolTurns: ToolTurns): string {
  const most = mostIn(toolTurns);
  return toolTurns.finish === "max_turns"
    ? `not run: the turn ends after ${most}`
    : `not run: ${most} are the most of one turn`;
}

function mostIn({ most, finish }: ToolTurns): string {
  if (finish === "max_tool_turns") return `${most} rounds of tools`;
  return most === 0 ? "one answer of the model" : `${most + 1} answers of the model`;
}

/** The history says which tool servers are missing. */
async function sayMissing(found: readonly MissingServer[], turn: Turn): Promise<void> {
  const { scrubber } = turn;
  const missing = found.map(({ server, problem }) => {
    return { server: scrubber.scrub(server), problem: scrubber.scrub(problem) };
  });
  await notice({ text: sentence(missingMessage(missing)), tools: { missing } }, turn);
}

function sentence(clause: string): string {
  return `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`;
}

interface Asked {
  readonly toolbox: Toolbox;
  readonly system: string | undefined;
  /** Whether the model shall continue a text that the history ends with. */
  readonly goesOn: boolean;
}

/** Asks the model until its answer is whole. The text of an answer that breaks off is an item, and the next request continues it (P-S102). */
async function answerOf(
  target: ModelTarget,
  { toolbox: { offered }, system, goesOn: first }: Asked,
  turn: Turn,
  writer: ItemWriter,
): Promise<Answer> {
  const conversation = {
    session: turn.session.store.sessionId,
    ...(system === undefined ? {} : { system }),
    ...(target.tools.loading === "no_tools" || offered.length === 0 ? {} : { tools: offered }),
  };
  const patience = new Patience(target, turn.asking);
  await patience.free();
  for (let goesOn = first; ; ) {
    const answer = new AnswerInProgress(writer);
    try {
      for await (const event of askAboutHistory(target, turn, { ...conversation, goesOn })) await answer.take(event);
      return answer.end();
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      await writer.finish(true, patience.goesOn(error, answer.hasBegun));
      await patience.again(error, answer.hasBegun);
      goesOn ||= answer.hasText;
    }
  }
}
