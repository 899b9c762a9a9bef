/** No report shows a secret, however the configuration that holds it is wrong. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { mutationsOf } from "../arbitrary/mutation.js";
import { type Spelling, spellingArbitrary } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";
import { render } from "../report/sound.js";
import {
  brokenArbitrary,
  canaryArbitrary,
  MARK,
  mistakenArbitrary,
  secretArbitrary,
  withCanaryArbitrary,
  withSecretArbitrary,
  withWordArbitrary,
} from "./secrets.js";

/** As the text of either layer; a second text is the layer above. */
function expectHidden(first: Spelling, second?: Spelling): void {
  const upper: readonly LintText[] = second === undefined ? [] : [{ file: "upper", as: "project", ...second }];
  for (const as of ["global", "project"] as const) {
    const texts = render(lint({ texts: [{ file: "config", as, ...first }, ...upper] }));
    for (const text of Object.values(texts)) expect(text).not.toMatch(MARK);
  }
}

const valid = secretArbitrary.chain(withSecretArbitrary);
const mistaken = valid.chain(mistakenArbitrary).chain(spellingArbitrary);

test("a secret is not shown, whatever is misspelt around it", () => {
  fc.assert(
    fc.property(mistaken, (spelling) => expectHidden(spelling)),
    { numRuns: slowCases(500) },
  );
});

test("what looks like a secret is not shown, wherever it stands and whatever is misspelt", () => {
  const anywhere = canaryArbitrary.chain(withCanaryArbitrary);
  const misspelt = anywhere.chain((config) => fc.constantFrom(config, ...mutationsOf(config).map((one) => one.config)));
  fc.assert(
    fc.property(misspelt.chain(spellingArbitrary), (spelling) => expectHidden(spelling)),
    { numRuns: slowCases(750) },
  );
});

test("a secret is not shown by a text that cannot be read", () => {
  const unreadable = ({ text, format }: Spelling): boolean =>
    parse({ file: "config", text }, format).root === undefined;
  const broken = valid.chain(spellingArbitrary).chain(brokenArbitrary).filter(unreadable);
  fc.assert(
    fc.property(broken, (spelling) => expectHidden(spelling)),
    { numRuns: slowCases(750) },
  );
});

test("a secret of one layer is not shown beside the other", () => {
  fc.assert(
    fc.property(mistaken, mistaken, (global, project) => expectHidden(global, project)),
    { numRuns: slowCases(150) },
  );
});

// Each is left out of the configuration, with its value.
const LEFT_OUT: readonly Spelling[] = [
  { format: "json", text: '{"integrations":{"search":{"providers":{"search_a":{"key":"first","key":"CANARY"}}}}}' },
  { format: "json", text: '{"providers":{"a":{"headers":{"__proto__":"sk-CANARY-12345"}}}}' },
  { format: "json", text: '{"providers":{"a":{"headers":{"Authorization":"","\\ud800":"sk-CANARY-12345"}}}}' },
  { format: "yaml", text: "providers: {a: {headers: {X-Api-Key: first, X-Api-Key: CANARY}}}" },
  { format: "yaml", text: "providers: {a: {headers: {__proto__: sk-CANARY-12345}}}" },
  { format: "yaml", text: "providers: {a: {headers: {<<: {Authorization: CANARY}}}}" },
  { format: "yaml", text: "providers: {a: {headers: {1: sk-CANARY-12345}}}" },
  { format: "yaml", text: "providers: {a: {headers: {[sk-CANARY-12345]: 1}}}" },
  { format: "yaml", text: "providers: {a: {headers: {? {Authorization: CANARY} : 1}}}" },
];

test.each(LEFT_OUT)("a secret is not shown where the entry that holds it is left out: $text", (spelling) =>
  expectHidden(spelling),
);

test("a declared secret word is not shown, wherever it stands", () => {
  const declared = secretArbitrary.map(String).chain(withWordArbitrary).chain(spellingArbitrary);
  fc.assert(
    fc.property(declared, (spelling) => expectHidden(spelling)),
    { numRuns: slowCases(500) },
  );
});
