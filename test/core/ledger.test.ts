/** The ledger of correlated commands, against a model that keeps everything. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Ledger, RESERVED_BYTES } from "../../src/agent/wire/core/ledger.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { ClientOperationResultV1 } from "../../src/generated/protocol/types.js";
import { cases } from "../cases.js";

type Status = ClientOperationResultV1["status"];

const key = (window: number, operation: number) => ({ window_id: `w${window}`, operation: `o${operation}` });

function result(window: number, operation: number, status: Status, message = ""): ClientOperationResultV1 {
  const about = { daemon_epoch: "e", ...key(window, operation), status };
  return status === "failed" ? { ...about, error: { code: "internal", message } } : about;
}

const full = { records: limits.ledgerRecords, bytes: limits.ledgerBytes };

test("C096 4,096 operations fit, and then none", () => {
  const ledger = new Ledger(full);
  for (let each = 0; each < 4096; each += 1) {
    expect(ledger.isFull).toBe(false);
    ledger.reserve(key(0, each), "p");
  }
  expect(ledger.isFull).toBe(true);
  ledger.drop(key(0, 7));
  expect(ledger.isFull).toBe(false);
});

test("C096 32 MiB fit, and then nothing", () => {
  const ledger = new Ledger(full);
  const bytes = 64 * 1024;
  const frame = JSON.stringify(result(0, 100, "failed")).length;
  const count = limits.ledgerBytes / bytes;
  for (let each = 100; each < 100 + count; each += 1) {
    expect(ledger.isFull).toBe(false);
    ledger.reserve(key(0, each), "p");
    ledger.update(result(0, each, "failed", "x".repeat(bytes - frame)));
  }
  expect(ledger.isFull).toBe(true);
  ledger.drop(key(0, 100));
  expect(ledger.isFull).toBe(false);
});

test("C098 C100 a full ledger still finds what it has, and has room again when a window ends", () => {
  const ledger = new Ledger({ records: 3, bytes: 1e9 });
  ledger.reserve(key(0, 0), "a");
  ledger.reserve(key(1, 0), "b");
  ledger.reserve(key(1, 1), "c");
  ledger.update(result(1, 1, "completed"));
  expect([ledger.isFull, ledger.find(key(1, 1))]).toEqual([true, expect.objectContaining({ payload: "c" })]);
  expect(ledger.windows).toEqual(["w0", "w1"]);
  ledger.expire((window) => window === "w1");
  expect([ledger.isFull, ledger.find(key(1, 1)), ledger.windows]).toEqual([false, undefined, ["w0"]]);
});

interface Kept {
  readonly payload: string;
  result: ClientOperationResultV1 | undefined;
}

const step = fc.record({
  what: fc.constantFrom("reserve", "update", "drop", "expire"),
  window: fc.nat({ max: 2 }),
  operation: fc.nat({ max: 3 }),
  status: fc.constantFrom<Status>("admitted", "in_progress", "completed", "failed"),
  length: fc.constantFrom(0, 10, 3000),
});

test("C087 C088 a final result never changes, and every history leads to what a plain map holds", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const limit = { records: 5, bytes: 9000 };
      const ledger = new Ledger(limit);
      const model = new Map<string, Kept>();
      for (const { what, window, operation, status, length } of steps) {
        const name = `w${window} o${operation}`;
        const known = model.get(name);
        if (what === "reserve" && known === undefined && !ledger.isFull) {
          model.set(name, { payload: name, result: undefined });
          ledger.reserve(key(window, operation), name);
        } else if (what === "update") {
          const next = result(window, operation, status, "x".repeat(length));
          ledger.update(next);
          const isFinal = known?.result?.status === "completed" || known?.result?.status === "failed";
          if (known !== undefined && !isFinal) known.result = next;
        } else if (what === "drop") {
          model.delete(name);
          ledger.drop(key(window, operation));
        } else if (what === "expire") {
          for (const one of [...model.keys()]) if (one.startsWith(`w${window} `)) model.delete(one);
          ledger.expire((one) => one === `w${window}`);
        }
        const sizes = [...model.values()].map((kept) =>
          kept.result === undefined ? RESERVED_BYTES : Math.max(RESERVED_BYTES, JSON.stringify(kept.result).length),
        );
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        expect(ledger.isFull).toBe(model.size >= limit.records || bytes + RESERVED_BYTES > limit.bytes);
        expect(ledger.find(key(window, operation))).toMatchObject(model.get(name) ?? {});
        expect(ledger.find(key(window, operation)) === undefined).toBe(!model.has(name));
      }
    }),
    { numRuns: cases(500) },
  );
});
