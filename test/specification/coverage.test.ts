/** Every demand of the specification has its row in the table, every row its sentence, and what the rows say is true. */
import { expect, test } from "vitest";
import { parsePath } from "../../src/text/path.js";
import { ruleOf } from "../../src/toolkit/judge/rules/index.js";
import { dataAt, type Json } from "../../src/toolkit/read/document/data.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { exampleTexts, layered } from "../rules/example.js";
import { lintExample } from "../rules/lint-example.js";
import type { Broken, Cover, Kept, Loaded } from "./cover.js";
import { demandsOf } from "./sentences.js";
import { TABLE } from "./table.js";

const rows = Object.entries(TABLE).flatMap(([section, part]) =>
  part.map(([text, ...covers]) => ({ section, text, covers })),
);

test("the table has every demand of the specification and no other sentence", () => {
  const line = ({ section, text }: { section: string; text: string }): string => `${section} | ${text}`;
  expect(rows.map(line)).toEqual(demandsOf("docs/specification.md").map(line));
});

const covers = rows.flatMap(({ section, text, covers: all }) =>
  all.map((cover, index) => [`${section}: ${text} ${index + 1}`, cover] as const),
);

test.each(covers)("%s", (_, cover) => verify(cover));

function verify(cover: Cover): void | Promise<void> {
  if ("reason" in cover) expect(cover.reason).toMatch(/^\S.{20,}\S$/s);
  else if ("accepted" in cover) return accepts(cover);
  else if ("load" in cover) return loads(cover);
  else return breaks(cover);
}

async function breaks({ rule, example, severity }: Broken): Promise<void> {
  const found = (await lintExample(example, rule)).filter((diagnostic) => diagnostic.rule === rule);
  const marked = exampleTexts(example).flatMap(({ scope, marks }) => marks.map(({ start }) => `${scope} ${start}`));
  const places = found.map(({ layer, range }) => `${layer} ${range.start.offset}`);
  expect(places.length).toBeGreaterThan(0);
  // Files are a mistake as a whole, in texts it is marked.
  if (layered(example).files === undefined) expect(places.sort()).toEqual(marked.sort());
  expect(new Set(found.map((diagnostic) => diagnostic.severity))).toEqual(new Set([severity ?? ruleOf(rule).severity]));
}

async function accepts({ accepted }: Kept): Promise<void> {
  expect((await lintExample(accepted, "")).map(({ rule, message }) => `${rule} ${message}`)).toEqual([]);
}

async function loads({ load: { global, project, env, catalog }, gives }: Loaded): Promise<void> {
  const layers = { [GLOBAL]: global, [PROJECT]: project };
  const written = Object.entries(layers).flatMap(([file, text]) => (text === undefined ? [] : [[file, text] as const]));
  const at = machine(Object.fromEntries(written), env && { env });
  const { config } = await at.load(catalog && { catalog });
  expect(config).toBeDefined();
  const values = Object.keys(gives).map((path) => [path, dataAt(config as unknown as Json, parsePath(path) ?? [])]);
  expect(Object.fromEntries(values)).toEqual(gives);
}
