/** One connection of Node.js for one request, and the certificates that it trusts. */
import { Agent, type ClientRequest, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import type { OutboundRequest } from "./connect.js";

/** An agent of our own: variables of the environment may send the global one to a proxy. */
const plain = new Agent({ keepAlive: false });

/** Sends a request whole. Throws Node's error for a request that cannot be sent. */
export function open({ url, method, headers, body, certificates }: OutboundRequest): ClientRequest {
  const flat = [...headers, ...(body === undefined ? [] : [["content-length", String(body.length)] as const])];
  const target = new URL(url);
  const options = {
    method,
    // A flat list keeps headers that come twice; with it, Node adds no `Host` by itself.
    headers: [["host", target.host] as const, ["connection", "close"] as const, ...flat].flat(),
    insecureHTTPParser: false,
  };
  const request =
    target.protocol === "https:"
      ? requestTls(target, { ...options, agent: agentFor(certificates) })
      : requestPlain(target, { ...options, agent: plain });
  request.end(body);
  return request;
}

/** One agent for each list of certificates: reading the roots takes long, and a daemon rarely changes its list. */
const agents = new Map<string | undefined, TlsAgent>();
const MOST_AGENTS = 4;

function agentFor(certificates: string | undefined): TlsAgent {
  const known = agents.get(certificates);
  if (known !== undefined) return known;
  const agent = new TlsAgent({
    keepAlive: false,
    maxCachedSessions: 0,
    // Both are explicit, so that no variable of the environment changes them: a variable adds to the default roots, and not to these.
    rejectUnauthorized: true,
    secureContext: contextOf(certificates),
  });
  if (agents.size >= MOST_AGENTS) agents.clear();
  agents.set(certificates, agent);
  return agent;
}

function contextOf(certificates: string | undefined): SecureContext {
  try {
    return createSecureContext({ ca: [...rootCertificates, ...(certificates === undefined ? [] : [certificates])] });
  } catch {
    throw Object.assign(new Error("a certificate cannot be read"), { code: "INVALID_CA" });
  }
}
