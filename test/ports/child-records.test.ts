/** Children of a process that was killed are ended by their records, and no other process is (P-S96). */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { nodeChildren } from "../../src/agent/machine/node/children.js";
import { nodeEndRecorded } from "../../src/agent/machine/node/end-recorded.js";
import { identityOf } from "../../src/agent/machine/node/processes.js";

const env = { PATH: process.env["PATH"] ?? "" };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "agent-records-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return join(path, "children");
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A process that is no child of a daemon. */
function stranger(): ChildProcess & { readonly pid: number } {
  const child = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
  const { pid } = child;
  if (pid === undefined) throw new Error("it did not start");
  onTestFinished(() => kill(pid));
  return Object.assign(child, { pid });
}

test("the record names the group and its start while the child runs, readable by the user alone, and is gone with it", async () => {
  const directory = folder();
  const file = join(directory, "one");
  const usual = { program: "bash", words: ["-c", "read -r"], cwd: tmpdir(), env, take: () => {} };
  const child = await nodeChildren({ ...usual, record: file });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1, ...identityOf(child.pid) });
  expect([statSync(file).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700]);
  child.endInput();
  await child.ended;
  await until(() => !existsSync(file));
});

test("a program that does not start leaves no record, and one that cannot be recorded does not run", async () => {
  const directory = folder();
  const take = (): void => {};
  const usual = { program: "bash", words: ["-c", "touch ran"], cwd: tmpdir(), env, take };
  await expect(nodeChildren({ ...usual, program: "no-such-program", record: join(directory, "a") })).rejects.toThrow(
    /^ENOENT$/,
  );
  await expect(
    nodeChildren({ ...usual, words: ["x".repeat(4_000_000)], record: join(directory, "b") }),
  ).rejects.toThrow(/^E2BIG$/);
  await expect(nodeChildren({ ...usual, words: ["a\0b"], record: join(directory, "c") })).rejects.toThrow();
  expect(readdirSync(directory)).toEqual([]);
  writeFileSync(join(directory, "taken"), "");
  const cwd = mkdtempSync(join(tmpdir(), "agent-unrecorded-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const record of [join(directory, "taken"), join(directory, "taken", "x"), join(cwd, "gone", "children", "x")])
    await expect(nodeChildren({ ...usual, cwd, record })).rejects.toThrow(/^ENORECORD$/);
  expect(readdirSync(cwd)).toEqual([]);
});

/** The program of `leaves-child.ts`, in one file. */
let program = "";

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), "agent-leaves-"));
  program = join(directory, "program.mjs");
  const entryPoints = [fileURLToPath(new URL("./leaves-child.ts", import.meta.url))];
  await build({ entryPoints, outfile: program, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return () => rmSync(directory, { recursive: true, force: true });
});

interface Left {
  readonly directory: string;
  readonly file: string;
  readonly leader: number;
  readonly pids: readonly number[];
}

/** The child of a process that was killed: nobody sweeps its session, and its record stays. */
async function left(script: string): Promise<Left> {
  const directory = folder();
  const file = join(directory, "one");
  const parent = spawn(process.execPath, [program, file, script], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  parent.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += String(chunk);
  });
  await until(() => text.split("\n").length > 2 || parent.exitCode !== null);
  parent.kill("SIGKILL");
  await until(() => parent.signalCode !== null || parent.exitCode !== null);
  const [leader = 0, ...pids] = (text.match(/\d+/g) ?? []).map(Number);
  onTestFinished(() => {
    for (const pid of [leader, ...pids]) kill(pid);
  });
  return { directory, file, leader, pids };
}

const nothing = (): void => {};

/** Scripts that print the numbers of their processes, and what happens before somebody looks. */
const LEFT: readonly (readonly [what: string, script: string, before: (left: Left) => void])[] = [
  ["a server that waits", "echo $$; exec sleep 1000", nothing],
  ["one that ignores SIGTERM and the end of its input", "trap '' TERM; echo $$; while :; do sleep 0.05; done", nothing],
  ["one that is stopped", "echo $$; exec sleep 1000", ({ leader }) => void process.kill(leader, "SIGSTOP")],
  ["jobs in groups of their own", "set -m; sleep 1000 & echo $$ $!; wait", nothing],
  ["a job whose leader has ended", "sleep 1000 & echo $!; wait", ({ leader }) => kill(leader)],
  ["a job in a group, whose leader has ended", "set -m; sleep 1000 & echo $!; wait", ({ leader }) => kill(leader)],
  ["a child that was not named yet", "echo $$; exec sleep 1000", ({ file }) => writeFileSync(file, "")],
  ["one that was named in part", "echo $$; exec sleep 1000", ({ file }) => writeFileSync(file, '{"version":1,"p')],
];

test.each(LEFT)("what a killed process leaves is ended: %s", async (_, script, before) => {
  const one = await left(script);
  before(one);
  expect(one.pids.filter(isAlive)).toEqual(one.pids);
  expect(await nodeEndRecorded(one.directory)).toBe(1);
  expect([one.leader, ...one.pids].filter(isAlive)).toEqual([]);
  expect(readdirSync(one.directory)).toEqual([]);
  expect(await nodeEndRecorded(one.directory)).toBe(0);
});

test("a process that a child has put into a session of its own stays", async () => {
  const { directory, leader, pids } = await left("setsid bash -c 'echo $$; exec sleep 1000' & wait");
  expect(await nodeEndRecorded(directory)).toBe(1);
  expect(isAlive(leader)).toBe(false);
  expect(pids.filter(isAlive)).toEqual(pids);
});

test.each<readonly [what: string, of: (identity: ReturnType<typeof identityOf>) => unknown]>([
  ["another start", (identity) => ({ ...identity, started: `${identity.started}0` })],
  ["another run of the machine", (identity) => ({ ...identity, boot: `0${identity.boot}` })],
  ["no start", (identity) => ({ ...identity, started: "" })],
  ["every process", (identity) => ({ ...identity, pid: 1 })],
  ["the group of this process", (identity) => ({ ...identity, pid: 0 })],
  ["a negative number", (identity) => ({ ...identity, pid: -identity.pid })],
  ["a number as text", (identity) => ({ ...identity, pid: String(identity.pid) })],
  ["a long text", (identity) => ({ ...identity, padding: "x".repeat(1_000_000) })],
  ["a list", () => []],
  ["nothing", () => null],
])("the number of a process that is no child ends nothing: %s", async (_, of) => {
  const { pid } = stranger();
  const directory = folder();
  mkdirSync(directory);
  writeFileSync(join(directory, "one"), JSON.stringify(of(identityOf(pid))));
  writeFileSync(join(directory, "two"), "not JSON");
  mkdirSync(join(directory, "three"));
  execFileSync("mkfifo", [join(directory, "four")]);
  expect(await nodeEndRecorded(directory)).toBe(0);
  expect(isAlive(pid)).toBe(true);
  expect(readdirSync(directory)).toEqual([]);
});

test("a directory that is missing or a file has no children", async () => {
  const directory = folder();
  expect(await nodeEndRecorded(directory)).toBe(0);
  writeFileSync(directory, "");
  expect(await nodeEndRecorded(directory)).toBe(0);
});
