/** YAML configurations of any size: some are costly to judge, others hold any number of findings of one rule. */
import { readFileSync } from "node:fs";
import { parsePage } from "../../src/toolkit/judge/report/rule-page.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { isObject, type Json } from "../../src/toolkit/read/document/data.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";

export type Growing = readonly [name: string, text: (count: number) => string];

const lines =
  (head: string, line: (index: number) => string): Growing[1] =>
  (count) =>
    `${head}${Array.from({ length: count }, (_, index) => line(index)).join("")}`;

export const MADE: readonly Growing[] = [
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
  ["servers without a transport", lines("mcp_servers:\n", (n) => `  s${n}: {command: x}\n`)],
  ["commands far to the right", (count) => `plugins: {a: [${"$(a), ".repeat(count)}]}\n`],
  ["names that stand there twice", lines("tui: {}\n", (n) => `tui: {a: ${n}}\n`)],
  ["lists where a mapping should go on", lines("tui: {}\n", () => "- a\n")],
];

/** Of each rule, the first example in which it finds something in an entry of a section, with more such entries. */
export const OF_RULES: readonly Growing[] = rules.flatMap(({ id }) => {
  const { cases } = parsePage(readFileSync(`docs/rules/${id}.md`, "utf8"));
  const texts = cases.flatMap(({ kind, files }) => (kind === "reported" && files.length === 1 ? files : []));
  const [first] = texts.flatMap(({ name, text }) => {
    const { root } = parse({ file: name, text }, "yaml");
    const data = root === undefined ? {} : toData(root);
    return isObject(data) ? (multiplied(data) ?? []) : [];
  });
  return first === undefined ? [] : [[id, first] as const];
});

/** More of every entry in the sections of a configuration. */
function multiplied(data: { readonly [key: string]: Json }): Growing[1] | undefined {
  const sections = Object.entries(data).flatMap(([section, entries]) =>
    isObject(entries) && Object.values(entries).some(isObject) ? [[section, Object.entries(entries)] as const] : [],
  );
  if (sections.length === 0) return undefined;
  const others = Object.entries(data).filter(([key]) => sections.every(([section]) => section !== key));
  const head = others.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`).join("");
  return (count) =>
    `${head}${sections
      .map(([section, entries]) => {
        const many = Array.from({ length: count }, (_, index) =>
          entries.map(([name, value]) => `  ${JSON.stringify(`${name}${index}`)}: ${JSON.stringify(value)}\n`),
        );
        return `${section}:\n${many.flat().join("")}`;
      })
      .join("")}`;
}
