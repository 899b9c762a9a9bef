/** yaml-language-server as editors run it, in a directory that they have opened. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FIRST_LINE } from "../../../src/service/associate/schema-reference.js";
import { type Asked, proposalOf, type Server } from "./asked.js";
import { startServer } from "./stdio.js";

const require = createRequire(import.meta.url);

/** Another version is judged by naming its script. */
const SCRIPT = process.env["YAML_LANGUAGE_SERVER"] ?? require.resolve("yaml-language-server/bin/yaml-language-server");

const CAPABILITIES = {
  textDocument: {
    completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown", "plaintext"] } },
    hover: { contentFormat: ["markdown", "plaintext"] },
    publishDiagnostics: {},
  },
  workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
};

interface Diagnostics {
  readonly uri: string;
  readonly diagnostics: readonly { readonly message: string }[];
}

interface YamlServer {
  /** Asks about a text as that of a file, which need not exist and is asked about once. */
  readonly ask: (method: string, file: string, asked: Asked) => Promise<unknown>;
  /** The messages at such a text. */
  readonly check: (file: string, text: string) => Promise<readonly string[]>;
  readonly stop: () => void;
}

/** `schemas`: the setting, globs by the name of a schema. */
export async function startYaml(folder: string, schemas: object = {}): Promise<YamlServer> {
  const settings = { yaml: { validate: true, hover: true, completion: true, schemaStore: { enable: false }, schemas } };
  const judged = new Map<string, (messages: readonly string[]) => void>();
  const server = startServer(SCRIPT, {
    answer: (method, params) => (method === "workspace/configuration" ? sections(params, settings) : null),
    hear: (method, params) => {
      if (method !== "textDocument/publishDiagnostics") return;
      const { uri, diagnostics } = params as Diagnostics;
      judged.get(uri)?.(diagnostics.map(({ message }) => message));
    },
  });
  const rootUri = pathToFileURL(folder).href;
  const workspaceFolders = [{ uri: rootUri, name: "project" }];
  await server.request("initialize", { processId: process.pid, rootUri, workspaceFolders, capabilities: CAPABILITIES });
  server.notify("initialized", {});
  server.notify("workspace/didChangeConfiguration", { settings });

  const open = (uri: string, text: string): void =>
    server.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
  return {
    ask: (method, file, { text, ...position }) => {
      const uri = pathToFileURL(join(folder, file)).href;
      open(uri, text);
      return server.request(method, { textDocument: { uri }, position });
    },
    check: (file, text) =>
      new Promise((found) => {
        const uri = pathToFileURL(join(folder, file)).href;
        judged.set(uri, found);
        open(uri, text);
      }),
    stop: server.stop,
  };
}

/** With a schema that lies beside each file and that its first line names. Runs until it is stopped. */
export async function yamlServer(schemaText: string): Promise<Server & { readonly stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-editor-"));
  writeFileSync(join(folder, "config.schema.json"), schemaText);
  const server = await startYaml(folder);
  let count = 0;
  const nextFile = (): string => {
    count += 1;
    return `config-${count}.yaml`;
  };
  const ask = (method: string, { text, line, character }: Asked): Promise<unknown> =>
    server.ask(method, nextFile(), { text: `${FIRST_LINE}\n${text}`, line: line + 1, character });
  return {
    complete: async (asked) => {
      const { items } = (await ask("textDocument/completion", asked)) as {
        readonly items: Parameters<typeof proposalOf>[0][];
      };
      return items.map(proposalOf);
    },
    hover: async (asked) => {
      const hover = (await ask("textDocument/hover", asked)) as {
        readonly contents: { readonly value: string };
      } | null;
      return hover?.contents.value ?? "";
    },
    check: (text) => server.check(nextFile(), `${FIRST_LINE}\n${text}`),
    stop: () => {
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function sections(params: unknown, settings: { readonly yaml: object }): readonly unknown[] {
  const { items } = params as { readonly items: readonly { readonly section?: string }[] };
  return items.map(({ section }) => (section === undefined ? settings : section === "yaml" ? settings.yaml : {}));
}
