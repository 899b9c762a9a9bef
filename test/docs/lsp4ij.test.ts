/** The template for LSP4IJ has the form that the plug-in reads, and is for the files that the server answers for alone. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { optionsIn } from "../../src/lsp/options.js";
import { ENDINGS } from "../../src/toolkit/read/document/formats.js";

const PLACE = "editors/lsp4ij";
const read = (name: string): unknown => JSON.parse(readFileSync(`${PLACE}/${name}`, "utf8"));

interface Mapping {
  readonly fileType: { readonly patterns: readonly string[] };
  readonly languageId: string;
}

const template = read("template.json") as Readonly<Record<string, unknown>> & {
  readonly fileTypeMappings: readonly Mapping[];
};

test("the folder has the files that the plug-in looks for, and no other", () => {
  expect(readdirSync(PLACE).toSorted()).toEqual([
    "README.md",
    "initializationOptions.json",
    "settings.json",
    "template.json",
  ]);
});

test("the template has a name and a command, and each name of configurations, permissions and policies once", () => {
  expect(template).toMatchObject({ id: "agentcfg", name: "agentcfg", programArgs: { default: "agentcfg lsp" } });
  expect(template.fileTypeMappings.flatMap(({ fileType }) => fileType.patterns).toSorted()).toEqual(
    ["config", "permissions", "policy"].flatMap((name) => ENDINGS.map((ending) => `${name}${ending}`)).toSorted(),
  );
  for (const { languageId, fileType } of template.fileTypeMappings) {
    expect(["yaml", "json", "jsonc"]).toContain(languageId);
    // With the name of a type, the server would be asked about all files of that type.
    expect(Object.keys(fileType)).toEqual(["patterns"]);
  }
});

test("the server takes the options", () => {
  expect(optionsIn(read("initializationOptions.json"))).toMatchObject({ diagnostics: "all" });
  expect(read("settings.json")).toEqual({});
});
