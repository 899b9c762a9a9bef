/** Section 8 of the protocol: each of its numbers is that of the schema which programs and documents are made from. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import limits from "../../schema/protocol/limits.json" with { type: "json" };

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What stands in a row, and the limits of the schema that it gives, in the units of the schema. */
const ROWS: readonly (readonly [surface: string, said: string, are: Partial<Record<keyof typeof limits, number>>])[] = [
  ["Operation window", "10 minutes", { operationWindow: 10 * MINUTE }],
  ["Operation ledger", "4,096 records, 32 MiB", { ledgerRecords: 4096, ledgerBytes: 32 * MIB }],
  ["Live sync stream", "256 records, 2 MiB per frame", { frameRecords: 256, frameBytes: 2 * MIB }],
  [
    "Fleet journal",
    "8,192 records, 32 MiB, five minutes",
    { fleetRecords: 8192, fleetBytes: 32 * MIB, fleetAge: 5 * MINUTE },
  ],
  [
    "Fleet snapshot store",
    "Eight retained, 32 MiB serialized total, 10-minute TTL each",
    { fleetSnapshots: 8, fleetSnapshotBytes: 32 * MIB, fleetSnapshotLife: 10 * MINUTE },
  ],
  ["Fleet page", "200 project or session entries, 1 MiB JSON", { fleetPageEntries: 200, fleetPageBytes: MIB }],
  ["Fleet heartbeat", "15 seconds", { fleetHeartbeat: 15 * SECOND }],
  ["Stopped-history page", "256 items, 2 MiB JSON", { historyPageItems: 256, historyPageBytes: 2 * MIB }],
  // The checkpoint of a daemon lives as long as a capture of the hub.
  [
    "Stopped-history checkpoints",
    "Eight retained, 10-minute TTL",
    { captures: 8, captureLife: 10 * MINUTE, checkpointLife: 10 * MINUTE },
  ],
  ["Stopped-history spool", "1 GiB shared; old captures evicted when the quota", { spoolBytes: KIB * MIB }],
  ["Attachment response", "8 MiB", { attachmentBytes: 8 * MIB }],
  [
    "Hub observer",
    "Eight concurrent requests, five-second polling, three-second request timeout, 15-second freshness",
    {
      ...{ observerRequests: 8, observerInterval: 5 * SECOND, observerTimeout: 3 * SECOND },
      observerFresh: 15 * SECOND,
    },
  ],
];

/** The rows of the table in section 8. */
function rowsOfSpecification(): readonly (readonly [surface: string, limit: string])[] {
  const text = readFileSync("docs/protocol-specification.md", "utf8");
  const [, section = ""] = /^## 8\..*?$(.*?)^## 9\./ms.exec(text) ?? [];
  const [, , ...rows] = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) => {
    const [, surface = "", limit = ""] = row.split("|").map((cell) => cell.trim());
    return [surface, limit];
  });
}

test("all 25 numbers of section 8 are in the schema, and it has no other of that section", () => {
  const rows = rowsOfSpecification();
  expect(rows.map(([surface]) => surface.replace(/ \(.*/, ""))).toEqual(ROWS.map(([surface]) => surface));
  expect(rows.map(([, limit]) => limit)).toEqual(ROWS.map(([, said]) => expect.stringContaining(said)));
  const said = Object.assign({}, ...ROWS.map(([, , are]) => are)) as Readonly<Record<string, number>>;
  expect(Object.keys(said)).toHaveLength(25);
  const ours = Object.entries(limits).filter(([, { section }]) => section === "8");
  expect(Object.fromEntries(ours.map(([name, { value }]) => [name, value]))).toEqual(said);
});
