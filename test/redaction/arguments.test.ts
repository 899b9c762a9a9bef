/** Credentials on command lines: what is reported, and what of it is hidden. */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/lint.js";
import { credentialIn, hiddenIn } from "../../src/redaction/arguments.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

/** The item before, an item, what of it is reported, and what of it is hidden. */
const rows: readonly (readonly [before: string | undefined, item: string, reported: string, hidden: string])[] = [
  ["--token", "S3cret-value", "S3cret-value", "S3cret-value"],
  ["-password", "S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "--token=S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "--db-password=S3cret=value", "S3cret=value", "S3cret=value"],
  [undefined, "API_KEY=S3cret-value", "S3cret-value", "S3cret-value"],
  ["-H", "Authorization: Bearer S3cret-value", "Bearer S3cret-value", "Bearer S3cret-value"],
  [undefined, "postgres://app:S3cret@db.example/app", "app:S3cret", "app:S3cret"],
  // A reference is on the command line as well once it is resolved, and yet says nothing.
  ["--token", "${TOKEN}", "${TOKEN}", ""],
  [undefined, "--token=${TOKEN}", "${TOKEN}", ""],
  ["-H", "Authorization: Bearer ${TOKEN}", "Bearer ${TOKEN}", ""],
  // What follows a flag may be the next flag, and not every value is a secret.
  ["--token", "--verbose", "", ""],
  ["--token", "true", "", ""],
  ["--token-file", "/run/secrets/token", "", ""],
  ["--key", "S3cret-value", "", ""],
  ["--verbose", "S3cret-value", "", ""],
  [undefined, "token://host/path", "", ""],
  [undefined, "plain", "", ""],
];

const partOf = (item: string, span: ReturnType<typeof credentialIn>): string =>
  span === undefined ? "" : span === "all" ? item : item.slice(span.start, span.end);

test.each(rows)("behind %j: %j", (before, item, reported, hidden) => {
  expect([partOf(item, credentialIn(item, before)), partOf(item, hiddenIn(item, before))]).toEqual([reported, hidden]);
});

describe("what is hidden is shown nowhere", () => {
  const hiding = rows.filter(([, , , hidden]) => hidden !== "");

  test.each(hiding)("behind %j: %j", async (before, item) => {
    const args = [...(before === undefined ? [] : [before]), item];
    const text = `version: 3\nmcp_servers: { s: { transport: stdio, command: c, args: ${JSON.stringify(args)} } }\n`;
    const at = machine({ [GLOBAL]: text });
    expect(lint({ texts: [{ file: "config.yaml", text }] }).diagnostics.map(({ rule }) => rule)).toEqual([
      "secret/in-arguments",
    ]);
    for (const args of [
      ["show"],
      ["show", "--format", "json"],
      ["get", "mcp_servers.s.args"],
      ["lint"],
      ["explain", "mcp_servers.s.args"],
    ]) {
      const { stdout, stderr } = await at.run(args);
      expect(`${stdout}${stderr}`).not.toContain("S3cret");
    }
  });
});
