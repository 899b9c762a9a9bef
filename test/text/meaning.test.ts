/** Names are compared by what their words mean. */
import { expect, test } from "vitest";
import { likeness, meaningOf, phrases, senseOf, similar } from "../../src/text/meaning.js";

test.each([
  ["max_answer_tokens", "maxOutputTokens"],
  ["ctx-len", "context_window"],
  ["envVars", "environment"],
  ["retry_count", "attempts"],
])("%s has the sense of %s", (one, other) => {
  expect(senseOf(one)).toBe(senseOf(other));
});

test.each([
  ["max_tokens", "max_output_tokens"],
  ["key", "url"],
  ["log_level", "log_file"],
])("%s has another sense than %s", (one, other) => {
  expect(senseOf(one)).not.toBe(senseOf(other));
});

test("words that say nothing by themselves are no likeness", () => {
  expect(likeness(meaningOf("max_size"), meaningOf("max_size_mode"))).toBe(0);
  expect(senseOf("default_config")).toBeUndefined();
});

test.each([
  ["answer_cap", ["tokens"]],
  ["wait", ["delay", "delay_cap"]],
  ["max_wait_ms", ["delay_cap"]],
  ["colour", []],
  ["", []],
  ["a ".repeat(5000), []],
])("%s means %j", (written, expected) => {
  const known = phrases(
    Object.entries({ tokens: "max_output", delay: "base_delay_ms", delay_cap: "max_delay_ms" }).map(
      ([thing, name]) => ({
        thing,
        meaning: meaningOf(name),
      }),
    ),
  );
  expect([...similar(written, known)].sort()).toEqual(expected);
});
