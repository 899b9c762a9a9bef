/**
 * The model is asked about the history. A request that is too long, or that its provider refuses, has less in it: nothing in a history ruins a
 * session.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { quote } from "../../../text/quote.js";
import { FileError } from "../../machine/interfaces/files.js";
import { namingLarge } from "../compaction/large.js";
import { HeardAnswer, tokensOfRequest } from "../compaction/size.js";
import { ask } from "../model/ask.js";
import type { Conversation, ModelEvent } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import { isAboutImages } from "../model/refusal.js";
import type { ModelTarget } from "../model/target.js";
import { SessionError } from "../store/failure.js";
import { promptRoomOf } from "./compact.js";
import type { Concession } from "./concessions.js";
import { continued } from "./continuation.js";
import { conversationOf, type HeardHistory } from "./conversation.js";
import { makerOf } from "./opaque.js";
import { type Compacted, compactInTurn, cutAfter, remedyFor, stillTooLong } from "./too-long.js";
import { notice, type Turn } from "./turn.js";

/**
 * As `ask`, about the history. Rejects with a `ModelFailure` also when the history cannot be read, with a `FileError` when a compaction cannot be kept.
 * A conversation that is too long has shorter results first, and is compacted then (P-S103). After a refusal the request is sent again: without
 * the images of results, with shorter results (P-S94), without the images of prompts (P-S65), with other reasoning (P-S93), and compacted. `goesOn`: the
 * model shall continue its last text.
 */
export async function* askAboutHistory(
  target: ModelTarget,
  turn: Turn,
  conversation: Omit<Conversation, "messages">,
  goesOn = false,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { concessions, sizes, scrubber, signal, session } = turn;
  const { store, clock, connect } = session;
  const options = { clock, connect, signal, hide: (text: string): string => scrubber.scrub(text) };
  await turn.settled(signal);
  let before = concessions.of(target);
  let now = before;
  let refusal: ModelFailure | undefined;
  let compacted: Compacted;
  for (;;) {
    const hearing = { ...now, sees: target.sees, maker: makerOf(target), promptRoom: promptRoomOf(target) };
    const heard = await read(() => conversationOf(store, hearing));
    const request = { ...conversation, messages: goesOn ? continued(heard.messages) : heard.messages };
    const estimate = tokensOfRequest(request);
    const asked = { target, fitting: { heard, frame: conversation }, used: sizes.used(target, estimate) };
    const remedy = remedyFor(asked, turn, compacted);
    if (remedy.kind === "shorter") {
      now = { ...now, results: new Set([...now.results, ...remedy.ids]) };
      concessions.remember(target, now);
      await sayShorter(remedy.ids.length, turn);
      before = now;
      continue;
    }
    if (remedy.kind === "compact") {
      await compactInTurn(asked, remedy.cut, turn, false);
      compacted = "over the threshold";
      continue;
    }
    if (remedy.kind === "none") throw stillTooLong(asked, request);
    let hasBegun = false;
    const answer = new HeardAnswer();
    try {
      for await (const event of ask(target, request, options)) {
        // What the model takes like this, it has refused because of the rest.
        if (!hasBegun && refusal !== undefined) {
          concessions.remember(target, now);
          if (now !== before) await say(refusal, { before, now }, turn);
        }
        hasBegun = true;
        answer.take(event);
        yield event;
      }
      sizes.count(target, estimate + answer.tokens, answer.usage);
      return;
    } catch (error) {
      if (hasBegun || !(error instanceof ModelFailure)) throw error;
      const next = lighter(error, { target, heard, before, now });
      const cut = next === undefined ? cutAfter(error, asked, turn, compacted) : undefined;
      if (next === undefined && cut === undefined)
        throw error.error.code === "context_overflow"
          ? new ModelFailure(namingLarge(error.error, request), error.told, error.request)
          : error;
      await turn.asking.listener.failed(target, error, 1, 0);
      refusal ??= error;
      now = next ?? now;
      if (cut === undefined) continue;
      await compactInTurn(asked, cut, turn, true);
      compacted = "refused";
    }
  }
}

interface Refused {
  readonly target: ModelTarget;
  readonly heard: HeardHistory;
  readonly before: Concession;
  readonly now: Concession;
}

/** What the next request concedes; undefined when nothing is left that the refusal could be about. */
function lighter({ error }: ModelFailure, { target, heard, before, now }: Refused): Concession | undefined {
  const { ofResults, ofPrompts, large } = heard;
  const isTooLong = error.code === "context_overflow";
  const { status, provider_message: words = "" } = error;
  const withoutImages = (ids: readonly string[]): Concession => ({ ...now, images: new Set([...now.images, ...ids]) });
  const isOfImages = REFUSALS.has(status) || (MISTAKEN.has(status) && isAboutImages(words));
  if ((isTooLong || isOfImages) && ofResults.length > 0) return withoutImages(ofResults);
  if (isTooLong && large.length > 0 && now.results === before.results)
    return { ...now, results: new Set([...now.results, ...longest(target, heard)]) };
  if ((isTooLong || isOfImages) && ofPrompts.length > 0) return withoutImages(ofPrompts);
  if (!REFUSALS.has(status) || !/reasoning|thinking|thought|signature|extra_content/i.test(words)) return undefined;
  if (now.reasoning === "own" && heard.lacksState) return { ...now, reasoning: "public" };
  return now.reasoning !== "none" && heard.hasState ? { ...now, reasoning: "none" } : undefined;
}

/** The statuses by which providers refuse what a request holds. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 413, 415, 422]);

/** Those by which some refuse images, and others mean something else: their words tell. */
const MISTAKEN: ReadonlySet<number | undefined> = new Set([403, 404, 405, 500, 501, 503]);

/** A token has rarely fewer bytes. */
const BYTES_OF_A_TOKEN = 2;

/** Ids of the oldest long results, until the request is half as long as the refused one, and surely fits into the window. */
function longest(
  { window = Number.POSITIVE_INFINITY }: ModelTarget,
  { bytes, large }: HeardHistory,
): readonly string[] {
  const room = Math.min(bytes / 2, window * BYTES_OF_A_TOKEN);
  let rest = bytes;
  return large.flatMap(({ id, bytes: own }) => {
    if (rest <= room) return [];
    rest -= own - limits.shortResultBytes;
    return [id];
  });
}

/** The history says what the model does not hear. */
async function say(
  { error, told }: ModelFailure,
  { before, now }: Pick<Refused, "before" | "now">,
  turn: Turn,
): Promise<void> {
  const images = now.images.size - before.images.size;
  const results = now.results.size - before.results.size;
  turn.session.report.conceded({ promptId: turn.promptId, error, told, images, results });
  const provider = quote(error.provider ?? "");
  if (images > 0) {
    const [what, them] = images === 1 ? ["an image", "it"] : [`${images} images`, "them"];
    await notice({ text: `The provider ${provider} refuses ${what}: the model does not see ${them}.` }, turn);
  }
  if (results > 0) await sayShorter(results, turn);
}

async function sayShorter(results: number, turn: Turn): Promise<void> {
  const what =
    results === 1 ? "the beginning and the end of a long result" : `the beginnings and ends of ${results} long results`;
  await notice({ text: `The conversation is too long for the model: it is told ${what} of its tools.` }, turn);
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
