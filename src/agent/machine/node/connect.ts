/** Requests with Node's own client and its trusted certificates. */
import { Agent, type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { isCertificateCode } from "../../../text/certificate-codes.js";
import { type Connect, ConnectError, type InboundResponse, type OutboundRequest } from "../interfaces/connect.js";
import { codingsIn, decoded, isDecodable } from "./decoded.js";

/** Each request has a connection of its own, which ends with it, unless it says otherwise. */
export const nodeConnect: Connect = async (outbound) => {
  const { signal } = outbound;
  for (;;) {
    if (signal.aborted) throw new ConnectError("aborted", "ABORT_ERR");
    let request: ClientRequest | undefined;
    try {
      request = open(outbound);
      return await answered(request, outbound);
    } catch (error) {
      const refused = refusal(error, signal);
      // Each pass takes one kept connection that its server has ended.
      if (request?.reusedSocket !== true || refused.failure !== "unreachable") throw refused;
    }
  }
};

function answered(
  request: ClientRequest,
  { signal, keepsConnection }: Pick<OutboundRequest, "signal" | "keepsConnection">,
): Promise<InboundResponse> {
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined;
    const abort = (): void => {
      request.destroy();
      response?.destroy();
    };
    const over = (error: Error): void => {
      signal.removeEventListener("abort", abort);
      reject(error);
    };
    signal.addEventListener("abort", abort);
    request.on("error", over);
    request.once("close", () => over(new Error("closed")));
    request.once("response", (message) => {
      response = message;
      message.once("close", () => signal.removeEventListener("abort", abort));
      // The reader of the body gets the error; without a reader it must not end the process.
      message.on("error", () => undefined);
      const { rawHeaders } = message;
      const headers = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""] as const] : [],
      );
      const codings = codingsIn(headers);
      const leave = (): void => {
        if (keepsConnection !== true) abort();
        else if (!message.complete) endSoon(message, abort);
      };
      const body = bodyOf(message, leave, signal);
      const isCoded = codings.length > 0 && isDecodable(codings);
      resolve({
        status: message.statusCode ?? 0,
        headers: isCoded ? headers.filter(([name]) => !OF_THE_CODING.has(name)) : headers,
        body: isCoded ? refusedIn(decoded(body, codings), signal) : body,
      });
    });
  });
}

/** Headers that are about the coded bytes. */
const OF_THE_CODING: ReadonlySet<string> = new Set(["content-encoding", "content-length"]);

async function* refusedIn(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw refusal(error, signal);
  }
}

/** Milliseconds in which the rest of an answer has to come, for its connection to be kept. */
const SOON = 1000;

/** Passes over the rest of an answer. */
function endSoon(message: IncomingMessage, abort: () => void): void {
  const late = setTimeout(abort, SOON).unref();
  message.once("close", () => clearTimeout(late)).resume();
}

async function* bodyOf(message: IncomingMessage, leave: () => void, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      if (signal.aborted) break;
      yield chunk as Uint8Array;
    }
    signal.throwIfAborted();
  } catch (error) {
    throw refusal(error, signal);
  } finally {
    leave();
  }
}

function refusal(error: unknown, signal: AbortSignal): ConnectError {
  if (signal.aborted) return new ConnectError("aborted", "ABORT_ERR");
  if (error instanceof ConnectError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const detail = /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "UNKNOWN";
  return new ConnectError(isCertificateCode(detail) ? "certificate" : "unreachable", detail);
}

/** Milliseconds that an unused connection stays open. */
const UNUSED = 60_000;

/** Private agents: variables of the environment may configure a proxy for the global one. */
const plain = { once: new Agent({ keepAlive: false }), kept: new Agent({ keepAlive: true, timeout: UNUSED }) };

/** Sends a whole request. Throws Node's error for an unsendable request. */
function open({ url, method, headers, body, certificates, keepsConnection }: OutboundRequest): ClientRequest {
  const flat = [...headers, ...(body === undefined ? [] : [["content-length", String(body.length)] as const])];
  const target = new URL(url);
  const options = {
    method,
    // A flat list keeps repeated headers; for it, Node adds no `Host`.
    headers: [["host", target.host], ["connection", keepsConnection ? "keep-alive" : "close"], ...flat].flat(),
    insecureHTTPParser: false,
  };
  const kind = keepsConnection ? "kept" : "once";
  const request =
    target.protocol === "https:"
      ? requestTls(target, { ...options, agent: agentsFor(certificates)[kind] })
      : requestPlain(target, { ...options, agent: plain[kind] });
  request.end(body);
  return request;
}

interface TlsAgents {
  readonly once: TlsAgent;
  readonly kept: TlsAgent;
}

/** Agents for each list of certificates: reading the roots takes long, and a daemon rarely changes its list. */
const agents = new Map<string | undefined, TlsAgents>();
const MOST_AGENTS = 4;

function agentsFor(certificates: string | undefined): TlsAgents {
  const known = agents.get(certificates);
  if (known !== undefined) return known;
  const options = {
    maxCachedSessions: 0,
    // Both are explicit, so that no variable of the environment changes them: a variable adds to the default roots, and not to these.
    rejectUnauthorized: true,
    secureContext: contextOf(certificates),
  };
  const both = {
    once: new TlsAgent({ ...options, keepAlive: false }),
    kept: new TlsAgent({ ...options, keepAlive: true, timeout: UNUSED }),
  };
  if (agents.size >= MOST_AGENTS) agents.clear();
  agents.set(certificates, both);
  return both;
}

function contextOf(certificates: string | undefined): SecureContext {
  try {
    return createSecureContext({ ca: [...rootCertificates, ...(certificates === undefined ? [] : [certificates])] });
  } catch {
    throw Object.assign(new Error("a certificate cannot be read"), { code: "INVALID_CA" });
  }
}
