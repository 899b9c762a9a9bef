/** From start to end, the server reads configurations, the user's own lists and the policies that are open, and nothing else; it starts, writes and connects to nothing. */
import { expect, test } from "vitest";
import type { Machine } from "../../src/lsp/machine.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import type { Editor } from "./editor.js";
import { home, machineAt, served, uriIn } from "./server.js";
import { GLOBAL, PROJECT } from "./texts.js";

const CANARY = "sk-ant-api03-CANARYq8Z2xW5vN7mK4jH1gF6dS9aP3oI0uY";

const SECRETS = `version: 3
config_command_substitution: true
providers:
  mine:
    kind: {type: custom_beta_compatible}
    url: https://user:${CANARY}@models.example/v1
    protocol: beta_chat_completions
    auth: {type: static_key, key: ${CANARY}, format: bearer_token}
    headers: {x-api-key: "${CANARY}"}
models:
  big: {provider: mine, class: full, context_window: 1000}
mcp_servers:
  tools: {transport: stdio, command: sh, args: [--token, ${CANARY}], env: {TOKEN: "${CANARY}", OTHER: "\${MY_VALUE}"}}
permissions: {secret_words: [${CANARY}]}
`;

const STRANGER = `version: 3
providers: {theirs: {kind: {type: custom_beta_compatible}, url: "https://x.example/\${MY_VALUE}"}}
models: {other: {provider: mine, class: full, context_window: 10000}, big: {context_window: 5000}}
facets: {review: {source: prompts/review.md}}
agent_behavior: {shell: {init_script: tools/setup.sh}}
mcp_servers: {tools: {args: [a, "$(touch owned)"], env: {API_KEY: ${CANARY}}}}
tui: {theme: 7}
`;

const ASKED_AT_A_PLACE = ["hover", "definition", "references", "completion", "prepareRename"];
const ASKED_OF_A_FILE = ["documentSymbol", "documentLink", "inlayHint", "semanticTokens/full"];

/** Asks everything, at every fifth character of a text. */
async function askAll(client: Editor, uri: string, text: string): Promise<void> {
  const lines = text.split("\n");
  for (const [line, content] of lines.entries())
    for (let character = 0; character <= content.length; character += 5)
      for (const name of ASKED_AT_A_PLACE)
        await client.ask(`textDocument/${name}`, { textDocument: { uri }, position: { line, character }, context: {} });
  const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
  for (const name of ASKED_OF_A_FILE) await client.ask(`textDocument/${name}`, { textDocument: { uri }, range });
  const { diagnostics = [] } = client.findings(uri) ?? {};
  const actions = await client.ask("textDocument/codeAction", {
    textDocument: { uri },
    range,
    context: { diagnostics },
  });
  for (const action of Array.isArray(actions.result) ? actions.result : [])
    await client.ask("codeAction/resolve", action);
  for (const position of [
    { line: 4, character: 3 },
    { line: 1, character: 13 },
  ])
    await client.ask("textDocument/rename", { textDocument: { uri }, position, newName: "renamed" });
}

/** A policy that its author has open, with a value that does not belong there. */
const POLICY_TEXT = `contact: "${CANARY}"
allow:
  hosts: ["${CANARY}", models.example]
  commands: ["\${MY_VALUE}"]
require: { ${CANARY}: 1, secret_files: ../../etc/passwd }
`;
const DRAFT = "work/agentcfg/policy.yaml";

/** A machine that notes what is read, and on which nothing can be started, written or looked up by its name. */
function watched(inner: Machine): {
  readonly machine: Machine;
  readonly read: Set<string>;
  readonly forbidden: string[];
} {
  const read = new Set<string>();
  const forbidden: string[] = [];
  const forbid = (what: string): never => {
    forbidden.push(what);
    throw new Error(what);
  };
  const hostAt = (directory?: string): WritingHost => {
    const host = inner.hostAt(directory);
    const env = new Proxy(host.env, {
      get: (target, name) =>
        /^(?:HOME|XDG_\w+)$/.test(String(name))
          ? Reflect.get(target, name)
          : forbid(`read the variable ${String(name)}`),
    });
    return {
      ...host,
      env,
      readFile: (file, limit, real) => {
        read.add(host.resolve(file));
        return host.readFile(file, limit, real);
      },
      run: (command) => forbid(`run ${command}`),
      replaceFile: (file) => forbid(`write ${file}`),
      createFile: (file) => forbid(`create ${file}`),
      refusalOf: (file) => forbid(`prepare to write ${file}`),
      countCertificates: () => forbid("look into certificates"),
    };
  };
  return { machine: { ...inner, hostAt }, read, forbidden };
}

test("everything asked, of a user's file with secrets, a stranger's project and a policy", async () => {
  const files = {
    [GLOBAL]: SECRETS,
    [PROJECT]: STRANGER,
    [DRAFT]: POLICY_TEXT,
    "work/prompts/review.md": "a prompt",
    "work/tools/setup.sh": "exit",
    ".config/agentcfg/lint.yaml": "ignore: [effect/zero]\n",
    ".local/state/agent/trusted.json": '{"version":1,"trusted":[]}',
  };
  const directory = home(files);
  const { machine, read, forbidden } = watched(machineAt(directory));
  const client = served(machine);
  await client.initialize({ capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } } });
  for (const [name, text] of [
    [GLOBAL, SECRETS],
    [PROJECT, STRANGER],
    [DRAFT, POLICY_TEXT],
  ] as const) {
    client.open(uriIn(directory, name), text);
    await client.findingsOf(uriIn(directory, name), 1);
    await askAll(client, uriIn(directory, name), text);
  }
  expect(await client.close()).toBe(0);
  expect(forbidden).toEqual([]);
  const allowed = new Set(
    [".config/agentcfg/lint.yaml", ".local/state/agent/trusted.json", GLOBAL, PROJECT, DRAFT].map(
      (name) => `${directory}/${name}`,
    ),
  );
  expect([...read].filter((file) => !allowed.has(file))).toEqual([]);
  expect(client.received.length).toBeGreaterThan(500);
  expect(client.received.filter(({ method }) => method === "window/logMessage")).toEqual([]);
  expect(client.received.filter((message) => JSON.stringify(message).includes("CANARY"))).toEqual([]);
});
