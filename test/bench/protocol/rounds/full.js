/**
 * P9: nanoseconds of two look-ups in a ledger, each with its key in JSON, and of one append to a ring, each empty and full. `node full.js`. The two take
 * turns, so that both meet the same machine.
 */
import { Ledger } from "../../../../dist/agent/wire/core/ledger.js";
import { StreamMessages } from "../../../../dist/agent/wire/core/message.js";
import { Ring } from "../../../../dist/agent/wire/core/ring.js";
import { limits } from "../../../../dist/generated/protocol/tables.js";
import { recordOf } from "../records.js";

const WORK = 4096;
const ROUNDS = 40;

/** The median nanoseconds of one of `WORK` steps of each, by turns. */
function timed(all) {
  const times = Object.fromEntries(Object.keys(all).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, make] of Object.entries(all)) {
      const step = make();
      const start = performance.now();
      for (let each = 0; each < WORK; each += 1) step(each);
      times[name].push(((performance.now() - start) * 1e6) / WORK);
    }
  return Object.fromEntries(
    Object.entries(times).map(([name, of]) => [name, of.slice(ROUNDS / 4).toSorted((a, b) => a - b)[(ROUNDS * 3) / 8]]),
  );
}

const window_id = "AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const keyOf = (number) => ({
  window_id,
  operation: `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`,
});

function ledgerWith(entries) {
  const ledger = new Ledger({ records: limits.ledgerRecords, bytes: limits.ledgerBytes });
  for (let each = 0; each < entries; each += 1) ledger.reserve(keyOf(each), "payload");
  return ledger;
}

/** A command that is repeated is found, and a new one is not; each key comes as JSON, as in the body of a request. */
function asked(ledger) {
  const known = JSON.stringify(keyOf(0));
  const keys = Array.from({ length: WORK }, (_, each) => JSON.stringify(keyOf(limits.ledgerRecords + each)));
  return () => (each) => {
    if (ledger.find(JSON.parse(known)) === undefined) throw new Error("it does not know what it has");
    if (ledger.isFull || ledger.find(JSON.parse(keys[each])) !== undefined) throw new Error("it knows what is new");
  };
}

const messages = new StreamMessages({
  epoch: ["daemon_epoch", "0123456789abcdef0123456789abcdef"],
  heartbeat: limits.syncHeartbeat,
  cursorAt: (position) => String(position).padStart(46, "A"),
});
const record = Buffer.from(recordOf(1));

function ring() {
  return new Ring(
    {
      ...{ records: limits.ringRecords, bytes: limits.ringBytes, recordBytes: limits.recordBytes },
      ...{ frameRecords: limits.frameRecords, frameBytes: limits.frameBytes },
    },
    (encoding, position, caughtUp) => messages.frame(encoding, position, caughtUp),
  );
}

const full = ring();
for (let each = 0; each < limits.ringRecords; each += 1) full.append(record, 0);
const appendTo = (to) => () => to.append(record, 0);

const { emptyLedger, fullLedger } = timed({
  emptyLedger: asked(ledgerWith(1)),
  fullLedger: asked(ledgerWith(limits.ledgerRecords - 1)),
});
const { emptyRing, fullRing } = timed({ emptyRing: () => appendTo(ring()), fullRing: () => appendTo(full) });
console.log(JSON.stringify({ emptyLedger, fullLedger, emptyRing, fullRing }));
