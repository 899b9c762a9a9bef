/**
 * What a request concedes after its provider has refused it: it is without the images of results, has shorter results (P-S94), is without the images of
 * prompts (P-S65), and has other reasoning (P-S93), in this order.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { ModelFailure } from "../model/failure.js";
import { isAboutImages } from "../model/refusal.js";
import type { ModelTarget } from "../model/target.js";
import type { Concession } from "./concessions.js";
import type { HeardHistory } from "./conversation.js";

/** A refused request. */
interface Refused {
  readonly target: ModelTarget;
  readonly heard: HeardHistory;
  /** What was conceded before the first refusal, and for this request. */
  readonly before: Concession;
  readonly now: Concession;
}

/** What the next request concedes; undefined when nothing is left that the refusal could be about. */
export function lighter({ error }: ModelFailure, { target, heard, before, now }: Refused): Concession | undefined {
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
