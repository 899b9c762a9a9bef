/**
 * The listener that the browser of a user comes back to (P-S35): a port of its own on loopback, one path, no bearer. It is open while a login
 * waits.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Clock } from "../../../machine/interfaces/clock.js";
import type { Exchange, Listen, WholeAnswer } from "../../../machine/interfaces/listen.js";
import type { CallbackAnswer } from "./attempt.js";

/** The one path. Pre-registered clients name it in their redirect address: `http://127.0.0.1/callback`, for any port (RFC 8252, 7.3). */
const PATH = "/callback";

export interface Callback {
  readonly redirectUri: string;
  /** Ends the listener; a page that is being answered is still sent. */
  close(): void;
}

/** `take` judges an answer, and ends the login that it is for. Rejects with an `Error` when there is no port. */
export async function listenForCallback(
  { listen, clock }: { readonly listen: Listen; readonly clock: Clock },
  take: (answer: CallbackAnswer) => Promise<Exclude<Outcome, "not-found">>,
): Promise<Callback> {
  const {
    headerTimeout,
    bodyTimeout,
    bodyTime,
    bodyPace,
    headerBytes,
    strangers,
    loginCallbacks: connections,
  } = limits;
  let host = "";
  let answering = 0;
  let isClosed = false;
  const answer = async (exchange: Exchange): Promise<void> => {
    answering += 1;
    exchange.onClose(() => {
      answering -= 1;
      if (isClosed && answering === 0) void listener.close(true);
    });
    const given = isForHere(exchange, host) ? answerIn(exchange.target) : undefined;
    if (given === undefined) return send(exchange, "not-found");
    send(exchange, given === "unclear" ? "refused" : await take(given));
  };
  const listener = await listen(
    {
      host: "127.0.0.1",
      port: 0,
      clock,
      headerTimeout,
      bodyTimeout,
      bodyTime,
      bodyPace,
      headerBytes,
      strangers,
      connections,
    },
    { answer: (exchange) => void answer(exchange), unreadable: () => pageOf("not-found") },
  );
  host = new URL(listener.url).host;
  return {
    redirectUri: `${listener.url}${PATH}`,
    close() {
      isClosed = true;
      void listener.close(answering === 0);
    },
  };
}

/** Whether a browser asked for this port by its address: a page of another host may have let its own name point here. */
function isForHere({ method, headers }: Exchange, host: string): boolean {
  const hosts = headers.filter(([name]) => name === "host");
  return method === "GET" && hosts.length === 1 && hosts[0]?.[1] === host;
}

const PARAMETERS = ["state", "code", "error", "iss"] as const;

/** The answer in a target; `unclear` when it lacks a state or says something twice; undefined for another path. */
function answerIn(target: string): CallbackAnswer | "unclear" | undefined {
  const [path, query = ""] = target.split(/\?(.*)/s);
  if (path !== PATH) return undefined;
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
