/** The language server on a directory of its own, in this process or as the command. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Machine } from "../../src/lsp/machine.js";
import { languageServer } from "../../src/lsp/main.js";
import { machineClock } from "../../src/toolkit/read/host/clock.js";
import { fileOfUrl, urlOfFile } from "../../src/toolkit/read/host/file-url.js";
import { isRunning } from "../../src/toolkit/read/host/running.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { compileSchema, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { Editor, type Wire } from "./editor.js";

/** The machine's policy, by its name in the home. */
export const POLICY = "etc/agentcfg/policy.yaml";

/** A home with files, by their names in it: `.config/agent/config.yaml` is the global layer, `work/.agent/config.yaml` a project. */
export function home(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), "lsp-"));
  for (const [name, text] of Object.entries({ "work/.git/HEAD": "", ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

export function uriIn(directory: string, name: string): string {
  return pathToFileURL(join(directory, name)).href;
}

function environment(directory: string): Record<string, string> {
  return { HOME: directory, PATH: process.env["PATH"] ?? "" };
}

const described = (name: string): Shape =>
  compileSchema(JSON.parse(readFileSync(`schema/${name}.schema.json`, "utf8")));
const SCHEMAS = { layer: described("config"), policy: described("policy"), permissions: described("permissions") };

/** A machine whose user has this home. */
export function machineAt(directory: string): Machine {
  const env = environment(directory);
  return {
    hostAt: (cwd = directory) => ({
      ...nodeHost({ cwd, env }),
      accountHome: () => directory,
      policyFile: join(directory, POLICY),
    }),
    fileOf: fileOfUrl,
    uriOf: urlOfFile,
    clock: machineClock,
    isRunning,
    afterMessages: (then) => void setImmediate(() => setImmediate(then)),
    schemas: { layer: () => SCHEMAS.layer, policy: () => SCHEMAS.policy, permissions: () => SCHEMAS.permissions },
  };
}

/** An editor with a server in this process. */
export function served(machine: Machine): Editor {
  const pieces: (Uint8Array | undefined)[] = [];
  let wake = (): void => {};
  const push = (piece: Uint8Array | undefined): void => {
    pieces.push(piece);
    wake();
  };
  async function* input(): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (pieces.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const piece = pieces.shift();
      if (piece === undefined) return;
      yield piece;
    }
  }
  const listeners: ((piece: Uint8Array) => void)[] = [];
  const write = (text: string, done: () => void): void => {
    const piece = Buffer.from(text);
    for (const listen of listeners) listen(piece);
    done();
  };
  const complaints: string[] = [];
  const streams = { input: input(), write, complain: (sentence: string): void => void complaints.push(sentence) };
  const exit = languageServer(streams, machine);
  const wire = {
    send: push,
    end: () => push(undefined),
    onOutput: (listen: (piece: Uint8Array) => void) => listeners.push(listen),
    exit,
  };
  const editor = new Editor(wire);
  void exit.then(() => {
    editor.errors = complaints.join("\n");
  });
  return editor;
}

/** An editor with the command as its server. */
export function started(directory: string, command: readonly string[]): Editor {
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    cwd: directory,
    env: environment(directory),
    stdio: "pipe",
  });
  child.stdin.on("error", () => {});
  const exit = new Promise<number>((resolve) => child.on("exit", (code) => resolve(code ?? -1)));
  const wire: Wire = {
    send: (bytes) => child.stdin.write(bytes),
    end: () => child.stdin.end(),
    onOutput: (listen) => child.stdout.on("data", listen),
    exit,
  };
  const editor = new Editor(wire);
  child.stderr.setEncoding("utf8").on("data", (said: string) => {
    editor.errors += said;
  });
  return editor;
}
