/** A tool server over streamable HTTP (spec 2.10, 5.2): the transport of the package, over the port for connections. */
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { McpHttpServer } from "../../../generated/effective.js";
import { limits } from "../../../generated/protocol/tables.js";
import { type Clock, within } from "../../ports/clock.js";
import type { Connect } from "../../ports/connect.js";
import { boundedFetch } from "./bounded-body.js";
import { connectFetch, type Fetch } from "./connect-fetch.js";
import { endRequests } from "./http-requests.js";
import type { Login } from "./login.js";
import type { McpPackage } from "./package.js";
import { needsLogin, ServerProblem } from "./problem.js";

export interface HttpParts {
  readonly load: McpPackage;
  readonly name: string;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly certificates: string | undefined;
  readonly login: Login | undefined;
}

export interface HttpLink {
  readonly transport: StreamableHTTPClientTransport;
  /** No answer over HTTP ends the whole connection. */
  readonly problem: undefined;
  explain(signal: AbortSignal): Promise<ServerProblem | undefined>;
  close(): Promise<void>;
}

/** Headers of the single request or its connection, which no configuration sets. */
const OF_THE_REQUEST =
  /^(?:accept|connection|content-length|content-type|expect|host|keep-alive|last-event-id|mcp-(?:session-id|protocol-version|method|name|param-.*)|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** Throws a `ServerProblem` for a configuration that cannot be used. */
export function httpLink(config: McpHttpServer, parts: HttpParts): HttpLink {
  const { clock, load } = parts;
  const url = addressOf(config);
  const headers = headersOf(config);
  const authProvider = providerOf(config, parts);
  const over = new AbortController();
  const ask = boundedFetch(connectFetch({ ...parts, signal: over.signal }), limits.mcpMessage, clock);
  const transport = new load.StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    fetch: ask,
    ...(authProvider === undefined ? {} : { authProvider }),
    reconnectionOptions: {
      ...{ initialReconnectionDelay: limits.mcpRetryFirst, maxReconnectionDelay: limits.mcpRetryMost },
      ...{ reconnectionDelayGrowFactor: 2, maxRetries: limits.mcpRetries },
    },
    // A server may ask for any delay.
    reconnectionScheduler: (reconnect, delay) =>
      clock.after(Math.min(Math.max(limits.mcpRetryFirst, delay || 0), limits.mcpRetryMost), reconnect),
  });
  endRequests(transport);
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    const isOver = new Promise<void>((resolve) => over.signal.addEventListener("abort", () => resolve()));
    const told = transport.terminateSession().catch(() => {});
    await within(clock, limits.mcpEnding, (signal) => {
      signal.addEventListener("abort", () => over.abort());
      return Promise.race([told, isOver]);
    });
    over.abort();
    await transport.close().catch(() => {});
  };
  return {
    transport,
    problem: undefined,
    explain: (signal) =>
      within(
        clock,
        PROBE,
        async (ending) => ((await isOldTransport(ask, url, headers, ending)) ? OLD : undefined),
        signal,
      ),
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** Milliseconds for a server of the old transport to say so. */
const PROBE = 3_000;

const OLD = new ServerProblem("it speaks the transport of 2024-11-05, which is not spoken here", "final");

/** A server of the revision 2024-11-05 begins a stream with the address for requests. */
async function isOldTransport(ask: Fetch, url: URL, headers: Headers, signal: AbortSignal): Promise<boolean> {
  try {
    const accept = new Headers([...headers, ["accept", "text/event-stream"]]);
    const { ok, body, headers: head } = await ask(url, { headers: accept, signal });
    const isStream = head.get("content-type")?.startsWith("text/event-stream") === true;
    if (!ok || !isStream || body === null) return false;
    let text = "";
    for await (const bytes of body) {
      text += new TextDecoder().decode(bytes);
      if (/^event: ?endpoint\r?$/m.test(text)) return true;
      if (text.length > LONGEST) return false;
    }
    return false;
  } catch {
    return false;
  }
}

/** Characters of a stream in which that stands. */
const LONGEST = 4_096;

function addressOf({ url }: McpHttpServer): URL {
  if (!URL.canParse(url)) throw new ServerProblem("its address is not a URL", "final");
  const address = new URL(url);
  if (!/^https?:$/.test(address.protocol)) throw new ServerProblem("its address is not one of HTTP", "final");
  return address;
}

function headersOf({ auth, headers = {} }: McpHttpServer): Headers {
  try {
    const all = new Headers();
    for (const [name, value] of Object.entries(headers)) if (!OF_THE_REQUEST.test(name)) all.set(name, value.trim());
    if (auth?.type === "authorization-header") all.set("authorization", auth.value.trim());
    return all;
  } catch {
    throw new ServerProblem("a header of its configuration holds what HTTP does not allow", "final");
  }
}

function providerOf(config: McpHttpServer, { name, login, certificates }: HttpParts): ReturnType<Login> | undefined {
  const { auth, url } = config;
  if (auth?.type !== "oauth") return undefined;
  if (login === undefined) throw needsLogin();
  return login({ name, url, authKey: config.auth_key_name ?? name, auth, certificates });
}
