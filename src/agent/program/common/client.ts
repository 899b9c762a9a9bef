/** The client that the commands use: that of other programs, over the ports of this machine. */
import type { Connect } from "../../machine/interfaces/connect.js";
import { ConnectError } from "../../machine/interfaces/connect.js";
import type { FetchLike } from "../../machine/interfaces/fetch.js";
import { type Daemon, daemon } from "../../wire/client/index.js";
import { machine } from "./machine.js";

/** Most bytes of a file of a session that a client reads. */
const FILE_BYTES = 65_536;

/** Milliseconds that a daemon may be away while a person waits. */
export const PATIENCE = 3000;

/** The daemon of a session, whichever run that is. */
export function clientOf(sessionDirectory: string): Daemon {
  const { connect, clock, random, files } = machine;
  return daemon(
    { sessionDirectory },
    {
      ...{ clock, random, fetch: fetchOver(connect) },
      readText: async (path) => new TextDecoder().decode(await files.read(path, FILE_BYTES)),
    },
  );
}

const encoder = new TextEncoder();

/** The global `fetch` takes longer to load than most commands take. */
export function fetchOver(connect: Connect): FetchLike {
  return async (url, { method, headers, body, signal }) => {
    const request = { url, method, headers: Object.entries(headers), signal };
    const response = await connect(body === undefined ? request : { ...request, body: encoder.encode(body) }).catch(
      refused,
    );
    const values = new Map(response.headers);
    return { status: response.status, headers: { get: (name) => values.get(name) ?? null }, body: rest(response.body) };
  };
}

async function* rest(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    refused(error);
  }
}

/** Tells why as `fetch` does. */
function refused(error: unknown): never {
  if (!(error instanceof ConnectError)) throw error;
  throw new TypeError("fetch failed", { cause: { code: error.detail } });
}
