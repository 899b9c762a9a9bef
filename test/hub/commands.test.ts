/** `agent hub` and `agent hub token`, as command lines in the process of the test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../src/agent/main.js";
import { machine } from "../machine/machine.js";
import { privateAuthority } from "../model/certificate.js";

function place() {
  const { home } = machine({});
  const state = join(home, "state");
  return {
    ...{ home, state },
    async run(...words: readonly string[]) {
      const said = { stdout: "", stderr: "" };
      const output = (name: keyof typeof said) => ({
        write(text: string, done?: () => void) {
          said[name] += text;
          done?.();
        },
      });
      const terminal = {
        ...{ directory: ".", argv: ["node", "agent", ...words], stdin: (async function* () {})() },
        ...{ stdout: output("stdout"), stderr: output("stderr") },
      };
      const code = await main(terminal);
      return { code, ...said };
    },
  };
}

test("a token is printed once, listed without its digest, and revoked", async () => {
  const { run, state } = place();
  const at = ["--state-dir", state];
  const none = await run("hub", "token", "list", ...at);
  expect([none.code, none.stdout, none.stderr]).toEqual([0, "", expect.stringContaining("agent hub token create")]);
  const made = await run(
    ..."hub token create --kind human --scope sessions.read --scope sessions.manage".split(" "),
    ...[...at, "--delegated"],
  );
  expect([made.code, made.stderr, made.stdout.split("\n").length]).toEqual([0, "", 2]);
  const { id, token, ...rest } = JSON.parse(made.stdout);
  expect([rest, token]).toEqual([{}, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  await run("hub", "token", "create", "--kind", "daemon", "--session", "a", ...at);
  const json = JSON.parse((await run("hub", "token", "list", "--format", "json", ...at)).stdout);
  expect(json.tokens).toEqual([
    {
      id,
      kind: "human",
      scopes: ["sessions.read", "sessions.manage"],
      delegated: true,
      created_at: expect.any(String),
    },
    { id: expect.any(String), kind: "daemon", scopes: [], session_id: "a", created_at: expect.any(String) },
  ]);
  const { stdout: text } = await run("hub", "token", "list", ...at);
  expect(text).toMatch(new RegExp(`^ID .*\\n${id}  human .*sessions.read, sessions.manage \\(delegated\\)\\n`));
  expect(text).not.toContain(token);
  expect(await run("hub", "token", "revoke", id, ...at)).toEqual({ code: 0, stdout: `revoked ${id}\n`, stderr: "" });
  expect(await run("hub", "token", "revoke", id, ...at)).toMatchObject({ code: 1, stdout: "" });
  expect(await run("hub", "token", "revoke", "\u001b[2J", ...at)).toMatchObject({
    code: 1,
    stderr: expect.not.stringContaining("\u001b"),
  });
});

test.each([
  ["", "--kind"],
  ["--kind robot", "machine, human, daemon"],
  ["--kind human --scope machine", "`--kind machine` alone"],
  ["--kind human --scope everything", "sessions.read"],
  ["--kind daemon", "--session"],
  ["--kind daemon --session a --scope sessions.read", "no `--scope`"],
  ["--kind daemon --session ../a", "up to 64"],
  ["--kind daemon --session a --delegated", "`--kind human` alone"],
  ["--kind machine --scope machine --session a", "`--kind daemon` alone"],
  ["--kind human --session a", "`--kind daemon` alone"],
  ["--kind machine --delegated", "`--kind human` alone"],
  ["--kind machine --scope machine more", "too many arguments"],
])("agent hub token create %s makes nothing, and says what goes together", async (line, says) => {
  const { run, state } = place();
  const { code, stdout, stderr } = await run(
    "hub",
    "token",
    "create",
    ...line.split(" ").filter(Boolean),
    "--state-dir",
    state,
  );
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr.split("\n")[0]).toContain(says);
});

test("the token file of a command is damaged, or its directory is a file: one line, exit 1", async () => {
  const { run, state } = place();
  mkdirSync(join(state, "hub"), { recursive: true });
  writeFileSync(join(state, "hub", "tokens.json"), "{");
  for (const words of [["create", "--kind", "human"], ["list"], ["revoke", "a"]]) {
    const { code, stdout, stderr } = await run("hub", "token", ...words, "--state-dir", state);
    expect([code, stdout, stderr.split("\n").length]).toEqual([1, "", 2]);
  }
  writeFileSync(join(state, "file"), "");
  const made = await run("hub", "token", "create", "--kind", "human", "--state-dir", join(state, "file"));
  expect([made.code, made.stdout, made.stderr.split("\n").length]).toEqual([1, "", 2]);
});

test("a hub that may not listen there, or has no pair that fits, listens nowhere: exit 2", async () => {
  const { run, state, home } = place();
  mkdirSync(state);
  const [pair, other] = [privateAuthority(), privateAuthority()];
  const file = (name: string, text: string): string => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const [cert, key, wrong] = [file("cert", pair.cert), file("key", pair.key), file("wrong", other.key)];
  const lines = [
    ["--listen", "0.0.0.0:0"],
    ["--listen", "[::]:0"],
    ["--listen", "0.0.0.0:0", "--tls-cert", cert],
    ["--listen", "0.0.0.0:0", "--tls-key", key],
    ["--listen", "0.0.0.0:0", "--tls-cert", cert, "--tls-key", wrong],
    ["--listen", "0.0.0.0:0", "--tls-cert", join(home, "none"), "--tls-key", key],
    ["--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", wrong],
    ["--listen", "127.0.0.1:0", "--tls-cert", key, "--tls-key", key],
    ["--listen", "somewhere:0", "--tls-cert", cert, "--tls-key", key],
    ["--listen", "127.0.0.1:70000"],
    ["--listen", "127.0.0.1"],
    ["--listen", "[zz]:1", "--tls-cert", cert, "--tls-key", key],
    ["--listen", "300.0.0.1:1", "--tls-cert", cert, "--tls-key", key],
  ];
  for (const words of lines) {
    const { code, stdout, stderr } = await run("hub", ...words, "--state-dir", state, "--no-global", "--no-project");
    expect([words, code, stdout, stderr.split("\n").length]).toEqual([words, 2, "", 2]);
  }
});

test("the state directory is missing, or a file: one line, and the line for the starter; exit 1", async () => {
  const { run, state, home } = place();
  writeFileSync(join(home, "file"), "");
  for (const directory of [state, join(home, "file")]) {
    const { code, stdout, stderr } = await run("hub", "--state-dir", directory, "--no-global", "--no-project");
    expect([code, stderr.split("\n").length]).toEqual([1, 2]);
    expect(JSON.parse(stdout)).toMatchObject({ state: "failed", code: "storage_unavailable" });
  }
});
