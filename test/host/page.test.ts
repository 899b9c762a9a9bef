/** The machine where there is none: names as everywhere, the hash that everybody computes, and no file, program or variable. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../../src/toolkit/read/host/sha256.js";
import { writingPage } from "../../src/toolkit/read/host/writing.js";

const host = writingPage();

test("SHA-256 is that of Node.js, at every length around a block and for any bytes", () => {
  const expected = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  for (let length = 0; length < 200; length += 1) {
    const bytes = new Uint8Array(length).fill(length);
    expect(sha256(bytes), String(length)).toBe(expected(bytes));
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 1000 }), (bytes) => sha256(bytes) === expected(bytes)));
});

test("names are resolved as in a root directory", () => {
  const step = fc.constantFrom("a", "b.c", ".", "..", "", ".agent");
  const name = fc.array(step, { maxLength: 6 }).map((steps) => steps.join("/"));
  const trimmed = (path: string): string => path.replace(/(?<=.)\/$/, "");
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(host.resolve(one)).toBe(posix.resolve("/", one));
      expect(host.join(`/${one}`, other)).toBe(trimmed(posix.join(`/${one}`, other)));
    }),
  );
});

test("nothing is there, and nothing can be made or started", async () => {
  const bytes = new Uint8Array();
  expect([host.kindOf("/"), host.realPath("/a"), host.signature("/a"), host.home, host.accountHome?.()]).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  expect([host.readFile("a", 1), host.createFile("a", bytes), host.replaceFile("a", bytes, bytes)]).toEqual([
    { kind: "unreadable", reason: "there are no files here" },
    "there are no files here",
    "there are no files here",
  ]);
  const outcome = await host.run("true", { cwd: "/", env: {}, timeoutMs: 1, maxBytes: 1 });
  expect(outcome).toEqual({ kind: "failed", reason: "there are no programs here" });
});
