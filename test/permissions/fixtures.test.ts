/**
 * Every file in fixtures/permissions/ok is silent; every file in fixtures/permissions/err has the one finding that stands beside it, at its
 * place and with the advice for it. Beside each stands a configuration with two servers.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";

const SERVERS = `version: 3
mcp_servers:
  github: { transport: stdio, command: github-mcp }
  linear: { transport: http, url: "https://mcp.linear.example/v1" }
`;

const ROOT = "fixtures/permissions";
const inputs = (folder: string): string[] =>
  readdirSync(`${ROOT}/${folder}`).filter((name) => !name.endsWith(".expected"));

/** A file whose name begins with `project` is a project's. */
function lintFile(folder: string, name: string): readonly Diagnostic[] {
  const file = `${name.startsWith("project") ? ".agent/" : ""}permissions${name.slice(name.lastIndexOf("."))}`;
  const text = readFileSync(`${ROOT}/${folder}/${name}`);
  return lint({
    texts: [
      { file: "config.yaml", text: SERVERS },
      { file, text },
    ],
  }).diagnostics;
}

test("there are enough of both", () => {
  expect([inputs("err").length >= 40, inputs("ok").length >= 20]).toEqual([true, true]);
});

test.each(inputs("ok"))("ok: %s", (name) => {
  expect(lintFile("ok", name)).toEqual([]);
});

test.each(inputs("err"))("err: %s", (name) => {
  const lines = lintFile("err", name).map(({ range: { start }, severity, rule, label, help = "" }) =>
    `${start.line}:${start.column} ${severity} ${rule}: ${label ?? help}`.trimEnd(),
  );
  expect(lines.join("\n")).toBe(readFileSync(`${ROOT}/err/${name}.expected`, "utf8").trimEnd());
});
