import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agentcfg-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const LOCK = ".config.yaml.lock";

/** Makes a file as old as one that a killed program left behind. */
function age(file: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  utimesSync(file, then, then);
}

test("J03 a file that another program changed meanwhile is left alone", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "config.yaml"), "theirs\n");
  const host = nodeHost({ cwd });
  expect(host.replaceFile("config.yaml", bytes("mine\n"), bytes("new\n"))).toBe("it changed meanwhile");
  expect(readFileSync(join(cwd, "config.yaml"), "utf8")).toBe("theirs\n");
  expect(readdirSync(cwd)).toEqual(["config.yaml"]);
});

test("J03 two writers at once: the second is told, and the first is left to finish", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "config.yaml"), "old\n");
  writeFileSync(join(cwd, LOCK), "somebody else's\n");
  const host = nodeHost({ cwd });
  expect(host.replaceFile("config.yaml", bytes("old\n"), bytes("new\n"))).toBe("another program is writing it");
  expect(readFileSync(join(cwd, "config.yaml"), "utf8")).toBe("old\n");
  expect(readFileSync(join(cwd, LOCK), "utf8")).toBe("somebody else's\n");
  rmSync(join(cwd, "config.yaml"));
  expect(host.createFile("config.yaml", bytes("new\n"))).toBe("another program is writing it");
  expect(readdirSync(cwd)).toEqual([LOCK]);
});

test.each([
  ["older than a minute", 90],
  ["from a time that is still to come", -90],
])("W6 what a killed program left behind is taken over: %s", (_, seconds) => {
  const cwd = folder();
  const host = nodeHost({ cwd });
  const leave = (): void => {
    writeFileSync(join(cwd, LOCK), "half a te");
    age(join(cwd, LOCK), seconds);
  };
  leave();
  expect(host.createFile("config.yaml", bytes("old\n"))).toBeUndefined();
  leave();
  expect(host.replaceFile("config.yaml", bytes("old\n"), bytes("new\n"))).toBeUndefined();
  expect(readFileSync(join(cwd, "config.yaml"), "utf8")).toBe("new\n");
  expect(readdirSync(cwd)).toEqual(["config.yaml"]);
});

test("W6 a temporary file of earlier versions, or of this process id, blocks nothing", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "config.yaml"), "old\n");
  writeFileSync(join(cwd, `.config.yaml.${process.pid}.tmp`), "");
  expect(nodeHost({ cwd }).replaceFile("config.yaml", bytes("old\n"), bytes("new\n"))).toBeUndefined();
});

test("a planted lock that is a link is not written through", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "config.yaml"), "old\n");
  writeFileSync(join(cwd, "victim"), "theirs\n");
  symlinkSync("victim", join(cwd, LOCK));
  nodeHost({ cwd }).replaceFile("config.yaml", bytes("old\n"), bytes("new\n"));
  expect(readFileSync(join(cwd, "victim"), "utf8")).toBe("theirs\n");
});

test("W3 nothing is written through a linked directory", () => {
  const cwd = folder();
  mkdirSync(join(cwd, "real"));
  writeFileSync(join(cwd, "real/config.yaml"), "old\n");
  symlinkSync("real", join(cwd, "link"));
  const host = nodeHost({ cwd });
  const reason = "it is reached through a symbolic link";
  expect(host.replaceFile("link/config.yaml", bytes("old\n"), bytes("new\n"))).toBe(reason);
  expect(host.createFile("link/new.yaml", bytes("new\n"))).toBe(reason);
  expect(readdirSync(join(cwd, "real"))).toEqual(["config.yaml"]);
  expect(readFileSync(join(cwd, "real/config.yaml"), "utf8")).toBe("old\n");
});

test("a file with several names is left alone: its other names would keep the old text", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "dotfile"), "old\n");
  linkSync(join(cwd, "dotfile"), join(cwd, "config.yaml"));
  expect(nodeHost({ cwd }).replaceFile("config.yaml", bytes("old\n"), bytes("new\n"))).toBe(
    "it has 2 names (hard links), and the others would keep the old text",
  );
  expect(readFileSync(join(cwd, "config.yaml"), "utf8")).toBe("old\n");
  expect(readdirSync(cwd).sort()).toEqual(["config.yaml", "dotfile"]);
});

/** Only the superuser can give files away; anybody else finds that the owner is their own. */
const [UID, GID] = process.geteuid?.() === 0 ? [12_345, 23_456] : [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];

test.each([0o600, 0o640, 0o4755])("a file keeps its owner, its group and its mode %o", (mode) => {
  const cwd = folder();
  const file = join(cwd, "config.yaml");
  writeFileSync(file, "old\n");
  chownSync(file, UID, GID);
  chmodSync(file, mode);
  expect(nodeHost({ cwd }).replaceFile("config.yaml", bytes("old\n"), bytes("new\n"))).toBeUndefined();
  const { uid, gid, mode: now } = statSync(file);
  expect({ uid, gid, mode: now & 0o7777 }).toEqual({ uid: UID, gid: GID, mode });
});

test("what the superuser creates in the home of a user belongs to that user", () => {
  const home = folder();
  chownSync(home, UID, GID);
  expect(nodeHost({ cwd: home }).createFile(".config/agent/config.yaml", bytes("new\n"))).toBeUndefined();
  const owners = [".config", ".config/agent", ".config/agent/config.yaml"].map((name) => {
    const { uid, gid } = statSync(join(home, name));
    return [name, uid, gid];
  });
  expect(owners).toEqual([
    [".config", UID, GID],
    [".config/agent", UID, GID],
    [".config/agent/config.yaml", UID, GID],
  ]);
});

test("W8 directories that cannot be made are given up", () => {
  const host = nodeHost({ cwd: folder() });
  expect(host.createFile("/proc/self/.config/agent/config.yaml", bytes("new\n"))).toBe(
    "its directory cannot be created",
  );
});

test("what cannot be written says why, and leaves the directory as it was", () => {
  const cwd = folder();
  const host = nodeHost({ cwd });
  expect(host.replaceFile("none.yaml", bytes(""), bytes("new\n"))).toBe("there is no such file");
  expect(host.replaceFile("/proc/version", readFileSync("/proc/version"), bytes("new\n"))).toBeTypeOf("string");
  expect(readdirSync(cwd)).toEqual([]);
});

test("a directory that may not be entered does not pass for one without a configuration", () => {
  const cwd = folder();
  const host = nodeHost({ cwd });
  expect(host.kindOf(join(cwd, "none"))).toBeUndefined();
  writeFileSync(join(cwd, "file"), "");
  expect(host.kindOf(join(cwd, "file", "below"))).toBeUndefined();
  expect(host.kindOf(`${cwd}/${"x".repeat(5000)}`)).toBe("unknown");
});

/** Swaps a file for a link to `outside`, and back, until it is told to stop. */
const SWAPPER = `
const { renameSync, symlinkSync, writeFileSync } = require("node:fs");
const { workerData, parentPort } = require("node:worker_threads");
const { cwd, stop } = workerData;
for (let turn = 0; Atomics.load(stop, 0) === 0; turn += 1) {
  if (turn % 2) writeFileSync(cwd + "/next", "inside");
  else symlinkSync("../outside", cwd + "/next");
  renameSync(cwd + "/next", cwd + "/config.yaml");
  if (turn === 1) parentPort.postMessage("swapping");
}
parentPort.postMessage("stopped");
`;

test("L2 bytes come with the real path that they were read from, whatever is swapped meanwhile", async () => {
  const root = folder();
  mkdirSync(join(root, "in"));
  writeFileSync(join(root, "outside"), "outside");
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SWAPPER, { eval: true, workerData: { cwd: join(root, "in"), stop } });
  const next = (): Promise<unknown> => new Promise((resolve) => worker.once("message", resolve));
  await next();
  const host = nodeHost({ cwd: join(root, "in") });
  const seen = new Set<string>();
  for (let turn = 0; turn < 3000; turn += 1) {
    const read = host.readFile("config.yaml", 100);
    if (read.kind === "bytes") seen.add(`${new TextDecoder().decode(read.bytes)} ${read.realPath.replace(root, "")}`);
  }
  const stopped = next();
  Atomics.store(stop, 0, 1);
  await stopped;
  await worker.terminate();
  const allowed = new Set(["inside /in/config.yaml", "outside /outside"]);
  expect([...seen].filter((reading) => !allowed.has(reading))).toEqual([]);
  expect(seen.size).toBeGreaterThan(0);
});

test("the descriptors of what was read are closed", () => {
  const cwd = folder();
  writeFileSync(join(cwd, "config.yaml"), "a");
  const free = (): number => {
    const descriptor = openSync(join(cwd, "config.yaml"), "r");
    closeSync(descriptor);
    return descriptor;
  };
  const host = nodeHost({ cwd });
  const before = free();
  for (const name of ["config.yaml", "none", "."]) host.readFile(name, 100);
  expect(free()).toBe(before);
});
