/** `agent hub watch` as a command: the hub it finds, the token of its run, and its exit codes. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { main } from "../../src/agent/main.js";
import { ScriptedHub, TOKEN } from "./scripted-hub.js";
import { FLEET_EPOCH, PROJECTS, TWENTY } from "./twenty.js";

const AT = "2027-01-15T08:00:00.000Z";

/** Runs the command until its reader has seen `lines` lines and goes away. */
async function watch(words: readonly string[], lines = 1) {
  const said = { stdout: "", stderr: "" };
  const stdout = {
    get isLost(): boolean {
      return said.stdout.split("\n").length > lines;
    },
    write(text: string, done?: () => void): void {
      said.stdout += text;
      done?.();
    },
  };
  const stderr = {
    write(text: string, done?: () => void): void {
      said.stderr += text;
      done?.();
    },
  };
  const argv = ["node", "agent", "hub", "watch", ...words];
  const code = await main({ directory: resolve("."), argv, stdin: Readable.from([]), stdout, stderr });
  return { code, ...said };
}

function place(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), "hub-watch-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  mkdirSync(join(path, "hub"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

test("a hub that is named, with the token of a file", async () => {
  const hub = await ScriptedHub.start(PROJECTS, TWENTY);
  const file = join(place({ token: TOKEN }), "token");
  const { code, stdout, stderr } = await watch(["--url", hub.url, "--token-file", file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n")[0]).toMatch(/Z {2}waiting {2}20261125-101600-9f3a1c20 {2}The migration would lock/);
  const json = await watch(["--url", `${hub.url}/`, "--token-file", file, "--format", "json"]);
  expect(JSON.parse(json.stdout)).toEqual({ kind: "catalog", projects: PROJECTS, sessions: TWENTY });
});

test("the hub of the state directory gets a token of this run, which is revoked at its end", async () => {
  const hub = await ScriptedHub.start(PROJECTS, TWENTY);
  hub.token = undefined;
  const startup = {
    version: 1,
    state: "ready",
    pid: 1,
    url: hub.url,
    fleet_epoch: FLEET_EPOCH,
    started_at: "2027-01-15T08:00:00.000Z",
  };
  const state = place({ "hub/startup.json": JSON.stringify(startup) });
  expect(await watch(["--state-dir", state])).toMatchObject({ code: 0, stderr: "" });
  const [bearer = ""] = hub.bearers;
  expect(bearer).toMatch(/^Bearer [0-9a-f]{64}$/);
  expect(JSON.parse(readFileSync(join(state, "hub/tokens.json"), "utf8"))).toEqual({ version: 1, tokens: [] });
  hub.refuses = 403;
  const refused = "agent: this token may not see the fleet: it needs the kind and the scope `machine`\n";
  expect(await watch(["--state-dir", state])).toEqual({ code: 1, stdout: "", stderr: refused });
  expect(JSON.parse(readFileSync(join(state, "hub/tokens.json"), "utf8"))).toEqual({ version: 1, tokens: [] });
});

test("C185 a hub of the state directory that begins again on another port is found there", async () => {
  const [first, ...others] = TWENTY;
  if (first === undefined) throw new Error("there are no sessions");
  const hub = await ScriptedHub.start(PROJECTS, TWENTY);
  const later = await ScriptedHub.start(PROJECTS, [{ ...first, title: "after the restart" }, ...others]);
  later.reset();
  for (const each of [hub, later]) each.token = undefined;
  const startupOf = ({ url }: ScriptedHub): string =>
    JSON.stringify({ version: 1, state: "ready", pid: 1, url, fleet_epoch: FLEET_EPOCH, started_at: AT });
  const state = place({ "hub/startup.json": startupOf(hub) });
  const watching = watch(["--state-dir", state], TWENTY.length + 1);
  while (!hub.asked.some((line) => line.includes("/events"))) await new Promise((go) => setImmediate(go));
  writeFileSync(join(state, "hub/startup.json"), startupOf(later));
  await hub.stop();
  const { code, stdout, stderr } = await watching;
  expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([0, expect.stringContaining("after the restart")]);
  expect(stderr).toMatch(/^agent: connection lost: .*; trying again\n/);
  expect(JSON.parse(readFileSync(join(state, "hub/tokens.json"), "utf8"))).toEqual({ version: 1, tokens: [] });
});

test("wrong tokens and addresses: one line, and an exit code", async () => {
  const hub = await ScriptedHub.start(PROJECTS, TWENTY);
  const path = place({
    wrong: "wrong",
    "hub/tokens.json": "{",
    "hub/startup.json":
      '{"state":"ready","url":"http://127.0.0.1:9","version":1,"pid":1,"fleet_epoch":"e","started_at":"2027-01-15T08:00:00.000Z"}',
  });
  const wrong = ["--token-file", join(path, "wrong")];
  const message = async (words: readonly string[]) => {
    const { code, stdout, stderr } = await watch(words);
    expect(stdout).toBe("");
    return `${code} ${stderr}`;
  };
  expect(await message(["--url", hub.url, ...wrong])).toBe("1 agent: the hub does not know this token\n");
  expect(await message(["--url", "http://example.com", ...wrong])).toBe(
    "1 agent: without TLS a token is sent to this machine alone (invalid_address)\n",
  );
  expect(await message(["--url", hub.url])).toMatch(/^2 agent: `--url` needs a `--token-file`/);
  expect(await message(["--state-dir", join(path, "none")])).toBe(
    "1 agent: there is no hub here; `agent hub` starts one\n",
  );
  expect(await message(["--state-dir", path])).toBe("1 agent: hub/tokens.json is damaged\n");
});
