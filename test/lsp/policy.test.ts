/** The machine's policy in an editor (S59). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { POLICY } from "./server.js";
import { begin, PROJECT } from "./texts.js";

const FAR = 'version: 3\nmcp_servers: { far: { transport: http, url: "https://evil.test/mcp" } }\n';

test("a value that the policy forbids is underlined, with a link to the line of the policy", async () => {
  const { client, at, directory } = await begin({ [POLICY]: "contact: me@acme.example\nallow:\n  hosts: []\n" });
  client.open(at(PROJECT), FAR);
  const { diagnostics } = await client.findingsOf(at(PROJECT), 1);
  const own = diagnostics.filter(({ code }) => code === "policy/forbidden-host");
  expect(own.map(({ severity }) => severity)).toEqual([1]);
  expect(own[0]?.relatedInformation?.map(({ location }) => location)).toMatchObject([
    { uri: at(POLICY), range: { start: { line: 2, character: 2 } } },
  ]);
  writeFileSync(join(directory, POLICY), "allow: { hosts: [evil.test] }\n");
  client.change(at(PROJECT), `${FAR}\n`, 2);
  await client.until(() =>
    (client.findings(at(PROJECT))?.diagnostics ?? []).every(({ code }) => code !== "policy/forbidden-host"),
  );
});
