/** How long a provider asks to wait, from the headers of its refusal (P-S101). */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Headers } from "../../../machine/interfaces/listen.js";

/** Milliseconds from `now` on. `status`: headers of the limits of a rate come with any answer and count for a rate limit alone. */
export function hintIn(headers: Headers, now: number, status: number): number | undefined {
  const textOf: TextOf = (header) => headers.find(([name]) => name === header)?.[1].trim() ?? "";
  const asked =
    millisecondsIn(textOf("retry-after-ms")) ??
    retryAfter(textOf("retry-after"), now) ??
    (status === 429 ? resetIn(headers, textOf, now) : undefined);
  return asked === undefined ? undefined : Math.max(limits.retryLeast, asked);
}

type TextOf = (header: string) => string;

function millisecondsIn(text: string): number | undefined {
  return /^\d{1,12}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfter(text: string, now: number): number | undefined {
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** `x-ratelimit-reset-tokens` and `anthropic-ratelimit-input-tokens-reset`, for example. */
const RESETS = [/^(x-ratelimit-)reset(-requests|-tokens)$/, /^(anthropic-ratelimit-(?:[a-z-]+-)?)reset()$/];

/** The longest wait of the limits that are used up; of all limits, where none says so. */
function resetIn(headers: Headers, textOf: TextOf, now: number): number | undefined {
  const resets = headers.flatMap(([name, value]) => {
    const [, before, after] = RESETS.map((form) => form.exec(name)).find((found) => found !== null) ?? [];
    const wait = durationIn(value.trim()) ?? momentIn(value.trim(), now);
    if (before === undefined || wait === undefined) return [];
    return [{ wait, isUsedUp: /^0+$/.test(textOf(`${before}remaining${after}`)) }];
  });
  const usedUp = resets.filter((reset) => reset.isUsedUp);
  const waits = (usedUp.length > 0 ? usedUp : resets).map(({ wait }) => wait);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `1s`, `6m0s`, `250ms`; undefined for any other text. */
function durationIn(text: string): number | undefined {
  if (!/^(?:\d{1,9}(?:\.\d+)?(?:ms|[smhd]))+$/.test(text)) return undefined;
  const counts = text.split(/[a-z]+/).slice(0, -1);
  const units = text.split(/[\d.]+/).slice(1);
  return counts.reduce((sum, count, at) => sum + Number(count) * (UNITS[units[at] ?? ""] ?? 0), 0);
}

/** A moment of RFC 3339. */
function momentIn(text: string, now: number): number | undefined {
  const moment = /^\d{4}-\d\d-\d\d[Tt]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
