/** Tool servers against the official conformance kit of MCP, client side: no failure is expected (P-S99). */
import { expect, test } from "vitest";
import { type Kit, type Revision, requiredBy, run } from "./kit.js";

const KIT = "@modelcontextprotocol/conformance";
const REVISIONS: readonly (readonly [Revision, number])[] = [
  ["2025-11-25", 18],
  ["2026-07-28", 32],
];

test.each(REVISIONS)("the kit requires of a client of %s %d scenarios", (revision, count) => {
  expect(requiredBy(revision)).toHaveLength(count);
});

/** Scenarios with a server that a client must not trust, or that is never content: they end without a tool. */
const REFUSED: Readonly<Record<string, string>> = {
  "auth/scope-retry-limit": "its login lacks the scope `mcp:admin`",
  "auth/resource-mismatch": "it needs a login",
  "auth/iss-supported-missing": "it needs a login",
  "auth/iss-wrong-issuer": "it needs a login",
  "auth/iss-unexpected": "it needs a login",
  "auth/iss-normalized": "it needs a login",
  "auth/metadata-issuer-mismatch": "it needs a login",
};

/** Scenarios whose servers have no tool that can be called. */
const WITHOUT_TOOLS: ReadonlySet<string> = new Set(["initialize", "request-metadata"]);
/** The server of this scenario has a tool, and knows no call. */
const WITHOUT_CALLS = "json-schema-ref-no-deref";

const ALL: readonly (readonly [string, Revision | undefined, Kit])[] = [
  ...REVISIONS.flatMap(([revision]) => requiredBy(revision).map((name) => [name, revision, KIT] as const)),
  ["sse-retry", undefined, "mcp-conformance-0.1"],
  ["auth/2025-03-26-oauth-metadata-backcompat", undefined, "mcp-conformance-0.1"],
];

test.each(ALL)("%s of %s, %s", async (scenario, revision, kit) => {
  const { failures, successes, results, problem } = await run(kit, scenario, revision);
  expect(failures).toEqual([]);
  expect(successes).toBeGreaterThan(0);
  expect(problem).toEqual(REFUSED[scenario] ?? (scenario === "http-invalid-tool-headers" ? MALFORMED : undefined));
  if (scenario in REFUSED || WITHOUT_TOOLS.has(scenario)) expect(results).toEqual([]);
  else {
    expect(results.length).toBeGreaterThan(0);
    if (scenario !== WITHOUT_CALLS) expect(results.filter((one) => one.startsWith("error: "))).toEqual([]);
  }
});

const MALFORMED = expect.stringMatching(/^\d+ of its tools are malformed or too large$/);
