/** The calls of a daemon by its clients: one method for its routes, one for its stream. */
import { daemonRoutes } from "../../../generated/protocol/tables.js";
import type { ProtocolError, SyncMessage } from "../../../generated/protocol/types.js";
import type { Connect, InboundResponse } from "../../ports/connect.js";
import { mediaTypes } from "../protocol/headers.js";
import { NdjsonReader } from "../protocol/ndjson.js";
import type { DaemonRoutes, RequestBody, ResponseBody } from "../protocol/routes.js";

/** The address of a daemon, and the token that it requires. */
export interface DaemonAddress {
  /** `http://127.0.0.1:51269`. */
  readonly url: string;
  readonly token: string;
}

/** An answer with a status beyond 299. A code that this version does not know is kept as it is (spec 7). */
export class DaemonError extends Error {
  override readonly name = "DaemonError";
  /** The code of the refusal; `unreadable_answer` when its body holds none. */
  readonly code: string;
  /** The status of the answer. */
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const encoder = new TextEncoder();

/** Most characters of one message of a stream: more than a daemon sends. */
const MESSAGE_LIMIT = 4 * 1024 * 1024;

/** Most bytes of a whole answer. */
const ANSWER_LIMIT = 16 * 1024 * 1024;

type RouteName = keyof DaemonRoutes;

interface Call<Name extends RouteName> {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: RequestBody<DaemonRoutes[Name]>;
  readonly signal?: AbortSignal;
}

export class DaemonClient {
  readonly #address: DaemonAddress;
  readonly #connect: Connect;

  constructor(address: DaemonAddress, connect: Connect) {
    this.#address = address;
    this.#connect = connect;
  }

  /** The answer of a route. Rejects with a `DaemonError` for a refusal, and with a `ConnectError` when the daemon cannot be reached. */
  async call<Name extends Exclude<RouteName, "events">>(
    name: Name,
    call: Call<Name> = {},
  ): Promise<ResponseBody<DaemonRoutes[Name]>> {
    const response = await this.#send(name, call, mediaTypes.json);
    return (await jsonOf(response)) as ResponseBody<DaemonRoutes[Name]>;
  }

  /** The records after a cursor, then live ones, until the daemon ends the stream or `signal` does. Rejects as `call` does. */
  async *events(after: string, signal: AbortSignal): AsyncGenerator<SyncMessage, void, undefined> {
    const response = await this.#send("events", { query: { after }, signal }, mediaTypes.ndjson);
    const reader = new NdjsonReader(MESSAGE_LIMIT);
    for await (const bytes of response.body)
      for (const text of reader.push(bytes)) yield parsed(text, response.status) as SyncMessage;
  }

  async #send<Name extends RouteName>(
    name: Name,
    { query = {}, body, signal = new AbortController().signal }: Call<Name>,
    accept: string,
  ): Promise<InboundResponse> {
    const { method, path } = daemonRoutes[name];
    const search = new URLSearchParams(query).toString();
    const response = await this.#connect({
      url: `${this.#address.url}${path}${search && `?${search}`}`,
      method,
      headers: [
        ["authorization", `Bearer ${this.#address.token}`],
        ["accept", accept],
        ...(body === undefined ? [] : [["content-type", mediaTypes.json] as const]),
      ],
      ...(body === undefined ? {} : { body: encoder.encode(JSON.stringify(body)) }),
      signal,
    });
    if (response.status >= 200 && response.status < 300) return response;
    const { code, message } = ((await jsonOf(response).catch(() => undefined)) ?? {}) as Partial<ProtocolError>;
    throw typeof code === "string"
      ? new DaemonError(code, response.status, message ?? "")
      : new DaemonError("unreadable_answer", response.status, `status ${response.status}`);
  }
}

async function jsonOf({ body, status }: InboundResponse): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > ANSWER_LIMIT) throw new DaemonError("unreadable_answer", status, "the answer is too long");
    chunks.push(chunk);
  }
  return parsed(new TextDecoder().decode(Buffer.concat(chunks)), status);
}

function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DaemonError("unreadable_answer", status, "the answer is no JSON");
  }
}
