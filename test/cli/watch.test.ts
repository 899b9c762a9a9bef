/** `agentcfg lint --watch`, its clock and its interruption in the hands of the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { BIN } from "../machine/run.js";

const V = "version: 3\n";
const ERROR = `${V}tui: { theme: 5 }\n`;

interface Watching {
  readonly at: Machine;
  /** The output from one look at the files until after the next; the first look is the run itself. */
  readonly rounds: readonly string[];
  readonly code: number;
}

/** Does one thing after the other, each between two looks at the files, then interrupts. */
async function watching(
  files: Files,
  args: readonly string[],
  deeds: readonly ((at: Machine) => void)[],
  seenBy: (at: Machine) => WritingHost = ({ host }) => host,
): Promise<Watching> {
  const at = machine(files);
  const rounds: string[] = [];
  const interruption = new AbortController();
  let said = "";
  const write = (text: string, done?: () => void): void => {
    said += text;
    done?.();
  };
  const clock = {
    now: () => 0,
    pause: async () => {
      rounds.push(said);
      said = "";
      const deed = deeds[rounds.length - 1];
      if (deed === undefined) interruption.abort();
      else deed(at);
    },
  };
  const streams = { stdin: Readable.from([]), stdout: { write }, stderr: { write } };
  const argv = [
    "node",
    "agentcfg",
    "lint",
    "--watch",
    ...(args.includes("--diff") ? [] : ["--format", "concise"]),
    ...args,
  ];
  const terminal = { directory: resolve("."), argv, clock, interrupted: interruption.signal, ...streams };
  const code = await main(terminal, seenBy(at));
  if (said !== "") rounds.push(said);
  return { at, rounds, code };
}

const put =
  (name: string, text: string) =>
  (at: Machine): void => {
    mkdirSync(dirname(at.path(name)), { recursive: true });
    writeFileSync(at.path(name), text);
  };
const nothing = (): void => undefined;

describe("looks again", () => {
  test("when a file has changed, and says which; not when none has", async () => {
    const { rounds, code } = await watching(
      { [PROJECT]: V },
      ["--no-global"],
      [nothing, put(PROJECT, ERROR), nothing, put(PROJECT, V)],
    );
    const clean = "no problems in .agent/config.yaml (project)\n";
    expect(rounds).toEqual([
      clean,
      "",
      expect.stringMatching(
        /^\n---- \.agent\/config\.yaml has changed ----\n\.agent\/config\.yaml:2:15: error.*\n1 error in .*\n$/,
      ),
      "",
      `\n---- .agent/config.yaml has changed ----\n${clean}`,
    ]);
    expect(code).toBe(130);
  });

  test("when one is replaced, goes away or comes, of either layer", async () => {
    const { rounds } = await watching(
      { [GLOBAL]: V, [PROJECT]: V },
      [],
      [
        (at) => {
          put("new.yaml", ERROR)(at);
          renameSync(at.path("new.yaml"), at.path(PROJECT));
        },
        (at) => rmSync(at.path(PROJECT)),
        put(".agent/config.json", "{}"),
        put(GLOBAL, ERROR),
        (at) => {
          rmSync(at.path(GLOBAL));
          rmSync(at.path(".agent/config.json"));
        },
        put(GLOBAL, V),
      ],
    );
    expect(rounds.map((text) => text.split("\n").find((line) => line.startsWith("----")))).toEqual([
      undefined,
      "---- .agent/config.yaml has changed ----",
      "---- .agent/config.yaml has changed ----",
      "---- .agent/config.json has changed ----",
      "---- ~/.config/agent/config.yaml has changed ----",
      "---- 2 files have changed ----",
      "---- ~/.config/agent/config.yaml has changed ----",
    ]);
    expect(rounds[5]).toContain("agentcfg: no configuration found in");
  });

  test("below a directory, in files that are named, and in the catalog", async () => {
    const files = {
      "a/.agent/config.yaml": V,
      "b/.agent/config.yaml": V,
      "x.yaml": V,
      "catalog.json": '{ "models": {} }',
    };
    const below = await watching(files, ["."], [put("b/.agent/config.yaml", ERROR), put("a/.agent/config.json", "{}")]);
    expect(below.rounds[1]).toContain("b/.agent/config.yaml:2:15: error");
    expect(below.rounds[2]).toContain("error[layer/ambiguous-file]");
    const named = await watching(
      files,
      ["x.yaml", "--catalog", "catalog.json", "--no-project"],
      [put("x.yaml", ERROR), put("catalog.json", "{}")],
    );
    expect(named.rounds[1]).toContain("x.yaml:2:15: error");
    expect(named.rounds[2]).toContain("---- catalog.json has changed ----\n");
  });

  test("when a project appears in a new directory, or in one that had none, and when the last one goes", async () => {
    const { rounds } = await watching(
      { "a/.agent/config.yaml": V, "b/": "" },
      ["."],
      [
        put("b/.agent/config.yaml", ERROR),
        (at) => mkdirSync(at.path("c/d/.agent"), { recursive: true }),
        put("c/d/.agent/config.json", "{}"),
        put("a/notes.md", ""),
        (at) => {
          for (const name of ["a", "b", "c"]) rmSync(at.path(name), { recursive: true });
        },
        nothing,
        put("e/.agent/config.yaml", V),
      ],
    );
    const changes = rounds.map((text) => text.match(/---- .* ----/)?.[0]);
    expect(changes).toEqual([
      undefined,
      "---- b/.agent/config.yaml has changed ----",
      undefined,
      "---- c/d/.agent/config.json has changed ----",
      undefined,
      "---- 3 files have changed ----",
      undefined,
      "---- e/.agent/config.yaml has changed ----",
    ]);
    expect(rounds[5]).toContain("no configuration found in . or below");
  });

  test("when a file has changed since it was read", async () => {
    let isChanged = false;
    const { rounds } = await watching({ [PROJECT]: V }, ["--no-global"], [nothing], (at) => ({
      ...at.host,
      readFile: (file, limit) => {
        const read = at.host.readFile(file, limit);
        if (!isChanged) put(PROJECT, ERROR)(at);
        isChanged = true;
        return read;
      },
    }));
    expect(rounds).toEqual([expect.stringContaining("no problems"), expect.stringContaining("tui.theme")]);
  });

  test("not for what else happens in a directory", async () => {
    const deeds = [put(".agent/.config.yaml.swp", ""), put(".agent/notes.md", ""), put("x/.agent/notes.md", "")];
    const { rounds } = await watching({ [PROJECT]: V }, [], deeds);
    expect(rounds.slice(1)).toEqual(["", "", ""]);
  });
});

describe("does not begin", () => {
  test.each([
    [["--fix"], "leave out `--fix`"],
    [["--diff"], "leave out `--fix` and `--diff`"],
    [["-"], "standard input does not change"],
    [["--changed"], "does not ask git"],
    [["--since", "main"], "does not ask git"],
    [["--staged"], "does not ask git"],
  ])("with %j", async (args, why) => {
    const { rounds, code } = await watching({ [PROJECT]: V }, args, []);
    expect([code, rounds]).toEqual([2, [expect.stringContaining(why)]]);
  });

  test("where a directory is named for nothing", async () => {
    const { rounds, code } = await watching({ "empty/": "" }, ["empty"], []);
    expect([code, rounds]).toEqual([3, [expect.stringContaining("no configuration found in empty or below")]]);
  });
});

test("a reader that went away ends it with the next change", async () => {
  const { cwd, env, path } = machine({ [PROJECT]: V });
  const child = spawn(process.execPath, [BIN, "lint", "--watch", "--format", "concise"], {
    cwd,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await once(child.stderr, "data");
  child.stdout.destroy();
  await once(child.stdout, "close");
  writeFileSync(path(PROJECT), ERROR);
  expect(await once(child, "exit")).toEqual([1, null]);
});

test("Ctrl-C ends it", async () => {
  const { cwd, env } = machine({ [PROJECT]: V });
  const child = spawn(process.execPath, [BIN, "lint", "--watch"], {
    cwd,
    env: { ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await once(child.stderr, "data");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
});
