/** Which cursors are continued from, and what the others are refused with (P-S13, P-S14). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CursorSource, cursorOf, judgeCursor } from "../../src/agent/wire/core/cursor.js";
import { TokenCodec, tagOf } from "../../src/agent/wire/protocol/token.js";
import { cases } from "../cases.js";
import { fill, ringOf } from "./stream.js";

const codec = new TokenCodec(new Uint8Array(32).fill(1));
/** Head 60, floor 40, barrier 30. */
const ring = ringOf({ records: 20 });
fill(ring, 30);
ring.bar();
fill(ring, 30);
const source: CursorSource = { codec, kind: "sync_cursor", stream: tagOf("here"), epoch: tagOf("now"), ring };

const at = (position: number): string => cursorOf(source, position);
const codeOf = (after: string, lastEventId?: string): string | number => {
  const judged = judgeCursor(source, after, lastEventId);
  return judged.kind === "from" ? judged.position : judged.code;
};

test("C058 positions from the floor to the head are continued from", () => {
  expect([at(40), at(41), at(60)].map((text) => codeOf(text))).toEqual([40, 41, 60]);
  expect(codeOf(at(39))).toBe("cursor_too_old");
});

test("C060 empty, not base64url, too short, too long: invalid_cursor", () => {
  const texts = [
    "",
    "0",
    "null",
    "é".repeat(46),
    "+".repeat(46),
    at(50).slice(1),
    `${at(50)}A`,
    "A".repeat(46),
    ` ${at(50)}`,
  ];
  expect(new Set(texts.map((text) => codeOf(text)))).toEqual(new Set(["invalid_cursor"]));
});

test("C060 beyond the head: invalid_cursor", () => {
  expect(codeOf(at(61))).toBe("invalid_cursor");
});

test("C062 another session's: cursor_wrong_session, however far it is", () => {
  const other = { ...source, stream: tagOf("elsewhere") };
  expect([0, 50, 5_000].map((position) => codeOf(cursorOf(other, position)))).toEqual(
    new Array(3).fill("cursor_wrong_session"),
  );
});

test("C063 another epoch's: epoch_mismatch, however far it was", () => {
  const other = { ...source, epoch: tagOf("before") };
  expect([0, 50, 5_000].map((position) => codeOf(cursorOf(other, position)))).toEqual(
    new Array(3).fill("epoch_mismatch"),
  );
});

test("C064 tokens of every other kind: invalid_cursor", () => {
  const kinds = [
    ...(["history_checkpoint", "history_page", "operation_window"] as const),
    ...(["fleet_cursor", "fleet_snapshot", "fleet_page"] as const),
  ];
  expect(kinds.map((kind) => codeOf(cursorOf({ ...source, kind }, 50)))).toEqual(kinds.map(() => "invalid_cursor"));
  expect(codeOf(codec.encode({ ...source, position: 50, extra: 1 }))).toBe("invalid_cursor");
  const fleet = { ...source, kind: "fleet_cursor" as const };
  expect(judgeCursor(fleet, at(50))).toEqual({ kind: "refused", code: "invalid_cursor" });
});

test("C067 before the barrier: reset_required", () => {
  expect([0, 29, 30].map((position) => codeOf(at(position)))).toEqual([
    "reset_required",
    "reset_required",
    "cursor_too_old",
  ]);
});

describe("C068 of two reasons the first counts", () => {
  /** In the order of P-S14, each a change to what is asked; `place` is below the floor, below the barrier as well, or good. */
  const reasons = [
    { code: "invalid_cursor", spoil: (asked: Asked): Asked => ({ ...asked, kind: "fleet_cursor" }) },
    { code: "cursor_wrong_session", spoil: (asked: Asked): Asked => ({ ...asked, stream: tagOf("elsewhere") }) },
    { code: "epoch_mismatch", spoil: (asked: Asked): Asked => ({ ...asked, epoch: tagOf("before") }) },
    { code: "reset_required", spoil: (asked: Asked): Asked => ({ ...asked, position: 10 }) },
    { code: "cursor_too_old", spoil: (asked: Asked): Asked => ({ ...asked, position: Math.min(asked.position, 35) }) },
  ] as const;
  interface Asked extends CursorSource {
    readonly position: number;
  }
  const good: Asked = { ...source, position: 50 };
  const pairs = reasons.flatMap((first, index) => reasons.slice(index).map((second) => ({ first, second })));

  test.each(pairs)("$first.code before $second.code", ({ first, second }) => {
    const asked = second.spoil(first.spoil(good));
    expect(codeOf(cursorOf(asked, asked.position))).toBe(first.code);
    const turned = first.spoil(second.spoil(good));
    expect(codeOf(cursorOf(turned, turned.position))).toBe(first.code);
  });
});

describe("C073 after and Last-Event-ID", () => {
  test("the newer of the two counts when both are of this epoch", () => {
    const positions = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(positions, positions, (after, last) => {
        expect(codeOf(at(after), at(last))).toBe(codeOf(at(Math.max(after, last))));
      }),
      { numRuns: cases(500) },
    );
  });

  test("after alone is judged when Last-Event-ID is no good", () => {
    const bad = [
      "",
      "7",
      at(61),
      cursorOf({ ...source, epoch: tagOf("before") }, 60),
      cursorOf({ ...source, stream: 1 }, 60),
    ];
    expect(bad.map((last) => codeOf(at(45), last))).toEqual(bad.map(() => 45));
    expect(bad.map((last) => codeOf(at(39), last))).toEqual(bad.map(() => "cursor_too_old"));
  });

  test("after is judged when it is no good itself, whatever Last-Event-ID is", () => {
    expect(codeOf("", at(50))).toBe("invalid_cursor");
    expect(codeOf(cursorOf({ ...source, epoch: tagOf("before") }, 50), at(50))).toBe("epoch_mismatch");
  });
});
