/** A request for a stream of events: its encoding by `Accept`, and its place by cursor (P-S11, P-S13, P-S14). */
import type { Headers } from "../../machine/interfaces/listen.js";
import { type CursorSource, judgeCursor } from "../core/cursor.js";
import type { Encoding } from "../core/message.js";
import { type Refusal, refuse } from "../protocol/codes.js";
import { singleHeader } from "../protocol/headers.js";

const ENCODINGS = { "text/event-stream": "sse", "application/x-ndjson": "ndjson" } as const;

/** The encoding that a request accepts; undefined if it accepts none of ours. */
export function encodingFor(headers: Headers): Encoding | undefined {
  const accept = headers.flatMap(([name, value]) => (name === "accept" ? [value] : [])).join(",");
  const type = negotiate(accept, ["text/event-stream", "application/x-ndjson"] as const);
  return type && ENCODINGS[type];
}

/** The position after which a request continues: that of `after`, or of a newer `Last-Event-ID`. */
export function positionFor(
  source: CursorSource,
  after: string,
  headers: Headers,
): { readonly position: number } | { readonly refusal: Refusal } {
  const judged = judgeCursor(source, after, singleHeader(headers, "last-event-id") ?? undefined);
  return judged.kind === "refused" ? { refusal: refuse(judged.code) } : { position: judged.position };
}

/** A media range of an `Accept` header. */
interface Range {
  readonly type: string;
  readonly subtype: string;
  /** From 0 to 1; 0 is a refusal. */
  readonly quality: number;
}

/**
 * The best of `offers` by an `Accept` header (RFC 9110, 12.5.1); the first among equals, and without a header or with an empty one.
 * Undefined without an acceptable offer. Ignores parameters other than `q`, and entries that are not media ranges.
 */
export function negotiate<Offer extends string>(
  accept: string | undefined,
  offers: readonly Offer[],
): Offer | undefined {
  if (accept === undefined || accept.trim() === "") return offers[0];
  const ranges = accept.split(",").flatMap(rangeOf);
  const judged = offers.map((offer) => ({ offer, quality: qualityOf(offer, ranges) }));
  const best = Math.max(...judged.map(({ quality }) => quality));
  return best > 0 ? judged.find(({ quality }) => quality === best)?.offer : undefined;
}

/** The quality of the most specific range that covers the offer; 0 without one. */
function qualityOf(offer: string, ranges: readonly Range[]): number {
  const [type = "", subtype = ""] = offer.split("/");
  const find = (wanted: string, inner: string): Range | undefined =>
    ranges.find((range) => range.type === wanted && range.subtype === inner);
  return (find(type, subtype) ?? find(type, "*") ?? find("*", "*"))?.quality ?? 0;
}

function rangeOf(text: string): readonly Range[] {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const [, type, subtype] = /^([^\s/]+)\/([^\s/]+)$/.exec(range) ?? [];
  if (type === undefined || subtype === undefined) return [];
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (weight === undefined) return [{ type, subtype, quality: 1 }];
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? [{ type, subtype, quality: Number(weight) }] : [];
}
