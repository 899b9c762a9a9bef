/** What V8 compiled of the program is kept for the next process: in its user's cache alone, and run only for the very file it was made from (S48). */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { oncePerKey } from "../../src/text/once.js";
import { whenever } from "../agent/process.js";
import { OFFLINE } from "../daemon/bench.js";
import { type Env, type Machine, machine } from "../machine/machine.js";

const WRONG = "verson: 3\n";
const CACHE = "home/.cache";
const KEPT = `${CACHE}/agentcfg`;

interface Installed extends Machine {
  /** Lints, from the repository. */
  readonly lints: (env?: Env) => unknown;
  readonly at: (name: string) => string;
  /** The kept code, by the names of files. */
  readonly kept: (directory?: string) => readonly string[];
}

/** A program of one's own, a home, and a repository with a mistake in it. */
function installed(): Installed {
  const made = machine({ ".agent/config.yaml": WRONG });
  const at = (name: string): string => join(made.root, name);
  cpSync("bin", at("program/bin"), { recursive: true });
  for (const name of ["lint.cjs", "cli.cjs", "yaml.cjs", "protocol.cjs"])
    cpSync(join("dist", name), at(`program/dist/${name}`));
  return {
    ...made,
    at,
    lints: (more = {}) => {
      const env = { PATH: made.env["PATH"], HOME: made.home, ...more };
      const argv = [at("program/bin/agentcfg.cjs"), "lint"];
      const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: made.cwd, env, encoding: "utf8" });
      return { status, stdout, stderr };
    },
    kept: (directory = KEPT) => (existsSync(at(directory)) ? readdirSync(at(directory)) : []),
  };
}

const FOUND = {
  status: 0,
  stdout: expect.stringContaining("schema/unknown-key"),
  stderr: expect.stringMatching(/^\n1 warning in .*\n`--fix` would fix it\n$/),
};
const modeOf = (file: string): number => lstatSync(file).mode & 0o777;

describe("is kept", () => {
  test("for its user alone, once, and nothing else is written", () => {
    const { lints, at, kept, home, repository } = installed();
    expect(lints()).toEqual(FOUND);
    const [name = "", ...more] = kept();
    expect([more, name]).toEqual([[], expect.stringMatching(/^lint\.cjs-[0-9a-f]{32}-\d+-[\d.]+-\w+-[\w.-]+$/)]);
    expect([modeOf(at(CACHE)), modeOf(at(KEPT)), modeOf(at(`${KEPT}/${name}`))]).toEqual([0o700, 0o700, 0o600]);
    const { mtimeNs } = statSync(at(`${KEPT}/${name}`), { bigint: true });
    expect(lints()).toEqual(FOUND);
    expect(statSync(at(`${KEPT}/${name}`), { bigint: true }).mtimeNs).toBe(mtimeNs);
    expect([readdirSync(home), readdirSync(repository).toSorted()]).toEqual([[".cache"], [".agent", ".git"]]);
  });

  test("where XDG_CACHE_HOME says, and with what is loaded on the way", () => {
    const { lints, kept, path, at } = installed();
    writeFileSync(path(".agent/config.yaml"), "verson: &a 3\n");
    mkdirSync(at("elsewhere"));
    expect(lints({ XDG_CACHE_HOME: at("elsewhere") })).toEqual(FOUND);
    expect(kept("elsewhere/agentcfg").map((name) => name.split("-")[0])).toEqual(["lint.cjs", "yaml.cjs"]);
    expect(kept()).toEqual([]);
  });

  test("by a process that reads much, too", () => {
    const { lints, kept, at, path } = installed();
    const servers = Array.from({ length: 2000 }, (_, n) => `  s${n}: { transport: stdio, command: s-mcp }\n`);
    writeFileSync(path(".agent/config.yaml"), `${WRONG}mcp_servers:\n${servers.join("")}`);
    lints();
    const file = at(`${KEPT}/${kept()[0]}`);
    const { mtimeNs } = statSync(file, { bigint: true });
    lints();
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(mtimeNs);
  });

  test.each([
    ["a server, which runs with options of its own", "lsp"],
    ["a lint of so much that it changes options", "lint"],
  ])("once, by %s", (_, command) => {
    const { at, kept, path, home, env, cwd } = installed();
    writeFileSync(path(".agent/config.yaml"), `version: 3\n${"# a line\n".repeat(5000)}`);
    const run = (): unknown =>
      spawnSync(process.execPath, [at("program/bin/agentcfg.cjs"), command], {
        ...{ cwd, env: { PATH: env["PATH"], HOME: home }, input: "" },
      });
    run();
    const files = (): readonly unknown[] => kept().map((name) => [name, statSync(at(`${KEPT}/${name}`)).ino]);
    const first = files();
    expect(first).toHaveLength(1);
    run();
    expect(files()).toEqual(first);
  });

  test("of `agent`, for servers and for the commands that ask them, unless they fail or print help", async () => {
    const { at, kept, env, home, cwd } = installed();
    const agent = (...words: readonly string[]): unknown => {
      const argv = [at("program/bin/agent.cjs"), ...words, "--state-dir", at("state")];
      const { status } = spawnSync(process.execPath, argv, { cwd, env: { PATH: env["PATH"], HOME: home } });
      return status;
    };
    expect([agent("stop", "nobody"), agent("hub", "--listen", "nowhere")]).toEqual([1, 2]);
    expect(["exec", "daemon"].map((name) => agent(name, "--help"))).toEqual([0, 0]);
    expect(kept()).toEqual([]);
    const usesOf = (names: readonly string[]) => names.map((name) => /^(.*)-[0-9a-f]{32}-/.exec(name)?.[1]).toSorted();
    expect([agent("hub", "token", "list"), usesOf(kept())]).toEqual([0, ["agent"]]);
    writeFileSync(at("config.yaml"), OFFLINE);
    expect(agent("exec", "hello", "--no-project", "--global", at("config.yaml"))).toBe(0);
    // The daemon keeps its own when it has ended.
    await whenever(() => kept().length > 1);
    expect(usesOf(kept())).toEqual(["agent", "agent-server"]);
  });

  test("of the last few installations that were used", () => {
    const { lints, kept, at } = installed();
    mkdirSync(at(KEPT), { recursive: true, mode: 0o700 });
    for (let n = 10; n < 60; n += 1) {
      writeFileSync(at(`${KEPT}/of-${n}`), "");
      // The later ones are older.
      utimesSync(at(`${KEPT}/of-${n}`), n, 1000 - n);
    }
    lints();
    const others = Array.from({ length: 31 }, (_, n) => `of-${29 + n}`);
    expect(kept().toSorted()).toEqual([expect.stringContaining("lint.cjs-"), ...others]);
  });
});

describe("nothing is kept", () => {
  test.each<readonly [string, (made: Installed) => Env]>([
    ["where its user wants none", () => ({ NODE_DISABLE_COMPILE_CACHE: "1" })],
    ["without a home", () => ({ HOME: "" })],
    ["in a home that is not there", ({ at }) => ({ HOME: at("nowhere") })],
    ["in a directory that is not absolute", () => ({ HOME: ".", XDG_CACHE_HOME: ".cache" })],
    ["below the working directory", ({ cwd }) => ({ XDG_CACHE_HOME: cwd })],
    ["in the working directory's directory", ({ cwd }) => ({ HOME: cwd })],
    [
      "in a repository",
      ({ home, at }) => {
        mkdirSync(join(home, ".git"));
        mkdirSync(at("home/a/b"), { recursive: true });
        return { XDG_CACHE_HOME: at("home/a/b") };
      },
    ],
    [
      "in a directory that others may enter",
      ({ at }) => {
        mkdirSync(at(KEPT), { recursive: true });
        chmodSync(at(KEPT), 0o755);
        return {};
      },
    ],
    [
      "in a directory that is a link",
      ({ at }) => {
        mkdirSync(at("other"), { mode: 0o700 });
        mkdirSync(at(CACHE));
        symlinkSync(at("other"), at(KEPT));
        return {};
      },
    ],
    [
      "where a file is in the way",
      ({ at }) => {
        writeFileSync(at(CACHE), "");
        return {};
      },
    ],
  ])("%s", (_, prepare) => {
    const made = installed();
    const env = prepare(made);
    const before = readdirSync(made.root, { recursive: true }).toSorted();
    expect(made.lints(env)).toEqual(FOUND);
    expect(readdirSync(made.root, { recursive: true }).toSorted()).toEqual(before);
  });

  test.runIf(process.geteuid?.() === 0).each(["home", CACHE, KEPT])("where somebody else has %s", (name) => {
    const { at, lints, root } = installed();
    mkdirSync(at(name), { recursive: true, mode: 0o700 });
    chownSync(at(name), 65_534, 65_534);
    const before = readdirSync(root, { recursive: true }).toSorted();
    expect(lints()).toEqual(FOUND);
    expect(readdirSync(root, { recursive: true }).toSorted()).toEqual(before);
  });
});

/** Code for V8 of a text of some length, which says that it was run; made by a process with the same options as the program's. */
const planted = oncePerKey(String, (length: number): Buffer => {
  const start =
    '(function (exports) { exports.quickLint = (function () { process.stdout.write("planted"); return 0; }); })';
  const make = `new vm.Script(${JSON.stringify(start)}.padEnd(${length})).createCachedData()`;
  return spawnSync(process.execPath, ["-e", `fs.writeSync(1, ${make})`]).stdout;
});

describe("what is kept runs", () => {
  /** Puts code of something else in the place of what is kept, and says whether it is run. */
  function runs(prepare: (file: string, made: Installed) => void): boolean {
    const made = installed();
    made.lints();
    const file = made.at(`${KEPT}/${made.kept()[0]}`);
    writeFileSync(file, planted(statSync(made.at("program/dist/lint.cjs")).size));
    prepare(file, made);
    const said = made.lints();
    const isPlanted = JSON.stringify(said).includes("planted");
    if (!isPlanted) expect(said).toEqual(FOUND);
    return isPlanted;
  }

  test("for the bundle that it is of: the witness would notice", () => {
    expect(runs(() => {})).toBe(true);
  });

  test.each<readonly [string, (text: string) => string]>([
    ["as long", (text) => text.replaceAll("did you mean", "DID YOU MEAN")],
    ["of another build", (text) => `${text.slice(0, -32)}${"0".repeat(32)}`],
  ])("not for another text in the same file, %s", (_, edited) => {
    const isRun = runs((_, { at }) => {
      const file = at("program/dist/lint.cjs");
      const text = readFileSync(file, "latin1");
      expect(edited(text)).not.toBe(text);
      const { atime, mtime } = statSync(file);
      writeFileSync(file, edited(text), "latin1");
      utimesSync(file, atime, mtime);
    });
    expect(isRun).toBe(false);
  });

  test("not for another file with the same text", () => {
    const isRun = runs((_, { at }) => {
      const file = at("program/dist/lint.cjs");
      cpSync(file, at("other.cjs"), { preserveTimestamps: true });
      renameSync(at("other.cjs"), file);
    });
    expect(isRun).toBe(false);
  });

  test.each<readonly [string, (file: string, made: Installed) => void]>([
    ["its group may read it", (file) => chmodSync(file, 0o640)],
    ["others can write it", (file) => chmodSync(file, 0o602)],
    [
      "it is a link",
      (file, { at }) => {
        renameSync(file, at("aside"));
        symlinkSync(at("aside"), file);
      },
    ],
    [
      "it is a pipe",
      (file) => {
        rmSync(file);
        spawnSync("mkfifo", ["-m", "600", file]);
      },
    ],
  ])("not where %s", (_, prepare) => {
    expect(runs(prepare)).toBe(false);
  });

  test.runIf(process.geteuid?.() === 0)("not where it is somebody else's", () => {
    expect(runs((file) => chownSync(file, 65_534, 65_534))).toBe(false);
  });

  test("not from a repository", () => {
    expect(runs((_, { home }) => mkdirSync(join(home, ".git")))).toBe(false);
  });
});

test.each([
  ["is empty", () => ""],
  ["is something else", () => "garbage"],
  ["ends early", (kept: Buffer) => kept.subarray(0, kept.length / 2)],
  ["is of another version of V8", (kept: Buffer) => Buffer.from(kept).fill(1, 4, 8)],
])("what is kept %s: it is made anew", (_, spoilt) => {
  const { lints, at, kept } = installed();
  lints();
  const file = at(`${KEPT}/${kept()[0]}`);
  const right = readFileSync(file);
  writeFileSync(file, spoilt(right));
  expect(lints()).toEqual(FOUND);
  expect(readFileSync(file).length).toBeGreaterThan(right.length * 0.9);
  linkSync(file, at("twice"));
  expect([lints(), readFileSync(file).equals(readFileSync(at("twice")))]).toEqual([FOUND, true]);
});
