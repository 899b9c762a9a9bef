/** The order of offered tools: what was offered keeps its place, and what comes later stands behind it (P-S91). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ToolOrder } from "../../src/agent/session/tools/toolbox.js";
import { cases } from "../cases.js";

const named = (names: string) => Array.from(names, (name) => ({ name }));
const namesOf = (tools: readonly { readonly name: string }[]): string => tools.map(({ name }) => name).join("");

test("tools that come later stand behind those that were offered, and one that comes back has its place", () => {
  const order = new ToolOrder();
  const steps = [
    ["sa", "sa"],
    ["sabc", "sabc"],
    ["s0abc", "sabc0"],
    ["s0bc", "sbc0"],
    ["s01abc", "sabc01"],
  ] as const;
  for (const [now, offered] of steps) expect(namesOf(order.arrange(named(now)))).toBe(offered);
});

test("as long as no tool goes, each request begins with the tools of the one before", () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.constantFrom(..."abcdefgh"))), (arrivals) => {
      const order = new ToolOrder();
      const all = new Set<string>();
      let before = "";
      for (const arrived of arrivals) {
        for (const name of arrived) all.add(name);
        const now = namesOf(order.arrange(named([...all].toSorted().join(""))));
        expect(now.startsWith(before)).toBe(true);
        expect([...now].toSorted()).toEqual([...all].toSorted());
        before = now;
      }
    }),
    { numRuns: cases(1_000) },
  );
});

test("a server that renames its tools for ever keeps neither the order of others nor the names that are gone", () => {
  const order = new ToolOrder();
  const first = Array.from({ length: 1_000 }, (_, index) => ({ name: `tool-0-${index}` }));
  for (let round = 0; round < 30; round += 1) {
    const tools = first.map(({ name }) => ({ name: name.replace("-0-", `-${round}-`) }));
    const [shell, ...others] = order.arrange([{ name: "shell" }, ...tools]);
    expect([shell, others]).toEqual([{ name: "shell" }, tools]);
  }
  // Its place was forgotten: it stands behind what was offered since.
  expect(order.arrange([...first.slice(0, 1), { name: "shell" }]).map(({ name }) => name)).toEqual([
    "shell",
    "tool-0-0",
  ]);
});
