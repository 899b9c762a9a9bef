import { expect, test } from "vitest";
import { compactionThreshold, parseModelReference } from "../../src/toolkit/mean/configuration/models.js";

test.each([
  [{ contextWindow: 100_000, reserve: 20_000 }, 0.8],
  [{ contextWindow: 100_000, reserve: 20_000, maxOutputTokensPerTurn: 30_000 }, 0.7],
  [{ contextWindow: 100_000, reserve: 20_000, maxOutputTokensPerTurn: 10_000 }, 0.8],
  [{ contextWindow: 196_608, reserve: 32_768 }, 0.83],
  [{ contextWindow: 100, reserve: 71 }, 0.29],
  [{ contextWindow: 1000, reserve: 0 }, 1],
  [{ contextWindow: 1000, reserve: 1000 }, undefined],
  [{ contextWindow: 1000, reserve: 999 }, undefined],
  [{ contextWindow: 0, reserve: 0 }, undefined],
])("compaction of %j starts at %j", (input, threshold) => {
  expect(compactionThreshold(input)).toBe(threshold);
});

test.each([
  ["acme/big", { model: "acme/big" }],
  ["acme/big(high)", { model: "acme/big", effort: "high" }],
  ["acme/big()", { model: "acme/big", effort: "" }],
  ["odd(name)(low)", { model: "odd(name)", effort: "low" }],
  ["odd(name)", { model: "odd(name)" }],
  ["(none)", { model: "(none)" }],
  ["a(b", { model: "a(b" }],
])("%s", (text, reference) => {
  expect(parseModelReference(text, (name) => name === "odd(name)")).toEqual(reference);
});
