import { expect, test } from "vitest";
import {
  compactionThreshold,
  compactionTokens,
  parseModelReference,
} from "../../src/toolkit/mean/configuration/models.js";

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
  ["the reserve of a large model", { contextWindow: 200_000, sizeClass: "full" }, 180_000],
  ["that of a small one", { contextWindow: 200_000, sizeClass: "mini" }, 190_000],
  ["and of the smallest", { contextWindow: 200_000, sizeClass: "nano" }, 190_000],
  ["a model without a class is large", { contextWindow: 200_000 }, 180_000],
  ["a quarter of the window at most", { contextWindow: 16_000, sizeClass: "full" }, 12_000],
  ["a longer output", { contextWindow: 200_000, sizeClass: "full", maxOutputTokensPerTurn: 64_000 }, 136_000],
  ["a shorter output", { contextWindow: 200_000, sizeClass: "full", maxOutputTokensPerTurn: 1000 }, 180_000],
  ["down to two decimals", { contextWindow: 131_072, sizeClass: "full" }, 110_100],
  ["a share of its own", { contextWindow: 200_000, sizeClass: "full", threshold: 0.58 }, 116_000],
  ["an output that fills the window", { contextWindow: 8000, maxOutputTokensPerTurn: 8000 }, undefined],
])("a session is compacted at so many tokens: %s", (_, model, tokens) => {
  expect(compactionTokens(model)).toBe(tokens);
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
