/** GET requests of the commands that ask providers, and of nothing else: no other file of the toolkit opens a connection. Part of the host. */
import { type ClientRequest, Agent as PlainAgent, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";
import { createSecureContext, rootCertificates } from "node:tls";
import { brotliDecompressSync, unzipSync } from "node:zlib";
import { limits } from "../../../generated/protocol/tables.js";
import type { Address } from "../../../provider/hide.js";
import type { PageAnswer, SendGet } from "../../../provider/list.js";
import { isCertificateCode } from "../../../text/certificate-codes.js";
import { codeOf } from "./code.js";

/** Sends requests until the signal ends them. `certificates`: PEM of those that are trusted beside the usual ones. */
export type Get = (certificates: string | undefined, signal: AbortSignal) => SendGet;

/** Each request has a connection of its own. No redirect is followed, and no variable of the environment names a proxy or a certificate. */
export const machineGet: Get = (certificates, signal) => async (address) => {
  try {
    return await answered(open(address, certificates), signal);
  } catch (error) {
    return failureOf(error, signal);
  }
};

function open({ url, headers }: Address, certificates: string | undefined): ClientRequest {
  const target = new URL(url);
  // A flat list keeps repeated headers; for it, Node adds no `Host`.
  const flat = [["host", target.host], ["connection", "close"], ...headers].flat();
  const options = { method: "GET", headers: flat, insecureHTTPParser: false };
  if (target.protocol !== "https:") return requestPlain(target, { ...options, agent: new PlainAgent() });
  const ca = [...rootCertificates, ...(certificates === undefined ? [] : [certificates])];
  const agent = new TlsAgent({ rejectUnauthorized: true, secureContext: createSecureContext({ ca }) });
  return requestTls(target, { ...options, agent });
}

function answered(request: ClientRequest, signal: AbortSignal): Promise<PageAnswer> {
  return new Promise((resolve) => {
    const over = (answer: PageAnswer): void => {
      signal.removeEventListener("abort", abort);
      request.destroy();
      resolve(answer);
    };
    const broken = (error: unknown): void => over(failureOf(error, signal));
    const abort = (): void => broken(undefined);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    request.on("error", broken);
    let isAnswered = false;
    request.once("close", () => (isAnswered ? undefined : broken(undefined)));
    request.once("response", (response) => {
      isAnswered = true;
      const { statusCode: status = 0 } = response;
      if (status !== 200) return over({ status, body: new Uint8Array() });
      const chunks: Uint8Array[] = [];
      let length = 0;
      response.on("error", broken);
      response.on("data", (chunk: Uint8Array) => {
        length += chunk.length;
        if (length <= limits.listBytes) chunks.push(chunk);
        else over({ status, body: "too-large" });
      });
      response.once("close", () => broken(undefined));
      response.once("end", () => {
        try {
          over({ status, body: decoded(Buffer.concat(chunks), response.headers["content-encoding"]) });
        } catch (error) {
          broken(error);
        }
      });
    });
    request.end();
  });
}

/** Some servers use a coding that nobody has asked for. Throws Node's error for bytes that are not coded so. */
function decoded(body: Uint8Array, coding = "identity"): Uint8Array | "too-large" {
  const decode = DECODERS[coding.trim().toLowerCase()];
  if (decode === undefined) return body;
  try {
    return decode(body, { maxOutputLength: limits.listBytes });
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") return "too-large";
    throw error;
  }
}

const DECODERS: Readonly<Record<string, typeof unzipSync>> = {
  gzip: unzipSync,
  deflate: unzipSync,
  br: brotliDecompressSync,
};

function failureOf(error: unknown, signal: AbortSignal): PageAnswer {
  if (signal.aborted) return { failure: "late", detail: "ABORT_ERR" };
  const code = codeOf(error);
  const detail = /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "UNKNOWN";
  return { failure: isCertificateCode(detail) ? "certificate" : "unreachable", detail };
}
