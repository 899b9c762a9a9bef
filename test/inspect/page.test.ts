/** The page has each fact once, where it belongs, with a link to its line, and no markup but its own. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { valueText } from "../../src/service/inspect/page/value-text.js";
import { printable } from "../../src/text/escape.js";
import { sha256 } from "../../src/toolkit/read/host/sha256.js";
import { example } from "../machine/examples.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { answer, inspected } from "./inspected.js";
import { pageOn, partOf, tagsIn, textOf } from "./pages.js";

const V = "version: 3\n";

const EXAMPLES: readonly (readonly [string, Files])[] = [
  ["team", example("team", "global.jsonc", "project.json")],
  ["twelve-mistakes", example("twelve-mistakes", "global.yaml", "project.yaml")],
  ["workstation", example("workstation", "global.yaml", "project.yaml")],
];

/** The rows of the values, as text. */
const rowsIn = (page: string): readonly string[] =>
  partOf(page, "values").match(/<tr class="(?!name).*?<\/tr>/gs) ?? [];

interface ModelsAnswer {
  readonly models: readonly {
    readonly name: string;
    readonly outputLimit: { readonly value?: number; readonly from?: string };
  }[];
}

describe.each(EXAMPLES)("%s", (_, files) => {
  const place = (): Machine => machine(files);

  test("each value has one row, with its origin and the values that lost", () => {
    const here = place();
    const { sections } = inspected(here).facts;
    const rows = rowsIn(pageOn(here));
    const all = sections.flatMap(({ values }) => values);
    expect(rows).toHaveLength(all.length);
    for (const [index, { value, from, lost }] of all.entries()) {
      const [shown, row = ""] = [textOf(rows[index] ?? ""), rows[index]];
      for (const item of Array.isArray(value) && value.length > 0 ? value : value === undefined ? [] : [value])
        expect(shown).toContain(printable(valueText(item)));
      if (from !== undefined && "line" in from) {
        expect(shown).toContain(`${from.layer} ${from.line}:${from.column}`);
        expect(row).toContain(`href="#${from.layer === "global" ? "g" : "p"}${from.line}"`);
      }
      for (const one of lost)
        expect(shown).toContain(`${one.layer} ${one.line}:${one.column} ${one.why.replaceAll("`", "")}`);
    }
  });

  test("each finding stands once, with a link to its line and one back", () => {
    const here = place();
    const { findings } = inspected(here).facts;
    const page = pageOn(here);
    for (const [index, { message, layer, range, rule }] of findings.entries()) {
      const own = new RegExp(`<li id="f${index + 1}".*?(?=\\n<li id="f|\\n</ol>)`, "s").exec(page)?.[0] ?? "";
      expect(textOf(own)).toContain(`${message.replaceAll("`", "")} ${rule}`);
      const line = `${layer === "global" ? "g" : "p"}${range.start.line}`;
      expect(own).toContain(`href="#${line}"`);
      expect(page.split(`<li id="${line}" class="`)[1]?.split("\n")[0]).toContain(`href="#f${index + 1}"`);
    }
  });

  test("each step of loading stands once", async () => {
    const here = place();
    const { steps } = await answer<{ steps: readonly { name: string; line: number; column: number }[] }>(here, "plan");
    const part = partOf(pageOn(here), "plan");
    const rows = part.match(/<tr><td>.*?<\/tr>/gs) ?? [];
    expect(rows).toHaveLength(steps.length);
    for (const [index, { name, line, column }] of steps.entries()) {
      expect(textOf(rows[index] ?? "")).toContain(name);
      expect(textOf(rows[index] ?? "")).toContain(` ${line}:${column}`);
    }
  });

  test("each model has one row with its limits and their places", async () => {
    const here = place();
    const { models } = await answer<ModelsAnswer>(here, "models");
    const table = partOf(pageOn(here), "models").split("<h3>Providers</h3>")[0] ?? "";
    const rows = (table.match(/<tr><th scope="row">.*?<\/tr>/gs) ?? []).map(textOf);
    expect(rows).toHaveLength(models.length);
    for (const [index, { name, outputLimit }] of models.entries()) {
      expect(rows[index]?.startsWith(name)).toBe(true);
      if (outputLimit.value !== undefined) expect(rows[index]).toContain(outputLimit.value.toLocaleString("en-US"));
      const [line, column] = outputLimit.from?.split(":").slice(-2) ?? [];
      if (line !== undefined) expect(rows[index]).toContain(` ${line}:${column}`);
    }
  });

  test("each line of both files stands at its number", () => {
    const here = place();
    const page = pageOn(here);
    for (const { scope, lines = [] } of inspected(here).facts.sources)
      for (const [index, line] of lines.entries()) {
        const id = `${scope === "global" ? "g" : "p"}${index + 1}`;
        const shown = new RegExp(`<li id="${id}"(?: class="\\w+")?>(.*)</li>`).exec(page)?.[1] ?? "missing";
        expect(textOf(shown).startsWith(line.replaceAll("\t", "    "))).toBe(true);
      }
  });

  test("every link leads to an id of the page, and no id is there twice", () => {
    const page = pageOn(place());
    const ids = tagsIn(page).flatMap((one) => / id="([^"]*)"/.exec(one)?.[1] ?? []);
    const targets = tagsIn(page).flatMap((one) => / href="#([^"]*)"/.exec(one)?.[1] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    expect(tagsIn(page).filter((one) => / (?:href|src)="(?!#)/.test(one))).toEqual([]);
  });
});

test("the same files give the same bytes, in any directory", () => {
  const files = example("team", "global.jsonc", "project.json");
  expect(pageOn(machine(files))).toBe(pageOn(machine(files)));
});

test("the policy allows the page's own style and nothing else", () => {
  const page = pageOn(machine({ [GLOBAL]: V }));
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const hash = Buffer.from(sha256(new TextEncoder().encode(style)), "hex").toString("base64");
  expect(page).toContain(
    `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
  );
  expect(page).not.toMatch(/<script|<link|<img|<iframe| style="| on\w+="/i);
});

test("the pair of the README fits into 40 kB", () => {
  const text = (name: string): string => readFileSync(`fixtures/readme/${name}.yaml`, "utf8");
  const page = pageOn(machine({ [GLOBAL]: text("global"), [PROJECT]: text("project") }));
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(40_000);
});

describe("a value that lost", () => {
  const files = {
    [GLOBAL]: `${V}tui: { theme: dark }\ndaemon: { max_tool_turns: 5 }\n`,
    [PROJECT]: `${V}tui: { theme: light }\ndaemon: { max_tool_turns: null }\nupdates: null\n`,
  };

  test.each([
    ["overridden", /light.*?<s><code>dark<\/code><\/s>.*?global.*?2:15.*?a higher layer sets another value/],
    [
      "unset",
      /<span class="none">nothing<\/span>.*?<s><code>5<\/code><\/s>.*?3:\d+.*?a higher layer unsets it with null/,
    ],
    ["not the project's to set", /<s><code>null<\/code><\/s>.*?only the global config may set it/],
  ])("%s", (_, expected) => {
    expect(rowsIn(pageOn(machine(files))).some((row) => expected.test(row))).toBe(true);
  });
});

test("a value of a project that waits says so, and the user's own holds until then", () => {
  const page = pageOn(
    machine({
      [GLOBAL]: `${V}agent_behavior: { shell: { command: zsh } }\n`,
      [PROJECT]: `${V}agent_behavior: { shell: { command: bash } }\n`,
    }),
  );
  const [row = ""] = rowsIn(page).filter((one) => one.includes("zsh"));
  expect(textOf(row)).toMatch(/bash waits\s*zsh global 2:\d+ in effect until you vouch for the project/);
  expect(row).not.toContain("<s>");
});

test("what the project changes says of each value whether it waits, also of the risky ones", () => {
  const page = pageOn(
    machine({
      [GLOBAL]: V,
      [PROJECT]: `${V}tui: { theme: dark }
mcp_servers:
  files: { transport: stdio, command: files-mcp, pass_env: [HOME] }
`,
    }),
  );
  const [changes = ""] = partOf(page, "changes").split("</section>");
  const rows = changes.split("<li>").slice(1).map(textOf);
  expect(rows.map((row) => [row.split(" ")[0], row.includes("waits")])).toEqual([
    ["HOME", true],
    ["files-mcp", true],
    ['["HOME"]', true],
    ["dark", false],
    ["stdio", true],
  ]);
});

test("what the project changes says which risky value is not in effect, and why", () => {
  const page = pageOn(
    machine({
      [GLOBAL]: `${V}telemetry: { endpoint: https://otel.example }\n`,
      [PROJECT]: `${V}mcp_servers:
  files: { transport: stdio, comand: files-mcp, env: { TOKEN: $(cat x) } }
`,
    }),
  );
  const [changes = ""] = partOf(page, "changes").split("</section>");
  expect(changes.split("<li>").slice(1).map(textOf).join("; ")).toMatch(
    /^\$\(cat x\) mcp_servers\.files\.env\.TOKEN project 3:\d+ not in effect: what it belongs to lacks a required key\s*$/,
  );
});

test("a mapping of which mistakes leave nothing is no change", () => {
  const page = pageOn(machine({ [GLOBAL]: V, [PROJECT]: `${V}tui: { theme: purple }\nplugins: {}\n` }));
  const [changes = ""] = partOf(page, "changes").split("</section>");
  expect(changes.split("<li>").slice(1).map(textOf).join("; ")).toMatch(/^\{\} plugins project 3:\d+[^;]*$/);
});

describe("a file that cannot be used", () => {
  test("the user's: nothing is in effect, the findings are there, and none of its lines", async () => {
    const place = machine({ [GLOBAL]: `${V}tui: {\n  secret CANARY\n`, [PROJECT]: `${V}tui: { theme: dark }\n` });
    const page = pageOn(place);
    expect(page).not.toContain("CANARY");
    expect(partOf(page, "values")).toBe("");
    expect(textOf(page)).toContain("nothing is in effect");
    expect(partOf(page, "findings")).toContain('class="error"');
    expect((await place.run(["inspect", "--html", "-"])).code).toBe(1);
  });

  test("the project's: the user's values are in effect", async () => {
    const place = machine({ [GLOBAL]: `${V}tui: { theme: dark }\n`, [PROJECT]: `CANARY: [\n` });
    const { code, stdout } = await place.run(["inspect", "--html", "-"]);
    expect(code).toBe(0);
    expect(stdout).not.toContain("CANARY");
    expect(textOf(partOf(stdout, "values"))).toContain("dark");
  });
});
