/** What `schema --associate` writes is what servers need: a mistake in the configuration is then seen, and no other file is looked at. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parse as parseJsonc } from "jsonc-parser";
import { expect, onTestFinished, test } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { type Machine, machine } from "../../machine/machine.js";
import { PROJECT } from "../../machine/names.js";
import { startYaml } from "./yaml-server.js";

const MISTAKE = "modles: {}\n";
const FOUND = [expect.stringContaining("modles")];

async function associated(editor: string, file: string, text: string): Promise<Machine> {
  const place = machine({ [file]: text });
  expect((await place.run(["schema", "--associate", editor])).code).toBe(0);
  return place;
}

async function checkYaml(place: Machine, schemas: object, file: string, text: string): Promise<readonly string[]> {
  const server = await startYaml(place.repository, schemas);
  onTestFinished(server.stop);
  return server.check(file, text);
}

/** As VS Code does: schemas of settings by their globs, and the one that a file names. */
async function checkJson(
  place: Machine,
  associations: readonly Association[],
  file: string,
  text: string,
): Promise<readonly string[]> {
  const service = getLanguageService({
    schemaRequestService: async (uri) => readFileSync(new URL(uri), "utf8"),
    workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
  });
  const folderUri = pathToFileURL(`${place.repository}/`).href;
  const schemas = associations.map(({ fileMatch, url }) => ({
    ...{ fileMatch: [...fileMatch], folderUri },
    uri: new URL(url, folderUri).href,
  }));
  service.configure({ validate: true, schemas });
  const document = TextDocument.create(pathToFileURL(place.path(file)).href, "json", 1, text);
  const found = await service.doValidation(document, service.parseJSONDocument(document));
  return found.map(({ message }) => (typeof message === "string" ? message : message.value));
}

interface Association {
  readonly fileMatch: readonly string[];
  readonly url: string;
}

test("the first line leads a YAML server to the schema", async () => {
  const place = await associated("helix", PROJECT, MISTAKE);
  expect(await checkYaml(place, {}, PROJECT, place.read(PROJECT))).toEqual(FOUND);
});

test("so do the settings of VS Code, without that line", async () => {
  const place = await associated("vscode", PROJECT, MISTAKE);
  const { "yaml.schemas": schemas } = parseJsonc(place.read(".vscode/settings.json"));
  expect(await checkYaml(place, schemas, PROJECT, MISTAKE)).toEqual(FOUND);
  expect(await checkYaml(place, schemas, "other/config.yaml", MISTAKE)).toEqual([]);
});

test("and those of Zed", async () => {
  const place = await associated("zed", PROJECT, MISTAKE);
  const { lsp } = parseJsonc(place.read(".zed/settings.json"));
  expect(await checkYaml(place, lsp["yaml-language-server"].settings.yaml.schemas, PROJECT, MISTAKE)).toEqual(FOUND);
});

test("a glob that does not spell out `.agent` would not", async () => {
  const place = await associated("vscode", PROJECT, MISTAKE);
  const schemas = { "./.agent/config.schema.json": ["**/config.yaml"] };
  expect(await checkYaml(place, schemas, PROJECT, MISTAKE)).toEqual([]);
});

test("the settings of VS Code lead a JSON server to the schema", async () => {
  const place = await associated("vscode", ".agent/config.json", '{"modles": {}}');
  const { "json.schemas": schemas } = parseJsonc(place.read(".vscode/settings.json"));
  expect(await checkJson(place, schemas, ".agent/config.json", '{"modles": {}}')).toEqual(FOUND);
  expect(await checkJson(place, schemas, "other/config.json", '{"modles": {}}')).toEqual([]);
});

test("so does the key in the file", async () => {
  const place = await associated("neovim", ".agent/config.json", '{"modles": {}}');
  expect(await checkJson(place, [], ".agent/config.json", place.read(".agent/config.json"))).toEqual(FOUND);
});
