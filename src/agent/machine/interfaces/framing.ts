/** The end of a body, by the headers of its message (RFC 9112 6.3). Two length headers are rejected: request smuggling. */
import type { Headers } from "./listen.js";

export type Framing = { readonly kind: "none" | "chunked" } | { readonly kind: "length"; readonly length: string };

const NONE: Framing = { kind: "none" };
const CHUNKED: Framing = { kind: "chunked" };

/** Undefined for codings that Node has not decoded, and for two lengths. */
export function framingOf(headers: Headers): Framing | undefined {
  let framing = NONE;
  for (const [name, value] of headers) {
    const next = name === "transfer-encoding" ? codingOf(value) : name === "content-length" ? lengthOf(value) : NONE;
    if (next === NONE) continue;
    if (next === undefined || framing !== NONE) return undefined;
    framing = next;
  }
  return framing;
}

function codingOf(value: string): Framing | undefined {
  return value.trim().toLowerCase() === "chunked" ? CHUNKED : undefined;
}

function lengthOf(value: string): Framing | undefined {
  const length = value.trim();
  return /^\d{1,15}$/.test(length) ? { kind: "length", length } : undefined;
}
