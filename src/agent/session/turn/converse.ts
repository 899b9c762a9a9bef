/** The loop of a turn: the conversation goes to the model, its answer becomes items, the calls in it are run, and the model is asked again. */
import type { Finish, MissingServer, Usage } from "../../../generated/protocol/types.js";
import { missingMessage } from "../mcp/missing.js";
import type { AnswerEnd, Call } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { ModelTarget } from "../model/target.js";
import type { Toolbox } from "../tools/toolbox.js";
import { askAboutHistory } from "./ask-history.js";
import { runCalls } from "./calls.js";
import { notice, type Turn } from "./turn.js";
import type { ItemWriter } from "./writer.js";

/** The facts of a turn, beside its items. */
export interface Said {
  readonly finish?: Finish;
  /** Of all answers of the turn; absent when the provider does not report it. */
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
    const answer = await answerOf(target.found, { toolbox, system }, turn, writer);
    usage = sumOf(usage, answer.usage);
    say({ finish: answer.finish, ...(usage === undefined ? {} : { usage }) });
    if (answer.calls.length === 0) return;
    await writer.finish(false);
    const isLast = round >= toolTurns;
    const whyNot = isLast ? `not run: ${toolTurns} rounds of tools are the most of one turn` : undefined;
    await runCalls(turn, toolbox, answer.calls, { batch, whyNot });
    signal.throwIfAborted();
    if (isLast) {
      say({ finish: "max_tool_turns" });
      return notice({ text: `The turn ended after ${toolTurns} rounds of tools.` }, turn);
    }
  }
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

interface Answer {
  readonly calls: readonly Call[];
  readonly finish: AnswerEnd;
  readonly usage: Usage | undefined;
}

/** Asks the model once; its texts become items. */
async function answerOf(
  target: ModelTarget,
  { toolbox: { offered }, system }: { readonly toolbox: Toolbox; readonly system: string | undefined },
  turn: Turn,
  writer: ItemWriter,
): Promise<Answer> {
  const calls: Call[] = [];
  /** State for the next text or call. */
  let waiting: readonly string[] = [];
  /** State that comes before calls. */
  const beforeCalls: string[] = [];
  let finish: AnswerEnd = "unknown";
  let usage: Usage | undefined;
  const conversation = {
    session: turn.session.store.sessionId,
    ...(system === undefined ? {} : { system }),
    ...(target.tools.loading === "no_tools" || offered.length === 0 ? {} : { tools: offered }),
  };
  for await (const event of askAboutHistory(target, turn, conversation)) {
    if (event.kind === "text") {
      await writer.add("assistant_message", event.text, waiting);
      waiting = [];
    } else if (event.kind === "state") waiting = [...waiting, event.state];
    else if (event.kind === "reasoning") await writer.add("reasoning", event.text);
    else if (event.kind === "call") {
      beforeCalls.push(...waiting);
      calls.push(withState(waiting, event.call));
      waiting = [];
    } else if (event.kind === "usage") usage = event.usage;
    else finish = event.reason;
  }
  // Calls of an answer that was cut may be cut themselves.
  const isCut = finish === "length" || finish === "content_filter";
  writer.addState([...(isCut ? beforeCalls : []), ...waiting]);
  return { calls: isCut ? [] : calls, finish, usage };
}

function withState(before: readonly string[], call: Call): Call {
  const state = [...before, ...(call.state ?? [])];
  return state.length === 0 ? call : { ...call, state };
}

function sumOf(first: Usage | undefined, second: Usage | undefined): Usage | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
  };
}
