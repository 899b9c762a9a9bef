/** `agentcfg trust`: a user vouches only for text that was shown, and no project can vouch for itself. */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { type Machine, machine } from "../machine/machine.js";
import { type Run, runHere } from "../machine/run.js";

const PROJECT = ".agent/config.yaml";
const LIST = "~/.local/state/agent/trusted.json";

const files = {
  "~/.config/agent/config.yaml": "version: 3\n",
  [PROJECT]:
    "version: 3\nmcp_servers: { own: { transport: stdio, command: ./tools/own.sh, args: [--table=data.csv] } }\n",
  "tools/own.sh": "echo own\n",
  "data.csv": "a\n",
  "unnamed.sh": "echo no\n",
};

const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function typing({ cwd, env }: Machine, typed: string, args: readonly string[] = []): Promise<Run> {
  return runHere(["trust", ...args], nodeHost({ cwd, env }), { typed });
}

/** Whether the project counts for a program that asks whether its user vouches for it. */
async function counts(at: Machine): Promise<boolean> {
  const { config } = await at.load({ projectTrust: "granted" });
  return config?.mcp_servers?.["own"] !== undefined;
}

test("shows what the project changes and the files that it names, asks, and remembers a yes", async () => {
  const at = machine(files);
  expect(await counts(at)).toBe(false);
  const { code, stdout, stderr } = await typing(at, "y\n");
  expect(stdout).toMatch(
    /^\S+\/repo\n {2}your own tool servers start in this directory, whatever changes in it\n\nstarts\n {2}\.\/tools\/own\.sh --table=data\.csv\n {4}mcp_servers\.own\.command at \.agent\/config\.yaml:2:\d+\n\nincluding these files\n {2}data\.csv\n {2}tools\/own\.sh\n\nsha256 [0-9a-f]{64}\n$/,
  );
  expect([code, stderr]).toEqual([0, `Vouch for exactly this? [y/N] you vouch for ${at.repository} as it is now\n`]);
  expect(await counts(at)).toBe(true);
  expect(await typing(at, "")).toMatchObject({ code: 0, stderr: `you vouch for ${at.repository} as it is\n` });
  const { mode } = statSync(at.path(LIST));
  expect(mode & 0o077).toBe(0);
});

test.each(["n\n", "", "\n", "yes", "no\ny\n", "yikes\n"])("%j is a no", async (typed) => {
  const at = machine(files);
  expect(await typing(at, typed)).toMatchObject({ code: 1, stderr: expect.stringMatching(/nothing is recorded\n$/) });
  expect(await counts(at)).toBe(false);
});

test.each([
  ["the project's file", PROJECT],
  ["a file that it names", "tools/own.sh"],
  ["a file behind an option", "data.csv"],
])("a changed byte is a new question: %s", async (_, file) => {
  const at = machine(files);
  await typing(at, "yes\n");
  writeFileSync(at.path(file), `${at.read(file)}#`);
  expect(await counts(at)).toBe(false);
  await typing(at, "yes\n");
  expect(await counts(at)).toBe(true);
  expect(JSON.parse(at.read(LIST)).trusted).toHaveLength(1);
});

test.each<readonly [string, readonly string[], string]>([
  ["a directory with an index", ["node", "./server"], "packages/a/server/index.js"],
  ["a name without its ending", ["node", "./srv"], "packages/a/srv.js"],
  ["a file outside of the project's directory", ["node", "../../tools/own.js"], "tools/own.js"],
  ["a file from where it is started", ["sh", "-c", "$PWD/own.sh"], "packages/a/own.sh"],
  ["a file glued to an option", ["node", "-r./own.js", "x"], "packages/a/own.js"],
  ["a volume", ["docker", "run", "-v", "./own.sh:/e.sh", "img"], "packages/a/own.sh"],
  ["a list", ["run", "--config=./a.yml,./b.yml"], "packages/a/b.yml"],
  ["a module", ["python3", "-m", "tools.server"], "packages/a/tools/server.py"],
  ["an application in a module", ["uvicorn", "app:main"], "packages/a/app.py"],
  ["a script of the package", ["npm", "run", "mcp"], "packages/a/package.json"],
  ["a recipe", ["make", "mcp"], "packages/a/Makefile"],
])("what is run counts: %s", async (_, [command = "", ...args], file) => {
  const config = { version: 3, mcp_servers: { own: { transport: "stdio", command, args } } };
  const at = machine({ "packages/a/.agent/config.json": JSON.stringify(config), [file]: "1\n" }, { cwd: "packages/a" });
  await typing(at, "y\n");
  expect(await counts(at)).toBe(true);
  writeFileSync(at.path(file), "2\n");
  expect(await counts(at)).toBe(false);
});

test.each(["toString", "constructor", "bin/__proto__", "hasOwnProperty"])(
  "a word that every object inherits is a word: %s",
  async (word) => {
    const args = JSON.stringify([word]);
    const at = machine({
      [PROJECT]: `version: 3\nmcp_servers: { own: { transport: stdio, command: sh, args: ${args} } }\n`,
    });
    expect(await typing(at, "y\n")).toMatchObject({ code: 0 });
    expect(await counts(at)).toBe(true);
  },
);

test("a file that it names and that is gone, unreadable or another, and one that it does not name", async () => {
  const at = machine(files);
  await typing(at, "y\n");
  writeFileSync(at.path("unnamed.sh"), "echo changed\n");
  expect(await counts(at)).toBe(true);
  rmSync(at.path("tools/own.sh"));
  expect(await counts(at)).toBe(false);
  symlinkSync("../unnamed.sh", at.path("tools/own.sh"));
  expect(await counts(at)).toBe(false);
  rmSync(at.path("tools/own.sh"));
  mkdirSync(at.path("tools/own.sh"));
  expect(await counts(at)).toBe(false);
});

test("without a terminal, the sum says what is meant", async () => {
  const at = machine(files);
  const asked = await at.run(["trust"]);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("there is no terminal for the question")]);
  const sum = /sha256 ([0-9a-f]{64})/.exec(asked.stdout)?.[1] ?? "";
  expect(await at.run(["trust", "--sha256", sumOf("another")])).toMatchObject({ code: 1 });
  expect(await counts(at)).toBe(false);
  expect(await at.run(["trust", "--sha256", sum])).toMatchObject({ code: 0 });
  expect(await counts(at)).toBe(true);
});

test("a host may keep a list of its own", async () => {
  const at = machine(files);
  const sum = (await at.load()).projectSha256() ?? "";
  const { config } = await at.load({ projectTrust: "granted", trustedProjects: [sum] });
  expect(config?.mcp_servers).toHaveProperty("own");
  await typing(at, "y\n");
  expect((await at.load({ projectTrust: "granted", trustedProjects: [] })).config?.mcp_servers).toEqual({});
});

test("the sum of a project that names no file is that of its file", async () => {
  const text = "version: 3\nmcp_servers: { own: { transport: stdio, command: sh } }\n";
  expect((await machine({ [PROJECT]: text }).load()).projectSha256()).toBe(sumOf(text));
  expect((await machine({ "~/.config/agent/config.yaml": "version: 3\n" }).load()).projectSha256()).toBeUndefined();
});

test("--list and --revoke", async () => {
  const at = machine(files);
  expect(await at.run(["trust", "--list"])).toEqual({ code: 0, stdout: "", stderr: "you vouch for no directory\n" });
  expect(await at.run(["trust", "--revoke"])).toMatchObject({
    code: 1,
    stderr: `agentcfg: you do not vouch for ${at.repository}\n`,
  });
  await typing(at, "y\n");
  const { trusted } = JSON.parse((await at.run(["trust", "--list", "--format", "json"])).stdout);
  const state = { file: at.path(PROJECT), prompts: [], sha256: (await at.load()).projectSha256() };
  expect(trusted).toEqual([{ directory: at.repository, ...state }]);
  expect((await at.run(["trust", "--list"])).stdout).toBe(
    `${trusted[0].sha256.slice(0, 12)} ${at.repository}, .agent/config.yaml\n`,
  );
  expect(await at.run(["trust", "--revoke"])).toEqual({
    ...{ code: 0, stdout: "" },
    stderr: `you no longer vouch for ${at.repository}\n`,
  });
  expect(await counts(at)).toBe(false);
});

test.each<readonly [readonly string[], string]>([
  [["--list", "--revoke"], "`--list` lists all directories and takes nothing but `--format`"],
  [["--list", "--sha256", "abc"], "`--list` lists all directories and takes nothing but `--format`"],
  [["--list", "."], "`--list` lists all directories and takes nothing but `--format`"],
  [["--revoke", "--sha256", "0000"], "`--revoke` and `--sha256` do not go together"],
  [["--format", "json"], "`--format` goes with `--list` alone"],
  [["--revoke", "--format", "text"], "`--format` goes with `--list` alone"],
])("words that do not go together change nothing: %j", async (args, message) => {
  const at = machine(files);
  await typing(at, "y\n");
  expect(await typing(at, "y\n", args)).toEqual({ code: 2, stdout: "", stderr: `agentcfg: ${message}\n` });
  expect(await counts(at)).toBe(true);
});

test("a project that is gone can still be revoked", async () => {
  const at = machine(files);
  await typing(at, "y\n");
  rmSync(at.path(".agent"), { recursive: true });
  expect(await at.run(["trust", "--revoke", at.path(PROJECT)])).toMatchObject({ code: 0 });
  expect(JSON.parse(at.read(LIST))).toEqual({ version: 2, trusted: [] });
});

test("a project that is broken cannot be vouched for", async () => {
  expect(await typing(machine({ [PROJECT]: "a: [\n" }), "y\n")).toMatchObject({ code: 1, stdout: "" });
});

describe("a project cannot say it for its user", () => {
  test("by a list that lies in it", async () => {
    const at = machine({ ...files, "state/agent/trusted.json": "" });
    await typing(at, "y\n");
    writeFileSync(at.path("state/agent/trusted.json"), at.read(LIST));
    rmSync(at.path(LIST));
    const inside = { ...at.env, XDG_STATE_HOME: at.path("state") };
    expect((await at.load({ projectTrust: "granted", env: inside })).config?.mcp_servers).toEqual({});
    const said = await runHere(["trust"], nodeHost({ cwd: at.cwd, env: inside }), { typed: "y\n" });
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining("it lies in the project")]);
  });

  test("by a link from its user's list into it, or from its place", async () => {
    const at = machine(files);
    await typing(at, "y\n");
    writeFileSync(at.path("list.json"), at.read(LIST));
    rmSync(at.path(LIST));
    symlinkSync(at.path("list.json"), at.path(LIST));
    expect(await counts(at)).toBe(false);
    rmSync(dirname(at.path(LIST)), { recursive: true });
    mkdirSync(at.path("agent"));
    writeFileSync(at.path("agent/trusted.json"), at.read("list.json"));
    rmSync(at.path("~/.local/state"), { recursive: true });
    symlinkSync(at.repository, at.path("~/.local/state"));
    expect(await counts(at)).toBe(false);
  });

  test("by a list that does not exist yet and would lie in it", async () => {
    const at = machine({
      ...files,
      "~/.local": { to: "../repo" },
      "own/": "",
      "~/linked/agent": { to: "../../repo/own" },
    });
    for (const env of [{}, { XDG_STATE_HOME: at.path("a/state") }, { XDG_STATE_HOME: at.path("~/linked") }]) {
      const host = nodeHost({ cwd: at.cwd, env: { ...at.env, ...env } });
      const said = await runHere(["trust"], host, { typed: "y\n" });
      expect([said.code, said.stderr]).toEqual([2, expect.stringContaining("it lies in the project")]);
    }
    const written = ["state", "a", "own/trusted.json"].filter((name) => existsSync(at.path(name)));
    expect(written).toEqual([]);
  });

  test("by being a copy of one that its user vouches for", async () => {
    const at = machine(files);
    await typing(at, "y\n");
    const copy = machine({ ...files, "~/.local/state/agent/trusted.json": at.read(LIST) });
    expect(await counts(copy)).toBe(false);
  });

  test("by a name that a terminal would obey", async () => {
    const at = machine({
      [PROJECT]:
        'version: 3\nmcp_servers: { "own\\e[2J": { transport: stdio, command: "sh\\e]0;x\\a\\u202e", args: ["x\\ny"] } }\n',
    });
    const { stdout, stderr } = await typing(at, "n\n");
    expect([...`${stdout}${stderr}`].filter((one) => /[\u001b\u0007\u202e]/.test(one))).toEqual([]);
    expect(stdout).toContain("mcp_servers");
  });

  test("by naming too many files", async () => {
    const words = Array.from({ length: 10_001 }, (_, number) => `w${number}`).join(" ");
    const at = machine({
      [PROJECT]: `version: 3\nmcp_servers: { own: { transport: stdio, command: sh, args: ["${words}"] } }\n`,
    });
    expect(await typing(at, "y\n")).toMatchObject({
      ...{ code: 2, stdout: "" },
      stderr: expect.stringContaining("it names too many files to review"),
    });
    expect(await counts(at)).toBe(false);
  });
});

test.each([
  ["no JSON", "{"],
  ["of a later version", '{"version":3,"trusted":[]}'],
  ["of something else", '{"version":1,"trusted":[{"file":1}]}'],
])("a list that is %s vouches for nothing, and is not written over", async (_, text) => {
  const at = machine({ ...files, [LIST]: text });
  expect(await typing(at, "y\n")).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot use") });
  expect(await at.run(["trust", "--list"])).toMatchObject({ code: 2 });
  expect([await counts(at), at.read(LIST)]).toEqual([false, text]);
});

describe("who else may write the list could vouch", () => {
  test("so what is made for it is its user's alone, whatever new directories are otherwise", async () => {
    const at = machine(files);
    const before = process.umask(0);
    try {
      await typing(at, "y\n");
    } finally {
      process.umask(before);
    }
    const modes = [LIST, dirname(LIST), dirname(dirname(LIST)), "~/.local"].map(
      (name) => statSync(at.path(name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o700, 0o700, 0o700]);
  });

  test.each([
    [LIST, 0o666],
    [LIST, 0o620],
    [dirname(LIST), 0o777],
    [dirname(LIST), 0o770],
    [dirname(dirname(LIST)), 0o777],
  ])("%s with the mode %i is told", async (name, mode) => {
    const at = machine({ ...files, [LIST]: '{"version":1,"trusted":[]}' });
    const warning = `others can write ${name} and so vouch for projects in your name`;
    chmodSync(at.path(name), mode);
    expect((await typing(at, "n\n")).stderr).toContain(`agentcfg: ${warning}; run \`chmod go-w ${name}\`\n`);
    expect((await at.run(["trust", "--list"])).stderr).toContain(warning);
    expect((await at.run(["doctor"])).stdout).toContain(warning);
    chmodSync(at.path(name), mode & 0o755);
    expect((await at.run(["trust", "--list"])).stderr).not.toContain("others");
  });

  test("a directory around that a group may write is nothing unusual", async () => {
    const at = machine({ ...files, [LIST]: '{"version":1,"trusted":[]}' });
    chmodSync(at.path(dirname(dirname(LIST))), 0o775);
    expect((await at.run(["trust", "--list"])).stderr).not.toContain("others");
  });
});

test("without a home, and where nothing can be written", async () => {
  const at = machine(files);
  const homeless = await runHere(["trust"], nodeHost({ cwd: at.cwd, env: {} }), { typed: "y\n" });
  expect([homeless.code, homeless.stderr]).toEqual([2, expect.stringContaining("there is no home directory")]);
  mkdirSync(dirname(at.path(LIST)), { recursive: true });
  writeFileSync(at.path(LIST), '{"version":1,"trusted":[]}');
  chmodSync(at.path(LIST), 0o444);
  expect(await typing(at, "y\n")).toMatchObject({ code: 2, stderr: expect.stringContaining("it is read-only") });
  expect(readFileSync(at.path(LIST), "utf8")).toBe('{"version":1,"trusted":[]}');
});

describe("another call that writes the list at the same time is waited for, and neither entry is lost", () => {
  const OTHER = '{"version":2,"trusted":[{"root":"/other","prompts":{}}]}';

  test.each<readonly [string, string | undefined]>([
    ["as the first list", undefined],
    ["over an earlier list", '{"version":2,"trusted":[]}'],
  ])("%s", async (_, before) => {
    const at = machine({ ...files, ...(before === undefined ? {} : { [LIST]: before }) });
    const host = nodeHost({ cwd: at.cwd, env: at.env });
    let isFirst = true;
    /** What the other call writes before this one. */
    const meanwhile = (): void => {
      if (!isFirst) return;
      isFirst = false;
      mkdirSync(dirname(at.path(LIST)), { recursive: true });
      writeFileSync(at.path(LIST), OTHER);
    };
    const raced: WritingHost = {
      ...host,
      createFile: (file, bytes, forOthers) => {
        meanwhile();
        return host.createFile(file, bytes, forOthers);
      },
      replaceFile: (file, old, bytes) => {
        meanwhile();
        return host.replaceFile(file, old, bytes);
      },
    };
    const { code, stderr } = await runHere(["trust"], raced, { typed: "y\n" });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/as it is now\n$/)]);
    const { trusted } = JSON.parse(readFileSync(at.path(LIST), "utf8")) as { trusted: readonly { root: string }[] };
    expect(trusted.map(({ root }) => root)).toEqual(["/other", at.repository]);
    expect(await counts(at)).toBe(true);
  });

  test("while it holds the lock", async () => {
    const at = machine({ ...files, [LIST]: '{"version":2,"trusted":[]}' });
    const lock = at.path(LIST.replace("trusted.json", ".trusted.json.lock"));
    const host = nodeHost({ cwd: at.cwd, env: at.env });
    writeFileSync(lock, "");
    let refused = 0;
    const held: WritingHost = {
      ...host,
      replaceFile: (file, old, bytes) => {
        const refusal = host.replaceFile(file, old, bytes);
        if (refusal === "another program is writing it") refused += 1;
        if (refused === 3) rmSync(lock, { force: true });
        return refusal;
      },
    };
    expect(await runHere(["trust"], held, { typed: "y\n" })).toMatchObject({ code: 0 });
    expect(refused).toBe(3);
    writeFileSync(lock, "");
    const { code, stderr } = await typing(at, "", ["--revoke"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("another program is writing it")]);
  });
});
