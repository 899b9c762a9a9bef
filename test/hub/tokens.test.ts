/** The file of tokens: several processes change it at once, and a hub trusts no other file (P-S47). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createToken, readTokens, revokeToken, TokensDamaged } from "../../src/agent/fleet/hub/access/tokens.js";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { FileError } from "../../src/agent/machine/interfaces/files.js";
import { machine } from "../../src/agent/program/common/machine.js";
import { isHubTokens } from "../../src/generated/protocol/validators.js";
import { seededRandom } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { Machine, STATE } from "../store/bench.js";
import { HubBench, hubBench, runningHub } from "./hub.js";

const CATALOG = "/api/v1/catalog";
const ALL = { kind: "machine", scopes: ["machine"] } as const;
const all = () => ({ ...ALL, scopes: [...ALL.scopes] });

test("a token is 64 hexadecimal digits, the file holds its digest alone, and only its user may read it", async () => {
  const bench = await hubBench();
  const made = await bench.token({ kind: "daemon", scopes: [], session_id: "a" });
  expect(made).toEqual({
    id: expect.stringMatching(/^[a-z0-9]{8,32}$/),
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const directory = join(bench.state, "hub");
  const text = readFileSync(join(directory, "tokens.json"), "utf8");
  expect(isHubTokens(JSON.parse(text))).toBe(true);
  expect(text).not.toContain(made.token);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, "tokens.json")).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(["tokens.json"]);
});

test("processes that make and revoke tokens at the same time lose none", async () => {
  const disk = new Disk(1);
  await disk.files().makeDirectory(`${STATE}/hub`);
  const machines = new Machine();
  const hosts = Array.from({ length: 6 }, (_, index) => ({
    ...{ files: disk.files(), processes: machines.start(index + 1), random: seededRandom(index + 1), clock: nodeClock },
  }));
  const made = (
    await Promise.all(hosts.flatMap((host) => [createToken(host, STATE, all()), createToken(host, STATE, all())]))
  ).map(({ id }) => id);
  const revoked = made.slice(0, 4);
  const [host] = hosts;
  if (host === undefined) throw new Error();
  const more = await Promise.all([
    ...revoked.map(async (id) => [id, await revokeToken(host, STATE, id)]),
    createToken(host, STATE, all()).then(({ id }) => [id, true]),
  ]);
  expect(more.map(([, is]) => is)).toEqual(more.map(() => true));
  const left = (await readTokens(host.files, STATE)).map(({ id }) => id);
  expect(left.toSorted()).toEqual([...made.slice(4), String(more.at(-1)?.[0])].toSorted());
  expect(await host.files.list(`${STATE}/hub`)).toEqual(["tokens.json"]);
});

test("a full disk and a crash at each step leave the tokens before or those after, and no lock that stays", async () => {
  for (let failing = 1; failing < 30; failing += 1)
    for (const fate of ["full", "end-within", "end-after"] as const) {
      const disk = new Disk(failing);
      const machines = new Machine();
      const host = (pid: number) => ({
        ...{ files: disk.files(), processes: machines.start(pid), random: seededRandom(pid), clock: nodeClock },
      });
      const first = await createToken(host(1), STATE, all());
      const before = disk.operations.length;
      let tellEnded = (): void => {};
      const ended = new Promise<"ended">((resolve) => {
        tellEnded = () => resolve("ended");
      });
      disk.decide = ({ number }) => {
        if (number !== before + failing) return undefined;
        // Nothing of a process that has ended goes on.
        if (fate !== "full") setImmediate(tellEnded);
        return fate;
      };
      const second = host(2);
      const outcome = await Promise.race([
        createToken(second, STATE, all()).then(
          ({ id }) => id,
          (error: unknown) => error,
        ),
        ended,
      ]);
      disk.decide = () => undefined;
      machines.alive.delete(2);
      const ids = (await readTokens(host(3).files, STATE)).map(({ id }) => id);
      expect(ids[0]).toBe(first.id);
      expect(ids.length).toBeLessThanOrEqual(2);
      if (typeof outcome === "string" && outcome !== "ended") expect(ids).toContain(outcome);
      const third = await createToken(host(4), STATE, all());
      expect((await readTokens(host(5).files, STATE)).map(({ id }) => id)).toContain(third.id);
    }
});

test("a damaged file stays as it is, and nothing is added to it", async () => {
  const bench = await hubBench();
  const path = join(bench.state, "hub", "tokens.json");
  for (const text of [
    "{",
    "",
    "null",
    "[]",
    '{"version":1}',
    '{"version":2,"tokens":[]}',
    '{"version":1,"tokens":[{}]}',
  ]) {
    writeFileSync(path, text);
    await expect(createToken(machine, bench.state, all())).rejects.toThrow(TokensDamaged);
    await expect(revokeToken(machine, bench.state, "a")).rejects.toThrow(TokensDamaged);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
  rmSync(path);
  mkdirSync(path);
  await expect(createToken(machine, bench.state, all())).rejects.toThrow(FileError);
});

test("a token counts as soon as it is made, and no longer than a second when it is revoked", async () => {
  const bench = await runningHub();
  const { id, token } = await bench.token(all());
  expect(await bench.code(CATALOG, { token })).toBe(200);
  expect(await revokeToken(machine, bench.state, id)).toBe(true);
  expect(await revokeToken(machine, bench.state, id)).toBe(false);
  while ((await bench.code(CATALOG, { token })) === 200);
  expect(await bench.code(CATALOG, { token })).toBe("unauthorized");
  expect(await bench.code(CATALOG)).toBe(200);
});

test("a token that was made for a process counts while that runs, also for a stream, and goes with the next change", async () => {
  const bench = await runningHub();
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e9); console.log()"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const identity = { ...machine.processes.self, pid: child.pid ?? 0, started: "" };
  const { id, token } = await bench.token({ ...all(), process: identity });
  const { cursor } = JSON.parse((await bench.call(CATALOG, { token })).text);
  const headers = { authorization: `Bearer ${token}` };
  const stream = await fetch(`${bench.hub.url}/api/v1/events?after=${cursor}`, { headers });
  expect(stream.status).toBe(200);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect(stream.text()).rejects.toThrow();
  expect(await bench.code(CATALOG, { token })).toBe("unauthorized");
  expect(await bench.code(CATALOG)).toBe(200);
  const ids = async () => (await readTokens(machine.files, bench.state)).map((one) => one.id);
  expect(await ids()).toContain(id);
  await bench.token(all());
  expect(await ids()).not.toContain(id);
});

test("a hub that starts removes what starts that crashed have left, and two that start at once do not fail", async () => {
  const bench = await hubBench();
  const directory = join(bench.state, "hub");
  const left = `startup.json.${"0123456789abcdef".repeat(2)}`;
  for (const name of [left, "startup.json.other"]) writeFileSync(join(directory, name), "{");
  const hubs = [new HubBench(bench.state), new HubBench(bench.state), new HubBench(bench.state)];
  await Promise.all(hubs.map((hub) => hub.start()));
  expect(readdirSync(directory).filter((name) => name.startsWith("startup.json"))).toEqual([
    ...["startup.json", "startup.json.other"],
  ]);
});

test("a hub that cannot listen takes the place of none that runs, and a failed start of a hub that is gone is said", async () => {
  const bench = await runningHub();
  const file = join(bench.state, "hub", "startup.json");
  const before = readFileSync(file, "utf8");
  const second = new HubBench(bench.state);
  const port = Number(new URL(bench.hub.url).port);
  await expect(second.start({ port })).rejects.toThrow("cannot listen");
  expect(readFileSync(file, "utf8")).toBe(before);
  const third = await new HubBench(bench.state).start();
  expect(readFileSync(file, "utf8")).not.toBe(before);
  await third.hub.stop();
  expect(readFileSync(file, "utf8")).toBe(before);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(before), pid: 2 ** 22 + 1 }));
  await expect(new HubBench(bench.state).start({ port })).rejects.toThrow("cannot listen");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ state: "failed", code: "address_unavailable" });
});

function inItsPlace(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

test("a stream ends when its token is revoked, and the streams of others go on", async () => {
  const bench = await runningHub();
  const { id, token } = await bench.token(all());
  const { cursor } = JSON.parse((await bench.call(CATALOG)).text);
  const streamOf = async (bearer: string) => {
    const response = await fetch(`${bench.hub.url}/api/v1/events?after=${cursor}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    onTestFinished(() => reader?.cancel().catch(() => {}));
    let isOver = false;
    const over = (async () => {
      while (!(await reader?.read().catch(() => ({ done: true })))?.done);
      isOver = true;
    })();
    return { over, isOver: () => isOver };
  };
  const [revoked, other] = await Promise.all([streamOf(token), streamOf(bench.machineToken)]);
  await revokeToken(machine, bench.state, id);
  await revoked.over;
  expect(other.isOver()).toBe(false);
  expect(await bench.code(CATALOG)).toBe(200);
});

test.each<[string, (path: string) => void]>([
  ["is damaged", (path) => writeFileSync(path, "{")],
  ["is a directory", inItsPlace],
  ["is empty", (path) => writeFileSync(path, "")],
  ["is missing", (path) => rmSync(path)],
])("the file %s: nobody gets in, and a good file lets them in again", async (what, change) => {
  const bench = await runningHub();
  const path = join(bench.state, "hub", "tokens.json");
  const good = readFileSync(path);
  expect(await bench.code(CATALOG)).toBe(200);
  change(path);
  while ((await bench.code(CATALOG)) === 200);
  expect(await bench.code(CATALOG)).toBe("unauthorized");
  if (what !== "is missing") expect(bench.log.join("")).toMatch(/hub\/tokens\.json .*every request is refused/);
  rmSync(path, { recursive: true, force: true });
  writeFileSync(path, good, { mode: 0o600 });
  expect(await bench.code(CATALOG)).toBe(200);
  expect(bench.log.filter((line) => line.includes("tokens.json")).length).toBeLessThanOrEqual(1);
});

test("C156 no token is in the log, at its most talkative level, and none is in an answer", async () => {
  const bench = await runningHub();
  const others = [
    await bench.token({ kind: "human", scopes: ["sessions.read"] }),
    await bench.token({ kind: "daemon", scopes: [], session_id: "a" }),
  ].map(({ token }) => token);
  const tokens = [bench.machineToken, ...others, "f".repeat(64)];
  const texts: string[] = [];
  for (const token of tokens)
    for (const path of [
      CATALOG,
      "/api/v1/sessions/a",
      `/api/v1/sessions/${token}`,
      `/${token}`,
      "/api/v1/sessions/a/stop",
    ])
      for (const method of ["GET", "POST"]) texts.push((await bench.call(path, { method, token })).text);
  await bench.hub.stop();
  expect(bench.log.some((line) => line.includes("refused"))).toBe(true);
  for (const token of tokens) expect([...bench.log, ...texts].join("\n")).not.toContain(token);
  expect(existsSync(join(bench.state, "hub", "startup.json"))).toBe(false);
});

test("after a change only its user may read the file", async () => {
  const bench = await hubBench();
  chmodSync(join(bench.state, "hub", "tokens.json"), 0o644);
  await bench.token(all());
  expect(statSync(join(bench.state, "hub", "tokens.json")).mode & 0o777).toBe(0o600);
});
