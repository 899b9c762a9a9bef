/** How long a provider asks to wait (P-S31, P-S101): the first hint that can be read, as it is given. */
import { expect, test } from "vitest";
import { hintIn } from "../../src/agent/session/model/retry/hint.js";

const NOW = Date.UTC(2027, 0, 15, 8, 0, 0);

const LONG = 999_999_999_000;

test.each<readonly [headers: Readonly<Record<string, string>>, milliseconds: number | undefined]>([
  [{}, undefined],
  // Seconds, with or without decimals, or a date.
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after": " 30 " }, 30_000],
  [{ "retry-after": "2027" }, 2_027_000],
  [{ "retry-after": "999999999" }, LONG],
  [{ "retry-after": "Fri, 15 Jan 2027 08:01:30 GMT" }, 90_000],
  [{ "retry-after": "Friday, 15-Jan-27 08:01:30 GMT" }, 90_000],
  // A provider is left alone for a moment at least.
  [{ "retry-after": "0" }, 100],
  [{ "retry-after": "Fri, 15 Jan 2027 07:59:00 GMT" }, 100],
  [{ "retry-after-ms": "0" }, 100],
  // No times.
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-3" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "retry-after": "1e9" }, undefined],
  [{ "retry-after": "9999999999999" }, undefined],
  [{ "retry-after": "Fri, 99 Foo 2027 08:01:30 GMT" }, undefined],
  [{ "retry-after-ms": "-5" }, undefined],
  // The order.
  [{ "retry-after": "60", "retry-after-ms": "1500" }, 1_500],
  [{ "retry-after": "7", "retry-after-ms": "soon" }, 7_000],
  [{ "retry-after": "7", "x-ratelimit-reset-requests": "6m0s" }, 7_000],
  [{ "retry-after": "soon", "x-ratelimit-reset-requests": "6m0s" }, 360_000],
  // The headers of the limits of a rate.
  [{ "x-ratelimit-reset-requests": "1s" }, 1_000],
  [{ "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
  [{ "x-ratelimit-reset-tokens": "1h2m3.5s" }, 3_723_500],
  [{ "x-ratelimit-reset-tokens": "250ms" }, 250],
  [{ "x-ratelimit-reset-tokens": "1d" }, 86_400_000],
  [{ "x-ratelimit-reset-tokens": "17" }, undefined],
  [{ "x-ratelimit-reset-tokens": "1s and more" }, undefined],
  [{ "anthropic-ratelimit-requests-reset": "2027-01-15T08:00:40Z" }, 40_000],
  [{ "anthropic-ratelimit-input-tokens-reset": "2027-01-15T08:00:40+00:00" }, 40_000],
  [{ "anthropic-ratelimit-unified-reset": "2027-01-15T07:00:00Z" }, 100],
  [{ "anthropic-ratelimit-tokens-reset": "tomorrow" }, undefined],
  // The limit that is used up counts, and of several the last one.
  [{ "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
  [
    {
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "1s",
      "x-ratelimit-remaining-tokens": "900",
      "x-ratelimit-reset-tokens": "6m0s",
    },
    1_000,
  ],
  [
    {
      "anthropic-ratelimit-requests-remaining": "12",
      "anthropic-ratelimit-requests-reset": "2027-01-15T09:00:00Z",
      "anthropic-ratelimit-output-tokens-remaining": "0",
      "anthropic-ratelimit-output-tokens-reset": "2027-01-15T08:00:05Z",
    },
    5_000,
  ],
])("%j: %s ms", (headers, milliseconds) => {
  expect(hintIn(Object.entries(headers), NOW, 429)).toBe(milliseconds);
});

test.each([
  [{ "x-ratelimit-reset-requests": "6m0s" }, undefined],
  [{ "anthropic-ratelimit-requests-reset": "2027-01-15T09:00:00Z" }, undefined],
  [{ "retry-after": "7", "x-ratelimit-reset-requests": "6m0s" }, 7_000],
])("the headers of a 503 say nothing about it by their limits: %j", (headers, milliseconds) => {
  expect(hintIn(Object.entries(headers), NOW, 503)).toBe(milliseconds);
});

test.each(["9".repeat(100_000), `${"1s".repeat(50_000)}!`, "0".repeat(100_000), `${"1.".repeat(50_000)}s`])(
  "a hostile header is none",
  (value) => {
    for (const name of [
      "retry-after",
      "retry-after-ms",
      "x-ratelimit-reset-tokens",
      "anthropic-ratelimit-tokens-reset",
    ])
      expect(hintIn([[name, value]], NOW, 429)).toBe(undefined);
  },
);
