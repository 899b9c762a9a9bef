/** Credentials on command lines: which are reported, and which part of each is hidden. */
import { describe, expect, test } from "vitest";
import { plain } from "../../src/toolkit/judge/report/paint.js";
import { reporters } from "../../src/toolkit/judge/report/reporters.js";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import { credentialsInItem } from "../../src/toolkit/mean/redaction/arguments.js";
import { withoutReferences } from "../../src/toolkit/mean/redaction/references.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

/** The item before, an item, what of it is reported, and what of it is hidden. */
const rows: readonly (readonly [before: string | undefined, item: string, reported: string, hidden: string])[] = [
  ["--token", "S3cret-value", "S3cret-value", "S3cret-value"],
  ["-password", "S3cret-value", "S3cret-value", "S3cret-value"],
  ["--auth", "S3cret-value", "S3cret-value", "S3cret-value"],
  ["--tokne", "S3cret-value", "S3cret-value", "S3cret-value"],
  ["-p", "S3cret-value", "S3cret-value", "S3cret-value"],
  ["-u", "me:S3cret-value", "S3cret-value", "S3cret-value"],
  ["--user", "me:S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "--token=S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "--pass=S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "--secret=S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "--password=S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "--db-password=S3cret=value", "S3cret=value", "S3cret=value"],
  [undefined, "API_KEY=S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "X-Api-Key: S3cret-value", "S3cret-value", "S3cret-value"],
  [undefined, "Authorization: token S3cret-value", "token S3cret-value", "token S3cret-value"],
  ["-H", "Authorization: Bearer S3cret-value", "Bearer S3cret-value", "Bearer S3cret-value"],
  [undefined, "postgres://app:S3cret@db.example/app", "app:S3cret", "app:S3cret"],
  ["-c", 'curl -H "X-Api-Key: S3cret-value" x', "S3cret-value", "S3cret-value"],
  ["-c", "run --token S3cret-value", "S3cret-value", "S3cret-value"],
  ["--key", "ZqtCANARYx9Kf2", "ZqtCANARYx9Kf2", "ZqtCANARYx9Kf2"],
  [undefined, "-pZqrCANARYx9Kf2", "ZqrCANARYx9Kf2", "ZqrCANARYx9Kf2"],
  // The working directory, as every shell calls it.
  ["--root", "${PWD}", "", ""],
  // A reference is on the command line as well once it is resolved, and yet says nothing.
  ["--token", "${TOKEN}", "${TOKEN}", ""],
  [undefined, "--token=${TOKEN}", "${TOKEN}", ""],
  [undefined, "--token=$(cat ~/.netrc)", "$(cat ~/.netrc)", ""],
  ["-H", "Authorization: Bearer ${TOKEN}", "Bearer ${TOKEN}", ""],
  // What follows a flag may be the next flag, and not every value is a secret.
  ["--token", "--verbose", "", ""],
  ["--token", "true", "", ""],
  ["--auth", "oauth", "", ""],
  ["--token-file", "/run/secrets/token", "", ""],
  ["--max-tokens", "8192", "", ""],
  ["--key", "S3cret-value", "", ""],
  ["--verbose", "S3cret-value", "", ""],
  ["--key", "UserSettings", "", ""],
  [undefined, "-pWindows2022", "", ""],
  ["-p", "8080:80", "", ""],
  ["-p", "python3.12", "", ""],
  ["-p", "@acme/tool@2", "", ""],
  ["-u", "1000:1000", "", ""],
  ["-y", "@modelcontextprotocol/server-filesystem", "", ""],
  [undefined, "token://host/path", "", ""],
  [undefined, "plain", "", ""],
];

const partOf = (item: string, [span]: ReturnType<typeof credentialsInItem>): string =>
  span === undefined ? "" : item.slice(span.start, span.end);

test.each(rows)("behind %j: %j", (before, item, reported, hidden) => {
  const found = credentialsInItem(item, before);
  const covered = found.flatMap((span) => withoutReferences(item, span));
  expect([partOf(item, found), partOf(item, covered)]).toEqual([reported, hidden]);
});

describe("what is hidden is shown nowhere", () => {
  const hiding = rows.filter(([, , , hidden]) => hidden !== "");

  test.each(hiding)("behind %j: %j", async (before, item) => {
    const args = [...(before === undefined ? [] : [before]), item];
    const text = `version: 3\nmcp_servers: { s: { transport: stdio, command: c, args: ${JSON.stringify(args)} } }\n`;
    const at = machine({ [GLOBAL]: text });
    const result = lint({ texts: [{ file: "config.yaml", text }] });
    expect(result.diagnostics.map(({ rule }) => rule)).toEqual(["secret/in-arguments"]);
    // The rest of the line is not hidden with it.
    expect(reporters.pretty.render(result, result.diagnostics, plain)).toContain("transport: stdio, command: c");
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
    expect(JSON.stringify(await load({ host: at.host }))).not.toContain("S3cret");
  });
});

test("what is no secret is shown", async () => {
  for (const [before, item, , hidden] of rows.filter(([, , , hidden]) => hidden === "")) {
    const args = JSON.stringify([...(before === undefined ? [] : [before]), item]);
    const text = `version: 3\nmcp_servers: { s: { transport: stdio, command: c, args: ${args} } }\n`;
    const { stdout } = await machine({ [GLOBAL]: text }).run(["get", "mcp_servers.s.args"]);
    expect([JSON.stringify(JSON.parse(stdout)), hidden]).toEqual([args, ""]);
  }
});
