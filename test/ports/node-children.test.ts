import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Child, ChildOptions } from "../../src/agent/machine/interfaces/children.js";
import { nodeChildren } from "../../src/agent/machine/node/children.js";

const env = { PATH: process.env["PATH"] ?? "" };

interface Told {
  readonly child: Child;
  readonly out: { stdout: number; stderr: number; text: string };
}

async function started(script: string, more: Partial<ChildOptions> = {}): Promise<Told> {
  const out = { stdout: 0, stderr: 0, text: "" };
  const child = await nodeChildren({
    ...{ program: "bash", words: ["--norc", "-c", script], cwd: tmpdir(), env },
    take: (output, bytes) => {
      out[output] += bytes.length;
      if (out.text.length < 10_000) out.text += Buffer.from(bytes).toString("latin1");
    },
    ...more,
  });
  return { child, out };
}

/** Whether a process runs: one that has ended counts as gone, also when nothing has waited for it. */
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

/** Keeps this process busy in turns that are longer than the silence that ends a program, until `stop`. */
function stalled(): { readonly stop: () => void } {
  let isOver = false;
  const stall = (): void => {
    for (const end = performance.now() + 500; performance.now() < end; );
    if (!isOver) setTimeout(stall, 0);
  };
  setTimeout(stall, 0);
  return {
    stop: () => {
      isOver = true;
    },
  };
}

const pidsIn = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number);

test("a program reads what is written to it, and its two outputs and its exit code are told", async () => {
  const { child, out } = await started("read line; echo $line; echo error >&2; exit 7");
  expect(child.write(Buffer.from("hello\n"))).toBe(true);
  child.endInput();
  expect(await child.ended).toEqual({ code: 7, signal: undefined });
  expect(out).toMatchObject({ stdout: 6, stderr: 6 });
});

test("a program without an input has the null device", async () => {
  const { child, out } = await started("readlink /proc/self/fd/0", { input: "none" });
  expect(child.write(Buffer.from("x"))).toBe(false);
  child.endInput();
  await child.ended;
  expect(out.text).toBe("/dev/null\n");
});

test("the code of a failure tells a missing program, a missing folder and too many words", async () => {
  const gone = mkdtempSync(join(tmpdir(), "gone-"));
  rmSync(gone, { recursive: true });
  await expect(started("", { program: "no-such-program" })).rejects.toThrow(/^ENOENT$/);
  await expect(started("", { cwd: gone })).rejects.toThrow(/^ENOTDIR$/);
  await expect(started("x".repeat(4_000_000))).rejects.toThrow(/^E2BIG$/);
  await expect(started("a\0b")).rejects.toThrow(/^ERR_INVALID_ARG_VALUE$/);
});

test("a closed input takes nothing and throws nothing, and what an open one does not read at once waits", async () => {
  const closed = await started("exec 0<&-; echo ready; read -r -t 5 x <&1; exit 0");
  await until(() => closed.out.text !== "");
  for (let count = 0; count < 50; count += 1) {
    closed.child.write(Buffer.alloc(65_536));
    await new Promise(setImmediate);
  }
  closed.child.kill("SIGKILL");
  expect(await closed.child.ended).toEqual({ code: undefined, signal: "SIGKILL" });
  expect(closed.child.write(Buffer.from("x"))).toBe(false);

  // What is not read at once waits, and is read in the end.
  const late = await started("read -r line; wc -c");
  let written = 1;
  while (late.child.write(Buffer.alloc(100_000))) written += 1;
  expect(late.child.write(Buffer.from("\nend"))).toBe(false);
  late.child.endInput();
  await late.child.ended;
  expect(late.out.text).toBe("3\n");
  expect(written).toBeLessThan(20);

  const unread = await started("sleep 1000");
  while (unread.child.write(Buffer.alloc(100_000)));
  unread.child.kill("SIGTERM");
  expect(await unread.child.ended).toEqual({ code: undefined, signal: "SIGTERM" });
});

test("outputs that are paused when the program ends are read when they are resumed", async () => {
  const { child, out } = await started("read line; echo late; echo error >&2");
  child.pause();
  child.write(Buffer.from("go\n"));
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  await until(() => !isAlive(child.pid));
  // Node.js resumes outputs at the end of a program: some rounds of the loop after it.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect({ ...out, hasEnded }).toEqual({ stdout: 0, stderr: 0, text: "", hasEnded: false });
  child.resume();
  expect(await child.ended).toEqual({ code: 0, signal: undefined });
  expect(out).toMatchObject({ stdout: 5, stderr: 6 });
});

test("100 MB with back pressure arrive whole, and no more than a little is ahead of the reader", async () => {
  let ahead = 0;
  let most = 0;
  let total = 0;
  let isPaused = false;
  let takenWhilePaused = 0;
  const child = await nodeChildren({
    ...{ program: "head", words: ["-c", "100000000", "/dev/zero"], cwd: tmpdir(), env, input: "none" },
    take: (_, bytes) => {
      total += bytes.length;
      if (isPaused) takenWhilePaused += 1;
      ahead += bytes.length;
      most = Math.max(most, ahead);
      child.pause();
      isPaused = true;
      setImmediate(() => {
        isPaused = false;
        ahead = 0;
        child.resume();
      });
    },
  });
  expect(await child.ended).toEqual({ code: 0, signal: undefined });
  expect({ total, takenWhilePaused }).toEqual({ total: 100_000_000, takenWhilePaused: 0 });
  expect(most).toBeLessThanOrEqual(1_048_576);
});

test("what a program leaves behind is killed with it: in its group, in another group of its session, with and without its outputs", async () => {
  const { child, out } = await started(
    "sleep 1000 & echo $!; sleep 1000 >/dev/null 2>&1 & echo $!; set -m; sleep 1000 & echo $!; timeout 1000 sleep 1000 >/dev/null 2>&1 & echo $!",
  );
  await child.ended;
  const left = pidsIn(out.text);
  expect(left).toHaveLength(4);
  await until(() => !left.some(isAlive));
});

test("an output that a process of another session holds does not hold up the end", async () => {
  const { child, out } = await started("setsid sleep 1000 & echo $!");
  expect(await child.ended).toEqual({ code: 0, signal: undefined });
  const [left = 0] = pidsIn(out.text);
  expect(isAlive(left)).toBe(true);
  process.kill(left, "SIGKILL");
});

test.each([
  ["one that begins late", "(sleep 1.7; echo late) &", "late\n"],
  ["one whose output another one passes on", "(sleep 1.7; echo late) | cat &", "late\n"],
  ["a process substitution", "exec > >(sleep 1.7; sed 's/^/> /'); echo late", "> late\n"],
])(
  "a stall of this process does not cut off the output of a process that outlives the program: %s",
  async (_, script, text) => {
    const { stop } = stalled();
    const { child, out } = await started(script);
    await child.ended;
    stop();
    expect(out.text).toBe(text);
  },
);

test("what was asked to stop may do so after the program's own end, and is read", async () => {
  const { child, out } = await started(
    "exec 2>/dev/null; (trap 'sleep 0.5; echo cleaned; exit' TERM; echo ready; while :; do sleep 0.05; done) & wait",
  );
  await until(() => out.text !== "");
  child.kill("SIGTERM");
  expect(await child.ended).toEqual({ code: undefined, signal: "SIGTERM" });
  expect(out.text).toBe("ready\ncleaned\n");
});

test("SIGKILL ends what ignores SIGTERM, with all that it has started; later signals do nothing", async () => {
  const { child, out } = await started("trap '' TERM; (trap '' TERM; sleep 1000) & echo $!; wait; sleep 1000");
  await until(() => out.text !== "");
  child.kill("SIGTERM");
  child.kill("SIGKILL");
  expect(await child.ended).toEqual({ code: undefined, signal: "SIGKILL" });
  await until(() => !pidsIn(out.text).some(isAlive));
  child.kill("SIGKILL");
  expect(existsSync(`/proc/${child.pid}`)).toBe(false);
});
