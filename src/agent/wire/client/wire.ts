/** One request and its answer, by the table of routes. An answer that a daemon does not give is refused (P-S7, P-S68). */
import { answerGuards } from "../../../generated/protocol/answers.js";
import { daemonRoutes } from "../../../generated/protocol/tables.js";
import type { SyncMessage } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import { dropBody, type FetchLike, type FetchRequest, type FetchResponse } from "../../ports/fetch.js";
import { mediaTypes } from "../protocol/headers.js";
import type { DaemonRoutes, PathParameter, RequestBody, ResponseBody } from "../protocol/routes.js";
import { jsonOf, piecesIn, refusalOf, typeOf, unreachable, unreadable } from "./answer.js";
import { notRunning } from "./folder.js";
import { messagesOf, readerOf, type StreamFormat } from "./messages.js";
import { isPortRefused } from "./patience.js";
import type { Place } from "./place.js";
import { Silence } from "./silence.js";
import type { Opaque } from "./tokens.js";

type RouteName = keyof DaemonRoutes;

interface Call<Name extends RouteName> {
  readonly parameters?: Readonly<Record<PathParameter<DaemonRoutes[Name]["path"]>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: RequestBody<DaemonRoutes[Name]>;
  readonly signal?: AbortSignal | undefined;
}

/** The calls of a wire, for callers that leave it to others how often each is tried. */
export type Calls = Pick<Wire, "call">;

/** Milliseconds without a byte after which an answer is given up. */
const QUIET = 30_000;

export class Wire {
  readonly place: Place;
  readonly #request: FetchLike;
  readonly #clock: Clock;

  constructor(place: Place, fetch: FetchLike, clock: Clock) {
    this.place = place;
    this.#request = fetch;
    this.#clock = clock;
  }

  /** The answer of a route. Rejects with a `ClientError`, or with the reason of the signal. */
  async call<Name extends Exclude<RouteName, "events">>(
    name: Name,
    call: Call<Name> = {},
  ): Promise<Opaque<ResponseBody<DaemonRoutes[Name]>>> {
    const silence = new Silence(this.#clock, call.signal);
    silence.listen(QUIET);
    try {
      const { signal } = silence;
      const response = await this.#send(name, { ...call, signal }, mediaTypes.json);
      const body = await jsonOf(response, signal, () => silence.listen(QUIET));
      if (!answerGuards[name](body)) throw unreadable(response.status);
      return body as Opaque<ResponseBody<DaemonRoutes[Name]>>;
    } finally {
      silence.end();
    }
  }

  /**
   * The messages of the stream after a cursor, those of one piece of it together, until the daemon ends it. Rejects as `call` does, and with
   * `DamagedMessage` after the messages before that one.
   */
  async *events(
    after: string,
    { format = "ndjson", signal }: { readonly format?: StreamFormat; readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<readonly Opaque<SyncMessage>[], void, undefined> {
    const response = await this.#send("events", { query: { after }, signal }, mediaTypes[format]);
    const read = readerOf(format);
    for await (const piece of piecesIn(response, signal)) {
      const { messages, damage } = messagesOf(read(piece));
      if (messages.length > 0) yield messages;
      if (damage !== undefined) throw damage;
    }
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
    const response = await this.#answer(`${url}${filled}${search && `?${search}`}`, {
      ...{ method, headers, signal, redirect: "manual", cache: "no-store", credentials: "omit" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status < 200 || response.status > 299) throw await refusalOf(response, signal);
    if (typeOf(response) !== accept) {
      await dropBody(response.body);
      throw unreadable(response.status);
    }
    return response;
  }

  async #answer(url: string, request: FetchRequest): Promise<FetchResponse> {
    try {
      return await this.#request(url, request);
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      const failure = unreachable(error);
      const { sessionDirectory } = this.place;
      // The daemon of a folder is gone when its port refuses; the next one has another port.
      throw isPortRefused(failure) && sessionDirectory !== undefined ? notRunning(sessionDirectory) : failure;
    }
  }
}
