/**
 * The listener that the browser of a user comes back to (P-S35, P-S84): on loopback, one path, no bearer. It is open while a login waits, on a port
 * of its own, or at the address that the configuration fixes.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Clock } from "../../../machine/interfaces/clock.js";
import type { Exchange, Listen, Listener, WholeAnswer } from "../../../machine/interfaces/listen.js";
import type { CallbackAnswer } from "./attempt.js";

/** The address of a listener. */
interface Place {
  /** Where it listens; the first has to be free, a further one may be missing on this machine. */
  readonly hosts: readonly [string, ...(readonly string[])];
  /** 0 for a free one. */
  readonly port: number;
  readonly path: string;
  /** The `Host` of requests; that of the listener without it. */
  readonly host?: string;
}

/** Pre-registered clients name this path in their redirect address: `http://127.0.0.1/callback`, for any port (RFC 8252, 7.3). */
const EPHEMERAL: Place = { hosts: ["127.0.0.1"], port: 0, path: "/callback" };

/** Where the browser comes back to at a fixed redirect address; undefined for one that is not of loopback. */
export function placeOf(uri: string): Place | undefined {
  if (!URL.canParse(uri)) return undefined;
  const { protocol, hostname, port, pathname: path, host } = new URL(uri);
  const at = { port: port === "" ? 80 : Number(port), path, host };
  if (protocol !== "http:" || at.port === 0) return undefined;
  if (hostname === "localhost") return { hosts: ["127.0.0.1", "::1"], ...at };
  if (hostname === "[::1]") return { hosts: ["::1"], ...at };
  return /^127(?:\.\d{1,3}){3}$/.test(hostname) ? { hosts: [hostname], ...at } : undefined;
}

export interface Callback {
  readonly redirectUri: string;
  /** Ends the listener; a page that is being answered is still sent. */
  close(): void;
}

/** `take` judges an answer, and ends the login that it is for. Rejects with an `Error` when the port cannot be had. */
export async function listenForCallback(
  { listen, clock }: { readonly listen: Listen; readonly clock: Clock },
  take: (answer: CallbackAnswer) => Promise<Exclude<Outcome, "not-found">>,
  place: Place = EPHEMERAL,
): Promise<Callback> {
  const { headerTimeout, bodyTimeout, bodyTime, bodyPace, headerBytes, strangers, loginCallbacks } = limits;
  const bounds = {
    headerTimeout,
    bodyTimeout,
    bodyTime,
    bodyPace,
    headerBytes,
    strangers,
    connections: loginCallbacks,
  };
  const { hosts, port, path } = place;
  const listeners: Listener[] = [];
  let host = place.host ?? "";
  let answering = 0;
  let isClosed = false;
  const end = (destroy: boolean): void => {
    for (const listener of listeners) void listener.close(destroy);
  };
  const answer = async (exchange: Exchange): Promise<void> => {
    answering += 1;
    exchange.onClose(() => {
      answering -= 1;
      if (isClosed && answering === 0) end(true);
    });
    const given = isForHere(exchange, host) ? answerIn(exchange.target, path) : undefined;
    if (given === undefined) return send(exchange, "not-found");
    send(exchange, given === "unclear" ? "refused" : await take(given));
  };
  for (const one of hosts) {
    try {
      const listener = await listen(
        { host: one, port, clock, ...bounds },
        { answer: (exchange) => void answer(exchange), unreadable: () => pageOf("not-found") },
      );
      listeners.push(listener);
    } catch (error) {
      // A machine without IPv6 has one loopback address.
      if (listeners.length > 0 && error instanceof Error && WITHOUT_ADDRESS.has(error.message)) continue;
      end(true);
      throw error;
    }
  }
  const [first] = listeners;
  host ||= first === undefined ? "" : new URL(first.url).host;
  return {
    redirectUri: `http://${host}${path}`,
    close() {
      isClosed = true;
      end(answering === 0);
    },
  };
}

const WITHOUT_ADDRESS: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EPROTONOSUPPORT"]);

/** Whether a browser asked for this port by its address: a page of another host may have let its own name point here. */
function isForHere({ method, headers }: Exchange, host: string): boolean {
  const hosts = headers.filter(([name]) => name === "host");
  return method === "GET" && hosts.length === 1 && hosts[0]?.[1] === host;
}

const PARAMETERS = ["state", "code", "error", "iss"] as const;

/** The answer in a target; `unclear` when it lacks a state or says something twice; undefined for another path. */
function answerIn(target: string, here: string): CallbackAnswer | "unclear" | undefined {
  const [path, query = ""] = target.split(/\?(.*)/s);
  if (path !== here) return undefined;
  const given = new URLSearchParams(query);
  if (PARAMETERS.some((name) => given.getAll(name).length > 1)) return "unclear";
  const [state, code, error, iss] = PARAMETERS.map((name) => given.get(name) ?? undefined);
  return state === undefined ? "unclear" : { state, code, error, iss };
}

function send(exchange: Exchange, outcome: Outcome): void {
  const { status, headers, text } = pageOf(outcome);
  exchange.head(status, headers);
  exchange.end(text);
}

type Outcome = "done" | "failed" | "refused" | "not-found";

const WORDS: Readonly<Record<Outcome, readonly [status: number, heading: string, text: string]>> = {
  done: [200, "You are logged in", "The agent has the login. You can close this window."],
  failed: [200, "The login failed", "The log of the agent says why. You can close this window and begin again."],
  refused: [400, "This is no login", "The agent does not wait for this answer, or has had it already."],
  "not-found": [404, "Not found", "There is no page here."],
};

const HEADERS = [
  ["content-type", "text/html; charset=utf-8"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'"],
  ["cache-control", "no-store"],
  // The address of the page holds the code.
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["connection", "close"],
] as const;

function pageOf(outcome: Outcome): WholeAnswer {
  const [status, heading, words] = WORDS[outcome];
  const title = `<title>${heading}</title>`;
  const text = `<!doctype html><html lang="en"><meta charset="utf-8">${title}<h1>${heading}</h1><p>${words}</p></html>\n`;
  return { status, headers: [...HEADERS, ["content-length", String(Buffer.byteLength(text))]], text };
}
