/** Twice the text takes twice the work, whatever it is made of: linting, loading and fixing, counted in steps. */
import { describe, expect, test } from "vitest";
import { fix } from "../../src/fix.js";
import { lint } from "../../src/lint.js";
import { load } from "../../src/load.js";
import { some } from "../cases.js";
import { memoryHost } from "../machine/memory.js";
import { render } from "../report/sound.js";
import { stepsOf } from "../steps.js";

type Text = (count: number) => string;

const lines =
  (head: string, line: (index: number) => string): Text =>
  (count) =>
    `${head}${Array.from({ length: count }, (_, index) => line(index)).join("")}`;

/** Projects, all YAML. */
const PROJECTS: readonly (readonly [name: string, text: Text])[] = [
  ["parents that do not exist", lines("models:\n", (n) => `  m${n}: {inherits: zz}\n`)],
  ["providers that do not exist", lines("models:\n", (n) => `  m${n}: {provider: zz}\n`)],
  ["pairs in a circle", lines("models:\n", (n) => `  m${n}: {inherits: m${n % 2 === 0 ? n + 1 : n - 1}}\n`)],
  ["a chain of parents", lines("models:\n", (n) => `  m${n}: {inherits: m${n + 1}}\n`)],
  [
    "custom providers and parents",
    lines("", (n) => `${n === 0 ? "models:\n" : ""}  m${n}: {inherits: p${n}/x, provider: p}\n`),
  ],
  ["commands in one text", (count) => `plugins: {a: "${"$(a)".repeat(count)}"}\n`],
  ["wrong variables in one text", (count) => `plugins: {a: "${"${1}".repeat(count)}"}\n`],
  ["fallbacks in one text", (count) => `tui: {a: "${"${A:-8}".repeat(count)}"}\n`],
  ["commands in one rule", (count) => `permissions: {classifier_rules: ["${"$(a) ".repeat(count)}"]}\n`],
  ["suppressions", lines("tui: {}\n", () => "# agentcfg-ignore schema/unknown-key\n")],
  ["suppressions in a line", lines("tui: {}\n", () => "#agentcfg-ignore x\n")],
  [
    "suppressions of a file, and findings",
    lines("", (n) => `x${n}: 0 # agentcfg-ignore-file schema/unknown-key -- so\n`),
  ],
  ["suppressions of a line, and findings", lines("", (n) => `x${n}: 0 # agentcfg-ignore schema/unknown-key -- so\n`)],
  ["unknown keys", lines("", (n) => `x${n}: 0\n`)],
  [
    "wrong blocked tools",
    lines(
      "mcp_servers:\n  a:\n    transport: {type: stdio, command: x}\n    block_list:\n",
      (n) => `      - mcp__b__t${n}\n`,
    ),
  ],
  ["underscores in a tool", (count) => `mcp_servers: {a: {block_list: ["mcp__${"_".repeat(count)}\\n"]}}\n`],
  [
    "slashes in a URL",
    (count) => `providers: {a: {kind: {type: custom_alpha_compatible}, url: "https://x.test/${"/".repeat(count)}n"}}\n`,
  ],
  ["spaces before a comma", (count) => `{telemetry: 1${" ".repeat(count)}, tui: {}}\n`],
  ["empty lines", (count) => `tui: {}\n${"\n".repeat(count)}`],
  ["secret words", lines("permissions:\n  secret_words:\n", (n) => `    - word${n}\n`)],
  ["headers", lines("providers:\n  a:\n    headers:\n", (n) => `      X-H${n}: v\n`)],
];

const host = (text: string): ReturnType<typeof memoryHost> =>
  memoryHost({ files: { "~/.config/agent/config.yaml": "tui: {}\n", ".agent/config.yaml": text } });

const WORK: readonly (readonly [name: string, work: (text: string) => unknown])[] = [
  ["lint", (text) => render(lint({ host: host(text) }))],
  ["load", (text) => load({ host: host(text) })],
  ["fix", (text) => fix({ host: host(text), unsafe: true })],
];

describe.each(WORK)("%s", (_, work) => {
  test.each(some(PROJECTS))("twice as many %s", async (__, text) => {
    await work(text(10));
    const once = await stepsOf(() => work(text(300)));
    expect(await stepsOf(() => work(text(600)))).toBeLessThanOrEqual(2.2 * once);
  });
});
