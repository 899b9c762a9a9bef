/** `startup.json` of a daemon: whom it tells where the token lies, and that it has ended in order (P-S6). */
import { expect, test } from "vitest";
import type { Startup } from "../../src/generated/protocol/types.js";
import { isStartup } from "../../src/generated/protocol/validators.js";
import { Disk } from "../ports/disk.js";
import { Bench, running } from "./bench.js";

const FOLDER = "/state/sessions-v1/session-1";

async function startupOf(disk: Disk): Promise<Startup> {
  const value: unknown = JSON.parse(Buffer.from(await disk.files().read(`${FOLDER}/startup.json`, 10_000)).toString());
  expect(isStartup(value)).toBe(true);
  return value as Startup;
}

async function begun(): Promise<{ readonly disk: Disk; readonly bench: Bench }> {
  const disk = new Disk(1);
  return { disk, bench: await running({ disk }) };
}

test("a credential that lies elsewhere is named", async () => {
  const { disk } = await begun();
  expect(await startupOf(disk)).toMatchObject({ state: "ready", credential_file: "/credential.json" });
});

test("an end in order is `stopped`, of the same run and without an address", async () => {
  const { disk, bench } = await begun();
  const { url: _, ...before } = await startupOf(disk);
  await bench.daemon.stop("terminate");
  expect(await startupOf(disk)).toEqual({ ...before, state: "stopped" });
});

test("a crash leaves it as it was", async () => {
  const { disk } = await begun();
  disk.crash();
  expect((await startupOf(disk)).state).toBe("ready");
});

test("a stopped session goes on, and is `ready` again", async () => {
  const { disk, bench } = await begun();
  await bench.turn("mice");
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(await startupOf(disk)).toMatchObject({ state: "ready", daemon_epoch: again.daemon.epoch });
});

test("a log that lacks what a stopped daemon wrote is damage, as for one that crashed", async () => {
  const { disk, bench } = await begun();
  await bench.daemon.stop("terminate");
  const files = disk.files();
  const startup = { ...(await startupOf(disk)), daemon_epoch: "f".repeat(32) };
  await files.remove(`${FOLDER}/startup.json`);
  const file = await files.open(`${FOLDER}/startup.json`, "create");
  await file.append(Buffer.from(JSON.stringify(startup)));
  await file.close();
  await files.remove(`${FOLDER}/final.json`);
  expect(await new Bench({ disk, resume: true }, bench.file).start()).toMatchObject({
    kind: "failed",
    code: "history_corrupt",
  });
});

test("where the end cannot be written the session is not finalized, and the file stays", async () => {
  const { disk, bench } = await begun();
  disk.decide = ({ kind, path }) => (kind === "rename" && path.includes("final.json") ? "full" : undefined);
  await bench.daemon.stop("terminate");
  expect((await startupOf(disk)).state).toBe("ready");
});
