/** Two ways to run the command line: as its user does, and in the process of the tests, which is much quicker. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { main } from "../../src/cli/main.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProcessOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

export const BIN = resolve("bin/agentcfg.cjs");

const emptyHome = mkdtempSync(join(tmpdir(), "agentcfg-home-"));
process.on("exit", () => rmSync(emptyHome, { recursive: true, force: true }));

/** For what V8 compiles of the program, once for all processes. */
export const CACHE = join(tmpdir(), "cache");
mkdirSync(CACHE, { recursive: true, mode: 0o700 });

/** The environment holds PATH, a home without files, a directory for compiled code and the additions of a test, so that nothing of the machine leaks in. */
export function runProcess(args: readonly string[], { cwd, input = "", env = {} }: ProcessOptions = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    input,
    env: { PATH: process.env["PATH"], HOME: emptyHome, XDG_CACHE_HOME: CACHE, ...env },
    encoding: "utf8",
    timeout: 20_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

/** The same in this process, which is much quicker: for what a command prints and returns. */
export function runIn(args: readonly string[], { cwd, input, env = {} }: ProcessOptions = {}): Promise<Run> {
  const all = { PATH: process.env["PATH"], HOME: emptyHome, XDG_CACHE_HOME: CACHE, ...env };
  return runHere(args, nodeHost({ ...(cwd === undefined ? {} : { cwd }), env: all }), input);
}

/** What somebody types at a terminal. */
export interface Typed {
  readonly typed: string;
}

/** Runs a command line on some machine, its output no terminal. */
export function runHere(args: readonly string[], host: WritingHost, input?: string | Uint8Array | Typed): Promise<Run> {
  return runMain(main, ["node", "agentcfg", ...args], host, input);
}

/** The same of either program. */
export async function runMain(
  program: typeof main,
  argv: readonly string[],
  host: WritingHost,
  input: string | Uint8Array | Typed = "",
): Promise<Run> {
  const said = { stdout: "", stderr: "" };
  const into = (name: keyof typeof said) => ({
    write: (text: string, done?: () => void): void => {
      said[name] += text;
      done?.();
    },
  });
  const isTyped = typeof input === "object" && "typed" in input;
  const stdin = Object.assign(Readable.from([Buffer.from(isTyped ? input.typed : input)]), { isTTY: isTyped });
  const streams = { stdin, stdout: into("stdout"), stderr: into("stderr") };
  const code = await program({ directory: resolve("."), argv, ...streams }, host);
  return { code, ...said };
}
