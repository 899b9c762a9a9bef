/** The loop of a turn: the conversation goes to the model, its answer becomes items, the calls in it are run, and the model is asked again. */
import type { Attribution, Finish, MissingServer, Usage } from "../../../generated/protocol/types.js";
import { quote } from "../../../text/quote.js";
import type { Clock } from "../../ports/clock.js";
import type { Connect } from "../../ports/connect.js";
import { missingMessage } from "../mcp/missing.js";
import type { AnswerEnd, Call } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { ModelTarget } from "../model/target.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { SessionStore } from "../store/session.js";
import type { Toolbox } from "../tools/toolbox.js";
import { askAbout } from "./ask-about.js";
import { runCalls } from "./calls.js";
import type { Equipment } from "./equipment.js";
import type { Journal, NewItem } from "./journal.js";
import type { Permission } from "./permission.js";
import type { RefusedImages } from "./refused-images.js";
import type { TurnReport } from "./report.js";
import type { ItemWriter } from "./writer.js";

export interface ConverseParts {
  readonly journal: Journal;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly report: TurnReport;
  readonly scrubber: Scrubber;
  readonly promptId: string;
  readonly attribution: Attribution;
  readonly equipment: Equipment;
  readonly permission: Permission;
  readonly refusedImages: RefusedImages;
  readonly signal: AbortSignal;
  readonly writer: ItemWriter;
}

/** The facts of a turn, beside its items. */
export interface Said {
  readonly finish?: Finish;
  /** Of all answers of the turn; absent when the provider does not report it. */
  readonly usage?: Usage;
}

/** Tells `say` the facts as they come, the last one counts. Rejects with a `ModelFailure`, a `FileError`, or the signal's reason. */
export async function converse(parts: ConverseParts, say: (said: Said) => void): Promise<void> {
  const { target, tools, monitor, toolTurns } = parts.equipment;
  if ("error" in target) throw new ModelFailure(target.error);
  const { batch, loading } = target.found.tools;
  const missing = loading === "no_tools" ? [] : await tools.ready(parts.signal);
  parts.signal.throwIfAborted();
  // Of the same moment: a server may end before the notice is on the disk.
  let toolbox = tools.now();
  if (missing.length > 0) await sayMissing(missing, parts);
  let usage: Usage | undefined;
  for (let round = 0; ; round += 1) {
    if (round > 0) toolbox = tools.now();
    const answer = await answerOf(target.found, toolbox, parts);
    usage = sumOf(usage, answer.usage);
    say({ finish: answer.finish, ...(usage === undefined ? {} : { usage }) });
    if (answer.calls.length === 0) return;
    await parts.writer.finish(false);
    const isLast = round >= toolTurns;
    const refused = isLast ? `not run: ${toolTurns} rounds of tools are the most of one turn` : undefined;
    await runCalls(answer.calls, { ...parts, toolbox, monitor, batch }, refused);
    parts.signal.throwIfAborted();
    if (isLast) {
      say({ finish: "max_tool_turns" });
      return notice({ text: `The turn ended after ${toolTurns} rounds of tools.` }, parts);
    }
  }
}

/** The history says which tool servers are missing. */
async function sayMissing(found: readonly MissingServer[], parts: ConverseParts): Promise<void> {
  const { scrubber } = parts;
  const missing = found.map(({ server, problem }) => {
    return { server: scrubber.scrub(server), problem: scrubber.scrub(problem) };
  });
  await notice({ text: sentence(missingMessage(missing)), tools: { missing } }, parts);
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
async function answerOf(target: ModelTarget, { offered }: Toolbox, parts: ConverseParts): Promise<Answer> {
  const { clock, connect, signal, scrubber, report, writer, equipment } = parts;
  const { system } = equipment;
  const calls: Call[] = [];
  let finish: AnswerEnd = "unknown";
  let usage: Usage | undefined;
  const conversation = {
    ...(system === undefined ? {} : { system }),
    ...(target.tools.loading === "no_tools" || offered.length === 0 ? {} : { tools: offered }),
  };
  const hide = (text: string): string => scrubber.scrub(text);
  const about = { clock, connect, signal, wantsWords: report.wantsWords, hide };
  const onRefused = (refusal: ModelFailure, images: number): Promise<void> => sayRefused(refusal, images, parts);
  for await (const event of askAbout({ ...parts, target, onRefused }, conversation, about)) {
    if (event.kind === "text") await writer.add("assistant_message", event.text);
    else if (event.kind === "reasoning") await writer.add("reasoning", event.text);
    else if (event.kind === "call") calls.push(event.call);
    else if (event.kind === "usage") usage = event.usage;
    else finish = event.reason;
  }
  // Calls of an answer that was cut may be cut themselves.
  return { calls: finish === "length" || finish === "content_filter" ? [] : calls, finish, usage };
}

function sumOf(first: Usage | undefined, second: Usage | undefined): Usage | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return {
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
  };
}

function sayRefused({ error, told }: ModelFailure, images: number, parts: ConverseParts): Promise<void> {
  const { report, promptId } = parts;
  report.imagesRefused({ promptId, error, told, images });
  const [what, them] = images === 1 ? ["an image", "it"] : [`${images} images`, "them"];
  const text = `The provider ${quote(error.provider ?? "")} refuses ${what}: the model does not see ${them}.`;
  return notice({ text }, parts);
}

async function notice(
  said: Pick<NewItem, "text" | "tools">,
  { journal, attribution, promptId }: ConverseParts,
): Promise<void> {
  const item = { item_id: journal.newId(), kind: "notice", attribution, prompt_id: promptId, ...said } as const;
  await journal.commit({ items: [item] });
}
