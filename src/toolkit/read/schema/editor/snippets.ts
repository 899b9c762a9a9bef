/** Snippets of whole entries, for the maps that people fill first. */
import { isObject, type Json, type JsonObject } from "../../document/data.js";

interface Snippet {
  readonly label: string;
  readonly description: string;
  /** The name of the new entry, as a placeholder; with a dash in it, one server indents the lines below too far. */
  readonly name: string;
  readonly body: JsonObject;
}

export const SNIPPETS: Readonly<Record<string, readonly Snippet[]>> = {
  providers: [
    {
      label: "built-in provider",
      description: "A provider of the catalog, with a key.",
      name: "${1:alpha}",
      body: {
        kind: { type: "catalog", name: "${2:alpha}" },
        auth: { type: "static_key", key: "$3" },
      },
    },
    {
      label: "custom provider",
      description: "A server of your own that speaks a beta-compatible dialect.",
      name: "${1:local}",
      body: {
        kind: { type: "custom_beta_compatible" },
        url: "${2:http://127.0.0.1:8080/v1}",
        auth: { type: "no_auth" },
      },
    },
  ],
  models: [
    {
      label: "new model",
      description: "A model that no catalog knows.",
      name: "${1:acme/big}",
      body: { provider: "${2:alpha}", class: "${3|full,mini,nano|}", context_window: "^${4:200000}" },
    },
    {
      label: "model that is not offered",
      description: "Takes a model off the list.",
      name: "${1:acme/big}",
      body: { enabled: false },
    },
  ],
  mcp_servers: [
    {
      label: "local server",
      description: "An MCP server that is started here, by its command.",
      name: "${1:files}",
      body: { transport: "stdio", command: "${2:npx}", args: ["${3:-y}", "${4:files-mcp}"] },
    },
    {
      label: "remote server",
      description: "An MCP server over streamable HTTP.",
      name: "${1:docs}",
      body: { transport: "http", url: "${2:https://docs.example.net/mcp}" },
    },
  ],
};

/**
 * A map with snippets for a new entry, with and without its name. The snippets are in a subschema of their own: a server would insert
 * snippets of the map itself for a user who only wants its key.
 */
export function withSnippets(map: Json, snippets: readonly Snippet[] | undefined): Json {
  if (snippets === undefined || !isObject(map)) return map;
  const { additionalProperties: entry } = map;
  const named = snippets.map(({ name, body, ...about }) => ({ ...about, body: { [name]: body } }));
  const bare = snippets.map(({ name: _, ...snippet }) => snippet);
  return {
    ...map,
    allOf: [{ defaultSnippets: named }],
    additionalProperties: isObject(entry) ? { ...entry, defaultSnippets: bare } : {},
  };
}
