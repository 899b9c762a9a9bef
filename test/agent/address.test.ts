/** Commands that tell another program the address of a session: one object, whether the session is begun, continued or runs already. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { call } from "../daemon/wire.js";
import { type Place, place, Running, run } from "./process.js";

interface Address {
  readonly session_id: string;
  readonly url: string;
  readonly credential_file: string;
  readonly session_dir: string;
  readonly pid: number;
}

async function begun(at: Place): Promise<{ readonly line: string; readonly address: Address }> {
  const { stdout } = await run(["new", "--no-attach", "--format", "json", ...at.start]);
  return { line: stdout, address: JSON.parse(stdout) as Address };
}

const state = (at: Place): readonly string[] => ["--state-dir", at.state];

test("attach --format json: the line of `new`, and the end, though the input stays open", async () => {
  const at = place();
  const { line, address } = await begun(at);
  const attached = new Running(["attach", address.session_id, "--format", "json", ...state(at)]);
  expect(await attached.ended()).toEqual({ code: 0, stdout: line, stderr: "" });
  const { token } = JSON.parse(readFileSync(address.credential_file, "utf8")) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  expect((await call(address.url, "/health", { headers })).status).toBe(200);
});

test("continue --no-attach --format json of a running session: the same line, and a word about its configuration", async () => {
  const at = place();
  const { line, address } = await begun(at);
  const again = await run(["continue", address.session_id, "--no-attach", "--format", "json", ...at.again]);
  expect(again).toEqual({
    ...{ code: 0, stdout: line },
    stderr: "agent: the session runs already, with the configuration and the options of its start\n",
  });
});

test("continue --format json of a running session: the same line, and then the conversation", async () => {
  const at = place();
  const { line, address } = await begun(at);
  const again = await run(["continue", address.session_id, "--format", "json", ...at.again], { input: "hello" });
  expect([again.code, again.stdout]).toEqual([0, `${line}hello\n`]);
});

test("continue as text of a running session: exit 1, and the command that talks to it", async () => {
  const at = place();
  const { address } = await begun(at);
  const again = await run(["continue", address.session_id, ...at.again]);
  expect(again).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: `agent: the session runs; \`agent attach ${address.session_id}\` talks to it\n`,
  });
});

test("attach --format json of a session that does not run: nothing on standard output, and the command that starts it", async () => {
  const at = place();
  const { address } = await begun(at);
  await run(["stop", address.session_id, ...state(at)]);
  const attached = await run(["attach", address.session_id, "--format", "json", ...state(at)]);
  expect(attached).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: `agent: the session does not run; \`agent continue ${address.session_id}\` starts it\n`,
  });
});

test("a part of a name that one session alone has names it; one of several sessions names none", async () => {
  const at = place();
  for (const id of ["20261125-073527-43ae67e4", "20261125-073528-0396e60f"])
    await run(["daemon", "--credential-file", at.credential, "--session", id, ...at.start, "--idle-timeout", "0.01s"]);
  const named = async (id: string): Promise<string> => (await run(["attach", id, ...state(at)])).stderr;
  const one = "agent: the session does not run; `agent continue 20261125-073527-43ae67e4` starts it\n";
  expect(await named("43ae67e4")).toBe(one);
  expect(await named("20261125-073527")).toBe(one);
  expect(await named("20261125")).toBe(
    "agent: several sessions have `20261125` in their names: `20261125-073527-43ae67e4` and `20261125-073528-0396e60f`\n",
  );
  expect(await named("43a")).toContain("this name; a part of a name has at least 4 characters; `agent sessions`");
  expect(await named("xyz")).toContain("this name; `agent sessions`");
});
