/** `--format`: one run for people and for programs, on standard output and in files. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isRunByAgent } from "../../src/cli/lint/reporting/agents.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { BIN } from "../machine/run.js";

const WRONG = "version: 3\ntui: { theme: drak }\nnonsense: 1\n";
const FILES = { [PROJECT]: WRONG, [GLOBAL]: "version: 3\n" };
const CONCISE =
  ".agent/config.yaml:2:15: error[schema/unknown-value]: [*] `tui.theme` cannot be `drak`; did you mean `dark`?\n" +
  ".agent/config.yaml:3:1: warning[schema/unknown-key]: unknown key `nonsense`\n";
const SUMMARY = /^1 error, 1 warning in \.agent\/config\.yaml \(project\), none in/;

const lint = (at: Machine, ...words: readonly string[]): ReturnType<Machine["run"]> => at.run(["lint", ...words]);

describe("one run serves people and programs", () => {
  test("one report on standard output, others in files", async () => {
    const at = machine(FILES);
    const words = [
      "--format",
      "concise",
      "--format",
      "sarif:out/a.sarif",
      "--format=json:b.json",
      "--format",
      "pretty:c",
    ];
    expect(await lint(at, ...words)).toMatchObject({
      code: 1,
      stdout: CONCISE,
      stderr: expect.stringMatching(SUMMARY),
    });
    expect(at.read("out/a.sarif")).toBe((await lint(at, "--format", "sarif")).stdout);
    expect(at.read("b.json")).toBe((await lint(at, "--format", "json")).stdout);
    expect(at.read("c")).toBe((await lint(at)).stdout);
  });

  test("with files alone, standard output stays empty, and people are told what it comes to", async () => {
    const at = machine(FILES);
    expect(await lint(at, "--format", "junit:a.xml")).toMatchObject({
      ...{ code: 1, stdout: "", stderr: expect.stringMatching(SUMMARY) },
    });
    expect(await lint(at, "--format", "junit:a.xml", "--quiet")).toEqual({ code: 1, stdout: "", stderr: "" });
  });

  test.each([["sarif"], ["gitlab"], ["junit"], ["checkstyle"], ["rdjson"], ["json"], ["agent"]])(
    "%s on standard output is followed by nothing on standard error",
    async (format) => {
      expect((await lint(machine(FILES), "--format", format)).stderr).toBe("");
    },
  );

  test("only what counts, with --quiet", async () => {
    const at = machine({ [PROJECT]: `${WRONG}other: 1 # agentcfg-ignore schema/unknown-key -- why not\n` });
    await lint(at, "--quiet", "--format", "sarif:a.sarif", "--format", "gitlab");
    const [run] = JSON.parse(at.read("a.sarif")).runs;
    expect(run.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(["schema/unknown-value"]);
  });

  test("what is left after --fix", async () => {
    const at = machine({ [PROJECT]: WRONG });
    const { stdout } = await lint(at, "--fix", "--format", "gitlab", "--format", "concise:left");
    expect(at.read(PROJECT)).toContain("theme: dark");
    expect(JSON.parse(stdout)).toMatchObject([{ check_name: "schema/unknown-key" }]);
    expect(at.read("left")).toBe(".agent/config.yaml:3:1: warning[schema/unknown-key]: unknown key `nonsense`\n");
  });

  test("what fails the run fails in JUnit", async () => {
    const at = machine(FILES);
    const failures = async (...words: readonly string[]): Promise<number> =>
      (await lint(at, "--format", "junit", ...words)).stdout.match(/<failure /g)?.length ?? 0;
    expect(await failures()).toBe(1);
    expect(await failures("--fail-on", "warning")).toBe(2);
  });

  test("colour is for terminals, unless it is asked for", async () => {
    const at = machine(FILES, { env: { FORCE_COLOR: "1" } });
    expect((await lint(at, "--format", "pretty", "--format", "pretty:a")).stdout).toContain("\u001b[");
    expect(at.read("a")).not.toContain("\u001b[");
    await lint(at, "--color", "always", "--format", "pretty:a");
    expect(at.read("a")).toContain("\u001b[");
  });

  test("names are those that the repository has, wherever one works", async () => {
    const at = machine({ ...FILES, "deep/down/": "" }, { cwd: "deep/down" });
    expect((await lint(at, "--format", "github")).stdout).toContain("::error file=.agent/config.yaml,");
    expect((await lint(at, "--format", "concise")).stdout).toContain("../../.agent/config.yaml:2:15");
  });

  test("rules are described by their pages", async () => {
    const { stdout } = await lint(machine(FILES), "--format", "sarif");
    expect(stdout).toContain("**Reported:**");
  });
});

describe("wrong usage", () => {
  test.each([
    [["--format", "json", "--format", "sarif"], "only one report can go to standard output"],
    [["--format", "json", "--format", "json"], "only one report can go to standard output"],
    [["--format", "sarif:"], "has no file"],
    [["--format", "sarif:a", "--format", "json:./a"], "only one report can go into `./a`"],
    [["--format", "sarfi"], "Allowed choices are pretty, text, concise, json, sarif"],
    [["--format", "sarfi:a"], "(Did you mean sarif?)"],
    [["--format", ":a"], "Allowed choices"],
    [["--diff", "--format", "sarif:a"], "`--diff` has its own format"],
  ])("%j", async (words, why) => {
    const at = machine(FILES);
    expect(await lint(at, ...words)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(why) });
    expect(existsSync(at.path("a"))).toBe(false);
  });
});

describe("a file that cannot be written is said, standard output is written all the same, and the exit code is 2", () => {
  const expectRefused = async (at: Machine, file: string, why: string): Promise<void> => {
    expect(await lint(at, "--format", "concise", "--format", `sarif:${file}`)).toMatchObject({
      ...{ code: 2, stdout: CONCISE },
      stderr: expect.stringMatching(new RegExp(`^agentcfg: cannot write [^\n]*: ${why}\n`)),
    });
  };

  test("a directory", async () => {
    await expectRefused(machine({ ...FILES, "out/": "" }), "out", "it is a directory");
  });

  test("a file that is read-only", async () => {
    const at = machine({ ...FILES, "a.sarif": "old" });
    chmodSync(at.path("a.sarif"), 0o444);
    await expectRefused(at, "a.sarif", "it is read-only");
    expect(at.read("a.sarif")).toBe("old");
  });

  test("a link, and one that leads nowhere", async () => {
    const at = machine({ ...FILES, "old.sarif": "old", "a.sarif": { to: "old.sarif" }, "b.sarif": { to: "nothing" } });
    await expectRefused(at, "a.sarif", "it is a symbolic link");
    await expectRefused(at, "b.sarif", "it is a link to a file that does not exist");
    expect(at.read("old.sarif")).toBe("old");
  });

  test("below a link, and below a file", async () => {
    const at = machine({ ...FILES, "real/": "", link: { to: "real" }, plain: "" });
    await expectRefused(at, "link/a.sarif", "it is reached through a symbolic link");
    await expectRefused(at, "plain/a.sarif", "a part of its path is not a directory");
    expect(readdirSync(at.path("real/"))).toEqual([]);
  });

  test("what is checked", async () => {
    const at = machine(FILES);
    await expectRefused(at, PROJECT, "it is one of the files that are checked");
    await expectRefused(at, at.path(GLOBAL), "it is one of the files that are checked");
    expect(at.read(PROJECT)).toBe(WRONG);
  });

  test("a device", async () => {
    await expectRefused(machine(FILES), "/dev/full", "it is not a regular file");
  });

  test("with a name that acts on nobody", async () => {
    const at = machine({ ...FILES, "a\n::error::x/": "" });
    expect((await lint(at, "--format", "sarif:a\n::error::x")).stderr).toContain(
      "cannot write a\\n:\\x3aerror::x: it is",
    );
  });
});

test("a file is replaced whole, keeps its mode, and nothing is left beside it", async () => {
  const at = machine({ ...FILES, "out/a.json": "old" });
  chmodSync(at.path("out/a.json"), 0o640);
  await lint(at, "--format", "json:out/a.json", "--format", "sarif:out/new.sarif");
  expect(JSON.parse(at.read("out/a.json")).version).toBe(1);
  expect(statSync(at.path("out/a.json")).mode & 0o777).toBe(0o640);
  expect(readdirSync(at.path("out/")).toSorted()).toEqual(["a.json", "new.sarif"]);
  // Who uploads a report may be another user than who made it.
  expect(statSync(at.path("out/new.sarif")).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("a reader that goes away early keeps no file from being written", () => {
  const at = machine({ [PROJECT]: `version: 3\n${Array.from({ length: 5000 }, (_, n) => `a${n}: 1\n`).join("")}` });
  const line = `"$0" "$1" lint --format concise --format sarif:a.sarif | head -n 1; exit "\${PIPESTATUS[0]}"`;
  const { status, stdout } = spawnSync("bash", ["-c", line, process.execPath, BIN], {
    cwd: at.cwd,
    env: at.env,
    encoding: "utf8",
  });
  expect({ status, lines: stdout.split("\n").length }).toEqual({ status: 0, lines: 2 });
  expect(JSON.parse(at.read("a.sarif")).runs[0].results).toHaveLength(5000);
});

describe("the summary that GitHub shows", () => {
  const summarised = (at: Machine, file: string, ...words: readonly string[]): ReturnType<Machine["run"]> =>
    at.run(["lint", ...words], { GITHUB_STEP_SUMMARY: at.path(file) });

  test("is appended to what is there, once a run", async () => {
    const at = machine({ ...FILES, "summary.md": "before\n" });
    await summarised(at, "summary.md", "--format", "github", "--format", "github:a");
    expect(at.read("summary.md")).toMatch(/^before\n### agentcfg: 1 error, 1 warning\n\n\| severity .*\n\n$/s);
    await summarised(at, "summary.md", "--format", "github:a");
    expect(at.read("summary.md").match(/### agentcfg/g)).toHaveLength(2);
  });

  test("is for that format alone", async () => {
    const at = machine({ ...FILES, "summary.md": "" });
    await summarised(at, "summary.md", "--format", "concise");
    await summarised(at, "summary.md", "--format", "sarif");
    expect(at.read("summary.md")).toBe("");
  });

  test.each<readonly [string, Files, readonly string[], number, RegExp]>([
    ["without a configuration", {}, ["--no-global"], 3, /: no configuration found in /],
    ["without any layer", {}, ["--no-global", "--no-project"], 3, /: no configuration&#58; the options leave out both/],
    ["with a file that cannot be read", {}, ["none.yaml"], 2, /: cannot read none&#46;yaml&#58; there is no such file/],
    ["with a directory without projects", { "empty/": "" }, ["empty"], 3, /: \S/],
    ["with two directories without projects", { "a/": "", "b/": "" }, ["a", "b"], 3, /: \S/],
  ])("%s it says that nothing was checked", async (_, files, words, code, why) => {
    const at = machine({ ...files, "summary.md": "" });
    const run = await summarised(at, "summary.md", "--format=github", ...words);
    expect(run.code).toBe(code);
    expect(at.read("summary.md")).toMatch(/^### agentcfg: nothing was checked: [^\n]*\n\n$/);
    expect(at.read("summary.md")).toMatch(why);
  });

  test("is said to be lost, and fails nothing that was found", async () => {
    const at = machine({ ...FILES, "out/": "", full: "x".repeat(1024 * 1024) });
    const why = "agentcfg: cannot write the file that GITHUB_STEP_SUMMARY names: ";
    const directory = await summarised(at, "out", "--format", "github");
    expect(directory).toMatchObject({ code: 1, stderr: expect.stringContaining(`${why}it is a directory\n`) });
    const full = await summarised(at, "full", "--format", "github");
    expect(full.stderr).toContain(`${why}there is no room in it\n`);
    expect(full.stderr).not.toContain(at.root);
  });
});

describe("a coding agent that runs it", () => {
  const AGENT = { CLAUDECODE: "1" };
  const first = (text: string): string => text.split("\n", 1)[0] ?? "";
  const isAgents = (text: string): boolean => text.includes("\nnext: agentcfg ");

  test.each([["CLAUDECODE"], ["AI_AGENT"], ["CODEX_THREAD_ID"], ["CURSOR_AGENT"], ["GEMINI_CLI"]])(
    "is told by %s, and has a format of its own",
    async (name) => {
      const at = machine(FILES);
      expect(isAgents((await at.run(["lint"], { [name]: "x" })).stdout)).toBe(true);
      expect(isAgents((await at.run(["lint"], { [name]: "" })).stdout)).toBe(false);
    },
  );

  test("gets the same from the program as it is built, and from no other command", () => {
    const at = machine(FILES);
    const { code, stdout } = at.spawn(["lint"], AGENT);
    expect({ code, isAgents: isAgents(stdout) }).toEqual({ code: 1, isAgents: true });
    expect(at.spawn(["lint", "--fix"], AGENT).stdout).toMatch(/\nnext: agentcfg explain [a-z/-]+\n$/);
    expect(at.spawn(["get", "tui.theme"], AGENT)).toEqual(at.spawn(["get", "tui.theme"]));
  });

  test("is not one where a terminal is: somebody may sit there", () => {
    const { host } = machine({}, { env: AGENT });
    const stdout = (isTTY: boolean) => ({ isTTY, write: () => {} });
    expect(isRunByAgent({ host, stdout: stdout(false) })).toBe(true);
    expect(isRunByAgent({ host, stdout: stdout(true) })).toBe(false);
  });

  test("gets what it asks for", async () => {
    const at = machine(FILES);
    for (const format of ["pretty", "concise", "json"]) {
      const words = ["lint", "--format", format];
      expect(await at.run(words, AGENT)).toEqual(await at.run(words));
    }
    const words = ["lint", "--format", "pretty"];
    expect(at.spawn(words, AGENT)).toEqual(at.spawn(words));
    expect(first((await at.run(["lint", "--format", "concise:a"], AGENT)).stdout)).toBe("");
  });

  test("is told where to look when there is nothing to lint", async () => {
    const at = machine({});
    expect(await at.run(["lint"], AGENT)).toMatchObject({ code: 3, stdout: "" });
  });

  test("is told of by the help", async () => {
    expect((await machine({}).run(["lint", "--help"])).stdout.replace(/\s+/g, " ")).toContain(
      "agent when a coding agent runs this without a terminal",
    );
  });
});

test("the same input gives the same bytes, in every format and in another process", async () => {
  const at = machine(FILES);
  const formats = ["sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "agent"];
  at.spawn(["lint", ...formats.flatMap((format) => ["--format", `${format}:${format}.txt`])]);
  for (const format of formats) {
    const { stdout } = await lint(at, "--format", format);
    // A coding agent is shown its own command line.
    const same = (text: string): string => text.replace(/^next: .*$/m, "next");
    expect(same(at.read(`${format}.txt`))).toBe(same(stdout));
    expect(stdout).not.toContain(at.root);
  }
});
