import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { StartChild } from "../../../src/agent/machine/interfaces/children.js";
import { nodeChildren } from "../../../src/agent/machine/node/children.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { HandClock } from "../../ports/hand-clock.js";
import { call, folder, parts, SECRET } from "../../shell/shell.js";

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Whether a process runs: one that has ended counts as gone, also when nothing has waited for it. */
function isAlive(pid: string): boolean {
  const file = `/proc/${pid}/stat`;
  try {
    return !/\) Z /.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}

/** Starts real programs, and tells when the first output has come. */
function listening(): { readonly start: StartChild; readonly printed: Promise<void> } {
  let tell = (): void => {};
  const printed = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const start: StartChild = (options) =>
    nodeChildren({
      ...options,
      take(from, bytes) {
        options.take(from, bytes);
        tell();
      },
    });
  return { start, printed };
}

test("a command runs in the working directory; its outputs come in order, and its exit code is said when it is not 0", async () => {
  const shell = parts();
  expect(await call(shell, "pwd; for i in 1 2 3; do echo out $i; echo err $i >&2; done")).toEqual({
    text: `${shell.cwd}\nout 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n`,
    isError: false,
  });
  expect(await call(shell, "printf x; exit 3")).toEqual({ text: "x\n[exit code 3]", isError: true });
  expect(await call(shell, "kill -SEGV $$")).toEqual({ text: "[killed by SIGSEGV]", isError: true });
});

test("input is the null device, outputs are a pipe that can be opened again, under no other descriptor", async () => {
  const { text } = await call(
    parts(),
    'readlink /proc/self/fd/0; cat; echo to stderr > /dev/stderr; echo both | tee /dev/stderr; readlink /proc/$$/fd/1 | cut -d: -f1; ls -l /proc/$$/fd | grep -cF "$(readlink /proc/$$/fd/1)"',
  );
  expect(text).toMatch(/^\/dev\/null\nto stderr\nboth\nboth\npipe\n2\n$/);
});

test("nothing is kept from one call to the next but what is on the disk", async () => {
  const shell = parts();
  await call(shell, "cd /; export KEPT=1; f() { echo kept; }; alias g=echo; umask 000; echo file > $OLDPWD/file");
  expect(await call(shell, 'echo "$PWD [$KEPT]"; f; cat file')).toEqual({
    text: expect.stringMatching(/^\S+shell-\w+ \[\]\n.*f: command not found\nfile\n$/),
    isError: false,
  });
});

test("no profile is loaded, no file that a variable names, and no function or option of the daemon's environment", async () => {
  const home = folder();
  for (const name of [".bashrc", ".bash_profile", ".profile", "env.sh"])
    writeFileSync(join(home, name), "echo LOADED\n");
  const env = {
    ...{
      PATH: process.env["PATH"],
      HOME: home,
      BASH_ENV: join(home, "env.sh"),
      ENV: join(home, "env.sh"),
      SSH_CLIENT: "1 2 3",
    },
    ...{ "BASH_FUNC_echo%%": "() { builtin echo FUNCTION; }", SHELLOPTS: "xtrace", PS4: "TRACE " },
  };
  expect((await call(parts({ env }), "echo plain")).text).toBe("plain\n");
});

test("a command that looks like an option is a command, and one that is too long says so", async () => {
  expect((await call(parts(), "-x")).text).toContain("-x: command not found");
  expect(await call(parts(), `: ${"x".repeat(200_000)}`)).toEqual({
    text: expect.stringMatching(/^\[not run: the command and its environment are longer than the system takes/),
    isError: true,
  });
});

test("a folder that is gone and a shell that is missing are results", async () => {
  const cwd = folder();
  rmSync(cwd, { recursive: true });
  expect(await call(parts({ cwd }), "true")).toEqual({
    text: "[not run: the working directory is gone]",
    isError: true,
  });
  expect(await call(parts({ env: { PATH: "/nonexistent" } }), "true")).toEqual({
    text: "[not run: there is no `bash` on the PATH]",
    isError: true,
  });
});

test("what a command leaves behind is killed at its end, also what ignores signals and what closed its outputs", async () => {
  const { text } = await call(
    parts(),
    "sleep 1000 & echo $!; (trap '' TERM HUP; exec sleep 1000 >/dev/null 2>&1) & echo $!; nohup timeout 1000 sleep 1000 >/dev/null 2>&1 & echo $!; exec >&- 2>&-; exit 0",
  );
  const pids = text.match(/^\d+$/gm) ?? [];
  expect(pids).toHaveLength(3);
  await until(() => !pids.some(isAlive));
});

test("a process that left the session does not hold up the call", async () => {
  const { text } = await call(parts(), "setsid sleep 1000 & echo $!");
  process.kill(Number(text), "SIGKILL");
  expect(text).toMatch(/^\d+\n$/);
});

test("output of a process substitution comes before the end", async () => {
  expect((await call(parts(), "exec > >(sed 's/^/> /'); echo a; echo b")).text).toBe("> a\n> b\n");
});

test("a command's output comes although the program that passes it on is late, and this process is busy", async () => {
  const bin = folder();
  // The command's output goes through the first `cat` of the path.
  writeFileSync(join(bin, "cat"), "#!/bin/bash\nsleep 1.7\nPATH=${PATH#*:} exec cat\n", { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env["PATH"]}` };
  let isOver = false;
  const stall = (): void => {
    for (const end = performance.now() + 500; performance.now() < end; );
    if (!isOver) setTimeout(stall, 0);
  };
  setTimeout(stall, 0);
  const { text } = await call(parts({ env }), "echo $$");
  isOver = true;
  expect(text).toMatch(/^\d+\n$/);
});

test("a call that is cancelled ends what it runs: a command that ignores SIGTERM by SIGKILL", async () => {
  const cwd = folder();
  const cancel = new AbortController();
  const clock = new HandClock();
  const { start, printed } = listening();
  const running = call(
    parts({ cwd, clock, start }),
    "trap '' TERM; timeout 1000 sleep 1000 & echo $! > pid; echo started; while :; do sleep 0.1; done",
    cancel.signal,
  );
  await printed;
  cancel.abort();
  clock.pass(limits.shellGrace);
  expect(await running).toEqual({
    text: "started\n[the call was cancelled; stopped by SIGTERM, and 2 s later by SIGKILL]",
    isError: true,
  });
  const pid = readFileSync(join(cwd, "pid"), "utf8").trim();
  await until(() => !isAlive(pid));
});

test("a command that takes too long is stopped, and what it printed is told", async () => {
  expect(await call(parts(), { command: "echo before; sleep 1000", timeout_seconds: 1 })).toEqual({
    text: "before\n[it took longer than 1 s; stopped by SIGTERM]",
    isError: true,
  });
});

test("100 MB of output keep 8 MiB of it, the beginning and the end", async () => {
  const { text, isError } = await call(parts(), "echo first; head -c 100000000 /dev/zero; echo; echo last");
  expect(isError).toBe(false);
  expect(text.length).toBeLessThan(8_388_700);
  expect(text.startsWith("first\n\0\0\0")).toBe(true);
  expect(text.endsWith("\0\0\0\nlast\n")).toBe(true);
  expect(text.match(/… (\d+) bytes left out …/)?.[1]).toBe(String(100_000_012 - 8_388_608));
}, 60_000);

test("C307 a secret is gone from the output, and a variable that holds one is not passed on", async () => {
  const env = {
    PATH: process.env["PATH"],
    TOKEN: `Bearer ${SECRET}`,
    PLAIN: "plain",
    AGENT_DAEMON_CREDENTIAL_FILE: "/x",
  };
  const shell = parts({ env });
  expect((await call(shell, "env | sort | cut -d= -f1 | grep -v '^_' | tr '\\n' ' '")).text).toBe(
    "PATH PLAIN PWD SHLVL ",
  );
  const [first, second] = [SECRET.slice(0, 7), SECRET.slice(7)];
  const { text } = await call(
    shell,
    `printf %s ${first}; sleep 0.1; printf %s ${second}; echo; echo -n ${SECRET} | base64`,
  );
  expect(text).not.toContain(first);
  expect(text.startsWith("[redacted]")).toBe(true);
});
