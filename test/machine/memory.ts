/** A machine of a few files in memory. Records reads and commands; a command gets an answer and never runs. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { FileRead, WritingHost } from "../../src/toolkit/read/host/host.js";
import type { RunResult } from "../../src/toolkit/read/host/run.js";
import { POLICY, pathOf } from "./names.js";

export interface Memory {
  /** By name (names.ts). */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The output of a command. */
  readonly answer?: (command: string) => string;
}

export interface MemoryHost extends WritingHost {
  /** Every reading of a file, in order. */
  readonly reads: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  /** Every command that was to be run, in order. */
  readonly commands: readonly string[];
}

/** The path that a name means. */
export function memoryPath(name: string): string {
  return pathOf(name, { root: "/", home: "/home/user", repository: "/repo" });
}

/** A host whose user works in a repository at `/repo`. */
export function memoryHost({ files, env = {}, answer = () => "" }: Memory): MemoryHost {
  const bytes = new Map(Object.entries(files).map(([name, text]) => [memoryPath(name), Buffer.from(text)]));
  const directories = new Set(["/", "/repo", "/repo/.git"]);
  for (const file of bytes.keys()) {
    for (let at = posix.dirname(file); at !== "/"; at = posix.dirname(at)) directories.add(at);
  }
  const reads: { file: string; bytes: Uint8Array }[] = [];
  const commands: string[] = [];

  const readFile = (file: string, limit: number): FileRead => {
    const found = bytes.get(posix.resolve("/repo", file));
    if (found === undefined) return { kind: "unreadable", reason: "there is no such file" };
    if (found.length > limit) return { kind: "too-large" };
    reads.push({ file, bytes: found });
    return { kind: "bytes", bytes: found, realPath: posix.resolve("/repo", file) };
  };
  const run = async (command: string): Promise<RunResult> => {
    commands.push(command);
    return { kind: "output", bytes: Buffer.from(answer(command)) };
  };
  return {
    cwd: "/repo",
    home: "/home/user",
    policyFile: memoryPath(POLICY),
    env: { HOME: "/home/user", ...env },
    resolve: (file) => posix.resolve("/repo", file),
    join: posix.join,
    isAbsolute: posix.isAbsolute,
    kindOf: (path) => (bytes.has(path) ? "file" : directories.has(path) ? "directory" : undefined),
    signature: (path) => bytes.get(path)?.toString("base64"),
    realPath: (path) => (bytes.has(path) || directories.has(path) ? path : undefined),
    readFile,
    run,
    replaceFile: () => "nothing can be written here",
    createFile: () => "nothing can be written here",
    refusalOf: () => "nothing can be written here",
    countCertificates: (pem) => (Buffer.from(pem).includes("CERTIFICATE") ? 1 : 0),
    sha256: (data) => createHash("sha256").update(data).digest("hex"),
    reads,
    commands,
  };
}
