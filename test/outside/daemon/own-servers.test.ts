/**
 * A stranger's repository around its user's own tool servers (P-S97): no program of it runs and no byte leaves while nobody vouches for the
 * directory. Each attack is real: the same repository runs its program where its user said `trusted`.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StartChild } from "../../../src/agent/machine/interfaces/children.js";
import type { LoadOptions } from "../../../src/index.js";
import { OFFLINE, running, unrecorded } from "../../daemon/bench.js";

interface Server {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Attack {
  readonly files: Readonly<Record<string, string>>;
  readonly server: Server;
}

/** In a text of an attack: writes the mark, in the language of the program. */
const SHELL = '#!/bin/sh\necho ran > "MARK"\n';
const NODE = 'require("fs").writeFileSync("MARK", "ran");\n';
const PYTHON = 'open("MARK", "w").write("ran")\n';

const ATTACKS: Readonly<Record<string, Attack>> = {
  "node_modules/.bin": {
    files: {
      "node_modules/.bin/own-mcp": SHELL,
      "node_modules/own-mcp/package.json": '{"name":"own-mcp","version":"1.0.0","bin":"x.sh"}',
      "node_modules/own-mcp/x.sh": SHELL,
    },
    server: { command: "npx", args: ["--no-install", "own-mcp"] },
  },
  "the bin of package.json": {
    files: { "package.json": '{"name":"own-mcp","version":"1.0.0","bin":{"own-mcp":"x.sh"}}', "x.sh": SHELL },
    server: { command: "npx", args: ["--no-install", "own-mcp"] },
  },
  "node-options in .npmrc": {
    files: { ".npmrc": "node-options=--require=REPOSITORY/evil.cjs\n", "evil.cjs": NODE },
    server: { command: "npm", args: ["exec", "--offline", "-c", "node -e 0"] },
  },
  "script-shell in .npmrc": {
    files: { ".npmrc": "script-shell=REPOSITORY/evil.sh\n", "evil.sh": SHELL },
    server: { command: "npm", args: ["exec", "--offline", "-c", "node -e 0"] },
  },
  "a script of package.json": {
    files: { "package.json": '{"name":"x","scripts":{"mcp":"./evil.sh"}}', "evil.sh": SHELL },
    server: { command: "npm", args: ["run", "mcp"] },
  },
  "a module that Node.js looks for by NODE_PATH": {
    files: { "helper.js": NODE },
    server: { command: "node", args: ["-e", 'require("helper")'], env: { NODE_PATH: "." } },
  },
  "node_modules around a program": {
    files: { "node_modules/helper/index.js": NODE },
    server: { command: "node", args: ["-e", 'require("helper")'] },
  },
  "NODE_OPTIONS in .env": {
    files: { ".env": "NODE_OPTIONS=--require=./evil.cjs\n", "evil.cjs": NODE },
    server: {
      command: "node",
      args: ["--env-file=.env", "-e", 'require("child_process").execFileSync("node", ["-e", "0"])'],
    },
  },
  "a module of Python": {
    files: { "server.py": PYTHON },
    server: { command: "python3", args: ["-m", "server"] },
  },
  "a module of Python that hides the library's": {
    files: { "json.py": PYTHON },
    server: { command: "python3", args: ["-c", "import json"] },
  },
  "sitecustomize of Python": {
    files: { "sitecustomize.py": PYTHON },
    server: { command: "python3", args: ["-c", "0"], env: { PYTHONPATH: "." } },
  },
  "a module of Perl": {
    files: { "Evil.pm": 'open(F, ">", "MARK"); print F "ran"; 1;\n' },
    server: { command: "perl", args: ["-e", "require Evil"], env: { PERL_USE_UNSAFE_INC: "1" } },
  },
  "fsmonitor in .git/config": {
    files: {
      ".git/config": '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "REPOSITORY/evil.sh"\n',
      "evil.sh": SHELL,
    },
    server: { command: "git", args: ["status"] },
  },
  "an alias in .git/config": {
    files: {
      ".git/config": "[core]\n\trepositoryformatversion = 0\n[alias]\n\tmcp = !REPOSITORY/evil.sh\n",
      "evil.sh": SHELL,
    },
    server: { command: "git", args: ["mcp"] },
  },
  "a hook of .git": {
    files: { ".git/hooks/post-commit": SHELL },
    server: {
      command: "git",
      args: ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "--allow-empty", "-m", "x"],
    },
  },
  "a recipe": {
    files: { Makefile: "mcp:\n\t./evil.sh\n", "evil.sh": SHELL },
    server: { command: "make", args: ["mcp"] },
  },
  "a relative program": { files: { srv: SHELL }, server: { command: "./srv" } },
  "a relative program in a directory": { files: { "bin/srv": SHELL }, server: { command: "bin/srv" } },
  "a relative argument": { files: { "srv.js": NODE }, server: { command: "node", args: ["srv.js"] } },
  "a file that a shell reads": { files: { env: SHELL }, server: { command: "sh", args: ["-c", ". ./env"] } },
};

/** A home with a tool server of its user's, and a repository. Children are real. `npmrc`: the user's own. */
async function around({ files, server }: Attack, load: Partial<LoadOptions>, npmrc = "") {
  const path = mkdtempSync(join(tmpdir(), "agent-own-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const repository = join(path, "repository");
  const mark = join(path, "mark");
  const home = join(path, "home");
  mkdirSync(repository);
  mkdirSync(home);
  writeFileSync(join(home, ".npmrc"), npmrc);
  execFileSync("git", ["init", "-q", repository]);
  for (const [name, text] of Object.entries(files)) {
    const file = join(repository, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll("MARK", mark).replaceAll("REPOSITORY", repository));
    chmodSync(file, 0o755);
  }
  const ends: Promise<unknown>[] = [];
  const directories: string[] = [];
  const startChild: StartChild = async (options) => {
    directories.push(options.cwd);
    const child = await unrecorded(options).catch((error) => {
      ends.push(Promise.resolve());
      throw error;
    });
    child.endInput();
    ends.push(child.ended);
    return child;
  };
  const env = { HOME: home, PATH: process.env["PATH"] };
  const own = { transport: "stdio", ...server };
  const bench = await running({
    config: `${OFFLINE}mcp_servers: { own: ${JSON.stringify(own)} }\n`,
    workingDirectory: repository,
    load: { cwd: repository, projectFile: repository, env, projectTrust: "granted", ...load },
    host: { startChild, env },
  });
  bench.clock.pass(0);
  while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await ends[0];
  return { bench, directories, repository, home, hasRun: existsSync(mark) };
}

describe.each(Object.entries(ATTACKS))("%s", (_, attack) => {
  test("does nothing to a server that starts elsewhere", async () => {
    const { bench, directories, hasRun } = await around(attack, {});
    expect([hasRun, directories[0]]).toEqual([false, dirname(bench.file)]);
  });

  test("would do it where the server starts in the repository", async () => {
    const { directories, repository, hasRun } = await around(attack, { projectTrust: "trusted" });
    expect([hasRun, directories[0]]).toEqual([true, repository]);
  });
});

/** A registry that counts what comes, and has nothing. */
async function registry(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? ""}`);
    response.writeHead(404).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

test.each([
  ["granted", false],
  ["trusted", true],
] as const)("a registry in .npmrc, under `%s`", async (projectTrust, isAsked) => {
  const [own, other] = [await registry(), await registry()];
  const { directories } = await around(
    {
      files: { ".npmrc": `registry=${other.url}\n${other.url.replace("http:", "")}:_authToken=\${T}\n` },
      server: { command: "npx", args: ["-y", "some-mcp-server@1.2.3"], env: { T: "corp-key" } },
    },
    { projectTrust },
    `registry=${own.url}\n`,
  );
  expect(directories).toHaveLength(1);
  expect(other.asked.some((line) => line.includes("corp-key"))).toBe(isAsked);
  expect([other.asked.length > 0, own.asked.length > 0]).toEqual([isAsked, !isAsked]);
  expect(own.asked.join()).not.toContain("corp-key");
});
