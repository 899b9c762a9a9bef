/** A catalog of a session that runs, its records, and its log. */

import { logTo } from "../../../src/agent/machine/interfaces/log.js";
import { Catalog } from "../../../src/agent/session/catalog/catalog.js";
import { SessionJournal } from "../../../src/agent/session/daemon/journal.js";
import { TokenCodec } from "../../../src/agent/wire/protocol/token.js";
import type { SyncRecordV1 } from "../../../src/generated/protocol/types.js";
import { seededRandom } from "../../ports/chance.js";
import { Disk } from "../../ports/disk.js";
import { HandClock } from "../../ports/hand-clock.js";
import { NEW, open } from "../../store/bench.js";

export const EPOCH = "e".repeat(32);

export async function publishing({ epoch = EPOCH, clock = new HandClock() } = {}) {
  const random = seededRandom(1);
  const store = await open(new Disk(1), NEW);
  const codec = new TokenCodec(random.bytes(32));
  const begins = { model: null, facet: null, permissionMonitor: "standard" } as const;
  const session = new SessionJournal(store, { epoch, codec, begins }, { clock, random });
  const records: SyncRecordV1[] = [];
  session.onRecord((record) => void records.push(record));
  const lines: string[] = [];
  const catalog = new Catalog(
    session,
    clock,
    logTo((line) => void lines.push(line), clock),
  );
  return { catalog, session, records, lines, clock };
}
