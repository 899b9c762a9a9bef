/** The limit of answers over HTTP: of a whole one, and of each event of a stream, however it comes in pieces. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { boundedFetch } from "../../src/agent/session/mcp/connect-fetch.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { HandClock } from "../ports/hand-clock.js";

/** What arrives of a body that comes in pieces; undefined when it is too long. */
async function arrived(pieces: readonly Uint8Array[], type: string, limit: number): Promise<string | undefined> {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  });
  const bounded = boundedFetch(async () => new Response(body, { headers: { "content-type": type } }), limit, nodeClock);
  try {
    return await (await bounded("http://127.0.0.1/")).text();
  } catch {
    return undefined;
  }
}

test("an answer arrives whole up to the limit, and not beyond it", async () => {
  const bytes = Buffer.alloc(100, "x");
  expect(await arrived([bytes], "application/json", 100)).toBe(bytes.toString());
  expect(await arrived([bytes, Buffer.from("x")], "application/json", 100)).toBeUndefined();
});

test("a stream may be of any length when each of its events is within the limit", async () => {
  const lines = fc.array(fc.array(fc.stringMatching(/^[a-z:]{1,12}$/), { minLength: 1, maxLength: 4 }), {
    maxLength: 20,
  });
  const stream = fc.tuple(lines, fc.constantFrom("\n", "\r\n", "\r")).map(([events, end]) => {
    return events.map((event) => [...event, ""].map((line) => `${line}${end}`).join(""));
  });
  await fc.assert(
    fc.asyncProperty(stream, fc.array(fc.nat(200)), async (events, cuts) => {
      const bytes = Buffer.from(events.join(""));
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted((a, b) => a - b);
      const pieces = places.map((place, index) => bytes.subarray(places[index - 1] ?? 0, place));
      // The second byte of a line end counts for the next event.
      const longest = Math.max(0, ...events.map(({ length }) => length)) + 1;
      expect(await arrived(pieces, "text/event-stream; charset=utf-8", longest)).toBe(events.join(""));
    }),
    { numRuns: cases(2_000) },
  );
});

test("an event that is too long ends the stream, also one of many short lines", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const long = Buffer.from(`data: x${end}`.repeat(100));
    const short = Buffer.from(`data: x${end}${end}`.repeat(100));
    expect(await arrived([long], "text/event-stream", 400)).toBeUndefined();
    expect(
      await arrived(
        [...long].map((byte) => Uint8Array.of(byte)),
        "text/event-stream",
        400,
      ),
    ).toBeUndefined();
    expect(await arrived([short], "text/event-stream", 400)).toBe(short.toString());
  }
});

test("of a flood of events, those of a second arrive in a second", async () => {
  const clock = new HandClock();
  const piece = Buffer.from("data: x\n\n".repeat(50));
  const body = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(piece) }, { highWaterMark: 0 });
  const answer = new Response(body, { headers: { "content-type": "text/event-stream" } });
  const bounded = await boundedFetch(async () => answer, 1_000, clock)("http://127.0.0.1/");
  let events = 0;
  const reader = bounded.body?.getReader();
  const read = async (): Promise<void> => {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) events += 50;
  };
  const done = read();
  await rested(() => clock.next !== undefined);
  expect(events).toBeLessThanOrEqual(limits.mcpPace / 10 + 100);
  for (let passed = 0; passed < 1_000; passed += 50) {
    clock.pass(50);
    await rested(() => clock.next !== undefined);
  }
  expect(events).toBeGreaterThan(limits.mcpPace * 0.9);
  expect(events).toBeLessThan(limits.mcpPace * 1.3);
  await reader?.cancel();
  await done;
});

async function rested(holds: () => boolean): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (!holds());
}
