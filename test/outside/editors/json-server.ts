/** The JSON service of VS Code, with a schema for the file that is asked about. */
import { ClientCapabilities, getLanguageService, type JSONSchema, TextDocument } from "vscode-json-languageservice";
import { proposalOf, type Server } from "./asked.js";

export function jsonServer(schemaText: string): Server {
  const service = getLanguageService({ clientCapabilities: ClientCapabilities.LATEST });
  const schema = JSON.parse(schemaText) as JSONSchema;
  service.configure({ validate: true, schemas: [{ uri: "schema://config.schema.json", fileMatch: ["*"], schema }] });
  const open = (text: string) => {
    const document = TextDocument.create("file:///config.json", "json", 1, text);
    return { document, parsed: service.parseJSONDocument(document) };
  };
  return {
    complete: async ({ text, ...position }) => {
      const { document, parsed } = open(text);
      const list = await service.doComplete(document, position, parsed);
      return (list?.items ?? []).map(proposalOf);
    },
    hover: async ({ text, ...position }) => {
      const { document, parsed } = open(text);
      const hover = await service.doHover(document, position, parsed);
      return [hover?.contents ?? ""].flat().map(textOf).join("\n");
    },
    check: async (text) => {
      const { document, parsed } = open(text);
      const found = await service.doValidation(document, parsed);
      return found.map(({ message }) => textOf(message));
    },
  };
}

function textOf(said: string | { readonly value: string }): string {
  return typeof said === "string" ? said : said.value;
}
