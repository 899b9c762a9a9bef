/** Runs the built command line as its user would. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

export const BIN = resolve("bin/agentcfg.cjs");

const emptyHome = mkdtempSync(join(tmpdir(), "agentcfg-home-"));
process.on("exit", () => rmSync(emptyHome, { recursive: true, force: true }));

/** The environment holds PATH, a home without files and what a test adds, so that nothing of the machine leaks in. */
export function agentcfg(args: readonly string[], { cwd, input = "", env = {} }: Options = {}): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    input,
    env: { PATH: process.env["PATH"], HOME: emptyHome, ...env },
    encoding: "utf8",
    timeout: 20_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}
