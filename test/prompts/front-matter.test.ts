/** Front matter of any bytes: read, or refused with a reason; never an error, and no value that was not asked for (P-S36). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Budget } from "../../src/agent/session/prompts/budget.js";
import { type Field, type Markdown, readMarkdown } from "../../src/agent/session/prompts/front-matter.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";
import { promptsOf } from "./bench.js";

const read = (text: string): Promise<Markdown> => readMarkdown(text, new Budget());

async function fieldOf(text: string, ...path: readonly string[]): Promise<Field | string> {
  const markdown = await read(`---\n${text}\n---\n`);
  return markdown.kind === "read" ? markdown.fields(...path) : markdown.why;
}

describe("what is front matter", () => {
  test.each([
    ["no lines", "Just text.", "Just text."],
    ["a rule in the text", "Text\n\n---\n\nmore", "Text\n\n---\n\nmore"],
    ["nothing between the lines", "---\n---\nBody", "Body"],
    ["comments alone", "---\n# x\n---\nBody", "Body"],
    ["lines of Windows", "---\r\nmodel: x\r\n---\r\nBody\r\nmore", "Body\nmore"],
    ["spaces after the lines", "---  \nmodel: x\n--- \nBody", "Body"],
    ["the other end", "---\nmodel: x\n...\nBody", "Body"],
    ["a rule after it", "---\nmodel: x\n---\nBody\n---\nmore", "Body\n---\nmore"],
    ["an empty file", "", ""],
    ["more dashes", "-----\nx", "-----\nx"],
  ])("%s", async (_, text, body) => {
    expect(await read(text)).toMatchObject({ kind: "read", body });
  });
});

describe("values", () => {
  test.each<readonly [string, string, Field]>([
    ["a text", "k: hello", { kind: "text", text: "hello" }],
    ["a text of several lines", "k: |\n  a\n  b", { kind: "text", text: "a\nb\n" }],
    ["a switch", "k: true", { kind: "switch", on: true }],
    ["a word of YAML 1.1", "k: yes", { kind: "text", text: "yes" }],
    ["a list", "k: [a, b]", { kind: "list", texts: ["a", "b"] }],
    ["no value", "k:", { kind: "absent", isEmpty: true }],
    ["no key", "other: x", { kind: "absent" }],
    ["a key twice", "k: a\nk: b", { kind: "unfit" }],
    ["an alias of nothing", "k: *x", { kind: "unfit" }],
    ["a number", "k: 1", { kind: "unfit" }],
    ["a mapping", "k: { a: b }", { kind: "unfit" }],
    ["a list in a list", "k: [[a]]", { kind: "unfit" }],
    ["an alias", "a: &x hello\nk: *x", { kind: "unfit" }],
    ["a list of aliases", "a: &x hello\nk: [*x]", { kind: "unfit" }],
    ["a merged mapping", "a: &x { k: v }\n<<: *x", { kind: "absent" }],
  ])("%s", async (_, text, field) => {
    expect(await fieldOf(text, "k")).toEqual(field);
  });

  test("a key in a mapping", async () => {
    expect(await fieldOf("color: { light: x }", "color", "light")).toEqual({ kind: "text", text: "x" });
    expect(await fieldOf("color: { light: x }", "color", "dark")).toEqual({ kind: "absent" });
    expect(await fieldOf("color: x", "color", "light")).toEqual({ kind: "unfit" });
    expect(await fieldOf("other: x", "color", "light")).toEqual({ kind: "absent" });
  });

  test.each([
    ["a tag that makes something", "k: !!js/function 'x'"],
    ["a tag of one's own", "k: !secret x"],
    ["a tab as indentation", "k:\n\t- a"],
    ["a directive of another document", "k: a\n%YAML 1.1"],
  ])("%s is refused with its line", async (_, text) => {
    expect(await fieldOf(text, "k")).toMatch(/^its front matter is not YAML that is read here \(line \d\)$/);
  });

  test("the line is that of the file", async () => {
    expect(await fieldOf("a: b\nk: 'x", "k")).toMatch(/\(line [34]\)$/);
  });

  test("the reason does not show what the file says", async () => {
    expect(await fieldOf("token: 'abc-secret", "k")).not.toContain("secret");
  });
});

describe("hostile texts of the greatest length end", () => {
  const fill = (unit: string): string => unit.repeat(Math.floor(limits.frontMatterCharacters / unit.length));
  test.each([
    ["brackets", fill("[")],
    ["braces", fill("{a: ")],
    ["dashes", fill("- ")],
    ["questions", fill("? ")],
    ["anchors", fill("&a ")],
    ["keys in a row", `{${fill("a,").slice(1)}}`],
    ["different keys", Array.from({ length: 1000 }, (_, index) => `k${index}: x`).join("\n")],
    ["colons", fill(":\n")],
    ["quotes", fill(`"" `)],
    ["tags", fill("!!x ")],
    [
      "a bomb of aliases",
      `a: &a [x]\n${Array.from({ length: 99 }, (_, i) => `k${i}: &k${i} [*a, *a, *a]`).join("\n")}`,
    ],
    ["indentation", Array.from({ length: 120 }, (_, index) => `${" ".repeat(index)}a:`).join("\n")],
  ])("%s", async (_, text) => {
    const markdown = await read(`---\n${text.slice(0, limits.frontMatterCharacters)}\n---\nBody`);
    if (markdown.kind === "broken") expect(markdown.why).toMatch(/^its front matter is/);
    else expect(markdown.fields("description")).toEqual({ kind: "absent" });
  });
});

const SOUP = fc
  .array(
    fc.constantFrom(
      ...[
        "---\n",
        "...\n",
        "\n",
        "\r\n",
        " ",
        "description:",
        "tools:",
        "color:",
        "light:",
        "model: ",
        "- ",
        "[",
        "]",
        "{",
        "}",
      ],
      ...[
        "&a ",
        "*a",
        "!!str ",
        "!x",
        "'",
        '"',
        "|\n",
        ">-\n",
        "# ",
        "#aabbcc",
        "? ",
        ": ",
        ",",
        "\t",
        "__proto__:",
        "<<: *a",
        "%YAML 1.2\n",
      ],
      ...["true", "null", "1e9", "\0", "\ud800", "é", "\ufeff", "@", "`"],
    ),
    { maxLength: 40 },
  )
  .map((parts) => `---\n${parts.join("")}\n---\nBody`);

test("any text is read or refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        SOUP,
        fc.string(),
        fc.string({ unit: CHARACTER }).map((text) => `---\n${text}`),
      ),
      async (text) => {
        const markdown = await read(text);
        if (markdown.kind === "broken") expect(markdown.why).toMatch(/^its front matter [^\n]*$/);
        else
          for (const key of ["description", "tools", "__proto__"])
            expect(markdown.fields(key).kind).toEqual(expect.any(String));
      },
    ),
    { numRuns: cases(2000) },
  );
});

test("any bytes as a facet are loaded or a warning, and never both lost and unsaid", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    SOUP.map((text) => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      const { facets, warnings } = await promptsOf({ ".agent/facets/x.md": content });
      const own = facets.find(({ name }) => name === "x");
      expect(own !== undefined || warnings.length > 0).toBe(true);
      expect(facets.length).toBe(own === undefined ? 2 : 3);
      if (own !== undefined) {
        expect(own.description).not.toMatch(/[\n\r]/);
        for (const color of Object.values(own.color)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
      }
    }),
    { numRuns: cases(2000) },
  );
});
