/** Items hold names, never values: nothing secret, nothing that a variable holds, and no name that looks like a secret. */
import { expect, test } from "vitest";
import { ask, CURSOR, labels } from "./ask.js";

const CANARY = "sk-ant-api03-CANARYcanaryCANARYcanary0123456789abcdefghij";
const GLOBAL = `providers:
  alpha:
    kind: { type: catalog, name: alpha }
    auth: { type: static_key, key: ${CANARY} }
    headers: { Authorization: "Bearer ${CANARY}" }
  ${CANARY}: { kind: { type: catalog, name: alpha } }
models:
  big: { provider: alpha, provider_name: ${CANARY} }
  ${CANARY}: { provider: alpha }
permissions: { secret_words: [${CANARY}] }
mcp_servers:
  docs: { transport: http, url: "https://x", auth: { type: authorization-header, value: ${CANARY} } }
`;

const AT: readonly string[] = [
  "providers:\n  ¦\n",
  "models:\n  ¦\n",
  "defaults:\n  full: ¦\n",
  "models:\n  m:\n    provider: ¦\n",
  "models:\n  m:\n    inherits: ¦\n",
  "providers:\n  alpha:\n    auth:\n      key: ¦\n",
  "providers:\n  alpha:\n    headers:\n      ¦\n",
  "providers:\n  alpha:\n    headers:\n      Authorization: ¦\n",
  "permissions:\n  secret_words:\n    - ¦\n",
  "mcp_servers:\n  docs:\n    auth:\n      value: ¦\n",
  "models:\n  big:\n    provider_name: ¦\n",
];

test.each(AT)("no secret after %j", (text) => {
  for (const scope of ["global", "project"] as const)
    expect(JSON.stringify(ask({ text, scope, global: GLOBAL }))).not.toContain("CANARY");
});

test("no secret in any place of the file that holds it", () => {
  const lines = GLOBAL.split("\n").map((line, index, all) => [
    ...all.slice(0, index),
    `${line}${CURSOR}`,
    ...all.slice(index + 1),
  ]);
  for (const text of lines)
    expect(JSON.stringify(ask({ text: text.join("\n"), global: GLOBAL }))).not.toContain("CANARY");
});

test("names from a stranger's file stay text", () => {
  const global = `models: { constructor: {}, toString: {}, "a\\nb": {}, "[x](command:y)": {}, "${"n".repeat(10_000)}": {} }\n`;
  const found = labels({ text: "defaults:\n  full: ¦\n", global });
  expect(found.slice(0, 4)).toEqual(["constructor", "toString", "a\nb", "[x](command:y)"]);
  expect(ask({ text: "defaults:\n  full: ¦\n", global }).map(({ insert }) => insert)[2]).toBe('"a\\nb"');
});
