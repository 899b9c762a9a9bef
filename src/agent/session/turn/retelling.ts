/** The history as one request after the other, until a model takes it: each is shortened first, and has less in it after a refusal. */
import { quote } from "../../../text/quote.js";
import { FileError } from "../../machine/interfaces/files.js";
import { namingLarge } from "../compaction/large.js";
import { tokensOfRequest } from "../compaction/size.js";
import type { Conversation } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { ModelTarget } from "../model/target.js";
import { SessionError } from "../store/failure.js";
import { promptRoomOf } from "./compact.js";
import type { Concession } from "./concessions.js";
import { continued } from "./continuation.js";
import { conversationOf, type HeardHistory, type Hearing } from "./conversation.js";
import { lighter } from "./lighter.js";
import { makerOf } from "./opaque.js";
import { type Asking, compactInTurn, cutAfter, remedyFor } from "./too-long.js";
import { notice, type Turn } from "./turn.js";

/** What the history is told with. */
export interface Frame extends Omit<Conversation, "messages"> {
  /** Whether the model shall continue its last text. */
  readonly goesOn: boolean;
}

/** A request that is to be made. */
export interface NextRequest {
  readonly asked: Asking;
  readonly request: Conversation;
  /** Our own, of its tokens. */
  readonly estimate: number;
}

export class Retelling {
  readonly #target: ModelTarget;
  readonly #turn: Turn;
  readonly #frame: Omit<Conversation, "messages">;
  readonly #goesOn: boolean;
  /** What the history has said of. */
  #before: Concession;
  #now: Concession;
  /** The first one. */
  #refusal: ModelFailure | undefined;
  #isCompacted = false;

  constructor(target: ModelTarget, turn: Turn, { goesOn, ...frame }: Frame) {
    [this.#target, this.#turn, this.#frame, this.#goesOn] = [target, turn, frame, goesOn];
    this.#before = turn.concessions.of(target);
    this.#now = this.#before;
  }

  /** The next request, as short as it has to be. Rejects with a `ModelFailure`, also when the history cannot be read, and with a `FileError`. */
  async next(): Promise<NextRequest> {
    for (;;) {
      const next = await this.#read();
      const remedy = remedyFor(next.asked, this.#turn, this.#isCompacted);
      if (remedy.kind === "ask") return next;
      if (remedy.kind === "shorter") await this.#shorten(remedy.ids);
      else await this.#compact(next.asked, remedy.cut, false);
    }
  }

  /** The model takes the request: what others were refused for stays out of later ones. Rejects with a `FileError`. */
  async taken(): Promise<void> {
    if (this.#refusal === undefined) return;
    this.#turn.concessions.remember(this.#target, this.#now);
    if (this.#now !== this.#before) await this.#say(this.#refusal);
  }

  /** Resolves when another request can be made. Rejects with the failure where nothing is left that it could be about, and as `next` does. */
  async refused(failure: ModelFailure, { asked, request }: NextRequest): Promise<void> {
    const { heard } = asked.fitting;
    const next = lighter(failure, { target: this.#target, heard, before: this.#before, now: this.#now });
    const cut = next === undefined ? cutAfter(failure, asked, this.#turn, this.#isCompacted) : undefined;
    if (next === undefined && cut === undefined) throw namingParts(failure, request);
    await this.#turn.asking.listener.failed(this.#target, failure, 1, 0);
    this.#refusal ??= failure;
    this.#now = next ?? this.#now;
    if (cut !== undefined) await this.#compact(asked, cut, true);
  }

  async #read(): Promise<NextRequest> {
    const [target, { session, sizes }] = [this.#target, this.#turn];
    const heard = await readable(() => conversationOf(session.store, hearingOf(target, this.#now)));
    const messages = this.#goesOn ? continued(heard.messages) : heard.messages;
    const request = { ...this.#frame, messages };
    const estimate = tokensOfRequest(request);
    const asked = { target, fitting: { heard, frame: this.#frame }, used: sizes.used(target, estimate) };
    return { asked, request, estimate };
  }

  async #shorten(ids: readonly string[]): Promise<void> {
    this.#now = { ...this.#now, results: new Set([...this.#now.results, ...ids]) };
    this.#turn.concessions.remember(this.#target, this.#now);
    await sayShorter(ids.length, this.#turn);
    this.#before = this.#now;
  }

  async #compact(asked: Asking, cut: number, isRefused: boolean): Promise<void> {
    await compactInTurn(asked, cut, this.#turn, isRefused);
    this.#isCompacted = true;
  }

  /** The history says what the model does not hear. */
  async #say({ error, told }: ModelFailure): Promise<void> {
    const [before, now, turn] = [this.#before, this.#now, this.#turn];
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
}

/** How a model hears the history. */
export function hearingOf(target: ModelTarget, concession: Concession): Hearing {
  return { ...concession, sees: target.sees, maker: makerOf(target), promptRoom: promptRoomOf(target) };
}

/** That the request is too long is told with what is large in it. */
function namingParts(failure: ModelFailure, request: Conversation): ModelFailure {
  if (failure.error.code !== "context_overflow") return failure;
  return new ModelFailure(namingLarge(failure.error, request), failure.told, failure.request);
}

async function sayShorter(results: number, turn: Turn): Promise<void> {
  const what =
    results === 1 ? "the beginning and the end of a long result" : `the beginnings and ends of ${results} long results`;
  await notice({ text: `The conversation is too long for the model: it is told ${what} of its tools.` }, turn);
}

/** The history. A failure of the disk becomes a `ModelFailure`, as no item is lost by it. */
async function readable(conversation: () => Promise<HeardHistory>): Promise<HeardHistory> {
  try {
    return await conversation();
  } catch (error) {
    if (error instanceof FileError)
      throw new ModelFailure({ code: "storage_unavailable", message: "the history cannot be read" });
    if (error instanceof SessionError) throw new ModelFailure({ code: error.code, message: "the history is damaged" });
    throw error;
  }
}
