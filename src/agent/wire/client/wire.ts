/** One request and its answer, by the table of routes. Rejects an answer that its server does not give (P-S7, P-S68). */
import type { Clock } from "../../machine/interfaces/clock.js";
import { dropBody, type FetchLike, type FetchRequest, type FetchResponse } from "../../machine/interfaces/fetch.js";
import { mediaTypes } from "../protocol/headers.js";
import type { NameIn, PathParameter, RequestBody, ResponseBody, RouteTable } from "../protocol/routes.js";
import { ANSWER_LIMIT, jsonOf, piecesIn, refusalOf, typeOf, unreachable, unreadable } from "./answer.js";
import { notRunning } from "./folder.js";
import { messagesOf, readerOf, type StreamFormat } from "./messages.js";
import { isPortRefused } from "./patience.js";
import { filled, type Place } from "./place.js";
import { Silence } from "./silence.js";
import type { Opaque } from "./tokens.js";

/** The routes of a server for a client. */
export interface Surface<Table extends RouteTable> {
  /** Method and path of each. */
  readonly lines: { readonly [Name in NameIn<Table>]: string };
  /** Whether an answer is valid. */
  readonly guards: { readonly [Name in Exclude<NameIn<Table>, "events">]: (body: unknown) => boolean };
  /** Whether a message of its stream is valid. */
  readonly isMessage: (message: unknown) => boolean;
  /** The most bytes of an answer without an attachment. */
  readonly most: number;
}

interface Call<Of extends RouteTable[string]> {
  readonly parameters?: Readonly<Record<PathParameter<Of["path"]>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: RequestBody<Of>;
  readonly signal?: AbortSignal | undefined;
}

/** The calls of a wire, for callers with their own retries. */
export type Calls<Table extends RouteTable> = Pick<Wire<Table, unknown>, "call">;

interface AnyCall {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds of silence after which an answer fails. */
const QUIET = 30_000;

export class Wire<Table extends RouteTable, Message> {
  readonly place: Place;
  readonly #surface: Surface<Table>;
  readonly #request: FetchLike;
  readonly #clock: Clock;

  constructor(surface: Surface<Table>, place: Place, fetch: FetchLike, clock: Clock) {
    this.#surface = surface;
    this.place = place;
    this.#request = fetch;
    this.#clock = clock;
  }

  /** The answer of a route. Rejects with a `ClientError`, or with the reason of the signal. */
  async call<Name extends Exclude<NameIn<Table>, "events">>(
    name: Name,
    call: Call<Table[Name]> = {},
  ): Promise<Opaque<ResponseBody<Table[Name]>>> {
    const { server } = this.place;
    const most = name === "attachment" ? ANSWER_LIMIT : this.#surface.most;
    const silence = new Silence(this.#clock, server, call.signal);
    silence.listen(QUIET);
    try {
      const { signal } = silence;
      const response = await this.#send(name, { ...call, signal }, mediaTypes.json);
      const body = await jsonOf(response, server, { signal, most, onChunk: () => silence.listen(QUIET) });
      if (!this.#surface.guards[name](body)) throw unreadable(response.status, server);
      return body as Opaque<ResponseBody<Table[Name]>>;
    } finally {
      silence.end();
    }
  }

  /**
   * The messages of the stream after a cursor, those of one chunk together, until the server ends it. Rejects as `call` does, and with
   * `DamagedMessage` after the messages before the damaged one.
   */
  async *events(
    query: Readonly<Record<string, string>>,
    { format = "ndjson", signal }: { readonly format?: StreamFormat; readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<readonly Message[], void, undefined> {
    const response = await this.#send("events", { query, signal }, mediaTypes[format]);
    const read = readerOf(format);
    for await (const piece of piecesIn(response, this.place.server, signal)) {
      const { messages, damage } = messagesOf<Message>(read(piece), this.#surface.isMessage);
      if (messages.length > 0) yield messages;
      if (damage !== undefined) throw damage;
    }
  }

  async #send(
    name: NameIn<Table>,
    { parameters = {}, query = {}, body, signal = new AbortController().signal }: AnyCall,
    accept: string,
  ): Promise<FetchResponse> {
    const { server } = this.place;
    const { url, token } = await this.place.address();
    const [method = "", path = ""] = this.#surface.lines[name].split(" ");
    const search = new URLSearchParams(query).toString();
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept };
    if (body !== undefined) headers["content-type"] = mediaTypes.json;
    const response = await this.#answer(`${url}${filled(path, parameters)}${search && `?${search}`}`, {
      ...{ method, headers, signal, redirect: "manual", cache: "no-store", credentials: "omit" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status < 200 || response.status > 299) throw await refusalOf(response, server, signal);
    if (typeOf(response) !== accept) {
      await dropBody(response.body);
      throw unreadable(response.status, server);
    }
    return response;
  }

  async #answer(url: string, request: FetchRequest): Promise<FetchResponse> {
    try {
      return await this.#request(url, request);
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      const { sessionDirectory, server } = this.place;
      const failure = unreachable(error, server);
      // The daemon of a folder has ended if its port refuses; the next one has another port.
      throw isPortRefused(failure) && sessionDirectory !== undefined ? notRunning(sessionDirectory) : failure;
    }
  }
}
