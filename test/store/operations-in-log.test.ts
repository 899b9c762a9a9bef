/** The operations that a log tells of: the newest, as many as an epoch may hold. */
import { expect, test } from "vitest";
import { OperationsInLog } from "../../src/agent/session/store/operations.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { LogEntry } from "../../src/generated/protocol/types.js";

function dequeue(number: number): LogEntry {
  const operation = { window_id: "window", operation: `operation-${number}`, payload: "0".repeat(64) };
  return {
    n: number,
    s: number - 1,
    at: "2027-01-15T08:00:00.000Z",
    t: "dequeue",
    queue_revision: "1",
    prompt_id: null,
    operation,
  };
}

test.each([limits.ledgerRecords, limits.ledgerRecords + 1])("C096 of %i operations the newest are known", (count) => {
  const operations = new OperationsInLog();
  for (let number = 1; number <= count; number += 1) operations.take(dequeue(number));
  const known = operations.newest.map(({ correlation }) => correlation.operation);
  expect(known).toHaveLength(limits.ledgerRecords);
  expect([known[0], known.at(-1)]).toEqual([`operation-${1 + count - limits.ledgerRecords}`, `operation-${count}`]);
});
