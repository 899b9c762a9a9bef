/** The credentials of a loaded configuration, by their places. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type ConfigCredentials, credentialsOf } from "../../src/index.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

async function listed(text: string, env: Readonly<Record<string, string>> = {}): Promise<ConfigCredentials> {
  const result = await machine({ [GLOBAL]: `version: 3\n${text}` }, { env }).load({ unset: "keep" });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return credentialsOf(result.config);
}

function shown({ found, tooShort }: ConfigCredentials): unknown {
  return { ...Object.fromEntries(found.map(({ path, reveal }) => [path, reveal()])), tooShort };
}

const PROVIDER = "providers: { lab: { kind: { type: custom_beta_compatible }, url: https://lab.example/v1";
const SERVER = "mcp_servers: { docs: { transport: http, url: https://docs.example/mcp, auth: ";
const PROCESS = "mcp_servers: { docs: { transport: stdio, command: docs";

test.each<readonly [what: string, text: string, expected: Readonly<Record<string, readonly string[]>>]>([
  [
    "the key of a provider, from a variable, without white space around it",
    `${PROVIDER}, auth: { type: static_key, key: "\${KEY}" } } }`,
    { "/providers/lab/auth/key": ["from-env-1"] },
  ],
  [
    "headers of a provider by their names, and the credential in them",
    `${PROVIDER}, headers: { X-Api-Key: abcdefgh, Authorization: "Bearer ijklmnop", X-Team: platform-team } } }`,
    {
      "/providers/lab/headers/X-Api-Key": ["abcdefgh"],
      "/providers/lab/headers/Authorization": ["Bearer ijklmnop", "ijklmnop"],
    },
  ],
  [
    "a header whose value looks like one",
    `${PROVIDER}, headers: { X-Team: sk-abcdefghijklmnop } } }`,
    { "/providers/lab/headers/X-Team": ["sk-abcdefghijklmnop"] },
  ],
  [
    "the header of a server",
    `${SERVER}{ type: authorization-header, value: "token abcdefgh" } } }`,
    { "/mcp_servers/docs/auth/value": ["token abcdefgh", "abcdefgh"] },
  ],
  [
    "the secret of a client",
    `${SERVER}{ type: oauth, registration: { type: pre-registered, client_id: abcdefgh, client_secret: ijklmnop } } } }`,
    { "/mcp_servers/docs/auth/registration/client_secret": ["ijklmnop"] },
  ],
  [
    "variables by their names and their values",
    `${PROCESS}, env: { NODE_ENV: production, DOCS_TOKEN: abcdefgh, DATABASE: "postgres://me:p%40ssword@db/x", TOKEN_FILE: /etc/token } } }`,
    {
      "/mcp_servers/docs/env/DOCS_TOKEN": ["abcdefgh"],
      "/mcp_servers/docs/env/DATABASE": ["me:p%40ssword", "p%40ssword", "p@ssword"],
    },
  ],
  [
    "arguments",
    `${PROCESS}, args: [--token, abcdefgh, --api-key=ijklmnop, --color=never] } }`,
    { "/mcp_servers/docs/args/1": ["abcdefgh"], "/mcp_servers/docs/args/2": ["ijklmnop"] },
  ],
  [
    "the key of a search provider",
    "integrations: { search: { providers: { search_b: { key: abcdefgh } } } }",
    { "/integrations/search/providers/search_b/key": ["abcdefgh"] },
  ],
  [
    "secret words, whatever they are",
    'permissions: { secret_words: [dark, " none ", "two words"] }',
    {
      "/permissions/secret_words/0": ["dark"],
      "/permissions/secret_words/1": ["none"],
      "/permissions/secret_words/2": ["two words"],
    },
  ],
  [
    "no placeholder, no word for a missing key, nothing that could not be resolved",
    `${PROVIDER}, auth: { type: static_key, key: placeholder }, headers: { X-Token: "Bearer \${NOT_SET}", X-Auth: your-token } } }`,
    {},
  ],
])("%s", async (_, text, expected) => {
  expect(shown(await listed(text, { KEY: " from-env-1\n" }))).toEqual({ ...expected, tooShort: [] });
});

test("one that is too short is named", async () => {
  const text = `
${PROVIDER}, auth: { type: static_key, key: abcdefg }, headers: { Authorization: "Bearer abcdefg", X-Key: abcdefgh } } }
permissions: { secret_words: [abc, abcd] }`;
  expect(shown(await listed(text))).toEqual({
    "/providers/lab/headers/Authorization": ["Bearer abcdefg"],
    "/providers/lab/headers/X-Key": ["abcdefgh"],
    "/permissions/secret_words/1": ["abcd"],
    tooShort: ["/providers/lab/auth/key", "/providers/lab/headers/Authorization", "/permissions/secret_words/0"],
  });
});

test("none is shown by a list of them, nor by the path of one", async () => {
  const key = "ghp_CANARYabcdefghijklmnop";
  const credentials = await listed(`${PROVIDER}, headers: { X-Token: CANARY-1234, ${key}: ${key} } } }`);
  expect(credentials.found).toHaveLength(2);
  const printed = [inspect(credentials, { depth: Infinity, showHidden: true }), JSON.stringify(credentials)].join();
  expect(printed).not.toContain("CANARY");
});
