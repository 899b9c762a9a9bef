/** The manual page is right by its own structure. What readers of manuals say of it: `test/outside/generate/manual.test.ts`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/agent/main.js";
import { isOfAgent } from "../architecture/rooms.js";
import { AGENT, TOOLKIT } from "./manual-pages.js";
import { literal, prose } from "./roff.js";
import { commandTable } from "./shells/words.js";

const PAGES = [
  {
    file: "docs/agentcfg.1",
    table: await commandTable(),
    least: 150,
  },
  { file: "docs/agent.1", table: await commandTable(COMMANDS), least: 90 },
].map((one) => {
  const page = readFileSync(one.file, "utf8");
  return { ...one, page, lines: page.trimEnd().split("\n") };
});

/** Sections in the order that mdoc has for them; those of our own come after DESCRIPTION. */
const SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"];

describe.each(PAGES)("the text of $file", ({ page, lines, table, least }) => {
  test("has the sections of a manual in their order", () => {
    expect(lines.flatMap((line) => /^\.Sh (.*)/.exec(line)?.[1] ?? [])).toEqual(SECTIONS);
    expect(lines[0]).toMatch(/^\.\\" /);
    expect(lines.slice(1, 4).map((line) => line.split(" ")[0])).toEqual([".Dd", ".Dt", ".Os"]);
  });

  test("has no macro but those that are meant", () => {
    const macros = lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(" ")[0]);
    const known = [
      '.\\"',
      ".Dd",
      ".Dt",
      ".Os",
      ".Sh",
      ".Ss",
      ".Nm",
      ".Nd",
      ".Ar",
      ".Op",
      ".Fl",
      ".Cm",
      ".Pp",
      ".Bl",
      ".It",
      ".El",
      ".Bd",
      ".Ed",
    ];
    expect(macros.filter((macro) => !known.includes(macro ?? ""))).toEqual([]);
  });

  test("closes what it opens, and has no paragraph without words", () => {
    const count = (start: string): number => lines.filter((line) => line.startsWith(start)).length;
    expect(count(".Bl")).toBe(count(".El"));
    expect(count(".Bd")).toBe(count(".Ed"));
    const empty = lines.filter(
      (line, index) => line === ".Pp" && /^\.(Pp|B[ld]|S[hs]|El|Ed)/.test(lines[index + 1] ?? ".Pp"),
    );
    expect(empty).toEqual([]);
    expect(lines.filter((line, index) => line === ".Pp" && /^\.S[hs]/.test(lines[index - 1] ?? ""))).toEqual([]);
  });

  test("is ASCII in short lines, each sentence on one of its own", () => {
    expect(page).toMatch(/^[\x20-\x7e\n]*$/);
    const isTyped = typedLines(lines);
    const texts = lines.filter((line, index) => !line.startsWith(".") && !isTyped.has(index));
    expect(texts.length).toBeGreaterThan(least);
    expect(texts.filter((line) => line === "" || line.length > 80 || /\s$|\t|[\w)"][.!?] +\S/.test(line))).toEqual([]);
  });

  test("names every command, every word and every option", () => {
    for (const { name, flags, words } of table) {
      const [part = ""] = page.split(`.Ss ${name}\n`)[1]?.split(/^\.S[hs] /m) ?? [];
      const spelt = [...flags.flatMap(({ names }) => names), ...words.map((word) => word.name)];
      const missing = spelt.filter(
        (one) =>
          !part
            .replaceAll("\\-", "-")
            .replaceAll("Fl -", "--")
            .includes(one.replace(/^-(?=[^-])/, "")),
      );
      expect([name, missing]).toEqual([name, []]);
    }
  });
});

test.each([
  ["agentcfg", TOOLKIT, 5, (file: string) => !isOfAgent(file)],
  ["agent", AGENT, 2, isOfAgent],
] as const)("the page of %s names every variable that the program reads for itself", (_, page, least, isRead) => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && isRead(name),
  );
  const read = sources.flatMap((file) =>
    [...readFileSync(join("src", file), "utf8").matchAll(/\benv(?:\["|\.)([A-Z][A-Z0-9_]+)\b/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(read.length).toBeGreaterThanOrEqual(least);
  expect([...new Set(read)].filter((name) => !(name in page.environment))).toEqual([]);
});

/** Lines that stand as they are typed. */
function typedLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let isTyped = false;
  for (const [index, line] of lines.entries()) {
    if (/^\.[BE]d/.test(line)) isTyped = line.startsWith(".Bd");
    else if (isTyped) found.add(index);
  }
  return found;
}

test.each([
  ["a sentence. Another", "a sentence.\nAnother\n"],
  [".agent is a directory", "\\&.agent is a directory\n"],
  ["'quoted' words", "\\&'quoted' words\n"],
  ["a \\ and é", "a \\e and \\[u00E9]\n"],
  ["say `--color always` or -q; well-known", "say \\(lq\\-\\-color always\\(rq or \\-q; well-known\n"],
])("%j is spelt so that nothing in it acts", (text, spelt) => {
  expect(prose(text)).toBe(spelt);
});

test("what is typed is spelt as it is typed", () => {
  expect(literal(".a --b 'c\\d'")).toBe("\\&.a \\-\\-b 'c\\ed'\n");
});
