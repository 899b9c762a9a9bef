/** One request on a connection to a server of this machine, and its answer: from the first byte that is sent to the last one that comes. */
import { type BodyReader, bodyReader } from "./answer-body.js";
import { type AnswerHead, answerHead } from "./answer-head.js";
import type { ForwardAnswer, ForwardEvents, Forwarding, Taker } from "./forward.js";
import type { Framing } from "./framing.js";

/** The connection as its request sees it. */
export interface Line {
  /** Whether it has carried a request before. */
  readonly isUsed: boolean;
  /** False when the server is behind. */
  write(pieces: readonly (string | Uint8Array)[]): boolean;
  pause(): void;
  resume(): void;
  /** The request is over, and nothing is left of it. */
  free(): void;
  destroy(): void;
}

export interface Passing {
  /** The head, with the empty line at its end. */
  readonly head: string;
  readonly method: string;
  /** Whether the body goes in chunks. */
  readonly isChunked: boolean;
  /** Whether the connection may carry another request. */
  readonly reuse: boolean;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Bytes of all heads of an answer. */
const HEADER_BYTES = 16_384;

const NOTHING = new Uint8Array();
const NO_BODY: Framing = { kind: "none" };

export class Passage implements Forwarding {
  readonly #line: Line;
  readonly #passing: Passing;
  readonly #events: ForwardEvents;
  #state: "connecting" | "sent" | "answered" | "over";
  /** The head, until it is sent together with the first bytes of the body. */
  #unsent: string;
  #isSent = false;
  /** Bytes that have come and were not read. */
  #held: Uint8Array = NOTHING;
  #headBytes = 0;
  #keepsOpen = false;
  #body: BodyReader = bodyReader(NO_BODY);
  #taker: Taker | undefined;
  #isBroken = false;

  constructor(line: Line, passing: Passing, events: ForwardEvents) {
    this.#line = line;
    this.#passing = passing;
    this.#events = events;
    this.#state = line.isUsed ? "sent" : "connecting";
    this.#unsent = passing.head;
  }

  write(bytes: Uint8Array): boolean {
    if (this.#state === "over" || bytes.length === 0) return true;
    return this.#send(
      this.#passing.isChunked
        ? [`${this.#unsent}${bytes.length.toString(16)}\r\n`, bytes, "\r\n"]
        : [this.#unsent, bytes],
    );
  }

  end(): void {
    if (this.#state === "over") return;
    this.#isSent = true;
    const last = this.#passing.isChunked ? "0\r\n\r\n" : "";
    if (this.#unsent + last !== "") this.#send([this.#unsent + last]);
  }

  destroy(): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#line.destroy();
  }

  connected(): void {
    if (this.#state !== "connecting") return;
    this.#state = "sent";
    this.#events.connected();
  }

  drained(): void {
    if (this.#state !== "over") this.#events.drained();
  }

  /** The connection is gone. */
  closed(): void {
    const before = this.#state;
    if (before === "over") return;
    if (before === "answered" && this.#taker === undefined) {
      this.#isBroken = true;
      return;
    }
    this.#state = "over";
    if (before === "answered") this.#taker?.fail();
    else this.#events.failed(before === "connecting" ? "refused" : this.#line.isUsed ? "stale" : "broken");
  }

  take(bytes: Uint8Array): void {
    if (this.#state === "sent" || this.#state === "connecting") this.#takeHead(joined(this.#held, bytes));
    else if (this.#state === "answered" && this.#taker === undefined) {
      this.#held = joined(this.#held, bytes);
      this.#line.pause();
    } else if (this.#state === "answered") this.#takeBody(bytes);
  }

  #send(pieces: readonly (string | Uint8Array)[]): boolean {
    this.#unsent = "";
    return this.#line.write(pieces);
  }

  #takeHead(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const end = text.indexOf(HEAD_END);
    if (this.#headBytes + (end === -1 ? bytes.length : end) > HEADER_BYTES) {
      this.#breakOff();
      return;
    }
    this.#held = bytes;
    if (end === -1) return;
    const head = answerHead(text.toString("latin1", 0, end));
    const rest = bytes.subarray(end + HEAD_END.length);
    this.#headBytes += end + HEAD_END.length;
    const framing = head && bodyFraming(head, this.#passing.method);
    if (head !== undefined && isInterim(head)) this.#takeHead(rest);
    else if (head === undefined || framing === undefined || rest.length > lengthOf(framing)) this.#breakOff();
    else this.#begin(head, framing, rest);
  }

  #begin(head: AnswerHead, framing: Framing, rest: Uint8Array): void {
    this.#state = "answered";
    this.#held = rest;
    this.#keepsOpen = head.keepsOpen;
    this.#body = bodyReader(framing);
    this.#events.answered(this.#answerOf(head, lengthOf(framing) === 0));
  }

  #answerOf({ status, headers, framing }: AnswerHead, isEmpty: boolean): ForwardAnswer {
    return {
      ...{ status, headers, framing },
      read: (taker) => {
        if (this.#state !== "answered") return;
        this.#taker = taker;
        const held = this.#held;
        this.#held = NOTHING;
        if (isEmpty || held.length > 0) this.#takeBody(held);
        if (this.#isBroken) this.closed();
        else if (this.#state === "answered") this.#line.resume();
      },
      resume: () => {
        if (this.#state === "answered") this.#line.resume();
      },
    };
  }

  #takeBody(bytes: Uint8Array): void {
    const part = this.#body(bytes);
    if (part === "broken") {
      this.#breakOff();
      return;
    }
    if (!part.isEnd) {
      if (part.bytes.length > 0 && this.#taker?.take(part.bytes) === false) this.#line.pause();
      return;
    }
    this.#state = "over";
    if (this.#isSent && this.#passing.reuse && this.#keepsOpen && !this.#isBroken) this.#line.free();
    else this.#line.destroy();
    this.#taker?.end(part.bytes);
  }

  /** The server has broken a rule. */
  #breakOff(): void {
    const before = this.#state;
    this.destroy();
    if (before === "answered") this.#taker?.fail();
    else this.#events.failed("broken");
  }
}

/** An answer may have heads before its own (RFC 9110 15.2). One that switches to another protocol is none. */
function isInterim({ status }: AnswerHead): boolean {
  return status < 200 && status !== 101;
}

/** Undefined for an answer whose end only the end of its connection shows: a break would look the same (C154). */
function bodyFraming({ status, framing }: AnswerHead, method: string): Framing | undefined {
  if (status < 200) return undefined;
  if (method === "HEAD" || status === 204 || status === 304) return NO_BODY;
  return framing.kind === "none" ? undefined : framing;
}

/** No limit for chunks. */
function lengthOf(framing: Framing): number {
  if (framing.kind === "chunked") return Number.POSITIVE_INFINITY;
  return framing.kind === "length" ? Number(framing.length) : 0;
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  return before.length === 0 ? after : Buffer.concat([before, after]);
}
