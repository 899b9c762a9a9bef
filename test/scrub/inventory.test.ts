/** What is looked for, and that nothing of it is shown by what looks for it. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Inventory } from "../../src/agent/session/scrub/inventory.js";
import { credentialsOf } from "../../src/index.js";
import { configOf, single } from "../model/asking.js";

const one = (...texts: readonly string[]) => ({ reveal: () => texts });

test("C240 the credentials of a configuration, and others beside them", async () => {
  const provider = 'auth: { type: static_key, key: "${KEY}" }, headers: { X-Token: Bearer header-1 }';
  const config = await configOf(single("https://lab.example/v1", provider), { env: { KEY: " key-4711\n" } });
  const inventory = new Inventory(credentialsOf(config).found).with([one("bearer-1")]);
  expect(inventory.scrubber.scrub("key-4711, Bearer header-1, header-1, bearer-1; key-4712")).toBe(
    "[redacted], [redacted], [redacted], [redacted]; key-4712",
  );
});

test("an inventory forgets nothing, and is the same where nothing is added", () => {
  const first = new Inventory([one("abcdefgh")]);
  const second = first.with([one("ijklmnop", "abcdefgh")]);
  expect(first.scrubber.scrub("abcdefgh ijklmnop")).toBe("[redacted] ijklmnop");
  expect(second.scrubber.scrub("abcdefgh ijklmnop")).toBe("[redacted] [redacted]");
  expect(second.with([one("abcdefgh")])).toBe(second);
  expect(second.scrubber).toBe(second.scrubber);
});

/** Every way in which a value gets into a log. */
function printed(value: unknown): string {
  const deep = { depth: Infinity, showHidden: true, getters: true, showProxy: true } as const;
  return [inspect(value), inspect(value, deep), JSON.stringify(value), String(value)].join("\n");
}

test("none of it shows a secret", () => {
  const inventory = new Inventory([one("CANARY")]);
  const stream = inventory.scrubber.stream();
  stream.push("CANARY CANAR");
  for (const value of [inventory, inventory.scrubber, stream]) {
    expect(printed(value)).not.toMatch(/CANAR/);
    // Nor by the numbers of its characters.
    expect(printed(value)).not.toMatch(/\b67\b/);
    expect(printed({ ...value })).toMatch(/^\{\}/);
  }
});
