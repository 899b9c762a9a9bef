/** Streams: what is written is read again, whatever the pieces it comes in. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeMessage, ndjson, sse } from "../../src/agent/wire/protocol/encoding.js";
import { mediaTypes, singleHeader, streamHeaders } from "../../src/agent/wire/protocol/headers.js";
import {
  MessageTooLong,
  NdjsonReader,
  type ServerSentEvent,
  SseReader,
  type StreamReader,
} from "../../src/agent/wire/protocol/stream-reader.js";
import { cases } from "../cases.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (encoded: Uint8Array): string => new TextDecoder().decode(encoded);

/** What comes out of a reader that gets the bytes in pieces that end at these places. */
function inPieces<Message>(
  reader: StreamReader<Message>,
  whole: Uint8Array,
  ends: readonly number[],
): readonly Message[] {
  const places = [0, ...[...ends].sort((a, b) => a - b), whole.length];
  return places.slice(1).flatMap((end, index) => [...reader.push(whole.subarray(places[index], end))]);
}

/** Every place alone, every two places of short texts, and each byte by itself. */
function* splits(length: number): Generator<readonly number[]> {
  yield Array.from({ length }, (_, index) => index);
  for (let first = 0; first <= length; first++) {
    yield [first];
    if (length < 100) for (let second = first + 1; second <= length; second++) yield [first, second];
  }
}

const SAMPLES: readonly (readonly [string, string, readonly Partial<ServerSentEvent>[]])[] = [
  ["a message", "event: frame\nid: c1\ndata: {}\n\n", [{ event: "frame", id: "c1", data: "{}" }]],
  [
    "carriage returns and feeds",
    "event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n",
    [{ event: "a", data: "1" }, { data: "2" }],
  ],
  ["carriage returns alone", "event: a\rdata: 1\r\rdata: 2\r\r", [{ event: "a", data: "1" }, { data: "2" }]],
  ["all ends mixed", "data: 1\r\ndata: 2\rdata: 3\n\rdata: 4\n\r\n", [{ data: "1\n2\n3" }, { data: "4" }]],
  ["a mark in front", "\uFEFFdata: 1\n\ndata: \uFEFF2\n\n", [{ data: "1" }, { data: "\uFEFF2" }]],
  ["several lines of data", "data: a\ndata:  b\ndata:c\ndata\ndata:\n\n", [{ data: "a\n b\nc\n\n" }]],
  ["data that is empty", "data\n\ndata:\n\n", [{ data: "" }, { data: "" }]],
  ["no data", "event: a\n\nid: 7\n\ndata: 1\n\n", [{ event: "message", data: "1", id: "7" }]],
  ["comments", ": hello\n:\ndata: 1\n: more\n\n", [{ data: "1" }]],
  ["an id that stays", "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", [{ id: "1" }, { id: "1" }, { id: "" }]],
  ["an id with U+0000", "id: 1\nid: 2\0\ndata: a\n\n", [{ id: "1", data: "a" }]],
  ["fields that nobody knows", "Data: x\ndatax: y\n data: z\nretry: a\ndata: 1\n\n", [{ data: "1" }]],
  ["what is incomplete", "data: 1\n\ndata: 2\n", [{ data: "1" }]],
  ["characters of several bytes", "event: é\ndata: €😀\n\n", [{ event: "é", data: "€😀" }]],
];

describe("server-sent events", () => {
  test.each(SAMPLES)("%s, in all pieces", (_, stream, messages) => {
    const whole = bytes(stream);
    for (const ends of splits(whole.length)) {
      const read = inPieces(new SseReader(), whole, ends);
      expect(read.length, ends.join()).toBe(messages.length);
      expect(read, ends.join()).toMatchObject(messages);
    }
  });

  test("invalid UTF-8 is replaced, and what follows is read", () => {
    const whole = Uint8Array.of(...bytes("data: a"), 0xff, 0xe2, 0x82, ...bytes("\ndata: b\n\n"));
    for (const ends of splits(whole.length))
      expect(inPieces(new SseReader(), whole, ends)).toEqual([{ event: "message", data: "a\uFFFD\uFFFD\nb", id: "" }]);
  });

  test("the wish to be asked again later is kept", () => {
    const reader = new SseReader();
    reader.push(bytes("retry: 2500\nretry: 1x\nretry:\n"));
    expect(reader.retry).toBe(2500);
  });

  test("C053 framing of a message is counted by its bytes", () => {
    const json = bytes('{"a":"é"}');
    const message = encodeMessage(sse, "frame", "c1", json);
    expect(text(message)).toBe('event: frame\nid: c1\ndata: {"a":"é"}\n\n');
    expect(message.length).toBe(sse.head("frame", "c1").length + json.length + sse.tail.length);
  });

  test("a reset has no id, so that the reader keeps the last one", () => {
    const whole = [encodeMessage(sse, "frame", "c1", bytes("{}")), encodeMessage(sse, "reset", undefined, bytes("{}"))];
    expect(whole.map(text).join("").match(/^id:/gm)).toHaveLength(1);
    const reader = new SseReader();
    expect(whole.flatMap((message) => reader.push(message)).map(({ event, id }) => [event, id])).toEqual([
      ["frame", "c1"],
      ["reset", "c1"],
    ]);
  });
});

describe("NDJSON", () => {
  test.each([
    ["lines", '{"a":1}\n{"b":"é😀"}\n', ['{"a":1}', '{"b":"é😀"}']],
    ["blank lines", '\n\r\n{"a":1}\n \n', ['{"a":1}']],
    ["what is incomplete", '{"a":1}\n{"b":2}', ['{"a":1}']],
    ["a mark in front", '\uFEFF{"a":1}\n', ['{"a":1}']],
  ])("%s, in all pieces", (_, stream, lines) => {
    const whole = bytes(stream);
    for (const ends of splits(whole.length)) expect(inPieces(new NdjsonReader(), whole, ends)).toEqual(lines);
  });

  test("a carriage return before the end is white space of JSON", () => {
    expect(new NdjsonReader().push(bytes('{"a":1}\r\n')).map((line) => JSON.parse(line))).toEqual([{ a: 1 }]);
  });
});

test("C075 what is written is read, in any pieces, and both encodings hold the same JSON", () => {
  const word = fc.stringMatching(/^[a-z0-9_-]{1,10}$/);
  const messages = fc.array(fc.record({ event: word, id: word, value: fc.jsonValue() }), {
    minLength: 1,
    maxLength: 5,
  });
  const property = fc.property(messages, fc.array(fc.nat()), (all, ends) => {
    const jsons = all.map(({ value }) => JSON.stringify(value));
    const stream = (encoding: typeof sse): Uint8Array =>
      Buffer.concat(all.map(({ event, id }, index) => encodeMessage(encoding, event, id, bytes(jsons[index] ?? ""))));
    const [events, lines] = [stream(sse), stream(ndjson)];
    const at = (whole: Uint8Array): readonly number[] => ends.map((end) => end % (whole.length + 1));
    const expected = all.map(({ event, id }, index) => ({ event, id, data: jsons[index] }));
    expect(inPieces(new SseReader(), events, at(events))).toEqual(expected);
    expect(inPieces(new NdjsonReader(), lines, at(lines))).toEqual(jsons);
  });
  fc.assert(property, { numRuns: cases(2000) });
});

test("any bytes in any pieces say the same as in one", () => {
  const piece = fc.constantFrom(
    ...["\r", "\n", "\r\n", "data", ":", " ", "data: x", "id: 1", "event: e", "\uFEFF", "é", "😀", "\0"],
  );
  const stream = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(piece, { maxLength: 30 }).map((all) => bytes(all.join(""))),
  );
  const property = fc.property(stream, fc.array(fc.nat()), (whole, ends) => {
    const at = ends.map((end) => end % (whole.length + 1));
    expect(inPieces(new SseReader(), whole, at)).toEqual(new SseReader().push(whole));
    expect(inPieces(new NdjsonReader(), whole, at)).toEqual(new NdjsonReader().push(whole));
  });
  fc.assert(property, { numRuns: cases(5000) });
});

describe("a limit", () => {
  test("takes a message of its length, and no longer one", () => {
    const limit = 10;
    expect(new SseReader(limit).push(bytes("data: 0123456789\n\n"))).toHaveLength(1);
    expect(new SseReader(limit).push(bytes("data: 01234\ndata: 6789\n\n"))).toHaveLength(1);
    expect(new NdjsonReader(limit).push(bytes("0123456789\n"))).toHaveLength(1);
    expect(() => new SseReader(limit).push(bytes("data: 0123456789x\n"))).toThrow(MessageTooLong);
    expect(() => new SseReader(limit).push(bytes("data: 01234\ndata: 67890\n"))).toThrow(MessageTooLong);
    expect(() => new NdjsonReader(limit).push(bytes("0123456789x"))).toThrow(MessageTooLong);
  });

  test("holds for what never ends", () => {
    const reader = new SseReader(1000);
    const endless = (): void => {
      for (let count = 0; count < 1000; count++) reader.push(bytes("data: x"));
    };
    expect(endless).toThrow(MessageTooLong);
  });
});

test("C074 nothing on the way may keep a stream, change it or hold it back", () => {
  expect(Object.fromEntries(streamHeaders(mediaTypes.sse))).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
});

test("C015 a header that stands there twice is neither of both", () => {
  const headers = [
    ["a", "1"],
    ["b", "2"],
    ["a", "1"],
  ] as const;
  expect(["a", "b", "c"].map((name) => singleHeader(headers, name))).toEqual([null, "2", undefined]);
});
