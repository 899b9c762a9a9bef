/** The requests of a login: each goes to an allowed address, and its answer is whole and bounded before the package sees it. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Fetch } from "../connect-fetch.js";
import { LoginProblem } from "./problem.js";

/** Judges the address of every request. `server`: the endpoint of the tool server. */
export function loginFetch(send: Fetch, server: string): Fetch {
  const home = new URL(server);
  return async (url, init) => {
    if (!isAllowed(new URL(url), home))
      throw refusal("a server names an address that is neither HTTPS nor on this machine");
    const response = await send(url, init);
    const bytes = await wholeOf(response);
    const { status, headers } = response;
    return new Response(response.body === null ? null : bytes, { status, headers });
  };
}

async function wholeOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (body !== null) {
    const reader = body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      length += piece.value.length;
      if (length > limits.loginBytes) {
        await reader.cancel();
        throw refusal("an answer is too long");
      }
      pieces.push(piece.value);
    }
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** The package takes every other error for a server without metadata, and goes on without. */
function refusal(words: string): TypeError {
  return new TypeError(words, { cause: new LoginProblem(words) });
}

/** HTTPS; HTTP at the origin of the tool server; and HTTP on this machine when the tool server is on this machine too. */
function isAllowed(address: URL, server: URL): boolean {
  if (address.protocol === "https:") return true;
  if (address.protocol !== "http:") return false;
  return address.origin === server.origin || (isLoopback(address) && isLoopback(server));
}

/** Whether an address is on this machine by its writing; no name is looked up. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Most characters of the address that a user opens. */
const LONGEST = 8192;

/** The address of the page on which a user logs in, when it is one that may be opened. */
export function pageToOpen(address: URL, server: string): string {
  if (!isAllowed(address, new URL(server)))
    throw new LoginProblem("the page to log in at is neither HTTPS nor on this machine");
  if (address.href.length > LONGEST) throw new LoginProblem("the address of the page to log in at is too long");
  return address.href;
}
