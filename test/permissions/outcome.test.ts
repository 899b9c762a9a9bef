/** What happens to a call: one table for the agent and for `agentcfg explain` (P-S34, P-S108). */
import { expect, test } from "vitest";
import type { PermissionCall } from "../../src/permissions/call.js";
import type { Decision } from "../../src/permissions/decision.js";
import { type Matcher, type Outcome, outcomeOf } from "../../src/permissions/outcome.js";

const cwd = "/work";
const reading = (path: string, isChanged = false): PermissionCall => ({
  tool: "read",
  cwd,
  places: [{ path, isChanged }],
});
const SHELL: PermissionCall = { tool: "shell", cwd, command: { text: "ls", shell: "bash" } };
const INSIDE = reading("/work/src/a.ts");
const OUTSIDE = reading("/workshop/a.ts");
const CHANGE = reading("/work/a.ts", true);
const FREE: PermissionCall = { tool: "delegate", cwd };
/** A tool of a server may have the name of one of ours. */
const SERVED: PermissionCall = { tool: "mcp__x__skill", cwd, server: { name: "x", tool: "skill" } };

const MATCHERS: readonly Matcher[] = ["standard", "autonomous", "bypass_plus", "bypass"];

test.each<readonly [string, Decision["effect"], PermissionCall, readonly [Outcome, Outcome, Outcome, Outcome]]>([
  ["a command that no rule is about", "none", SHELL, ["asks", "classified", "runs", "runs"]],
  ["a command that a rule allows", "allow", SHELL, ["runs", "runs", "runs", "runs"]],
  ["a command about which a rule asks", "ask", SHELL, ["asks", "asks", "runs", "runs"]],
  ["a command that a rule denies", "deny", SHELL, ["denied", "denied", "denied", "runs"]],
  ["reading inside", "none", INSIDE, ["runs", "runs", "runs", "runs"]],
  ["reading inside, and a rule asks", "ask", INSIDE, ["asks", "asks", "runs", "runs"]],
  ["reading inside, and a rule denies", "deny", INSIDE, ["denied", "denied", "denied", "runs"]],
  ["reading outside", "none", OUTSIDE, ["asks", "classified", "runs", "runs"]],
  ["a change inside", "none", CHANGE, ["asks", "classified", "runs", "runs"]],
  ["a free tool", "none", FREE, ["runs", "runs", "runs", "runs"]],
  ["a free tool, and a rule asks", "ask", FREE, ["asks", "asks", "runs", "runs"]],
  ["a free tool, and a rule denies", "deny", FREE, ["denied", "denied", "denied", "runs"]],
  ["a server's tool with the name of a free one", "none", SERVED, ["asks", "classified", "runs", "runs"]],
])("%s", (_, effect, call, outcomes) => {
  expect(MATCHERS.map((matcher) => outcomeOf({ effect, reason: "" }, call, matcher))).toEqual(outcomes);
});

test("a command that a rule may deny asks under bypass_plus, too", () => {
  const decision: Decision = { effect: "ask", mayBeDenied: true, reason: "" };
  expect(MATCHERS.map((matcher) => outcomeOf(decision, SHELL, matcher))).toEqual(["asks", "asks", "asks", "runs"]);
});

test("a call that no rule is about asks under bypass_plus where a rule may be missing, and reading does not", () => {
  const decision: Decision = { effect: "none", mayBeDenied: true, reason: "" };
  expect([SHELL, CHANGE, INSIDE, FREE].map((call) => outcomeOf(decision, call, "bypass_plus"))).toEqual([
    "asks",
    "asks",
    "runs",
    "runs",
  ]);
});
