/** One request and its answer, by the table of routes. An answer that a daemon does not give is refused (P-S7, P-S68). */
import { answerGuards, isProtocolError } from "../../../generated/protocol/answers.js";
import { daemonRoutes } from "../../../generated/protocol/tables.js";
import type { SyncMessage } from "../../../generated/protocol/types.js";
import { dropBody, type FetchLike, type FetchResponse, piecesOf } from "../../ports/fetch.js";
import { MessageTooLong } from "../protocol/encoding.js";
import { mediaTypes } from "../protocol/headers.js";
import { NdjsonReader } from "../protocol/ndjson.js";
import type { DaemonRoutes, PathParameter, RequestBody, ResponseBody } from "../protocol/routes.js";
import { SseReader } from "../protocol/sse.js";
import { ClientError, DaemonError, DamagedMessage, Unreachable } from "./errors.js";
import { notRunning } from "./folder.js";
import type { Place } from "./place.js";
import type { Opaque } from "./tokens.js";

type RouteName = keyof DaemonRoutes;

interface Call<Name extends RouteName> {
  readonly parameters?: Readonly<Record<PathParameter<DaemonRoutes[Name]["path"]>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: RequestBody<DaemonRoutes[Name]>;
  readonly signal?: AbortSignal | undefined;
}

/** How the messages of a stream are written. */
export type StreamFormat = "ndjson" | "sse";

/** Most characters of one message of a stream: more than a daemon sends. */
const MESSAGE_LIMIT = 4 * 1024 * 1024;

/** Most bytes of a whole answer: that of an attachment's part in base64, and more. */
const ANSWER_LIMIT = 16 * 1024 * 1024;

export class Wire {
  readonly place: Place;
  readonly #request: FetchLike;

  constructor(place: Place, fetch: FetchLike) {
    this.place = place;
    this.#request = fetch;
  }

  /** The answer of a route. Rejects with a `ClientError`, or with the reason of the signal. */
  async call<Name extends Exclude<RouteName, "events">>(
    name: Name,
    call: Call<Name> = {},
  ): Promise<Opaque<ResponseBody<DaemonRoutes[Name]>>> {
    const response = await this.#send(name, call, mediaTypes.json);
    const body = await jsonOf(response, call.signal);
    if (!answerGuards[name](body)) throw unreadable(response.status);
    return body as Opaque<ResponseBody<DaemonRoutes[Name]>>;
  }

  /** The messages of the stream after a cursor, until the daemon ends it. Rejects as `call` does, and with `DamagedMessage`. */
  async *events(
    after: string,
    { format = "ndjson", signal }: { readonly format?: StreamFormat; readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<Opaque<SyncMessage>, void, undefined> {
    const response = await this.#send("events", { query: { after }, signal }, mediaTypes[format]);
    const read = readerOf(format);
    for await (const piece of broken(piecesOf(response.body), signal))
      for (const text of read(piece)) yield message(text);
  }

  async #send<Name extends RouteName>(
    name: Name,
    { parameters, query = {}, body, signal = new AbortController().signal }: Call<Name>,
    accept: string,
  ): Promise<FetchResponse> {
    const { url, token } = await this.place.address();
    const { method, path } = daemonRoutes[name];
    const filled = path.replace(/\{(\w+)\}/g, (_, key) =>
      encodeURIComponent((parameters as Readonly<Record<string, string>> | undefined)?.[key] ?? ""),
    );
    const search = new URLSearchParams(query).toString();
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept };
    if (body !== undefined) headers["content-type"] = mediaTypes.json;
    const response = await this.#request(`${url}${filled}${search && `?${search}`}`, {
      ...{ method, headers, signal, redirect: "manual", cache: "no-store", credentials: "omit" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw this.#unreachable(error, signal);
    });
    if (response.status < 200 || response.status > 299) throw await refusalOf(response, signal);
    if (typeOf(response) !== accept) {
      await dropBody(response.body);
      throw unreadable(response.status);
    }
    return response;
  }

  /** At the port of a folder nobody listens once its daemon is gone; the next one has another. */
  #unreachable(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const failure = unreachable(error);
    const { sessionDirectory } = this.place;
    return failure.detail === "ECONNREFUSED" && sessionDirectory !== undefined ? notRunning(sessionDirectory) : failure;
  }
}

function readerOf(format: StreamFormat): (piece: Uint8Array) => readonly string[] {
  if (format === "ndjson") {
    const lines = new NdjsonReader(MESSAGE_LIMIT);
    return (piece) => lines.push(piece);
  }
  const events = new SseReader(MESSAGE_LIMIT);
  return (piece) => events.push(piece).map(({ data }) => data);
}

/** A message; one of a name that came later is passed on as it is. */
function message(text: string): Opaque<SyncMessage> {
  const value = parsed(text);
  const isKnown = ["frame", "heartbeat", "reset"].includes((value as { readonly event?: string } | null)?.event ?? "");
  const fits = isKnown ? answerGuards.events(value) : typeof (value as { event?: unknown } | null)?.event === "string";
  if (!fits) throw new DamagedMessage();
  return value as Opaque<SyncMessage>;
}

/** The pieces of a body, with failures as those of the client. */
async function* broken(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* pieces;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof MessageTooLong) throw new DamagedMessage();
    throw error instanceof ClientError ? error : unreachable(error);
  }
}

async function jsonOf(response: FetchResponse, signal: AbortSignal | undefined): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const piece of broken(piecesOf(response.body), signal)) {
    length += piece.length;
    if (length > ANSWER_LIMIT) throw unreadable(response.status);
    text += decoder.decode(piece, { stream: true });
  }
  return parsed(text + decoder.decode());
}

async function refusalOf(response: FetchResponse, signal: AbortSignal): Promise<DaemonError> {
  const { status } = response;
  if (typeOf(response) !== mediaTypes.json) {
    await dropBody(response.body);
    return unreadable(status);
  }
  const body = await jsonOf(response, signal);
  if (!isProtocolError(body)) return unreadable(status);
  const { code, message: says, retry_after_seconds: retryAfterSeconds, request_id: requestId, details } = body;
  return new DaemonError({ code, status, message: says, retryAfterSeconds, requestId, details });
}

function typeOf({ headers }: FetchResponse): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function unreadable(status: number): DaemonError {
  return new DaemonError({ code: "unreadable_answer", status, message: "no daemon answers at this address" });
}

/** `undefined` for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` tells why in the cause of its error. */
function unreachable(error: unknown): Unreachable {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = [cause, error].map((one) => (one as { readonly code?: unknown } | undefined)?.code).find((one) => one);
  return new Unreachable(typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "UNKNOWN");
}
