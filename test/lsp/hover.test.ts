/** What hovers tell, in YAML and in JSON, and that nothing of a file acts in them. */
import { expect, test } from "vitest";
import type { Hover } from "vscode-languageserver/node";
import { parse } from "yaml";
import { type Begun, begin, opened, PROJECT as PROJECT_FILE, positionOf } from "./texts.js";

const GLOBAL = `version: 3
config_command_substitution: true
providers:
  mine:
    kind: { type: custom_beta_compatible }
    url: https://models.example/v1
    protocol: beta_chat_completions
    auth: { type: static_key, key: "\${MY_KEY}", format: bearer_token }
models:
  big:
    provider: mine
    class: full
    context_window: 200000
    max_output_tokens_per_turn: 20000
  bigger: { provider: mine, class: full, inherits: big }
defaults: { full: big }
mcp_servers:
  tools: { transport: stdio, command: run-tools, args: ["$(cat token)"] }
tui: { theme: dark }
daemon: { retry: { max_retries: 0 } }
`;

const PROJECT = `version: 3
models:
  big: { context_window: 100000 }
  small: { provider: mine, class: mini, context_window: 5000 }
tui: { theme: light }
facets:
  review: { source: prompts/review.md }
`;

/** A mark in a text, how far behind its beginning the pointer is, and what the hover tells. */
const QUESTIONS: readonly (readonly ["global" | "project", string, number, readonly string[]])[] = [
  ["global", "version", 2, ["version", "3"]],
  ["global", "config_command_substitution", 3, ["in effect: true", "only the global config can set it"]],
  ["global", "custom_beta_compatible", 3, ["kind.type"]],
  ["global", "https://models", 4, ["url", "https://models.example/v1"]],
  ["global", "protocol", 2, ["beta_chat_completions"]],
  ["global", "MY_KEY", 2, ["reads", "MY_KEY"]],
  ["global", "cat token", 2, ["runs", "cat token"]],
  ["global", "bigger", 2, ["models.bigger", "inherits"]],
  ["global", "inherits", 2, ["inherits", "big"]],
  ["global", "max_output_tokens_per_turn", 2, ["20000"]],
  ["global", "max_retries", 2, ["0 turns it off"]],
  ["global", "theme", 2, ["in effect: light", "dark", "a higher layer sets another value"]],
  ["project", "big", 1, ["window 100,000 tokens", "output 20,000 tokens", "compaction"]],
  ["project", "mine", 1, ["mine", "is defined at", "config."]],
  ["project", "context_window", 3, ["100000", "200000"]],
  ["project", "light", 2, ["light", "dark"]],
  ["project", "prompts/review.md", 3, ["facets.review.source", "in effect once you vouch for the project"]],
];

function asJson(yaml: string): string {
  return JSON.stringify(parse(yaml), null, 2);
}

async function ask({ client, at }: Begun, name: string, text: string, mark: string, beyond: number): Promise<string> {
  const position = positionOf(text, mark, beyond);
  const hover = await client.request<Hover | null>("textDocument/hover", { textDocument: { uri: at(name) }, position });
  const contents = hover?.contents;
  return contents !== undefined && "value" in Object(contents) ? (contents as { value: string }).value : "";
}

test.each([
  ["yaml", (text: string) => text],
  ["json", asJson],
])("17 of 17 questions about %s", async (ending, write) => {
  const names = { global: `.config/agent/config.${ending}`, project: `work/.agent/config.${ending}` };
  const texts = { global: write(GLOBAL), project: write(PROJECT) };
  const begun = await begin({ [names.global]: texts.global, [names.project]: texts.project });
  for (const layer of ["global", "project"] as const) begun.client.open(begun.at(names[layer]), texts[layer]);
  expect(QUESTIONS).toHaveLength(17);
  for (const [layer, mark, beyond, expected] of QUESTIONS) {
    const told = await ask(begun, names[layer], texts[layer], mark, beyond);
    for (const part of expected) expect(`${mark}: ${told}`).toContain(part);
  }
});

test.each([
  ["version: 3\n", "version: 3\ndaemon: {max_tool_turns: 0}\n"],
  ["version: 3\ndaemon: {max_tool_turns: 5}\n", "version: 3\ndaemon: {max_tool_turns: 0}\n"],
  ["version: 3\n", "version: 3\ndaemon: {max_tool_turns: 5}\n"],
])("what zero means is told once: %j, %j", async (global, project) => {
  const begun = await opened(global, project);
  await begun.client.findingsOf(begun.at(PROJECT_FILE), 1);
  const told = await ask(begun, PROJECT_FILE, project, "max_tool_turns", 3);
  expect(told.match(/0 means the same as leaving it out/g)).toHaveLength(1);
});

test.each([
  ["yaml", (text: string) => text],
  ["json", asJson],
])("the value of an unknown key has no hover in %s, and the key has one", async (ending, write) => {
  const name = `work/.agent/config.${ending}`;
  const text = write("version: 3\ndaemon:\n  log_levl: info\n");
  const begun = await begin({ [name]: text });
  begun.client.open(begun.at(name), text);
  await begun.client.findingsOf(begun.at(name), 1);
  expect(await ask(begun, name, text, "log_levl", 2)).toContain("schema/unknown-key");
  const textDocument = { uri: begun.at(name) };
  const position = positionOf(text, "info", 2);
  expect(await begun.client.request("textDocument/hover", { textDocument, position })).toBeNull();
});

const MARKDOWN = { capabilities: { textDocument: { hover: { contentFormat: ["markdown", "plaintext"] } } } };

test.each([
  ["Markdown", "**bold** [x](command:evil) ![i](http://x/y)"],
  ["HTML", "<img src=x onerror=alert(1)><b>"],
  ["an address", "https://x.example/y"],
  ["an address in words", "a www.x.example, HTTP://x.example, ftp://x and a@x.example"],
  ["backticks", "``` `` `x` ```"],
  ["line breaks", "a\\n\\n# heading"],
  ["control characters", "a\\u001b[31m\\u202eb"],
])("%s in a name and a value stays text", async (_, written) => {
  const text = `version: 3\nmodels: {"${written}": {provider: "${written}", class: full, context_window: 5000}}\n`;
  const begun = await begin({ "work/.agent/config.yaml": text }, MARKDOWN);
  begun.client.open(begun.at("work/.agent/config.yaml"), text);
  for (const mark of ["provider", `"${written}"`, "class"]) {
    const told = await ask(begun, "work/.agent/config.yaml", text, mark, 3);
    expect(told).not.toBe("");
    const outside = withoutCode(told);
    expect(outside).not.toMatch(/(?<!\\)(?:\[|!\[|<|\]\()/);
    expect(outside).not.toMatch(/^\s*(?<!\\)#/m);
    // Many editors make links of addresses without brackets.
    expect(outside).not.toMatch(/(?<!\\)(?::\/\/|@)|www\./i);
    expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
  }
});

/** Markdown without its code spans and blocks, in which nothing acts. */
function withoutCode(markdown: string): string {
  return markdown.replace(/(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
}
