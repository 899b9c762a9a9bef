/** One compaction: the older part of a conversation is summarised, and requests have the summary in its place from then on (P-S103). */
import type { Attribution } from "../../../generated/protocol/types.js";
import { withCommas } from "../../../text/number.js";
import { cutsOf } from "../compaction/cut.js";
import { memoryOf } from "../compaction/memory.js";
import { type Sizes, tokensOf, tokensOfFrame, tokensOfMessages } from "../compaction/size.js";
import { summaryOf, summaryRoom } from "../compaction/summary.js";
import type { Conversation } from "../model/event.js";
import type { Found } from "../model/reference.js";
import type { PatientOptions } from "../model/retry/patience.js";
import type { ModelTarget } from "../model/target.js";
import type { Scrubber } from "../scrub/scrubber.js";
import { kept, whole } from "../store/long-text.js";
import type { HeardHistory } from "./conversation.js";
import { correlated, type MaybeCorrelation } from "./operation.js";
import type { TurnSession } from "./session.js";

/** The model that summarises, and how often it is asked again. */
export interface Summariser {
  readonly target: Found<ModelTarget>;
  readonly retries: number;
}

/** What a compaction works with. */
export interface Compacting {
  readonly session: TurnSession;
  readonly target: ModelTarget;
  readonly summariser: Summariser;
  readonly sizes: Sizes;
  readonly scrubber: Scrubber;
  /** How its requests to models are made. */
  readonly asking: PatientOptions;
  readonly attribution: Attribution;
  readonly compactionId: string;
  /** That of the turn; undefined between turns. */
  readonly promptId?: string;
  readonly guidance?: string | undefined;
  readonly correlation?: MaybeCorrelation;
}

/** A conversation with the system prompt and the tools that its requests have. */
export interface Fitting {
  readonly heard: HeardHistory;
  readonly frame: Omit<Conversation, "messages">;
}

/** Tokens for the prompts of the time that a summary stands for: half of what a conversation may have. */
export function promptRoomOf({ threshold, window }: ModelTarget): number {
  return Math.floor((threshold ?? window ?? Number.POSITIVE_INFINITY) / 2);
}

/** Where a conversation may be cut, the best first, with the size that is left. `summary`: the tokens of one. */
function sizedCuts({ heard, frame }: Fitting, target: ModelTarget, sizes: Sizes, summary: number) {
  return cutsOf(heard.messages).map((at) => ({
    at,
    tokens: sizes.used(target, summary + tokensAfter({ heard, frame }, at, target, "")),
  }));
}

function tokensAfter({ heard, frame }: Fitting, at: number, target: ModelTarget, summary: string): number {
  const { system, tools } = tokensOfFrame(frame);
  const memory = memoryOf({ summary, prompts: promptsBefore(heard, at), room: promptRoomOf(target) });
  return system + tools + tokensOf(memory) + tokensOfMessages(heard.messages.slice(at));
}

function promptsBefore({ prompts, items }: HeardHistory, at: number): readonly string[] {
  const end = items[at] ?? 0;
  return prompts.flatMap(({ item, text }) => (item < end ? [text] : []));
}

/** Tokens of a conversation after a compaction. */
interface Room {
  readonly wanted: number;
  readonly most: number;
  /** What the model takes; default: by its configuration. */
  readonly whole?: number | undefined;
}

/**
 * The message that stays as the first one: of the cuts that leave a conversation of at most `wanted` tokens the best, else the one that leaves the
 * fewest. Undefined where none leaves `most` or fewer.
 */
export function cutWithin(
  fitting: Fitting,
  { target, sizes }: Pick<Compacting, "target" | "sizes">,
  { wanted, most, whole = target.threshold ?? target.window }: Room,
): number | undefined {
  const cuts = sizedCuts(fitting, target, sizes, summaryRoom(whole));
  const good = cuts.find(({ tokens }) => tokens <= wanted);
  const smallest = cuts.toSorted((a, b) => a.tokens - b.tokens).find(({ tokens }) => tokens <= most);
  return (good ?? smallest)?.at;
}

/** The size of a conversation before and after. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

interface Cut {
  readonly cut: number;
  readonly before: number;
  readonly whole?: number | undefined;
}

/** Summarises all messages before `cut`. Rejects with a `ModelFailure`, a `FileError`, or the reason of the signal; nothing has changed then. */
export async function compact(
  work: Compacting,
  fitting: Fitting,
  { cut, before, whole: room = work.target.threshold ?? work.target.window }: Cut,
): Promise<Compacted> {
  const { session, target, summariser, sizes, scrubber, asking, attribution, compactionId, promptId } = work;
  const { store, journal } = session;
  const { heard } = fitting;
  const earlier = store.compaction === undefined ? undefined : await whole(store.compaction, store);
  const said = await summaryOf(
    { earlier, messages: withoutMemory(heard, cut), guidance: work.guidance },
    {
      target: "found" in summariser.target ? summariser.target.found : target,
      instead: target,
      retries: summariser.retries,
      most: summaryRoom(room),
    },
    asking,
  );
  const summary = scrubber.scrub(said.toWellFormed());
  const after = sizes.used(target, tokensAfter(fitting, cut, target, summary));
  const items = heard.items[cut] ?? 0;
  const text = { text: summary, ...(await kept(summary, store)) };
  const { threshold } = target;
  const compacted = {
    ...{ kind: "compacted" as const, before, after },
    ...(promptId === undefined ? {} : { prompt_id: promptId }),
    ...(threshold === undefined ? {} : { threshold }),
  };
  await journal.commit({
    items: [
      {
        ...{ item_id: journal.newId(), kind: "notice" as const, attribution, text: noticeOf(items, before, after) },
        ...(promptId === undefined ? {} : { prompt_id: promptId }),
      },
    ],
    // A crash may lose the notice, not what it says.
    entries: (notices) => [
      { t: "compacted", compaction_id: compactionId, items, ...text, before, after },
      ...notices.map((item) => ({ t: "item", item }) as const),
    ],
    changes: correlated(journal.epoch, work.correlation, [compacted], {
      status: "completed",
      outcome: { compaction_id: compactionId, before, after },
    }),
  });
  session.report.compacted({ promptId, before, after });
  return { before, after };
}

function noticeOf(items: number, before: number, after: number): string {
  const sizes = `from about ${withCommas(before)} to about ${withCommas(after)} tokens`;
  const what = items === 1 ? "its first item" : `its first ${withCommas(items)} items`;
  return `The conversation was compacted ${sizes}: the model is told a summary of ${what}, and the prompts in them word for word.`;
}

/** The messages before a cut, without what stands for an earlier time. */
function withoutMemory({ messages, memory = "" }: HeardHistory, cut: number) {
  return messages.slice(0, cut).flatMap((message, at) => {
    if (at > 0 || memory === "") return [message];
    const text = message.text.slice(memory.length).trimStart();
    return text === "" ? [] : [{ ...message, text }];
  });
}
