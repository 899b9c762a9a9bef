/** What VS Code's JSON service says about a file: the warnings its editor would underline. */
import { readFileSync } from "node:fs";
import { getLanguageService, type JSONSchema, TextDocument } from "vscode-json-languageservice";

export interface VscodeMessage {
  /** Starts at 1, as the editor shows it. */
  readonly line: number;
  readonly message: string;
}

export async function runVscodeJson(schemaFile: string, file: string): Promise<readonly VscodeMessage[]> {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as JSONSchema;
  const service = getLanguageService({});
  service.configure({
    validate: true,
    schemas: [{ uri: "schema://config.schema.json", fileMatch: ["*"], schema }],
  });
  const document = TextDocument.create("file:///project.json", "json", 1, readFileSync(file, "utf8"));
  const diagnostics = await service.doValidation(document, service.parseJSONDocument(document));
  return diagnostics.map(({ range, message }) => ({
    line: range.start.line + 1,
    message: typeof message === "string" ? message : message.value,
  }));
}
