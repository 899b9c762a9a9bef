/** What the page on selection shows is what happens. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";

const page = readFileSync("docs/select.md", "utf8");
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);

const FILES = { [PROJECT]: "version: 3\nmodels: { a: { class: full, enabld: true } }\n" };

test("every command runs, one after the other", async () => {
  const at = machine(FILES);
  const lines = blocks("sh").flatMap((text) => text.trim().split("\n"));
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const { code, stderr } = await at.run(line.split(" ").slice(1));
    // One of them makes an unknown key an error.
    expect({ line, code, stderr }).toMatchObject({ code: line.includes("=error") ? 1 : 0 });
  }
});

test("the settings are settings, all of them", async () => {
  const [text = ""] = blocks("yaml");
  const run = await machine({ ...FILES, "~/.config/agentcfg/lint.yaml": text }).run(["lint"]);
  expect(run).toMatchObject({ code: 1, stdout: expect.stringMatching(/^\.agent\/config\.yaml:2:\d+: error/) });
  const keys = [...text.matchAll(/^([a-z-]+):/gm)].map(([, key]) => key);
  const { stderr } = await machine({ ...FILES, "~/.config/agentcfg/lint.yaml": "nonsense: 1\n" }).run(["lint"]);
  expect(
    [...stderr.matchAll(/`([a-z-]+)`/g)]
      .map(([, key]) => key)
      .slice(1)
      .sort(),
  ).toEqual(keys.sort());
});
