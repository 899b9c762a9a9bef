/** Headers of answers. No header allows other origins (P-S4). */
import type { Headers } from "../../machine/interfaces/listen.js";

export const mediaTypes = {
  json: "application/json",
  sse: "text/event-stream",
  ndjson: "application/x-ndjson",
} as const;

const PRIVATE: Headers = [
  ["cache-control", "no-store"],
  ["x-content-type-options", "nosniff"],
];

/** The headers of a JSON body. */
export const jsonHeaders: Headers = [["content-type", mediaTypes.json], ...PRIVATE];

/** The headers of a stream: no proxy may store, change or delay its bytes. */
export function streamHeaders(type: (typeof mediaTypes)["sse" | "ndjson"]): Headers {
  return [
    ["content-type", type],
    ["cache-control", "no-store, no-transform"],
    ["x-content-type-options", "nosniff"],
    ["x-accel-buffering", "no"],
    ["vary", "accept"],
  ];
}

/** The value of a header; undefined without one, null for several. */
export function singleHeader(headers: Headers, name: string): string | null | undefined {
  const [first, ...others] = headers.filter(([key]) => key === name);
  return others.length > 0 ? null : first?.[1];
}
