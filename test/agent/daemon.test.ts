/** `agent daemon` as a process: how it starts, what it writes, and what it survives. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isReadyLine } from "../../src/generated/protocol/validators.js";
import { cases } from "../cases.js";
import { credentialOf, OFFLINE, TOKEN } from "../daemon/bench.js";
import { call } from "../daemon/wire.js";
import { single } from "../model/asking.js";
import { DONE, delta, finish, modelServer } from "../model/server.js";
import { dice } from "../ports/chance.js";
import { BIN, daemon, place, Running, run, whenever } from "./process.js";

const prompt = (url: string, content: string) =>
  call(url, "/prompt", { method: "POST", body: JSON.stringify({ content, prompt_id: content }) });

interface Page {
  readonly items: readonly { readonly kind: string; readonly text: string; readonly index: number }[];
  readonly checkpoint: string;
  readonly next_page: string | null;
}

async function historyOf(url: string): Promise<Page["items"]> {
  const items: Page["items"][number][] = [];
  for (let query = ""; ; ) {
    const page = JSON.parse((await call(url, `/history${query}`)).text) as Page;
    items.push(...page.items);
    if (page.next_page === null) return items;
    query = `?checkpoint=${page.checkpoint}&page=${page.next_page}`;
  }
}

test("C001 no credential is named: exit 2, both ways are named, nothing is made", async () => {
  const at = place();
  for (const env of [{}, { AGENT_DAEMON_CREDENTIAL_FILE: "" }]) {
    const { code, stdout, stderr } = await run(["daemon", ...at.start], { env });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("--credential-file");
    expect(stderr).toContain("AGENT_DAEMON_CREDENTIAL_FILE");
  }
  expect(existsSync(at.state)).toBe(false);
});

test("C002 C003 the flag, the variable, and the flag before the variable", async () => {
  const at = place();
  const other = join(at.path, "other.json");
  writeFileSync(other, credentialOf("f".repeat(64)), { mode: 0o600 });
  const statusOf = async (words: readonly string[], env: Record<string, string>): Promise<number> => {
    const running = new Running(["daemon", ...words, ...at.start], { env });
    await running.until(({ stdout }) => stdout.includes("\n"));
    const ready: unknown = JSON.parse(running.stdout);
    expect(isReadyLine(ready)).toBe(true);
    const { status } = await call((ready as { url: string }).url, "/health");
    running.child.kill("SIGTERM");
    expect((await running.ended()).code).toBe(0);
    return status;
  };
  expect(
    await Promise.all([
      statusOf([], { AGENT_DAEMON_CREDENTIAL_FILE: at.credential }),
      statusOf(["--credential-file", at.credential], { AGENT_DAEMON_CREDENTIAL_FILE: other }),
      statusOf(["--credential-file", other], { AGENT_DAEMON_CREDENTIAL_FILE: at.credential }),
    ]),
  ).toEqual([200, 200, 401]);
});

test("C020 a credential that others may read: it runs, everything is 401, and stderr says why without the token", async () => {
  const at = place();
  chmodSync(at.credential, 0o640);
  const { url, running } = await daemon(at);
  expect((await call(url, "/health")).status).toBe(401);
  expect(running.stderr).toContain("0600");
  expect(running.stderr).not.toContain(TOKEN);
});

test.each([
  ["errors", "version: 3\nproviders: [\n", 1],
  ["no configuration", undefined, 3],
])("a configuration with %s: said as lint says it, one line `failed`, its exit code", async (_, text, expected) => {
  const at = place(text);
  if (text === undefined) rmSync(at.config);
  const { code, stdout, stderr } = await run(["daemon", "--credential-file", at.credential, ...at.start]);
  expect(code).toBe(expected);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([{ state: "failed", code: "configuration_error" }]);
  expect(stderr).not.toBe("");
});

test("bad command lines: exit 2, and what would be right", async () => {
  const at = place();
  const lines: readonly (readonly [readonly string[], RegExp])[] = [
    [["--listen", "0.0.0.0:0"], /loopback/],
    [["--listen", "127.0.0.1"], /loopback/],
    [["--listen", "127.0.0.1:65536"], /loopback/],
    [["--listen", "127.0.0.256:0"], /loopback/],
    [["--listen", "127.0.0.08:0"], /loopback/],
    [["--session", "../../etc"], /a-z/],
    [["--session", "A"], /a-z/],
    [["--resume"], /--session/],
    [["--working-dir", "/nowhere/at/all"], /cannot start in \/nowhere\/at\/all: there is no such directory/],
  ];
  for (const [words, reason] of lines) {
    const { code, stderr, stdout } = await run(["daemon", "--credential-file", at.credential, ...at.start, ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(reason);
  }
  const homeless = await run(["daemon", "--credential-file", at.credential], { env: { HOME: "" } });
  expect(homeless.code).toBeGreaterThan(0);
});

test("C293 one daemon a session: the second is `session_locked`; unknown and existing ones have their codes", async () => {
  const at = place();
  const { url, running } = await daemon(at, ["--session", "one"]);
  const start = (...words: string[]) =>
    run(["daemon", "--credential-file", at.credential, ...at.again, ...words], { cwd: at.path });
  const failures = await Promise.all([
    start("--session", "one", "--resume"),
    start("--session", "one"),
    start("--session", "two", "--resume"),
  ]);
  expect(failures.map(({ code, stdout }) => [code, (JSON.parse(stdout) as { code: string }).code])).toEqual([
    [1, "session_locked"],
    [1, "session_exists"],
    [1, "session_unknown"],
  ]);
  expect((await call(url, "/health")).status).toBe(200);
  running.child.kill("SIGKILL");
  await running.ended();
  const again = await daemon(at, ["--session", "one", "--resume"]);
  expect((await call(again.url, "/health")).status).toBe(200);
});

test("C291 killed at random moments while prompts run: what got a 202 is there once, in order, and the model hears all", async () => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const text of ["three ", "blind ", "mice"]) {
      await one.send(delta(text));
      for (let each = 0; each < 3; each += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await one.send(`${finish()}${DONE}`);
    one.end();
  });
  const at = place(single(`${server.url}/v1`));
  const seed = Number(process.env["KILL_SEED"] ?? process.hrtime()[1]);
  console.info(`KILL_SEED=${seed}`);
  const roll = dice(seed);
  const admitted: string[] = [];
  const lost: string[] = [];
  let { url, running } = await daemon(at, ["--session", "one"]);
  for (let life = 0; life < cases(40); life += 1) {
    let killing = roll(40);
    let isAlive = true;
    while (isAlive) {
      const content = `${life}.${killing}`;
      if (killing === 0) running.child.kill("SIGKILL");
      killing -= 1;
      try {
        const { status } = await prompt(url, content);
        if (status === 202) admitted.push(content);
        // Some are killed in the middle of a turn, and some between two.
        while (roll(3) > 0 && (JSON.parse((await call(url, "/sync")).text) as { busy: boolean }).busy);
      } catch {
        if (!admitted.includes(content)) lost.push(content);
        isAlive = false;
      }
    }
    await running.ended();
    ({ url, running } = await daemon(at, ["--session", "one", "--resume"]));
    const items = await historyOf(url);
    const asked = items.filter(({ kind }) => kind === "user_message").map(({ text }) => text);
    expect(asked.filter((text) => !lost.includes(text))).toEqual(admitted);
    expect(new Set(asked).size).toBe(asked.length);
    expect(items.map(({ index }) => index)).toEqual(items.map((_, index) => index));
  }
  await prompt(url, "last");
  while ((JSON.parse((await call(url, "/sync")).text) as { busy: boolean }).busy);
  const items = await historyOf(url);
  const told = JSON.parse(server.asked.at(-1)?.body ?? "") as { messages: { role: string; content: string }[] };
  // The first one is the system prompt.
  const messages = told.messages.slice(1);
  const alternate = messages.map((_, index) => (index % 2 === 0 ? "user" : "assistant"));
  expect(messages.map(({ role }) => role)).toEqual(alternate);
  // Prompts without an answer between them are one message, and notices are for people.
  const said = items.slice(0, -1).flatMap(({ kind, text }) => (kind === "notice" ? [] : [text]));
  expect(messages.map(({ content }) => content).join("\n\n")).toBe(said.join("\n\n"));
  expect(items.slice(-2).map(({ text }) => text)).toEqual(["last", "three blind mice"]);
});

test("kill -9 and `--resume`: the same history, another epoch, old cursors are 409", async () => {
  const at = place();
  const first = await daemon(at, ["--session", "one"]);
  const { cursor } = JSON.parse((await call(first.url, "/sync")).text) as { cursor: string };
  await prompt(first.url, "hello");
  while ((await historyOf(first.url)).length < 2);
  const before = await historyOf(first.url);
  first.running.child.kill("SIGKILL");
  await first.running.ended();
  const second = await daemon(at, ["--session", "one", "--resume"]);
  expect(second.daemon_epoch).not.toBe(first.daemon_epoch);
  expect(await historyOf(second.url)).toEqual(before);
  const old = await call(second.url, `/events?after=${cursor}`);
  expect([old.status, JSON.parse(old.text)]).toMatchObject([409, { code: "epoch_mismatch" }]);
});

test("a torn end is cut off and said, a damaged log is `history_corrupt` and stays as it is", async () => {
  const at = place();
  const { url, running, session_dir } = await daemon(at, ["--session", "one"]);
  await prompt(url, "hello");
  while ((await historyOf(url)).length < 2);
  running.child.kill("SIGKILL");
  await running.ended();
  const log = join(session_dir, "log", "000001.log");
  writeFileSync(log, `${readFileSync(log, "latin1")}01234567 {"n":`, "latin1");
  const again = await daemon(at, ["--session", "one", "--resume"]);
  expect(again.running.stderr).toContain("unfinished write");
  again.running.child.kill("SIGKILL");
  await again.running.ended();
  const damaged = readFileSync(log, "latin1").replace("hello", "hallo");
  writeFileSync(log, damaged, "latin1");
  const { code, stdout } = await run([
    ...["daemon", "--credential-file", at.credential, ...at.again, "--session", "one", "--resume"],
  ]);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { state: "failed", code: "history_corrupt" }]);
  expect(readFileSync(log, "latin1")).toBe(damaged);
});

test("a log that was emptied, or that ends before its last daemon began, is `history_corrupt` and no shorter history", async () => {
  const at = place();
  const { running, session_dir } = await daemon(at, ["--session", "one"]);
  running.child.kill("SIGKILL");
  await running.ended();
  const log = join(session_dir, "log", "000001.log");
  const first = readFileSync(log);
  const again = await daemon(at, ["--session", "one", "--resume"]);
  again.running.child.kill("SIGKILL");
  await again.running.ended();
  for (const cut of [Buffer.alloc(0), Buffer.alloc(first.length), first]) {
    writeFileSync(log, cut);
    const { code, stdout } = await run([
      ...["daemon", "--credential-file", at.credential, ...at.again, "--session", "one", "--resume"],
    ]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { state: "failed", code: "history_corrupt" }]);
    expect(readFileSync(log)).toEqual(cut);
  }
});

test("C325 stdout and stderr closed: the daemon goes on", async () => {
  const at = place();
  const { url, running } = await daemon(at);
  running.child.stdout?.destroy();
  running.child.stderr?.destroy();
  for (let each = 0; each < 3; each += 1) {
    expect((await prompt(url, `${each}`)).status).toBe(202);
    while ((JSON.parse((await call(url, "/sync")).text) as { busy: boolean }).busy);
  }
  // It logs this.
  writeFileSync(at.config, "version: 3\nproviders: [\n");
  expect((await call(url, "/terminate", { method: "POST" })).status).toBe(202);
  expect((await running.ended()).code).toBe(0);
});

test("C325 stdout and stderr closed from the beginning", async () => {
  const at = place();
  const words = ["daemon", "--credential-file", at.credential, ...at.start, "--session", "one"];
  const child = new Running([], { stdio: "ignore" });
  await child.ended();
  const shell = `exec "${process.execPath}" "${BIN}" ${words.map((word) => `'${word}'`).join(" ")} <&- >&- 2>&-`;
  const { spawn } = await import("node:child_process");
  const closed = spawn("sh", ["-c", shell], {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], HOME: "/dev/null/home" },
  });
  const startup = join(at.state, "sessions-v1", "one", "startup.json");
  const stateOf = (): { state?: string; url?: string } => {
    try {
      return JSON.parse(readFileSync(startup, "utf8")) as { state: string; url: string };
    } catch {
      return {};
    }
  };
  await whenever(() => stateOf().state === "ready");
  expect((await call(stateOf().url ?? "", "/health")).status).toBe(200);
  closed.kill("SIGTERM");
});

test("a state directory that cannot be written to: exit 1 with a line `failed`", async () => {
  const at = place();
  writeFileSync(at.state, "a file");
  const { code, stdout } = await run(["daemon", "--credential-file", at.credential, ...at.start]);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { state: "failed", code: "storage_unavailable" }]);
});

test("C021 at `trace` neither the bearer nor a key of a provider is anywhere but where it was put", async () => {
  const bearer = `canary-bearer-${"b".repeat(40)}`;
  const key = `canary-key-${"k".repeat(40)}`;
  const server = await modelServer(async (one) => {
    one.head(401, { "content-type": "application/json" });
    await one.send(JSON.stringify({ error: { message: `wrong key ${one.asked.headers.authorization}` } }));
    one.end();
  });
  const at = place(single(`${server.url}/v1`, `auth: { type: static_key, key: ${key} }`, "", "log_level: trace"));
  writeFileSync(at.credential, credentialOf(bearer), { mode: 0o600 });
  const headers = { authorization: `Bearer ${bearer}` };
  const log = join(at.path, "daemon.txt");
  const { url, running } = await daemon(at, ["--log-file", log]);
  const said: string[] = [];
  const ask = async (path: string, method = "GET", body = "", more = {}): Promise<void> => {
    const answer = await call(url, path, { method, body, headers: { ...headers, ...more } });
    said.push(JSON.stringify(answer));
  };
  await ask("/prompt", "POST", '{"content":"hello"}');
  expect(server.asked.length).toBeLessThanOrEqual(1);
  await ask(`/nowhere?token=${bearer}`);
  await ask(`/events?after=${bearer}`);
  await ask(`/${bearer}`, "POST", bearer);
  await ask("/prompt", "POST", `{"content":${key}`);
  await ask("/sync", "GET", "", { authorization: `Bearer ${bearer}x` });
  await ask("/sync", "GET", "", { origin: `http://${bearer}` });
  await ask("/sync");
  while ((JSON.parse((await call(url, "/sync", { headers })).text) as { busy: boolean }).busy);
  await ask("/history");
  writeFileSync(at.config, `${readFileSync(at.config, "utf8")}nonsense: ${key}\n`);
  await ask("/terminate", "POST");
  const { stdout, stderr } = await running.ended();
  expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
  const all = [
    ...said,
    stdout,
    stderr,
    ...filesBelow(at.path)
      .filter((file) => ![at.config, at.credential].includes(file))
      .map((file) => `${file} ${readFileSync(file, "latin1")}`),
  ];
  expect(all.length).toBeGreaterThan(14);
  expect(readFileSync(log, "utf8")).toContain("trace");
  expect(all.filter((text) => text.includes("canary-") || text.includes(Buffer.from(key).toString("base64")))).toEqual(
    [],
  );
});

function filesBelow(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test.each(["000", "022", "077", "777"])("C004 under umask %s sessions are their user's alone", (umask) => {
  const at = place();
  const words = [...at.start].map((word) => `'${word}'`).join(" ");
  const shell = `umask ${umask}; exec "${process.execPath}" "${BIN}" new --no-attach --format json ${words}`;
  const text = execFileSync("sh", ["-c", shell], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: "/dev/null/home" },
  });
  const { session_dir, credential_file } = JSON.parse(text) as { session_dir: string; credential_file: string };
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  expect([modeOf(session_dir), modeOf(credential_file)]).toEqual(["700", "600"]);
  for (const file of filesBelow(at.state)) expect(modeOf(file)).toBe("600");
  for (const entry of readdirSync(at.state, { recursive: true, encoding: "utf8", withFileTypes: true }))
    if (entry.isDirectory()) expect(modeOf(join(entry.parentPath, entry.name))).toBe("700");
});

test("a relative state directory is that of who calls, whatever the working directory", async () => {
  const at = place(OFFLINE);
  mkdirSync(join(at.path, "work"));
  const words = ["--global", at.config, "--no-project", "--state-dir", "state", "--working-dir", join(at.path, "work")];
  const { code, stdout } = await run(["exec", "mice", ...words], { cwd: at.path });
  expect([code, stdout]).toEqual([0, "mice"]);
  expect(existsSync(join(at.path, "state", "sessions-v1"))).toBe(true);
  expect(readdirSync(join(at.path, "work"))).toEqual([]);
});

test("a daemon whose state directory was removed ends at SIGTERM, in order", async () => {
  const at = place();
  const { running } = await daemon(at);
  rmSync(at.state, { recursive: true });
  running.child.kill("SIGTERM");
  const { code, stderr } = await running.ended();
  expect(code).toBe(0);
  expect(stderr).toMatch(/the session could not be finalized .*\n.* stopped\n$/s);
  expect(existsSync(at.state)).toBe(false);
});
