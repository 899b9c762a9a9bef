/** The page about editors shows what its commands print and write. `--update` rewrites what they print. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EDITOR_NAMES } from "../../src/service/associate/editors.js";
import { namingChange } from "../../src/service/associate/schema-reference.js";
import { ENDINGS } from "../../src/toolkit/read/document/formats.js";
import { editorSchema } from "../../src/toolkit/read/schema/editor/schema.js";
import { machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";

const PAGE = "docs/editors.md";
const page = readFileSync(PAGE, "utf8");
const CONFIG = { [PROJECT]: "version: 3\n" };

/** The sections of the editors, each with its command. */
const sections = page.split(/^## /m).slice(1);

test("every editor has a section with its command, and what that prints", async () => {
  let real = page;
  for (const editor of EDITOR_NAMES) {
    const command = `$ agentcfg schema --associate ${editor}\n`;
    const { code, stdout, stderr } = await machine(CONFIG).run(["schema", "--associate", editor]);
    expect(code).toBe(0);
    expect(sections.filter((section) => section.includes(command))).toHaveLength(1);
    const at = real.lastIndexOf(command) + command.length;
    real = `${real.slice(0, at)}${stderr}${stdout}${real.slice(real.indexOf("```", at))}`;
  }
  await expect(real).toMatchFileSnapshot(`../../${PAGE}`);
});

test("the table at the top has each section of an editor", () => {
  const [table = ""] = page.split("\n\nThe schema knows");
  const linked = [...table.matchAll(/\]\(#([a-z-]+)\)/g)].map(([, anchor]) => anchor);
  const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-"));
  const others = ["without-the-command", "for-all-projects-schemastore", "the-language-server"];
  expect(linked.toSorted()).toEqual(headings.filter((one) => !others.includes(one.replace(":", ""))).toSorted());
});

test.each([
  ["vscode", ".vscode/settings.json"],
  ["zed", ".zed/settings.json"],
])("the settings of %s are those that it writes", async (editor, file) => {
  const place = machine(CONFIG);
  await place.run(["schema", "--associate", editor]);
  const section = sections.find((one) => one.includes(`--associate ${editor}`)) ?? "";
  expect(/^`([^`\n]+)` then has:\n\n```json\n(.*?)```/ms.exec(section)?.slice(1)).toEqual([file, place.read(file)]);
});

test("what is written by hand is what the command writes", () => {
  const section = sections.find((one) => one.startsWith("Without the command")) ?? "";
  const blocks = [...section.matchAll(/```(yaml|json)\n(.*?)```/gs)];
  expect(blocks).toHaveLength(2);
  for (const [, format = "", text = ""] of blocks) {
    const { host, path } = machine({ [`.agent/config.${format}`]: text });
    expect(namingChange(host, path(`.agent/config.${format}`))).toMatchObject({ kind: "leave" });
  }
});

test("the entries for SchemaStore are those of the schemas", () => {
  const entries: readonly Entry[] = JSON.parse(readFileSync("docs/editor/schemastore.json", "utf8"));
  const schemaText = readFileSync("schema/config.schema.json", "utf8");
  const schemas = (["project", "global"] as const).map((scope) => JSON.parse(editorSchema(schemaText, scope, "07")));
  expect(entries.map(({ url }) => url)).toEqual(schemas.map(({ $id }) => $id));
  const folders = [".agent", ".config/agent"];
  expect(entries.map(({ fileMatch }) => fileMatch)).toEqual(
    folders.map((folder) => ENDINGS.map((ending) => `**/${folder}/config${ending}`)),
  );
  for (const { name, description } of entries) expect(name.length * description.length).toBeGreaterThan(0);
});

interface Entry {
  readonly name: string;
  readonly description: string;
  readonly fileMatch: readonly string[];
  readonly url: string;
}
