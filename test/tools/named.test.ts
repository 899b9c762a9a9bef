/** Subagents and skills in the description of a tool: bounded, in one order, and harmless (P-S109). */
import { expect, test } from "vitest";
import { listOf, namedIn } from "../../src/agent/session/tools/named.js";
import { limits } from "../../src/generated/protocol/tables.js";

const named = (name: string, description = "") => ({ name, description });

test("a line for each, in the order of their names, whatever order they come in", () => {
  const all = [named("b", "Second."), named("a"), named("c", "Third.")];
  expect(listOf(all)).toBe("- `a`\n- `b`: Second.\n- `c`: Third.");
  expect(listOf(all.toReversed())).toBe(listOf(all));
});

test("a long description is cut, and what a terminal acts on is spelled out", () => {
  const line = listOf([named("a", "x".repeat(10_000))]);
  expect(line).toBe(`- \`a\`: ${"x".repeat(limits.promptDescriptionCharacters)}…`);
  expect(listOf([named("a", "red \u001b[31m \u202e")])).toBe("- `a`: red \\x1b[31m \\u{202e}");
});

test("many are bounded together: the rest are names, as far as those fit", () => {
  const all = Array.from({ length: 5000 }, (_, at) => named(`n${String(at).padStart(4, "0")}`, "words ".repeat(50)));
  const list = listOf(all);
  expect(list.length).toBeLessThan(limits.promptListCharacters + 2000);
  expect(list.split("\n").at(-1)).toMatch(/^- and `n00\d\d`, /);
});

test.each([
  ["scout", ["scout", "judge"], { found: named("scout") }],
  ["u\u0308ber", ["\u00fcber"], { found: named("\u00fcber") }],
  ["scuot", ["scout"], { why: "no skill is called `scuot`; did you mean `scout`?" }],
  ["x", ["scout", "judge"], { why: "no skill is called `x`; there are `scout` and `judge`" }],
  ["x", ["scout"], { why: "no skill is called `x`; there is only `scout`" }],
  ["x", [], { why: "no skill is called `x`; there is none" }],
])("%j among %j", (wanted, names, result) => {
  expect(
    namedIn(
      names.map((name) => named(name)),
      wanted,
      "skill",
    ),
  ).toEqual(result);
});

test("a name of any length and content makes a short clause", () => {
  for (const wanted of ["", "x".repeat(1_000_000), "\u0000\u001b", "__proto__"]) {
    const result = namedIn([named("scout")], wanted, "skill");
    expect("why" in result && result.why.length < 1000 && !result.why.includes("\u001b")).toBe(true);
  }
});
