/** Node.js keeps the code that it has compiled of the programs, where it can: in its user's cache alone, and never where a stranger may write (S48). */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type Env, type Machine, machine } from "../machine/machine.js";
import { BIN } from "../machine/run.js";

/** Says which directory Node.js is asked to use, whatever its version. */
const WITNESS = `
const { writeSync } = require("node:fs");
require("node:module").enableCompileCache = (directory) => writeSync(2, "keeps in " + directory + "\\n");
`;

const FOUND = "1 warning in ";

interface Situation extends Machine {
  readonly at: (name: string) => string;
}

/** A mistake in a repository, and a directory in it to work in. */
function situation(): Situation {
  const made = machine({ ".agent/config.yaml": "verson: 3\n", "below/": "" }, { cwd: "below" });
  const at = (name: string): string => join(made.root, name);
  writeFileSync(at("witness.cjs"), WITNESS);
  return { ...made, at };
}

/** The directory that a program asks for; undefined for none. Its work is done in any case. */
function directoryOf({ at, cwd, home }: Situation, env: Env, program = BIN): string | undefined {
  const argv = ["--require", at("witness.cjs"), program, ...(program === BIN ? ["lint"] : ["--help"])];
  const given = { PATH: process.env["PATH"], HOME: home, ...env };
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd, env: given, encoding: "utf8" });
  expect({ status, isFound: stderr.includes(FOUND) }).toEqual({ status: 0, isFound: program === BIN });
  return /^keeps in (.*)$/m.exec(stderr)?.[1];
}

describe("compiled code is kept", () => {
  test.each<readonly [string, (made: Situation) => Env, string]>([
    ["in the home of its user", () => ({}), "home/.cache/agentcfg"],
    ["where XDG_CACHE_HOME says", ({ at }) => ({ XDG_CACHE_HOME: made(at("elsewhere")) }), "elsewhere/agentcfg"],
    ["in the home when that is not absolute", () => ({ XDG_CACHE_HOME: "cache" }), "home/.cache/agentcfg"],
    ["in the home when that is empty", () => ({ XDG_CACHE_HOME: "" }), "home/.cache/agentcfg"],
    [
      "in a repository that nobody works in",
      ({ home }) => {
        made(join(home, ".git"));
        return {};
      },
      "home/.cache/agentcfg",
    ],
    [
      "in a directory that is there",
      ({ at }) => {
        made(at("home/.cache/agentcfg"));
        return {};
      },
      "home/.cache/agentcfg",
    ],
  ])("%s", (_, prepare, expected) => {
    const here = situation();
    const env = prepare(here);
    expect(directoryOf(here, env)).toBe(here.at(expected));
    expect(readdirSync(here.at(expected))).toEqual([]);
  });

  test("of both programs", () => {
    const here = situation();
    expect(directoryOf(here, {}, resolve("bin/agent.cjs"))).toBe(here.at("home/.cache/agentcfg"));
  });

  test("in a new directory that nobody else may enter", () => {
    const here = situation();
    directoryOf(here, {});
    expect(statSync(here.at("home/.cache/agentcfg")).mode & 0o777).toBe(0o700);
  });
});

describe("compiled code is not kept", () => {
  test.each<readonly [string, (made: Situation) => Env]>([
    ["where its user wants none", () => ({ NODE_DISABLE_COMPILE_CACHE: "1" })],
    ["without a home", () => ({ HOME: "" })],
    ["in a home that is not there", ({ at }) => ({ HOME: at("nowhere") })],
    ["in a home that is not absolute", () => ({ HOME: "." })],
    ["in a directory that is not there", ({ at }) => ({ XDG_CACHE_HOME: at("nowhere") })],
    ["in a file", ({ at }) => ({ XDG_CACHE_HOME: at("witness.cjs") })],
    ["in the working directory", ({ cwd }) => ({ XDG_CACHE_HOME: cwd })],
    ["below the working directory", ({ cwd }) => ({ XDG_CACHE_HOME: made(join(cwd, "cache")) })],
    ["in a home that is the working directory", ({ cwd }) => ({ HOME: cwd })],
    ["in the repository around the working directory", ({ path }) => ({ XDG_CACHE_HOME: made(path("cache")) })],
    [
      "through a link into that repository",
      ({ path, at }) => {
        symlinkSync(made(path("cache")), at("link"));
        return { XDG_CACHE_HOME: at("link") };
      },
    ],
    [
      "in a repository around that repository",
      ({ root, home }) => {
        made(join(root, ".git"));
        return { XDG_CACHE_HOME: home };
      },
    ],
    [
      "where others may write",
      ({ at }) => {
        chmodSync(made(at("home/.cache/agentcfg")), 0o777);
        return {};
      },
    ],
    [
      "in a home where others may write",
      ({ home }) => {
        chmodSync(home, 0o775);
        return {};
      },
    ],
    [
      "behind a link",
      ({ at }) => {
        made(at("home/.cache"));
        symlinkSync(made(at("other")), at("home/.cache/agentcfg"));
        return {};
      },
    ],
    [
      "where a file is in the way",
      ({ at }) => {
        writeFileSync(at("home/.cache"), "");
        return {};
      },
    ],
  ])("%s", (_, prepare) => {
    const here = situation();
    const env = prepare(here);
    const before = readdirSync(here.root, { recursive: true }).toSorted();
    expect(directoryOf(here, env)).toBeUndefined();
    expect(readdirSync(here.root, { recursive: true }).toSorted()).toEqual(before);
  });

  test.runIf(process.geteuid?.() === 0).each(["home", "home/.cache/agentcfg"])("where somebody else has %s", (name) => {
    const here = situation();
    chownSync(made(here.at(name)), 65_534, 65_534);
    expect(directoryOf(here, {})).toBeUndefined();
  });
});

test("what Node.js keeps helps nobody who damages it", () => {
  const { home, cwd } = situation();
  const lints = (): unknown => {
    const env = { PATH: process.env["PATH"], HOME: home };
    const { status, stdout } = spawnSync(process.execPath, [BIN, "lint"], { cwd, env, encoding: "utf8" });
    return { status, stdout };
  };
  const first = lints();
  expect(first).toEqual({ status: 0, stdout: expect.stringContaining("schema/unknown-key") });
  const directory = join(home, ".cache/agentcfg");
  const names = existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: "utf8" }) : [];
  const files = names.map((name) => join(directory, name)).filter((file) => statSync(file).isFile());
  for (const file of files) {
    const bytes = readFileSync(file);
    bytes.fill(255, bytes.length / 2, bytes.length / 2 + 8);
    writeFileSync(file, bytes);
  }
  expect(lints()).toEqual(first);
});

/** A directory that is made. */
function made(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}
