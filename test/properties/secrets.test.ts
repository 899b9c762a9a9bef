/** No report shows a secret, however the configuration that holds it is wrong. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lint } from "../../src/lint.js";
import { render } from "./report.js";
import {
  brokenArbitrary,
  MARK,
  mistakenArbitrary,
  secretArbitrary,
  withSecretArbitrary,
  withWordArbitrary,
} from "./secrets.js";
import { type Spelling, spellingArbitrary } from "./spelling.js";

function expectHidden(spelling: Spelling): void {
  const { pretty, concise, json } = render(lint({ texts: [{ file: "config", ...spelling }] }));
  expect(pretty).not.toMatch(MARK);
  expect(concise).not.toMatch(MARK);
  expect(json).not.toMatch(MARK);
}

test("a secret is not shown, whatever is misspelt around it", () => {
  const mistaken = secretArbitrary.chain(withSecretArbitrary).chain(mistakenArbitrary).chain(spellingArbitrary);
  fc.assert(fc.property(mistaken, expectHidden), { numRuns: 2500 });
});

test("a secret is not shown by a text that cannot be read", () => {
  const valid = secretArbitrary.chain(withSecretArbitrary).chain(spellingArbitrary);
  fc.assert(fc.property(valid.chain(brokenArbitrary), expectHidden), { numRuns: 2500 });
});

// Each is left out of the configuration, with its value.
const LEFT_OUT: readonly Spelling[] = [
  { format: "json", text: '{"integrations":{"search":{"providers":{"search_a":{"key":"first","key":"CANARY"}}}}}' },
  { format: "json", text: '{"providers":{"a":{"headers":{"__proto__":"CANARY"}}}}' },
  { format: "json", text: '{"providers":{"a":{"headers":{"\\ud800":"CANARY"}}}}' },
  { format: "yaml", text: "providers: {a: {headers: {X: first, X: CANARY}}}" },
  { format: "yaml", text: "providers: {a: {headers: {__proto__: CANARY}}}" },
  { format: "yaml", text: "providers: {a: {headers: {<<: {X: CANARY}}}}" },
  { format: "yaml", text: "providers: {a: {headers: {1: CANARY}}}" },
  { format: "yaml", text: "providers: {a: {headers: {[CANARY]: 1}}}" },
  { format: "yaml", text: "providers: {a: {headers: {? {X: CANARY} : 1}}}" },
];

test.each(LEFT_OUT)("a secret is not shown where the entry that holds it is left out: $text", expectHidden);

test("a declared secret word is not shown, wherever it stands", () => {
  const mistaken = secretArbitrary.map(String).chain(withWordArbitrary).chain(spellingArbitrary);
  fc.assert(fc.property(mistaken, expectHidden), { numRuns: 1500 });
});
