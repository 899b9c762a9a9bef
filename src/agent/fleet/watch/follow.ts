/**
 * The fleet of a hub as changes in order, through the public client, which retries by itself. The client does not report the state of its
 * connection: this file observes its requests.
 */
import type { FleetEventV1, FleetProject, SessionRow } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { type FetchLike, type FetchResponse, piecesOf } from "../../machine/interfaces/fetch.js";
import type { Random } from "../../machine/interfaces/random.js";
import { type Address, ClientError, hub } from "../../wire/client/index.js";

export type FleetChange =
  /** The whole fleet: it replaces the earlier state. */
  | { readonly kind: "catalog"; readonly projects: readonly FleetProject[]; readonly sessions: readonly SessionRow[] }
  | { readonly kind: "event"; readonly event: FleetEventV1 };

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /** The client retries by itself. `why` is for people. */
  | { readonly kind: "lost"; readonly why: string };

export interface Watcher {
  readonly apply: (change: FleetChange) => void;
  readonly connection: (connection: Connection) => void;
}

/** Resolves when the signal aborts. Rejects with `Refused`. */
export type Follow = (watcher: Watcher, signal: AbortSignal) => Promise<void>;

/** The hub refuses the fleet to this token, or the address is invalid; a retry would fail too. */
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

/** An open stream of events is a connection; its end, or a failure to open it, is its loss. */
function overheard(ask: FetchLike, tell: Watcher["connection"], signal: AbortSignal): FetchLike {
  const lost = (why: string): void => {
    if (!signal.aborted) tell({ kind: "lost", why });
  };
  return async (url, request) => {
    const isStream = new URL(url).pathname.endsWith("/events");
    try {
      const answer = await ask(url, request);
      // After any other refusal the client reads the fleet again, or gives up.
      if (answer.status >= 500 || answer.status === 429) lost(`the hub answered ${answer.status}`);
      else if (isStream) tell({ kind: "live" });
      return isStream && answer.status === 200 ? { ...shown(answer), body: observed(answer.body, lost) } : answer;
    } catch (error) {
      lost("the hub cannot be reached");
      throw error;
    }
  };
}

/** The fields of a browser's response are not own properties. */
function shown({ status, headers }: FetchResponse): Pick<FetchResponse, "status" | "headers"> {
  return { status, headers };
}

async function* observed(
  body: FetchResponse["body"],
  lost: (why: string) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* piecesOf(body);
  } finally {
    lost("the connection to the hub has ended");
  }
}
