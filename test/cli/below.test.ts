/** `agentcfg lint DIRECTORY`: every project below it, over the one global layer. */
import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { main } from "../../src/cli/main.js";
import type { Clock } from "../../src/toolkit/read/host/clock.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { expectHarmless } from "../machine/harmless.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { asNobody } from "../machine/nobody.js";

const V = "version: 3\n";
const ERROR = `${V}tui: { theme: 5 }\n`;
const lint = ["lint", "--format", "concise"];

/** The files that a report in JSON is about. */
function filesIn(stdout: string): readonly string[] {
  const { layers } = JSON.parse(stdout) as { readonly layers: readonly { readonly file: string }[] };
  return layers.map(({ file }) => file);
}

describe("below a directory", () => {
  test("one project is what it is without a name, said in the same words", async () => {
    const place = machine({ [GLOBAL]: V, [PROJECT]: ERROR, "src/x.ts": "" });
    const named = await place.run(["lint", "."]);
    expect(named).toMatchObject({ code: 1, stdout: expect.stringContaining("tui.theme") });
    expect(await place.run(["lint", PROJECT])).toEqual(named);
    expect((await place.run(["lint", "--no-global"])).stdout).toBe(named.stdout);
  });

  test("all projects are judged over the one global layer, which is read once", async () => {
    const models = "models: { mine: { context_window: 5000 } }\n";
    const use = `${V}defaults: { full: mine }\n`;
    const place = machine({
      [GLOBAL]: `${V}${models}`,
      ...{ "a/.agent/config.yaml": use, "b/.agent/config.json": '{ "version": 3, "defaults": { "full": "theirs" } }' },
      "b/c/.agent/config.yaml": use,
    });
    const { code, stdout } = await place.run(["lint", ".", "--format", "json"]);
    expect(code).toBe(0);
    expect(filesIn(stdout)).toEqual([
      ...["~/.config/agent/config.yaml", "a/.agent/config.yaml", "b/.agent/config.json", "b/c/.agent/config.yaml"],
    ]);
    const { diagnostics } = JSON.parse(stdout);
    const about = (file: string): boolean => diagnostics.some((one: { file: string }) => one.file === file);
    expect([about("a/.agent/config.yaml"), about("b/.agent/config.json")]).toEqual([false, true]);
  });

  test("several directories and files, each project once", async () => {
    const place = machine({
      "a/.agent/config.yaml": ERROR,
      "a/b/.agent/config.yaml": ERROR,
      "c/.agent/config.yaml": ERROR,
    });
    const { stdout } = await place.run([...lint, "a", "a/b", ".", "c/.agent/config.yaml", "c"]);
    expect(stdout.match(/^\S+: error/gm)).toHaveLength(3);
  });

  test("what ignore files leave out, and `--no-gitignore`", async () => {
    const place = machine({ "a/.agent/config.yaml": V, "out/.agent/config.yaml": ERROR, ".gitignore": "out/\n" });
    expect((await place.run([...lint, "."])).code).toBe(0);
    expect((await place.run([...lint, ".", "--no-gitignore"])).code).toBe(1);
    expect((await place.run([...lint, "out"])).code).toBe(1);
  });

  test("of a project with two configurations, that it has two", async () => {
    const place = machine({ "a/.agent/config.yaml": ERROR, "a/.agent/config.json": "{}" });
    const { code, stdout } = await place.run([...lint, "."]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("layer/ambiguous-file")]);
  });

  test("configurations of other programs are not taken for one's own where there are projects", async () => {
    const files = { "config.json": '{ "port": 80 }', "sub/config.yaml": "port: 80\n" };
    const place = machine({ ...files, "sub/.agent/config.yaml": V });
    expect(await place.run([...lint, "."])).toMatchObject({ code: 0, stdout: "" });
    expect((await machine(files).run([...lint, "."])).stdout).toContain("config.json:1:");
  });

  test("fixes are written in each of them", async () => {
    const place = machine({ "a/.agent/config.yaml": "verson: 3\n", "b/.agent/config.yaml": "verson: 3\n" });
    expect((await place.run(["lint", ".", "--fix"])).code).toBe(0);
    expect([place.read("a/.agent/config.yaml"), place.read("b/.agent/config.yaml")]).toEqual([V, V]);
  });
});

describe("where nothing is", () => {
  test("a sentence, whatever is asked for, and 3", async () => {
    const place = machine({ [GLOBAL]: ERROR, "empty/": "", "dim\u001b[2m/.agent/": "" });
    const hint = "`--no-gitignore` searches what ignore files exclude, too";
    for (const options of [[], ["--fix"], ["--diff"], ["--quiet"]]) {
      expect(await place.run(["lint", "empty", ...options])).toEqual({
        ...{ code: 3, stdout: "" },
        stderr: `agentcfg: no configuration found in empty or below; ${hint}\n`,
      });
    }
    expect((await place.run(["lint", ".", "--no-gitignore"])).stderr).toBe(
      "agentcfg: no configuration found in . or below\n",
    );
    const both = await place.run(["lint", "empty", "dim\u001b[2m"]);
    expectHarmless([], both);
    expect(both.stderr).toContain("no configuration found in empty or dim");
    const json = await place.run(["lint", "empty", "--format", "json"]);
    expect([json.code, JSON.parse(json.stdout)]).toEqual([3, expect.objectContaining({ layers: [], diagnostics: [] })]);
  });

  test("beside others it is a mistake, and the others are judged", async () => {
    const place = machine({ "a/.agent/config.yaml": ERROR, "empty/": "" });
    const { code, stdout, stderr } = await place.run([...lint, "a", "empty"]);
    expect([code, stdout]).toEqual([2, expect.stringContaining("a/.agent/config.yaml:2:")]);
    expect(stderr).toContain("agentcfg: cannot read empty: there is no configuration in it\n");
  });
});

describe("bad directories", () => {
  test("a loop of links, a link upwards and a name with a line end end nothing", async () => {
    const place = machine({
      ...{ loop: { to: "loop" }, "a/up": { to: ".." }, "a/.agent/config.yaml": ERROR },
      ...{ "b\n::error::x/.agent/config.yaml": ERROR, "c/.agent": { to: ".agent" } },
    });
    const run = await place.run([...lint, "."]);
    const { code, stdout, stderr } = run;
    expect(stdout.match(/error\[/g)).toHaveLength(2);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expectHarmless([], run);
    // It would be said without a name, too.
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^agentcfg: cannot read c\/\.agent\/config\.yaml: its symbolic links go in a circle\n/),
    ]);
    expect((await place.run([...lint, "loop"])).code).toBe(2);
  });

  test.each(["0", "b"])(
    "the directory of a project under the name of another one, %s, hides nothing",
    async (other) => {
      const place = machine({ "a/.agent/config.yaml": ERROR, [`${other}/.agent`]: { to: "../a/.agent" } });
      const { stdout } = await place.run([...lint, "."]);
      expect(stdout).toContain("a/.agent/config.yaml:2:");
      expect(stdout).toContain(`${other}/.agent/config.yaml:1:1: error[layer/leaves-project]`);
      expect(stdout.match(/error\[/g)).toHaveLength(2);
    },
  );

  test("a link that is named is followed", async () => {
    const place = machine({ "real/a/.agent/config.yaml": ERROR, link: { to: "real" } });
    expect((await place.run([...lint, "link"])).stdout).toContain("link/a/.agent/config.yaml:2:");
  });

  test("a directory that cannot be read is reported, and the rest is judged", () => {
    const place = machine({ "a/.agent/config.yaml": ERROR, "shut/b/.agent/config.yaml": ERROR });
    const { code, stdout, stderr } = asAnybody(place, () => chmodSync(place.path("shut"), 0o000), [...lint, "."]);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^a\/\.agent\/config\.yaml:2:.*\n$/)]);
    expect(stderr).toContain("agentcfg: cannot read shut: permission denied\n");
    const alone = asAnybody(place, () => chmodSync(place.path("shut"), 0o000), [...lint, "shut"]);
    expect(alone).toMatchObject({ code: 2, stdout: "", stderr: "agentcfg: cannot read shut: permission denied\n" });
  });

  test("a name that is no text", async () => {
    const place = machine({ [PROJECT]: V });
    execFileSync("/bin/sh", ["-c", "mkdir -p \"$(printf 'a\\377b')/.agent\""], { cwd: place.repository });
    const { code, stderr } = await place.run([...lint, "."]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^agentcfg: cannot read a.b: its name is not UTF-8\n/)]);
  });

  test("a directory that is called like a file is looked into for its own configuration", async () => {
    const place = machine({ "x.yaml/.agent/config.yaml": ERROR });
    expect((await place.run([...lint, "x.yaml"])).stdout).toContain("x.yaml/.agent/config.yaml:2:");
  });
});

/** Root may read everything: then the program runs as somebody else. */
function asAnybody(place: Machine, shut: () => void, args: readonly string[]) {
  execFileSync("chmod", ["-R", "a+rX", place.root]);
  shut();
  onTestFinished(() => {
    execFileSync("chmod", ["-R", "u+rwX", place.root]);
  });
  return asNobody(place, args);
}

/** A terminal, its clock going on by so much whenever it is looked at. */
async function atTerminal(place: Machine, step: number, { isTTY = true, TERM = "xterm" } = {}): Promise<string> {
  let said = "";
  let time = 0;
  const clock: Clock = {
    now: () => {
      time += step;
      return time;
    },
    pause: async () => undefined,
  };
  const write = (text: string, done?: () => void): void => {
    said += text;
    done?.();
  };
  const streams = { stdin: Readable.from([]), stdout: { write }, stderr: { isTTY, write } };
  const host = nodeHost({ cwd: place.cwd, env: { ...place.env, TERM } });
  const argv = ["node", "agentcfg", "lint", ".", "--no-global"];
  await main({ directory: resolve("."), argv, clock, ...streams }, host);
  return said;
}

describe("the line that tells how far it is", () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}/.agent/config.yaml`, V]));
  const END = "no problems in 20 files\n";
  const ERASE = "\r\u001b[K";

  test("after half a second, on a terminal, and gone before any output", async () => {
    const said = await atTerminal(machine(files), 50);
    const lines = said.split(ERASE);
    expect(lines.length).toBeGreaterThan(4);
    expect([lines[0], lines.at(-1)]).toEqual(["", END]);
    const shown = lines.slice(1, -1);
    expect(shown[0]).toMatch(/^looking for configurations: \d+ directories$/);
    expect(shown.at(-1)).toMatch(/^reading configurations: \d+ of 20$/);
  });

  test.each([
    ["within half a second", 1, {}],
    ["where standard error is no terminal", 50, { isTTY: false }],
    ["on a terminal that cannot erase it", 50, { TERM: "dumb" }],
  ])("not %s", async (_, step, terminal) => {
    expect(await atTerminal(machine(files), step, terminal)).toBe(END);
  });
});
