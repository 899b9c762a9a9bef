/** Refusals: every code with its statuses, and nothing of the request in what is sent. */
import { describe, expect, test } from "vitest";
import {
  errorBody,
  errorHeaders,
  isCode,
  type Refusal,
  type RefusalOn,
  refuse,
} from "../../src/agent/wire/protocol/codes.js";
import { codes } from "../../src/generated/protocol/tables.js";
import { isProtocolError } from "../../src/generated/protocol/validators.js";

const sent = Object.entries(codes).flatMap(([code, { status }]) =>
  status.map((one) => ({ code, status: one }) as Refusal),
);

describe("C274 every status and code of spec 7", () => {
  const table: readonly (readonly [number, ...(keyof typeof codes)[]])[] = [
    [400, "invalid_cursor", "cursor_wrong_session", "invalid_checkpoint", "attachment_range_invalid"],
    [409, "epoch_mismatch", "operation_payload_conflict", "turn_in_flight"],
    [409, "history_requires_stopped", "history_not_finalized", "history_source_changed"],
    [410, "cursor_too_old", "checkpoint_expired", "snapshot_expired", "operation_expired", "reset_required"],
    [404, "history_unavailable", "attachment_not_found"],
    [422, "history_corrupt"],
    [413, "attachment_too_large", "fleet_capacity_exceeded"],
    [429, "operation_capacity_exceeded"],
    [503, "snapshot_capacity_exceeded", "fleet_capacity_exceeded"],
  ];
  test.each(table.flatMap(([status, ...names]) => names.map((code) => [code, status] as const)))(
    "%s is %i",
    (code, status) => {
      expect(codes[code].status).toContain(status);
    },
  );
});

test.each(sent)("the body of $code $status fits its schema", (refusal) => {
  const body = errorBody(refusal, "r1");
  expect(isProtocolError(body)).toBe(true);
  expect(body).toEqual({
    code: refusal.code,
    status: refusal.status,
    message: codes[refusal.code].says,
    request_id: "r1",
  });
});

test("a code with one status need not say it, and one with several must", () => {
  expect(refuse("turn_in_flight")).toEqual({ code: "turn_in_flight", status: 409 });
  expect(refuse("fleet_capacity_exceeded", { status: 503 }).status).toBe(503);
  // @ts-expect-error It may be 413 or 503.
  refuse("fleet_capacity_exceeded");
  // @ts-expect-error It is a 409.
  refuse("turn_in_flight", { status: 410 });
  // @ts-expect-error It is said at the start alone.
  refuse("session_exists");
});

test("a route refuses with its own codes, and with those of any request", () => {
  const allowed: readonly RefusalOn<"cancelTurn">[] = [refuse("turn_not_running"), refuse("internal")];
  // @ts-expect-error It belongs to prompts.
  const other: RefusalOn<"cancelTurn"> = refuse("turn_in_flight");
  expect([...allowed, other].map(({ status }) => status)).toEqual([409, 500, 409]);
});

test("C028 a 401 names the scheme, and no answer speaks to other origins", () => {
  expect(errorHeaders(refuse("unauthorized"))).toContainEqual(["www-authenticate", "Bearer"]);
  const names = sent.flatMap((refusal) => errorHeaders(refusal).map(([name]) => name));
  expect(names.filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("when to try again stands in the header and in the body", () => {
  const refusal = refuse("overloaded", { retryAfterSeconds: 2 });
  expect(errorHeaders(refusal)).toContainEqual(["retry-after", "2"]);
  expect(errorBody(refusal, "r2").retry_after_seconds).toBe(2);
});

test("a 405 names the methods that there are", () => {
  expect(errorHeaders(refuse("method_not_allowed", { allow: "GET, POST" }))).toContainEqual(["allow", "GET, POST"]);
});

test("words that every object has are no codes", () => {
  expect(["unauthorized", "toString", "__proto__", "later"].map(isCode)).toEqual([true, false, false, false]);
});
