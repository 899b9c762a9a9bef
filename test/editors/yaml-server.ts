/** yaml-language-server as editors run it: the schema lies beside the file, and the first line of the file names it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Asked, proposalOf, type Server } from "./asked.js";
import { startServer } from "./stdio.js";

const SCRIPT = resolve(
  process.env["YAML_LANGUAGE_SERVER"] ?? "node_modules/yaml-language-server/bin/yaml-language-server",
);

const FIRST_LINE = "# yaml-language-server: $schema=./config.schema.json\n";

const SETTINGS = { yaml: { validate: true, hover: true, completion: true, schemaStore: { enable: false } } };

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

/** Runs until it is stopped. */
export async function yamlServer(schemaText: string): Promise<Server & { readonly stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-editor-"));
  writeFileSync(join(folder, "config.schema.json"), schemaText);
  const judged = new Map<string, (messages: readonly string[]) => void>();
  const server = startServer(SCRIPT, {
    answer: (method, params) => (method === "workspace/configuration" ? sections(params) : null),
    hear: (method, params) => {
      if (method !== "textDocument/publishDiagnostics") return;
      const { uri, diagnostics } = params as Diagnostics;
      judged.get(uri)?.(diagnostics.map(({ message }) => message));
    },
  });
  const rootUri = pathToFileURL(folder).href;
  await server.request("initialize", { processId: process.pid, rootUri, capabilities: CAPABILITIES });
  server.notify("initialized", {});
  server.notify("workspace/didChangeConfiguration", { settings: SETTINGS });

  let count = 0;
  const nextUri = (): string => {
    count += 1;
    return pathToFileURL(join(folder, `config-${count}.yaml`)).href;
  };
  const open = (uri: string, text: string): void =>
    server.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: "yaml", version: 1, text: FIRST_LINE + text },
    });
  const ask = (method: string, { text, line, character }: Asked): Promise<unknown> => {
    const uri = nextUri();
    open(uri, text);
    return server.request(method, { textDocument: { uri }, position: { line: line + 1, character } });
  };
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
    check: (text) =>
      new Promise((found) => {
        const uri = nextUri();
        judged.set(uri, found);
        open(uri, text);
      }),
    stop: () => {
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function sections(params: unknown): readonly unknown[] {
  const { items } = params as { readonly items: readonly { readonly section?: keyof typeof SETTINGS }[] };
  return items.map(({ section }) => (section === undefined ? SETTINGS : (SETTINGS[section] ?? {})));
}
