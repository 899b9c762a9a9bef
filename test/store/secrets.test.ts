/** The token of a daemon and the key of an installation, in their files. */
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { makeCredential, readCredential } from "../../src/agent/session/store/credential.js";
import { installKey } from "../../src/agent/session/store/install-key.js";
import { seededRandom } from "../ports/chance.js";
import { CHANGING, Disk } from "../ports/disk.js";
import { temporary } from "./processes.js";

let there: ReturnType<typeof temporary>;
beforeEach(() => {
  there = temporary();
});
afterEach(() => there.remove());

const TOKEN = `${"canary-".repeat(5)}~!`;
const credential = (rest: object): string =>
  JSON.stringify({ version: 1, kind: "agent-daemon-credential", token: TOKEN, ...rest });

test("a credential that is made can be read: 64 hex digits, another one each time", async () => {
  const path = join(there.path, "credential.json");
  const tokens = [await makeCredential(nodeFiles, nodeRandom, path), await makeCredential(nodeFiles, nodeRandom, path)];
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(await readCredential(nodeFiles, path)).toEqual({ kind: "loaded", token: tokens[1] });
});

const NONE =
  'holds no credential: `{"version":1,"kind":"agent-daemon-credential","token":"…"}`, a token of at least 32 characters';

test.each([
  ["is loaded", credential({}), 0o600],
  ["is loaded", credential({}), 0o400],
  ["is loaded", credential({ token: "x".repeat(32), more: true }), 0o600],
  ["is not its user's alone: its mode should be 0600", credential({}), 0o640],
  ["is not its user's alone: its mode should be 0600", credential({}), 0o604],
  ["is not its user's alone: its mode should be 0600", credential({}), 0o602],
  ["is not JSON", "", 0o600],
  ["is not JSON", TOKEN, 0o600],
  ["is not JSON", credential({}).slice(0, -1), 0o600],
  ["is too long", credential({ more: "x".repeat(70_000) }), 0o600],
  [NONE, credential({ version: 2 }), 0o600],
  [NONE, credential({ kind: "other" }), 0o600],
  [NONE, credential({ token: "x".repeat(31) }), 0o600],
  [NONE, credential({ token: `${TOKEN} ` }), 0o600],
  [NONE, credential({ token: `${TOKEN}\n` }), 0o600],
  [NONE, credential({ token: `${TOKEN}ä` }), 0o600],
  [NONE, credential({ token: 7 }), 0o600],
  [NONE, `[${credential({})}]`, 0o600],
])("P-S3 a credential %s", async (expected, text, mode) => {
  const path = join(there.path, "credential.json");
  writeFileSync(path, text);
  chmodSync(path, mode);
  const reading = await readCredential(nodeFiles, path);
  expect(reading.kind === "loaded" ? "is loaded" : reading.reason).toBe(expected);
  if (reading.kind !== "loaded") expect(JSON.stringify(reading)).not.toContain("canary");
});

test("P-S3 a credential that is absent, a directory or a link is not loadable", async () => {
  const path = join(there.path, "credential.json");
  const reason = async (): Promise<string | undefined> => {
    const reading = await readCredential(nodeFiles, path);
    return reading.kind === "loaded" ? undefined : reading.reason;
  };
  expect(await reason()).toBe("is not there");
  mkdirSync(path);
  expect(await reason()).toBe("is no regular file");
  rmSync(path, { recursive: true });
  writeFileSync(join(there.path, "other"), credential({}), { mode: 0o600 });
  symlinkSync(join(there.path, "other"), path);
  expect(await reason()).toBe("is no regular file");
});

test("an installation has one key, also when many start at once", async () => {
  const state = join(there.path, "state");
  const keys = await Promise.all(Array.from({ length: 20 }, () => installKey(nodeFiles, nodeRandom, state)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await nodeFiles.list(state)).toEqual(["install.key"]);
});

test("a key is whole or not there, wherever its making ends, and the one that was used stays", async () => {
  for (const fate of ["end-before", "end-within", "end-after", "full"] as const) {
    for (let number = 1, reached = true; reached; number += 1) {
      const disk = new Disk(number);
      let seen = 0;
      disk.decide = ({ kind }) => {
        if (!CHANGING.has(kind)) return undefined;
        seen += 1;
        return seen === number ? fate : undefined;
      };
      const used = await installKey(disk.files(), seededRandom(1), "/state").catch(() => undefined);
      reached = seen >= number;
      disk.crash();
      const key = await installKey(disk.files(), seededRandom(2), "/state");
      expect(key).toHaveLength(32);
      if (used !== undefined) expect(key).toEqual(used);
    }
  }
});

test("a key that was used is there after the power has gone", async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const disk = new Disk(seed);
    const used = await installKey(disk.files(), seededRandom(1), "/state");
    disk.crash();
    expect(await installKey(disk.files(), seededRandom(2), "/state")).toEqual(used);
  }
});

test("a key that is too short or too long is told, and not replaced", async () => {
  for (const length of [0, 31, 33]) {
    const path = join(there.path, "install.key");
    writeFileSync(path, "x".repeat(length), { mode: 0o600 });
    await expect(installKey(nodeFiles, nodeRandom, there.path)).rejects.toMatchObject({ failure: "io" });
  }
});

const KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => at));

test.each([
  ["is used", KEY, 0o600],
  ["is used", KEY, 0o400],
  ["denied (its mode should be 0600)", KEY, 0o644],
  ["denied (its mode should be 0600)", KEY, 0o640],
  ["denied (its mode should be 0600)", KEY, 0o604],
  ["denied (its mode should be 0600)", KEY, 0o660],
  ["denied (its mode should be 0600)", Buffer.alloc(32), 0o644],
  ["io (no key is in it)", Buffer.alloc(32), 0o600],
  ["io (no key is in it)", Buffer.alloc(32, "x"), 0o600],
  ["io (not 32 bytes long)", Buffer.concat([KEY, KEY]), 0o600],
  ["io (not 32 bytes long)", Buffer.alloc(0), 0o600],
])("an install key %s, and stays as it is", async (expected, bytes, mode) => {
  const path = join(there.path, "install.key");
  writeFileSync(path, bytes);
  chmodSync(path, mode);
  const used = await installKey(nodeFiles, nodeRandom, there.path).then(
    (key) => (Buffer.compare(key, bytes) === 0 ? "is used" : "is another one"),
    (error: unknown) => String(error).replace(/^FileError: \S+: /, ""),
  );
  expect(used).toBe(expected);
  expect(Buffer.compare(readFileSync(path), bytes)).toBe(0);
});
