/** The program of the agent as its users run it: processes, a state directory of a test's own, and a daemon's first line. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { main } from "../../src/agent/main.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { credentialOf, OFFLINE, TOKEN } from "../daemon/bench.js";
import { CACHE, runHere, runMain } from "../machine/run.js";
import { mainHere } from "./here.js";

export const BIN = resolve("bin/agent.cjs");

/** The environment of every program here. */
const USUAL = { PATH: process.env["PATH"], HOME: "/dev/null/home", XDG_CACHE_HOME: CACHE };

export interface Place {
  readonly path: string;
  readonly state: string;
  readonly config: string;
  readonly credential: string;
  /** Options of commands that start a daemon for a new session, and of those that go on with one, which has its own directory. */
  readonly start: readonly string[];
  readonly again: readonly string[];
}

/** A directory with a configuration and a credential; everything that still runs on it ends with the test. */
export function place(config = OFFLINE): Place {
  const path = mkdtempSync(join(tmpdir(), "agent-process-"));
  const at = {
    path,
    ...{ state: join(path, "state"), config: join(path, "config.yaml"), credential: join(path, "credential.json") },
  };
  writeFileSync(at.config, config);
  writeFileSync(at.credential, credentialOf(TOKEN), { mode: 0o600 });
  onTestFinished(() => {
    endDaemons(at.state);
    rmSync(path, { recursive: true, force: true });
  });
  const again = ["--global", at.config, "--no-project", "--state-dir", at.state];
  return { ...at, start: [...again, "--working-dir", path], again };
}

/** Ends whatever still runs on a state directory, except this process. */
export function endDaemons(state: string): void {
  for (const pid of daemonsOf(state)) if (pid !== process.pid) end(pid);
}

/** The processes that the locks of a state directory name. */
export function daemonsOf(state: string): readonly number[] {
  try {
    return readdirSync(join(state, "sessions-v1")).flatMap((id) => {
      try {
        const { pid } = JSON.parse(readFileSync(join(state, "sessions-v1", id, "lock"), "utf8")) as { pid: number };
        return [pid];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Running {
  stdout = "";
  stderr = "";
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #waiting: (() => void)[] = [];
  isOver = false;

  /** `around`: a program, with its words, that runs the other one. */
  constructor(
    words: readonly string[],
    { env = {}, ...options }: SpawnOptions = {},
    program = BIN,
    around: readonly string[] = [],
  ) {
    const [first = process.execPath, ...others] = [...around, process.execPath, program, ...words];
    this.child = spawn(first, others, {
      stdio: "pipe",
      ...options,
      env: { ...USUAL, ...env },
    });
    this.child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      this.stdout += String(chunk);
      this.#tell();
    });
    this.child.stderr?.setEncoding("utf8").on("data", (chunk) => {
      this.stderr += String(chunk);
      this.#tell();
    });
    this.child.stdin?.on("error", () => {});
    this.#ended = once(this.child, "close").then(() => {
      this.isOver = true;
      this.#tell();
    });
    const { pid } = this.child;
    onTestFinished(() => {
      if (!this.isOver && pid !== undefined) end(pid);
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Resolves when it holds; rejects when the process ends before. */
  async until(holds: (running: this) => boolean): Promise<void> {
    while (!holds(this)) {
      if (this.isOver) throw new Error(`ended with ${this.child.exitCode}: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async ended(): Promise<Ended> {
    await this.#ended;
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }

  #tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** Runs one command line to its end in this process, and so the daemon that it starts. */
export function run(words: readonly string[], { cwd, env = {}, input = "" }: RunOptions = {}): Promise<Ended> {
  return runMain(mainHere, ["node", BIN, ...words], hostOf(cwd, env), input);
}

/** The same, but a daemon that it starts is a process. */
export function runApart(words: readonly string[], { cwd, env = {}, input = "" }: RunOptions = {}): Promise<Ended> {
  return runMain(main, ["node", BIN, ...words], hostOf(cwd, env), input);
}

/** The same of `agentcfg`. */
export function runToolkit(words: readonly string[], { cwd, env = {}, input }: RunOptions = {}): Promise<Ended> {
  return runHere(words, hostOf(cwd, env), input);
}

function hostOf(cwd: string | undefined, env: NonNullable<RunOptions["env"]>): WritingHost {
  return nodeHost({ ...(cwd === undefined ? {} : { cwd }), env: { ...USUAL, ...env } });
}

/** The same in processes of their own. */
export function runProcess(
  words: readonly string[],
  { input = "", ...options }: RunOptions = {},
  program = BIN,
): Promise<Ended> {
  const running = new Running(words, options, program);
  running.child.stdin?.end(input);
  return running.ended();
}

/** Resolves when it holds, which some other process brings about. */
export async function whenever(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Ready {
  readonly url: string;
  readonly session_id: string;
  readonly session_dir: string;
  readonly daemon_epoch: string;
  readonly pid: number;
}

export interface Daemon extends Ready {
  readonly running: Running;
}

/** A daemon that serves. */
export async function daemon(at: Place, words: readonly string[] = [], options: SpawnOptions = {}): Promise<Daemon> {
  const start = words.includes("--resume") ? at.again : at.start;
  const running = new Running(["daemon", "--credential-file", at.credential, ...start, ...words], options);
  await running.until(({ stdout }) => stdout.includes("\n"));
  return { ...(JSON.parse(running.stdout) as Ready), running };
}
