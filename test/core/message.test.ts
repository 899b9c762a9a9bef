/** What a daemon's stream says is what its schemas say (P-S11). */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Encoding, resetMessage } from "../../src/agent/wire/core/message.js";
import type { SyncMessage } from "../../src/generated/protocol/types.js";
import { cases } from "../cases.js";
import { configAjv } from "../generate/ajv.js";
import { happening, Server } from "./server.js";
import { cursorAt, EPOCH, messages, parsed } from "./stream.js";

const ajv = configAjv({ strict: false, validateFormats: false });
for (const name of readdirSync("schema/protocol").filter((each) => each.endsWith(".schema.json"))) {
  ajv.addSchema(JSON.parse(readFileSync(`schema/protocol/${name}`, "utf8")));
}

/** What the schema has against a value. */
function faults(name: string, value: unknown): unknown {
  const isValid = ajv.getSchema(`https://agentcfg.example/protocol/${name}.schema.json`);
  if (isValid === undefined) throw new Error(`no schema ${name}`);
  return isValid(value) ? [] : isValid.errors;
}

describe.each(["sse", "ndjson"] as const)("as %s", (encoding: Encoding) => {
  test("C079 a heartbeat says where its reader is and how many seconds until the next one", () => {
    const message = parsed(messages.heartbeat(encoding, 7), encoding);
    expect(faults("sync-message", message)).toEqual([]);
    expect(message).toEqual({
      ...{ event: "heartbeat", version: 1, daemon_epoch: EPOCH, cursor: cursorAt(7) },
      interval_seconds: 15,
    });
  });

  test("C069 a reset says why, and has no cursor to come back with", () => {
    const message = parsed(resetMessage(encoding, "reset_required"), encoding);
    expect(faults("sync-message", message)).toEqual([]);
    expect(message).toEqual({ event: "reset", version: 1, code: "reset_required" });
  });
});

test("C270 every snapshot and every message fits its schema", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (all) => {
      const server = new Server();
      expect(faults("sync-snapshot", server.snapshot())).toEqual([]);
      for (const each of all) server.happen(each);
      expect(faults("sync-snapshot", server.snapshot())).toEqual([]);
      const got: SyncMessage[] = [];
      for (let next = server.messageAfter(0); next; next = server.messageAfter(next.last)) got.push(next.message);
      for (const message of got) expect(faults("sync-message", message)).toEqual([]);
    }),
    { numRuns: cases(200) },
  );
});
