/** The logs of tool servers: scrubbed however the bytes come, bounded, for their user alone, and no more than logs. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ServerLog } from "../../src/agent/session/mcp/server-log.js";
import { Scrubber } from "../../src/agent/session/scrub/scrubber.js";
import { cases } from "../cases.js";
import { Disk } from "../ports/disk.js";

const SECRET = "tür-secret-canary";

function logOn(
  disk: Disk,
  limit = 1_000,
): { readonly log: ServerLog; readonly failures: readonly string[]; readonly text: () => string } {
  const failures: string[] = [];
  const log = new ServerLog(
    disk.files(),
    { folder: "/session/mcp", name: "own.stderr.log", limit, isKept: true },
    () => new Scrubber(new Set([SECRET])),
    (code) => failures.push(code),
  );
  return { log, failures, text: () => Buffer.from(disk.bytes("/session/mcp/own.stderr.log")).toString() };
}

test("a secret is hidden however the bytes are cut", async () => {
  const said = Buffer.from(`before ${SECRET} after ${SECRET}\n`);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(said.length)), async (cuts) => {
      const { log, text } = logOn(new Disk(1));
      const places = [0, ...cuts, said.length].toSorted((a, b) => a - b);
      for (const [index, place] of places.entries()) void log.write(said.subarray(places[index - 1] ?? 0, place));
      await log.end();
      expect(text()).toBe("before [redacted] after [redacted]\n");
    }),
    { numRuns: cases(1_000) },
  );
});

test("the last line of each run is known when it ends, with or without a file", async () => {
  const disk = new Disk(1);
  const { log } = logOn(disk);
  expect(log.lastLine).toBeUndefined();
  void log.write(Buffer.from(`first ${SECRET}\nsecond ${SECRET.slice(0, 7)}`));
  void log.write(Buffer.from(`${SECRET.slice(7)} of it\n\n`));
  void log.end();
  expect(log.lastLine).toBe("second [redacted] of it");
  void log.write(Buffer.from("another run"));
  await log.end();
  expect(log.lastLine).toBe("another run");
  await log.end();
  expect(log.lastLine).toBeUndefined();
});

const LOG = "npm error A complete log of this run can be found in: /home/me/.npm/_logs/1-debug-0.log";

test.each([
  [
    "a package that is not there",
    ["npm error code E404", "npm error 404 Not Found - GET https://npm.example/own-mcp", "npm error 404", LOG],
    "npm error 404 Not Found - GET https://npm.example/own-mcp",
  ],
  [
    "a registry that cannot be reached",
    [
      ...["npm error code ECONNREFUSED", "npm error syscall connect", "npm error errno ECONNREFUSED"],
      ...["npm error FetchError: request to https://npm.example failed", "npm error     at emit (node:events:1:1)"],
      ...["npm error If you are behind a proxy, set it.", LOG],
    ],
    "npm error FetchError: request to https://npm.example failed",
  ],
  [
    "an earlier npm",
    [
      "npm WARN old x",
      "npm ERR! code ENOENT",
      "npm ERR! path /x",
      "npm ERR! enoent Could not read it",
      "npm ERR! enoent",
    ],
    "npm ERR! enoent Could not read it",
  ],
  [
    "a package without a program",
    ["npm error could not determine executable to run", LOG],
    "npm error could not determine executable to run",
  ],
  ["nothing but a code", ["npm error code E500", LOG], "npm error code E500"],
  ["a program that goes on", ["npm error one", "npm error two", "own: no token"], "own: no token"],
  [
    "npm after a program",
    ["own: starting", "npm error code 1", "npm error command failed", LOG],
    "npm error command failed",
  ],
])("of what npm says the reason is told, and not where its log lies: %s", async (_, lines, told) => {
  const { log } = logOn(new Disk(1));
  void log.write(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  await log.end();
  expect(log.lastLine).toBe(told);
});

test("the file is for its user alone, and a later run of the server adds to it", async () => {
  const disk = new Disk(1);
  const first = logOn(disk);
  await first.log.write(Buffer.from("one\n"));
  await first.log.end();
  await first.log.write(Buffer.from("two\n"));
  await first.log.end();
  const { log, text } = logOn(disk);
  await log.write(Buffer.from("three\n"));
  await log.end();
  expect(text()).toBe("one\ntwo\nthree\n");
  expect(await disk.files().status("/session/mcp/own.stderr.log")).toMatchObject({ mode: 0o600 });
  expect(await disk.files().status("/session/mcp")).toMatchObject({ mode: 0o700 });
});

test("the last of it is kept, in whole lines, and never more than the limit", async () => {
  const { log, text } = logOn(new Disk(1));
  for (let index = 0; index < 500; index += 1) {
    await log.write(Buffer.from(`line ${index}\n`));
    expect(text().length).toBeLessThanOrEqual(1_000);
    expect(text()).toMatch(/^(?:line \d+\n)+$/);
    expect(text().endsWith(`line ${index}\n`)).toBe(true);
  }
  expect(text().length).toBeGreaterThan(480);
  await log.write(Buffer.from(`${"x".repeat(5_000)} end\n`));
  expect(text()).toMatch(/x{400} end\n$/);
  expect(text().length).toBeLessThanOrEqual(1_000);
});

test("a disk that refuses ends the log once, and waits resolve", async () => {
  const disk = new Disk(1);
  disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
  const { log, failures } = logOn(disk);
  await log.write(Buffer.from("one\n"));
  await log.write(Buffer.from("two\n"));
  await log.end();
  expect(failures).toEqual(["full"]);
});

test("nothing is made for a server that says nothing", async () => {
  const disk = new Disk(1);
  await logOn(disk).log.end();
  expect(disk.operations).toEqual([]);
});
