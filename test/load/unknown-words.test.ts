/** A word that stands in a variable is unknown, and no rule takes the variable's name for it. */
import { expect, test } from "vitest";
import { load } from "../../src/toolkit/load.js";
import { memoryHost } from "../machine/memory.js";

const PROVIDER = "providers: { p: { kind: { type: custom_beta_compatible }, url: https://p.example/v1$ } }";
const MODEL = "models: { m: { provider: p, context_window: 1000, class: full$ } }";

const effort = (level: string): string =>
  `, reasoning: { type: effort, effort_set: e, can_disable: true, levels: [${level}, high] }`;

/** A configuration with something written into its provider, its model and at its end. */
const written = (provider: string, model: string, end: string): string =>
  `version: 3\n${PROVIDER.replace("$", provider)}\n${MODEL.replace("$", model)}\n${end}\n`;

async function rules(text: string, env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { diagnostics } = await load({ host: memoryHost({ files: { "~/.config/agent/config.yaml": text }, env }) });
  return diagnostics.map(({ rule }) => rule);
}

test.each<[string, (word: string) => string, string, string, string]>([
  ["an effort", (word) => written("", effort(word), "defaults: { full: m(low) }"), "low", "lower", "invalid-effort"],
  ["a protocol", (word) => written(`, protocol: ${word}`, "", ""), "beta_responses", "alpha_messages", "mismatch"],
  [
    "a class",
    (word) => written("", "", "defaults: { full: m }").replace("class: full", `class: ${word}`),
    ...(["full", "nano", "wrong-class"] as const),
  ],
  [
    "a strategy",
    (word) =>
      written(
        "",
        "",
        `default_permission_matcher: ${word}\nautonomous_permission_matcher: { max_consecutive_denials: 2 }`,
      ),
    ...(["autonomous", "standard", "unused-classifier"] as const),
  ],
])("%s", async (_, text, right, wrong, rule) => {
  const about = expect.stringContaining(rule);
  expect(await rules(text(right), {})).toEqual([]);
  expect(await rules(text(wrong), {})).toContainEqual(about);
  expect(await rules(text('"${W}"'), { W: right })).toEqual([]);
});
