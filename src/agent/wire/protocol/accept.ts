/** The media type of an answer, by the `Accept` header of the request (RFC 9110, 12.5.1). */

interface Range {
  readonly type: string;
  readonly subtype: string;
  /** From 0 to 1; 0 is a refusal. */
  readonly quality: number;
}

/**
 * The best of `offers` by an `Accept` header; the first among equals, and without a header or with an empty one. Undefined when no offer
 * is acceptable. Parameters other than `q` are ignored, and so are entries that are no media range.
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
