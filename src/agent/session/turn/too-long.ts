/**
 * What helps a conversation that is too long for its model (P-S103): older results in short, a compaction, and the last results in short, in this
 * order. After a compaction the model is asked, or the turn fails: one never follows another.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { withCommas } from "../../../text/number.js";
import { quote } from "../../../text/quote.js";
import { namingLarge } from "../compaction/large.js";
import type { Conversation } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { ModelTarget } from "../model/target.js";
import { compact, cutWithin, type Fitting } from "./compact.js";
import type { LargeResult } from "./conversation.js";
import type { Turn } from "./turn.js";

/** A request that is to be made. */
interface Asking {
  readonly target: ModelTarget;
  readonly fitting: Fitting;
  /** Its tokens. */
  readonly used: number;
}

type Remedy =
  | { readonly kind: "ask" }
  /** Results that are told in short from now on. */
  | { readonly kind: "shorter"; readonly ids: readonly string[] }
  /** The message that stays as the first one. */
  | { readonly kind: "compact"; readonly cut: number }
  | { readonly kind: "none" };

/** The share of the threshold that a conversation is brought to, so that it has room to grow. */
const WANTED = 0.75;

/** Why a conversation was compacted for the request that is to be made, if it was. */
export type Compacted = "over the threshold" | "refused" | undefined;

/** What happens before a request is made. One that nothing makes shorter is made: its provider decides, as it does after its refusal. */
export function remedyFor({ target, fitting, used }: Asking, { sizes }: Turn, compacted: Compacted): Remedy {
  const { threshold } = target;
  if (threshold === undefined || used <= threshold) return { kind: "ask" };
  const wanted = Math.floor(threshold * WANTED);
  const { older, last } = largeIn(fitting);
  if (older.length > 0) return { kind: "shorter", ids: idsUntil(older, used - wanted) };
  const cut = compacted !== undefined ? undefined : cutWithin(fitting, { target, sizes }, { wanted, most: threshold });
  if (cut !== undefined) return { kind: "compact", cut };
  if (last.length > 0) return { kind: "shorter", ids: idsUntil(last, used - wanted) };
  return { kind: compacted === "over the threshold" ? "none" : "ask" };
}

/** Long results, without those that the model has not heard yet. */
function largeIn({ heard: { messages, items, large } }: Fitting) {
  const answer = items[messages.findLastIndex(({ role }) => role === "assistant")] ?? 0;
  return { older: large.filter(({ item }) => item < answer), last: large.filter(({ item }) => item >= answer) };
}

/** The first of them, until so many tokens are saved. */
function idsUntil(results: readonly LargeResult[], tokens: number): readonly string[] {
  let left = tokens;
  return results.flatMap(({ id, bytes }) => {
    if (left <= 0) return [];
    left -= Math.floor((bytes - limits.shortResultBytes) / 4);
    return [id];
  });
}

/** The message that stays as the first one after the provider has refused a request as too long; undefined where a compaction helps nothing. */
export function cutAfter(
  { error: { code } }: ModelFailure,
  { target, fitting, used }: Asking,
  { sizes }: Turn,
  compacted: Compacted,
): number | undefined {
  if (code !== "context_overflow" || compacted !== undefined) return undefined;
  return cutWithin(fitting, { target, sizes }, { wanted: Math.floor(used / 2), most: Math.floor(used * LESS) });
}

/** A compaction that leaves more of a refused request than this share is not worth a try. */
const LESS = 0.9;

export async function compactInTurn({ target, fitting, used }: Asking, cut: number, turn: Turn): Promise<void> {
  const { session, summariser, sizes, scrubber, asking, attribution, promptId } = turn;
  const work = { session, target, summariser, sizes, scrubber, asking, attribution, promptId };
  const compactionId = session.journal.newId();
  sizes.now = (await compact({ ...work, compactionId }, fitting, { cut, before: used })).after;
}

/** A compaction was not enough. */
export function stillTooLong({ target: { provider, model }, used }: Asking, request: Conversation): ModelFailure {
  const message = `the conversation is too long for the model ${quote(model)}, also after a compaction: it has about ${withCommas(used)} tokens`;
  return new ModelFailure(namingLarge({ code: "context_overflow", message, provider }, request));
}
