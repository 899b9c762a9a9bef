/** A client of a daemon in the same process: each request is an exchange, which may break at any piece of its answer. */
import { type Connect, ConnectError } from "../../src/agent/machine/interfaces/connect.js";
import type { FetchLike, FetchRequest, FetchResponse } from "../../src/agent/machine/interfaces/fetch.js";
import { fetchOver } from "../../src/agent/program/common/client.js";
import { type ClientOptions, type Daemon, daemon } from "../../src/agent/wire/client/index.js";
import { type Bench, TOKEN } from "../daemon/bench.js";
import { TestExchange } from "../daemon/exchange.js";

/** Whether a connection breaks before this piece of the answer to a path; -1 when it is opened. */
export type Breaks = (path: string, pieces: number) => boolean | Promise<boolean>;

export function connectTo(bench: () => Bench, breaks: Breaks = () => false): Connect {
  return async ({ url, method, headers, body, signal }) => {
    const { pathname, search } = new URL(url);
    const exchange = new TestExchange(`${pathname}${search}`, {
      method,
      headers: [["host", "localhost"], ...headers],
      ...(body === undefined ? {} : { body }),
    });
    if (await breaks(pathname, -1)) throw new ConnectError("unreachable", "ECONNRESET");
    const leave = (): void => exchange.leave();
    signal.addEventListener("abort", leave);
    exchange.onClose(() => signal.removeEventListener("abort", leave));
    bench().answer(exchange);
    await exchange.until(({ status }) => status !== 0 || signal.aborted);
    if (signal.aborted) throw new ConnectError("aborted", "ABORT_ERR");
    return {
      status: exchange.status,
      headers: exchange.answerHeaders,
      body: piecesOf(exchange, pathname, breaks, signal),
    };
  };
}

async function* piecesOf(
  exchange: TestExchange,
  path: string,
  breaks: Breaks,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for (let taken = 0; ; taken += 1) {
      await exchange.until(({ chunks, isEnded }) => chunks.length > taken || isEnded || signal.aborted);
      if (signal.aborted) throw new ConnectError("aborted", "ABORT_ERR");
      if (await breaks(path, taken)) throw new ConnectError("unreachable", "ECONNRESET");
      const chunk = exchange.chunks[taken];
      if (chunk === undefined) return;
      yield chunk;
    }
  } finally {
    exchange.leave();
  }
}

/** A client at a fixed address of its own. `through` sees each request before it is sent, and may answer in the daemon's place. */
export function clientOf(
  bench: () => Bench,
  breaks?: Breaks,
  { through = (_, __, send) => send(), ...options }: Omit<ClientOptions, "fetch"> & { readonly through?: Through } = {},
): Daemon {
  const send = fetchOver(connectTo(bench, breaks));
  const fetch: FetchLike = (url, request) => {
    const { pathname, search } = new URL(url);
    return through(pathname, request, () => send(url, request), search);
  };
  return daemon({ url: "http://localhost:1", token: TOKEN }, { ...options, fetch });
}

export type Through = (
  path: string,
  request: FetchRequest,
  send: () => Promise<FetchResponse>,
  search: string,
) => Promise<FetchResponse>;
