/** A tool server over streamable HTTP (spec 2.10, 5.2): the transport of the package, over the port for connections. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { McpHttpServer } from "../../../generated/effective.js";
import { limits } from "../../../generated/protocol/tables.js";
import { within } from "../../machine/interfaces/clock.js";
import { boundedFetch, connectFetch, type Fetch } from "./connect-fetch.js";
import type { Link } from "./connection.js";
import { hearFirst } from "./hear-first.js";
import type { Login, ServerHost, ServerSetup } from "./host.js";
import { scopesIn } from "./oauth/scopes.js";
import type { McpPackage } from "./package.js";
import { lacksScope, needsLogin, ServerProblem } from "./problem.js";

/** Headers of the single request or its connection, which no configuration sets. */
const OF_THE_REQUEST =
  /^(?:accept|connection|content-length|content-type|expect|host|keep-alive|last-event-id|mcp-(?:session-id|protocol-version|method|name|param-.*)|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

/** Throws a `ServerProblem` for a configuration that cannot be used. */
export function httpLink(config: McpHttpServer, setup: ServerSetup, host: ServerHost, load: McpPackage): Link {
  const { clock, connect } = host;
  const url = addressOf(config);
  const headers = headersOf(config);
  const authProvider = providerOf(config, setup, host);
  const over = new AbortController();
  const ask = boundedFetch(connectFetch(connect, over.signal, setup.certificates), limits.mcpMessage, clock);
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
      clock.after(Math.min(Math.max(limits.mcpRetryLeast, delay || 0), limits.mcpRetryMost), reconnect),
  });
  endRequests(transport);
  tellScopes(transport, load, authProvider);
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
    // No answer over HTTP ends the whole connection.
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

function providerOf(
  config: McpHttpServer,
  { name, certificates }: ServerSetup,
  { login }: ServerHost,
): ReturnType<Login> | undefined {
  const { auth, url } = config;
  if (auth?.type !== "oauth") return undefined;
  if (login === undefined) throw needsLogin();
  return login({ name, url, authKey: config.auth_key_name ?? name, auth, certificates });
}

/** A request that is refused for a scope is a `ServerProblem`, and the next login asks for that scope. Changes a transport that has not been started. */
function tellScopes(
  transport: Transport,
  { InsufficientScopeError }: McpPackage,
  provider: ReturnType<Login> | undefined,
): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } catch (error) {
      if (!(error instanceof InsufficientScopeError)) throw error;
      const { requiredScope: scope, resourceMetadataUrl } = error;
      provider?.onInsufficientScope({ scope, resourceMetadataUrl });
      throw lacksScope(scopesIn(scope), provider === undefined ? "credential" : "login");
    }
  };
}

/** A code of JSON-RPC that is left to programs. */
const CUT = -32_099;

/**
 * Ends each request: its connection closes with the answer or the cancellation, and a stream that ends without an answer is an error. The package
 * leaves both to the server. Changes a transport that has not been started.
 */
function endRequests(transport: Transport): void {
  const open = new Map<string | number, AbortController>();
  const send = transport.send.bind(transport);
  const end = (id: string | number): void => {
    open.get(id)?.abort();
    open.delete(id);
  };
  hearFirst(transport, (message) => {
    if (!("method" in message) && message.id !== undefined) end(message.id);
  });
  transport.send = async (message, options) => {
    if (!("method" in message)) return send(message, options);
    if (!("id" in message)) {
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) end(cancelled);
      return send(message, options);
    }
    const { id } = message;
    const own = new AbortController();
    open.set(id, own);
    // In the revision of 2026-07-28 the package cancels a request by this signal.
    const { requestSignal: theirs, onRequestStreamEnd: told } = options ?? {};
    theirs?.addEventListener("abort", () => end(id), { once: true });
    const onRequestStreamEnd = (): void => {
      if (!open.delete(id)) return;
      const error = { code: CUT, message: "the answer ended before the result" };
      if (told === undefined) transport.onmessage?.({ jsonrpc: "2.0", id, error });
      else told();
    };
    try {
      await send(message, { ...options, requestSignal: own.signal, onRequestStreamEnd });
    } catch (error) {
      open.delete(id);
      throw error;
    }
  };
}

function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
