/** Negotiation of media types. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { negotiate } from "../../src/agent/wire/server/events.js";
import { cases } from "../cases.js";

const SSE = "text/event-stream";
const NDJSON = "application/x-ndjson";

test.each([
  [undefined, SSE],
  ["", SSE],
  [" ", SSE],
  ["*/*", SSE],
  ["text/event-stream", SSE],
  ["Application/X-NDJSON", NDJSON],
  ["application/x-ndjson;charset=utf-8", NDJSON],
  ["application/*", NDJSON],
  ["text/*;q=0.5, application/x-ndjson", NDJSON],
  ["application/x-ndjson;q=0.5, */*;q=0.1", NDJSON],
  ["application/x-ndjson;q=0.5,*/*", SSE],
  ["text/event-stream;q=0, */*", NDJSON],
  ["text/*;q=0,*/*;q=0.001", NDJSON],
  ["application/x-ndjson; q=1.000 , text/event-stream;q=0.999", NDJSON],
  ["application/x-ndjson, text/event-stream", SSE],
  ["nonsense, application/x-ndjson", NDJSON],
  ["application/x-ndjson;q=2, text/event-stream;q=0.1", SSE],
])("C075 %j takes %s", (accept, type) => {
  expect(negotiate(accept, [SSE, NDJSON])).toBe(type);
});

test.each(["image/png", "application/json", "*/*;q=0", "text/event-stream;q=0", "nonsense", ",", "*/plain", "text/"])(
  "C075 %j takes none",
  (accept) => {
    expect(negotiate(accept, [SSE, NDJSON])).toBeUndefined();
  },
);

test("what is named alone is taken, whatever stands around it", () => {
  const other = fc.constantFrom("image/png", "x", "", "a/b;q=1", "text/html;level=1", "*/*;q=0.1", "text/*;q=0.2", '"');
  const property = fc.property(fc.array(other), fc.array(other), (before, after) => {
    expect(negotiate([...before, NDJSON, ...after].join(","), [SSE, NDJSON])).toBe(NDJSON);
  });
  fc.assert(property, { numRuns: cases(500) });
});
