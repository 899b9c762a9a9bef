import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { scriptIn } from "../../src/agent/session/shell/run-script.js";
import { SessionStart } from "../../src/agent/session/shell/start.js";
import { call, folder, parts, SECRET } from "./shell.js";

function withScript(text: string, more: Parameters<typeof parts>[0] = {}) {
  const cwd = folder();
  writeFileSync(join(cwd, "init.sh"), text);
  return parts({ cwd, initScript: "init.sh", ...more });
}

test("C307 P-S79 the script runs once before the first call, and every later call has its environment, also of another turn", async () => {
  const shell = withScript(
    `echo noise; echo noise >&2; echo run >> runs
export A=1 MANY=$'line one\\nline = two\\n' EMPTY= 'QUOTES=a"b'"'"'c $(x)' NAMED_begin=begin
export PATH="$PATH:/added"; unset GONE; export -f hello 2>/dev/null; hello() { echo "hello $1"; }; export -f hello
cd /; set -eu; IFS=x`,
    { env: { PATH: process.env["PATH"], GONE: "here" } },
  );
  const show =
    'printf "%s|" "$A" "$MANY" "$EMPTY" "$QUOTES" "$NAMED_begin" "${GONE-gone}" "${PATH##*:}"; hello you; [ "$PWD" = "$(pwd)" ] && cat runs';
  const expected = {
    text: "1|line one\nline = two\n||a\"b'c $(x)|begin|gone|/added|hello you\nrun\n",
    isError: false,
  };
  const [first, beside] = await Promise.all([call(shell, show), call(shell, show)]);
  expect([first, beside]).toEqual([expected, expected]);
  // A turn makes a tool of its own; the session's start stays.
  expect(await call({ ...shell }, show)).toEqual(expected);
  // After a restart it runs again.
  expect((await call({ ...shell, sessionStart: new SessionStart() }, "cat runs")).text).toBe("run\nrun\n");
});

test("a script that fails, exits, breaks or replaces the shell changes nothing, and the first line says why", async () => {
  const failing: readonly (readonly [string, string])[] = [
    ["export A=1; no-such-command", "exit code 127, after it said "],
    ["export A=1; exit 0", "it ended the shell, or left more variables than are read"],
    ["export A=1; set -e; false; true", "exit code 1"],
    ["export A=1; kill -9 $$", "killed by SIGKILL"],
    [`export A=1; echo ${SECRET}; exit 4`, 'exit code 4, after it said "[redacted]"'],
    ["export A=1; printf '\\0begin\\0X=1\\0' >&9; exit 5", "exit code 5"],
  ];
  for (const [text, why] of failing) {
    const { text: result, isError } = await call(withScript(text), "echo [$A]");
    expect(result).toMatch(/^\[init_script "init\.sh" has no effect: .*\]\n\[\]\n$/);
    expect(result).toContain(why);
    expect(isError).toBe(false);
  }
});

test("a script that puts functions in the place of commands changes nothing of how its environment is read", async () => {
  const hostile =
    "env() { echo lie; }; printf() { :; }; command() { :; }; cat() { :; }; trap 'echo debug' DEBUG; trap 'echo bye' EXIT; export A=1; echo B=2";
  expect(await call(withScript(hostile), 'echo "$A$B"')).toEqual({ text: "1\n", isError: false });
});

test("a script that hangs is stopped with the only call that waits for it, and runs again at the next", async () => {
  const shell = withScript("echo run >> runs; [ -e go ] || sleep 1000; export A=1");
  const cancel = new AbortController();
  const running = call(shell, "true", cancel.signal);
  for (let isRun = false; !isRun; ) isRun = (await call(parts({ cwd: shell.cwd }), "cat runs")).text === "run\n";
  cancel.abort();
  expect(await running).toEqual({ text: "[not run: the call was cancelled]", isError: true });
  writeFileSync(join(shell.cwd, "go"), "");
  expect((await call(shell, "echo $A; cat runs")).text).toBe("1\nrun\nrun\n");
});

test("C307 a variable of the script that holds a secret is not passed on, nor what bash would load", async () => {
  const shell = withScript(`export A=1 TOKEN=${SECRET} BASH_ENV=/x AGENT_DAEMON_CREDENTIAL_FILE=/x`);
  expect((await call(shell, 'echo "$A[$TOKEN$BASH_ENV$AGENT_DAEMON_CREDENTIAL_FILE]"')).text).toBe("1[]\n");
});

test("a script outside the project is not run, neither by its path nor by a link, and what is no file is not read", async () => {
  const [cwd, outside] = [folder(), folder()];
  writeFileSync(join(outside, "evil.sh"), "export A=evil");
  writeFileSync(join(cwd, "good.sh"), "export A=good");
  symlinkSync(join(outside, "evil.sh"), join(cwd, "link.sh"));
  symlinkSync(outside, join(cwd, "folder"));
  symlinkSync(join(cwd, "good.sh"), join(cwd, "inner.sh"));
  mkdirSync(join(cwd, "directory"));
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  // A sibling whose name begins like the project's.
  mkdirSync(`${cwd}-more`);
  writeFileSync(join(`${cwd}-more`, "evil.sh"), "export A=evil");
  const sibling = `../${cwd.split("/").at(-1)}-more/evil.sh`;
  const refused: readonly (readonly [string, string])[] = [
    ["link.sh", "it leads out of the project"],
    ["folder/evil.sh", "it leads out of the project"],
    [sibling, "it leads out of the project"],
    [join(outside, "evil.sh"), "its path does not start at the project"],
    [join(cwd, "good.sh"), "its path does not start at the project"],
    ["missing.sh", "there is no such file"],
    ["directory", "it is not a file"],
    ["pipe", "it is not a file"],
    [".", "it leads out of the project"],
    ["", "it names no file"],
    ["a\0b", "it names no file"],
  ];
  for (const [initScript, why] of refused)
    expect(await scriptIn(cwd, initScript, nodeFiles), initScript).toEqual({ kind: "refused", why });
  for (const initScript of ["good.sh", "./good.sh", "inner.sh"])
    expect(await scriptIn(cwd, initScript, nodeFiles)).toEqual({ kind: "file", path: join(cwd, "good.sh") });
  expect((await call(parts({ cwd, initScript: "link.sh" }), "echo [$A]")).text).toBe(
    '[init_script "link.sh" has no effect: not run, it leads out of the project]\n[]\n',
  );
});
