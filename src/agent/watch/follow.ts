/**
 * The fleet of a hub as changes in order, by the client of other programs, which tries again by itself. The client does not say how the
 * connection is: this file hears that from its requests.
 */
import type { FleetEventV1, FleetProject, SessionRow } from "../../generated/protocol/types.js";
import type { Clock } from "../ports/clock.js";
import { type FetchLike, type FetchResponse, piecesOf } from "../ports/fetch.js";
import type { Random } from "../ports/random.js";
import { type Address, ClientError, hub } from "../wire/client/index.js";

export type FleetChange =
  /** All of the fleet: it replaces what was known. */
  | { readonly kind: "catalog"; readonly projects: readonly FleetProject[]; readonly sessions: readonly SessionRow[] }
  | { readonly kind: "event"; readonly event: FleetEventV1 };

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /** The next try comes by itself. `why` is for people. */
  | { readonly kind: "lost"; readonly why: string };

export interface Watcher {
  readonly apply: (change: FleetChange) => void;
  readonly connection: (connection: Connection) => void;
}

/** Resolves when the signal aborts. Rejects with `Refused`. */
export type Follow = (watcher: Watcher, signal: AbortSignal) => Promise<void>;

/** The hub does not let this token see the fleet, or the address is none; another try would end the same. */
export class Refused extends Error {
  override readonly name = "Refused";
}

export interface WatchMachine {
  readonly fetch: FetchLike;
  readonly clock: Clock;
  readonly random: Random;
}

export function followHub(address: Address, { fetch, clock, random }: WatchMachine): Follow {
  return async ({ apply, connection }, signal) => {
    connection({ kind: "connecting" });
    try {
      const client = hub(address, { fetch: overheard(fetch, connection, signal), clock, random });
      await client.followFleet({
        ...{ signal, patience: Number.POSITIVE_INFINITY },
        apply: (change) => {
          if (change.kind === "event") return apply(change);
          const { projects, sessions } = change.catalog;
          apply({ kind: "catalog", projects, sessions });
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      throw error instanceof ClientError ? new Refused(whyRefused(error)) : error;
    }
  };
}

function whyRefused({ code, message }: ClientError): string {
  if (code === "unauthorized") return "the hub does not know this token";
  if (code === "insufficient_scope")
    return "this token may not see the fleet: it needs the kind and the scope `machine`";
  return `${message} (${code})`;
}

/** A stream of events that is open is a connection; what ends it, or keeps it from being opened, is its loss. */
function overheard(ask: FetchLike, tell: Watcher["connection"], signal: AbortSignal): FetchLike {
  const lost = (why: string): void => {
    if (!signal.aborted) tell({ kind: "lost", why });
  };
  return async (url, request) => {
    const isStream = new URL(url).pathname.endsWith("/events");
    try {
      const answer = await ask(url, request);
      if (answer.status !== 200) lost(`the hub answered ${answer.status}`);
      else if (isStream) tell({ kind: "live" });
      return isStream && answer.status === 200 ? { ...shown(answer), body: heard(answer.body, lost) } : answer;
    } catch (error) {
      lost("the hub cannot be reached");
      throw error;
    }
  };
}

/** The fields of an answer of a browser are no own properties. */
function shown({ status, headers }: FetchResponse): Pick<FetchResponse, "status" | "headers"> {
  return { status, headers };
}

async function* heard(
  body: FetchResponse["body"],
  lost: (why: string) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* piecesOf(body);
  } finally {
    lost("the connection to the hub has ended");
  }
}
