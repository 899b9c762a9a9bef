/** The sentences about the agent's behaviour, and the test that proves each of them for the daemon of this package. What lint says of them is in the other table. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A sentence of docs/specification.md, or a part of it, with the file of its test and the title of that. */
const PROVED: readonly (readonly [sentence: string, file: string, title: string])[] = [
  ["Facet for a new interactive session; falls back to `execute`.", "test/prompts/choose.test.ts", "execute"],
  ["Facet for a non-interactive `agent exec` run; falls back to `execute`.", "test/prompts/choose.test.ts", "isExec"],
  [
    "`bash` or `powershell`), the shell used for shell tool calls",
    "test/shell/calls.test.ts",
    "PowerShell runs without a profile",
  ],
  [
    "sourced once before the first shell tool call so its environment changes apply to later calls",
    "test/shell/script.test.ts",
    "runs once before the first call",
  ],
  ["a project-relative script", "test/shell/script.test.ts", "a script outside the project is not run"],
  [
    "Values blocked from environment exposure and redacted from tool output.",
    "test/shell/calls.test.ts",
    "C307 the environment of a call",
  ],
  [
    "Files the tool asks before reading and redacts from search results.",
    "test/shell/calls.test.ts",
    "lines of secret files are redacted",
  ],
  ["`bypass` (allow every call without asking)", "test/daemon/tools.test.ts", "`bypass` asks nobody"],
  ["`autonomous` (a classifier decides)", "test/daemon/tools.test.ts", "`autonomous`: a model judges"],
  [
    "Strategy deciding whether a tool call is allowed when no other matcher applies. Omitted means `standard`.",
    "test/daemon/tools.test.ts",
    "`standard` asks before the shell runs",
  ],
  [
    "`max_consecutive_denials` (uint32, default 3; denials in a row before escalating to the user)",
    "test/daemon/tools.test.ts",
    "denials count, and then a person is asked",
  ],
  ["`classifier_rules` (string or null; free-form guidance)", "test/daemon/tools.test.ts", "be kind"],
  ["MCP tool names in the form `mcp__server__tool` hidden from the model.", "test/mcp/states.test.ts", "block_list"],
  [
    "Maximum seconds for one tool call to this server before cancel.",
    "test/mcp/child.test.ts",
    "default_timeout_seconds",
  ],
  [
    "Directory name under `auth/mcp/` storing this server's OAuth credentials.",
    "test/mcp/oauth/stored.test.ts",
    "P-S84",
  ],
  [
    "`false` keeps it available but disconnected until enabled with `/mcp`.",
    "test/daemon/tool-servers.test.ts",
    "a server is disabled, enabled and reconnected",
  ],
  [
    "Variables set on the child, which starts with a cleared environment; they override variables copied by `pass_env`.",
    "test/mcp/child.test.ts",
    "under five configurations",
  ],
  ["Omitted: safe set. Empty list: none. List: exactly those.", "test/mcp/child.test.ts", "under five configurations"],
  ["Log server stderr to a per-server log file.", "test/mcp/child.test.ts", "stderr is logged without secrets"],
  ["Extra headers sent with every request.", "test/mcp/http.test.ts", "with the configured headers on every request"],
  [
    "Reinitialize the HTTP session automatically when the server signals expiry.",
    "test/mcp/http.test.ts",
    "a session that has expired is set up again",
  ],
  [
    "a shipped `agent://` reference or a project-relative file path that stays within the project",
    "test/prompts/links.test.ts",
    "project",
  ],
  ["Fixed `Authorization` header value including any scheme prefix.", "test/mcp/http.test.ts", "authorization"],
  ["`auto` (server drives dynamic registration)", "test/mcp/oauth/logins.test.ts", "P-S84 registration"],
  ["temporary loopback redirect URI, callback captured automatically", "test/mcp/oauth/callback.test.ts", "C025"],
  ["`fixed` with `uri`", "test/daemon/tool-servers.test.ts", "C024 a login whose redirect leads elsewhere"],
];

/** Sentences that this daemon does not act on, and why. */
const NOT_ACTED_ON: readonly (readonly [sentence: string, why: string])[] = [
  [
    "`standard` (apply allow/ask/deny rules)",
    "the format of the file of rules is not shown: `standard` asks about every call",
  ],
  ["`bypass_plus` (allow every call except those deny rules block)", "there are no deny rules, so that it is `bypass`"],
];

const specification = readFileSync("docs/specification.md", "utf8");

test.each(PROVED)("%s", (sentence, file, title) => {
  expect(specification).toContain(sentence);
  expect(readFileSync(file, "utf8")).toContain(title);
});

test.each(NOT_ACTED_ON)("%s: not acted on", (sentence, why) => {
  expect(specification).toContain(sentence);
  expect(why).not.toBe("");
});
