/** Checking twice as many rules is twice the work, whatever the rules are, counted in steps (P-S108). */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { stepsOf } from "../steps.js";

/** Rules by their number, below the lists that they stand in. */
const RULES: readonly (readonly [what: string, head: string, rule: (index: number) => string])[] = [
  ["one rule again and again", "allow:", () => "{ tool: read }"],
  ["commands that nothing hides", "deny: [{ tool: edit }]\nallow:", (index) => `{ command: npm run t${index} }`],
  ["commands that one rule hides", "deny: [{ command: npm * }]\nallow:", (index) => `{ command: npm run t${index} }`],
  ["patterns of tools", "deny:", (index) => `{ tool: "mcp__a${index}*" }`],
  [
    "patterns of tools, and tools",
    "deny: [{ tool: read }]\nask:",
    (index) => `{ tool: "mcp__*${index % 9}__b${index}*" }`,
  ],
  ["paths", "ask: [{ path: x }]\nallow:", (index) => `{ tool: edit, path: a/b/c${index}/d }`],
  ["tools that do not exist", "deny:", (index) => `{ tool: shel${index} }`],
  ["texts", "deny:", (index) => `Bash(npm t${index}:*)`],
  ["commands that are no patterns", "allow:", (index) => `{ command: a${index} && b }`],
  ["servers that do not exist", "deny:", (index) => `{ server: s${index} }`],
];

test.each(RULES)("%s", async (_, head, rule) => {
  const steps = (count: number): Promise<number> => {
    const lines = Array.from({ length: count }, (_unused, index) => `  - ${rule(index)}\n`);
    const text = `${head}\n${lines.join("")}`;
    const texts = [
      { file: "config.yaml", text: "version: 3\n" },
      { file: "permissions.yaml", text },
    ];
    return stepsOf(() => lint({ texts }));
  };
  await steps(10);
  const few = await steps(400);
  expect((await steps(800)) / few).toBeLessThan(2.3);
});
