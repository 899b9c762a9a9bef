/** The loop of a turn: the conversation goes to the model, its answer becomes items, the calls in it are run, and the model is asked again. */
import type { Finish, MissingServer, Usage } from "../../../generated/protocol/types.js";
import { quote } from "../../../text/quote.js";
import { FileError } from "../../machine/interfaces/files.js";
import { missingMessage } from "../mcp/missing.js";
import { ask } from "../model/ask.js";
import type { AnswerEnd, Call, Conversation, ModelEvent } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { ModelTarget } from "../model/target.js";
import { SessionError } from "../store/failure.js";
import type { Toolbox } from "../tools/toolbox.js";
import { runCalls } from "./calls.js";
import { conversationOf } from "./conversation.js";
import type { NewItem } from "./session.js";
import { newItem, type Turn } from "./turn.js";
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
    await runCalls(turn, toolbox, answer.calls, (index) => {
      if (isLast) return `not run: ${toolTurns} rounds of tools are the most of one turn`;
      return index < batch ? undefined : `not run: more than ${batch} at once`;
    });
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
  let finish: AnswerEnd = "unknown";
  let usage: Usage | undefined;
  const conversation = {
    ...(system === undefined ? {} : { system }),
    ...(target.tools.loading === "no_tools" || offered.length === 0 ? {} : { tools: offered }),
  };
  for await (const event of askAboutHistory(target, turn, conversation)) {
    if (event.kind === "text") await writer.add("assistant_message", event.text);
    else if (event.kind === "reasoning") await writer.add("reasoning", event.text);
    else if (event.kind === "call") calls.push(event.call);
    else if (event.kind === "usage") usage = event.usage;
    else finish = event.reason;
  }
  // Calls of an answer that was cut may be cut themselves.
  return { calls: finish === "length" || finish === "content_filter" ? [] : calls, finish, usage };
}

/**
 * As `ask`, about the history. A request with images that is refused is sent again without them, so that no image ruins a session: first
 * without those of results, then without those of prompts (P-S65). Rejects with a `ModelFailure` also when the history cannot be read.
 */
async function* askAboutHistory(
  target: ModelTarget,
  turn: Turn,
  conversation: Omit<Conversation, "messages">,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { refusedImages, scrubber, signal, session } = turn;
  const { store, clock, connect, report } = session;
  const hide = (text: string): string => scrubber.scrub(text);
  const options = { clock, connect, signal, wantsWords: report.wantsWords, hide };
  const refused = new Set<string>();
  let refusal: ModelFailure | undefined;
  for (;;) {
    const sight = { sees: target.sees, refused: new Set([...refusedImages.of(target), ...refused]) };
    const { messages, shown } = await read(() => conversationOf(store, sight));
    let hasBegun = false;
    try {
      for await (const event of ask(target, { ...conversation, messages }, options)) {
        // What the model takes without them, it has refused because of them.
        if (!hasBegun && refusal !== undefined) {
          refusedImages.add(target, refused);
          await sayRefused(refusal, refused.size, turn);
        }
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      const images = shown.ofResults.length > 0 ? shown.ofResults : shown.ofPrompts;
      if (hasBegun || images.length === 0 || !isRefusal(error)) throw error;
      refusal ??= error;
      for (const id of images) refused.add(id);
    }
  }
}

function sumOf(first: Usage | undefined, second: Usage | undefined): Usage | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
  };
}

function sayRefused({ error, told }: ModelFailure, images: number, turn: Turn): Promise<void> {
  turn.session.report.imagesRefused({ promptId: turn.promptId, error, told, images });
  const [what, them] = images === 1 ? ["an image", "it"] : [`${images} images`, "them"];
  const text = `The provider ${quote(error.provider ?? "")} refuses ${what}: the model does not see ${them}.`;
  return notice({ text }, turn);
}

async function notice(said: Pick<NewItem, "text" | "tools">, turn: Turn): Promise<void> {
  await turn.session.journal.commit({ items: [{ ...newItem("notice", turn), ...said }] });
}

/** The statuses by which providers refuse what a request holds. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 413, 415, 422]);

function isRefusal(error: unknown): error is ModelFailure {
  return error instanceof ModelFailure && REFUSALS.has(error.error.status);
}

/** A failure of the disk becomes a `ModelFailure`, as no item is lost by it. */
async function read<Result>(conversation: () => Promise<Result>): Promise<Result> {
  try {
    return await conversation();
  } catch (error) {
    if (error instanceof FileError)
      throw new ModelFailure({ code: "storage_unavailable", message: "the history cannot be read" });
    if (error instanceof SessionError) throw new ModelFailure({ code: error.code, message: "the history is damaged" });
    throw error;
  }
}
