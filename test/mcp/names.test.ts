/** The names of tools and of log files (P-S82): such as providers and file systems take, and each of one tool alone. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { logName, offeredName } from "../../src/agent/session/mcp/names.js";
import { cases } from "../cases.js";

test("an ordinary name is offered as it is configured", () => {
  expect(offeredName("files", "read_file")).toBe("mcp__files__read_file");
  expect(offeredName("my-server_2", "_x")).toBe("mcp__my-server_2___x");
});

test("any other name is shortened, with a digest of the whole", () => {
  expect(offeredName("files", "read.file")).toMatch(/^mcp__files__read_file_[0-9a-f]{16}$/);
  expect(offeredName("files", "ü/../\u0000")).toMatch(/^mcp__files_______+[0-9a-f]{16}$/);
  expect(offeredName("s".repeat(100), "t")).toMatch(/^mcp__s{42}_[0-9a-f]{16}$/);
  expect(offeredName("files", "x".repeat(51))).toBe(`mcp__files__${"x".repeat(51)}`.slice(0, 64));
  expect(offeredName("files", "x".repeat(53))).toMatch(/^mcp__files__x{35}_[0-9a-f]{16}$/);
});

test("two tools have two names, whatever their servers are called", () => {
  const part = fc.oneof(
    fc.stringMatching(/^[ab_]{1,6}$/),
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.constantFrom("a", "a__b", "b__a", "_", "__", "a_", `a_${"0".repeat(16)}`, "a".repeat(80), `${"a".repeat(80)}b`),
  );
  fc.assert(
    fc.property(part, part, part, part, (server, tool, otherServer, otherTool) => {
      const name = offeredName(server, tool);
      expect(name).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/);
      expect(offeredName(server, tool)).toBe(name);
      if (server === otherServer && tool === otherTool) return;
      expect(offeredName(otherServer, otherTool)).not.toBe(name);
    }),
    { numRuns: cases(20_000) },
  );
  // A server cannot call a tool as a shortened one of another is called.
  const shortened = offeredName("a__b", "c");
  expect(offeredName("a", shortened.slice("mcp__a__".length))).not.toBe(shortened);
});

test("a log is a file in its folder, whatever the server is called", () => {
  expect(logName("files")).toBe("files");
  for (const name of ["..", "../../etc/passwd", "a/b", "", "ü", "x".repeat(300), "a\u0000b"])
    expect(logName(name)).toMatch(/^[A-Za-z0-9_-]{0,47}_[0-9a-f]{16}$/);
});
