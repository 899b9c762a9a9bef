/** A directory that its user vouches for, and the state of it: configuration, facets, subagents and skills (S58). */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { runHere } from "../machine/run.js";

const GLOBAL = "~/.config/agent/config.yaml";
const PROJECT = ".agent/config.yaml";
const FACET = ".agent/facets/execute.md";
const LIST = "~/.local/state/agent/trusted.json";
const BYPASS = "version: 3\ndefault_permission_matcher: bypass\n";

async function vouch(at: Pick<Machine, "cwd" | "env">, ...args: readonly string[]) {
  return runHere(["trust", ...args], nodeHost({ cwd: at.cwd, env: at.env }), { typed: "y\n" });
}

/** The same machine with the list outside of the home, which is not that of the account. */
function withList(at: Machine): Machine {
  const env = { ...at.env, XDG_STATE_HOME: join(at.root, "state") };
  return { ...at, env, load: (options = {}) => at.load({ env, ...options }) };
}

/** Whether the directory is its user's own, and the prompts that count; undefined where nothing of the project does. */
async function standing(at: Machine, cwd = at.cwd): Promise<readonly [boolean, readonly string[] | undefined]> {
  const { isOwn, prompts } = (await at.load({ projectTrust: "granted", cwd })).standing;
  return [isOwn, prompts === undefined ? undefined : Object.keys(prompts)];
}

function put(at: Machine, name: string, text: string): void {
  mkdirSync(dirname(at.path(name)), { recursive: true });
  writeFileSync(at.path(name), text);
}

describe("what can be vouched for", () => {
  test.each<readonly [string, Files, readonly string[]]>([
    ["a directory without an `.agent`", {}, []],
    ["one with a harmless project", { [PROJECT]: "version: 3\ntui: { theme: dark }\n" }, []],
    ["one with a facet alone", { [FACET]: "x" }, [FACET]],
    ["a harmless project with a facet", { [PROJECT]: "version: 3\n", [FACET]: "x" }, [FACET]],
    ["one whose user has no configuration", { [GLOBAL]: "" }, []],
  ])("%s", async (_, files, prompts) => {
    const at = machine({ [GLOBAL]: "version: 3\n", ...files });
    expect(await standing(at)).toEqual([false, undefined]);
    const said = await vouch(at);
    expect([said.code, said.stdout]).toEqual([0, expect.stringContaining(at.repository)]);
    expect(said.stdout).toContain("your own tool servers start in this directory");
    expect(await standing(at)).toEqual([true, prompts]);
    expect((await at.run(["trust", "--list"])).stdout).toContain(` ${at.repository}`);
    expect((await at.run(["review"])).stderr).toContain("you vouch for this directory as it is\n");
    expect(await vouch(at, "--revoke")).toMatchObject({
      code: 0,
      stderr: `you no longer vouch for ${at.repository}\n`,
    });
    expect(await standing(at)).toEqual([false, undefined]);
  });

  test("every file that the agent reads there is shown with its sum, and the model that a facet is pinned to", async () => {
    const at = machine({
      [PROJECT]: "version: 3\nfacets: { plan: { source: prompts/plan.md } }\n",
      "prompts/plan.md": "---\nmodel: dear\n---\nPlan.",
      [FACET]: '---\ndescription: x\n"model": big(high)\n---\nWork.',
      ".agent/subagents/look.md": "Look.",
      ".agent/skills/deploy/SKILL.md": "---\nmodel: none of a skill\n---\nDeploy.",
      ".agent/skills/deploy/bin/run.sh": "echo run\n",
      ".agent/facets/.hidden.md": "x",
      ".agent/facets/notes.txt": "x",
    });
    const { stdout } = await vouch(at);
    expect(stdout).toMatch(
      /\nputs before the model\n {2}prompts\/plan\.md\n.*\n {2}sha256 [0-9a-f]{64}: the facet execute\n {4}facets\.execute at \.agent\/facets\/execute\.md:1:1\n {2}sha256 [0-9a-f]{64}: the subagent look\n.*\n {2}sha256 [0-9a-f]{64}: the skill deploy\n.*\n {2}sha256 [0-9a-f]{64}: in the skill deploy\n.*run\.sh:1:1\n/,
    );
    expect(stdout).toMatch(
      /\nchooses models\n {2}big\(high\)\n {4}facets\.execute\.model at \.agent\/facets\/execute\.md:3:1\n {2}dear\n {4}facets\.plan\.model at prompts\/plan\.md:2:1\n/,
    );
    expect(stdout).not.toMatch(/hidden|notes|none of a skill/);
    expect((await standing(at))[1]).toEqual([
      "prompts/plan.md",
      FACET,
      ".agent/subagents/look.md",
      ".agent/skills/deploy/SKILL.md",
      ".agent/skills/deploy/bin/run.sh",
    ]);
    const { trusted } = JSON.parse((await at.run(["trust", "--list", "--format", "json"])).stdout);
    expect(trusted).toEqual([
      {
        ...{ directory: at.repository, file: at.path(PROJECT), sha256: (await at.load()).projectSha256() },
        prompts: [
          FACET,
          ".agent/subagents/look.md",
          ".agent/skills/deploy/SKILL.md",
          ".agent/skills/deploy/bin/run.sh",
        ],
      },
    ]);
  });

  test.each([
    ["a front matter without an end", "---\nmodel: big\n", "a front matter that cannot be read|big"],
    ["an escaped key", '---\n"mod\\u0065l": big\n---\n', "big"],
    ["a flow", "---\n{ model: big }\n---\n", "big"],
    ["a key twice", "---\nmodel: a\nmodel: big\n---\n", "a front matter that cannot be read"],
    ["Windows' lines", "---\r\nmodel: big\r\n---\r\n", "big"],
    ["a mark of the byte order", "\uFEFF---\nmodel: big\n---\n", "big"],
  ])("a model is seen in every spelling: %s", async (_, text, shown) => {
    const at = machine({ [GLOBAL]: "version: 3\n", [FACET]: text });
    expect((await vouch(at)).stdout).toMatch(new RegExp(`\\nchooses models\\n {2}(?:${shown})\\n`));
  });

  test.each<readonly [string, Files, string]>([
    ["a file that is too large", { ".agent/skills/a/data": new Uint8Array(17 * 1024 * 1024) }, "is too large"],
    [
      "too many files",
      Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`.agent/skills/a/${index}`, ""])),
      "more than 1000 files",
    ],
    [
      "too many directories",
      Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`.agent/skills/a/${index}/`, ""])),
      "more than 1000 directories",
    ],
    [
      "too much together",
      Object.fromEntries(
        Array.from({ length: 5 }, (_, index) => [`.agent/skills/a/${index}`, new Uint8Array(15 << 20)]),
      ),
      "too large together",
    ],
    ["a deep one", { [`.agent/skills/a/${"d/".repeat(20)}x`]: "" }, "lies too deep"],
  ])("what cannot be shown is refused: %s", async (_, files, why) => {
    const at = machine({ [GLOBAL]: "version: 3\n", ...files });
    expect(await vouch(at)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(why) });
    expect(await standing(at)).toEqual([false, undefined]);
  });
});

describe("what a pull changes does not count, and the directory stays its user's own", () => {
  const files = {
    [GLOBAL]: "version: 3\n",
    [PROJECT]: BYPASS,
    [FACET]: "Work.",
    ".agent/facets/plan.md": "Plan.",
    ".agent/skills/deploy/SKILL.md": "Deploy.",
    ".agent/skills/deploy/run.sh": "echo run\n",
  };
  const names = [FACET, ".agent/facets/plan.md", ".agent/skills/deploy/SKILL.md", ".agent/skills/deploy/run.sh"];
  const without = (...gone: readonly string[]): readonly string[] => names.filter((name) => !gone.includes(name));

  test.each<readonly [string, (at: Machine) => void, readonly string[] | undefined]>([
    ["nothing", () => {}, names],
    ["the configuration", (at) => put(at, PROJECT, `${BYPASS}# x\n`), undefined],
    ["no configuration any more", (at) => rmSync(at.path(PROJECT)), undefined],
    ["another configuration", (at) => renameSync(at.path(PROJECT), at.path(".agent/config.yml")), undefined],
    ["a facet", (at) => put(at, FACET, "Other."), without(FACET)],
    ["a new facet", (at) => put(at, ".agent/facets/new.md", "New."), names],
    ["a facet that is gone", (at) => rmSync(at.path(FACET)), without(FACET)],
    ["a facet of the same bytes behind a link", (at) => linkTo(at, FACET, "Work."), names],
    ["a facet of other bytes behind a link", (at) => linkTo(at, FACET, "Other."), without(FACET)],
    ["a file beside a skill", (at) => put(at, ".agent/skills/deploy/run.sh", "rm\n"), names.slice(0, 2)],
    ["a new file beside a skill", (at) => put(at, ".agent/skills/deploy/bin/x", "rm\n"), names.slice(0, 2)],
    ["a new skill", (at) => put(at, ".agent/skills/other/SKILL.md", "x"), names],
  ])("%s", async (_, change, counting) => {
    const at = machine(files);
    await vouch(at);
    change(at);
    expect(await standing(at)).toEqual([true, counting]);
    const { config } = await at.load({ projectTrust: "granted" });
    expect(config?.default_permission_matcher).toBe(counting === undefined ? "standard" : "bypass");
  });

  function linkTo(at: Machine, name: string, text: string): void {
    put(at, "elsewhere.md", text);
    rmSync(at.path(name));
    symlinkSync(at.path("elsewhere.md"), at.path(name));
  }

  test("that is said by load, trust, review and doctor", async () => {
    const at = machine(files);
    await vouch(at);
    put(at, ".agent/facets/new.md", "New.");
    expect((await at.load({ projectTrust: "granted" })).withheld).toEqual([
      { path: "/facets/new", why: "context", file: ".agent/facets/new.md" },
    ]);
    expect((await at.run(["review"])).stderr).toContain(
      "you vouch for this directory, but not for all that is in it now",
    );
    expect((await at.run(["doctor"])).stdout).toContain(
      "you vouch for this directory, but not for the project as it is",
    );
    expect((await vouch(at)).stderr).toContain(`you vouch for ${at.repository} as it is now`);
    expect((await at.load({ projectTrust: "granted" })).withheld).toEqual([]);
  });
});

describe("which directories are its user's own", () => {
  const files = {
    [GLOBAL]: "version: 3\n",
    "src/deep/": "",
    "vendor/evil/.git/": "",
    "packages/a/.agent/config.yaml": BYPASS,
    "~/work/": "",
    "~/work/zip/": "",
  };

  test.each<readonly [vouched: string, there: string, isOwn: boolean]>([
    [".", ".", true],
    [".", "src/deep", true],
    ["src", "src/deep", true],
    ["src", ".", false],
    ["src/deep", "src", false],
    [".", "vendor/evil", false],
    ["vendor/evil", ".", false],
    [".", "packages/a", true],
    ["packages/a", ".", false],
    // Outside of a repository a directory stands for itself alone: a stranger's files may lie in it.
    ["~/work", "~/work", true],
    ["~/work", "~/work/zip", false],
    ["~", "~/work", false],
    ["~", "~", true],
  ])("who vouches for %s works in %s: %s", async (vouched, cwd, isOwn) => {
    const at = withList(machine(files));
    const pathOf = (name: string): string => (name === "~" ? at.home : at.path(name));
    expect((await vouch(at, pathOf(vouched))).code).toBe(0);
    expect((await standing(at, pathOf(cwd)))[0]).toBe(isOwn);
  });

  test("a home that is a repository is not its user's own as a whole", async () => {
    const at = withList(machine({ ...files, "~/.git/": "" }));
    await vouch(at, at.home);
    expect(await standing(at, at.home)).toEqual([true, []]);
    expect((await standing(at, at.path("~/work/zip")))[0]).toBe(false);
  });

  test("its own configuration counts in a directory of its own alone", async () => {
    const at = machine(files);
    await vouch(at);
    const inside = await at.load({ projectTrust: "granted", cwd: at.path("packages/a") });
    expect([inside.standing.isOwn, inside.config?.default_permission_matcher]).toEqual([true, "standard"]);
  });

  test("another project, vouched for and named, does not make the working directory its user's", async () => {
    const at = machine({ ...files, [PROJECT]: BYPASS });
    await vouch(at, at.repository);
    const { standing: there, config } = await at.load({
      ...{ projectTrust: "granted", cwd: at.path("~/work"), project: at.path(PROJECT) },
    });
    expect([there.isOwn, there.root, config?.default_permission_matcher]).toEqual([false, at.repository, "bypass"]);
  });

  test("a link that leads to another directory, and one that takes the place of a directory", async () => {
    const at = machine(files);
    await vouch(at, at.path("src"));
    symlinkSync(at.path("src"), at.path("~/link"));
    expect((await standing(at, at.path("~/link")))[0]).toBe(true);
    renameSync(at.path("src"), at.path("moved"));
    symlinkSync(at.path("vendor/evil"), at.path("src"));
    expect((await standing(at, at.path("src")))[0]).toBe(false);
  });

  test.each(["trusted", "untrusted"] as const)("under `%s` nobody is asked", async (projectTrust) => {
    const at = machine({ ...files, [FACET]: "x" });
    await vouch(at);
    const { standing: there } = await at.load({ projectTrust });
    expect([there.isOwn, there.prompts]).toEqual(projectTrust === "trusted" ? [true, "any"] : [false, undefined]);
  });

  test("--revoke inside of it takes the directory off the list", async () => {
    const at = machine(files, { cwd: "src/deep" });
    await vouch(at, at.repository);
    expect((await vouch(at, "--revoke")).stderr).toBe(`you no longer vouch for ${at.repository}\n`);
    expect((await standing(at))[0]).toBe(false);
  });

  test.each<readonly [string, (at: Machine) => void]>([
    ["is gone", (at) => rmSync(at.path("old"), { recursive: true })],
    [
      "is a file now",
      (at) => {
        rmSync(at.path("old"), { recursive: true });
        writeFileSync(at.path("old"), "");
      },
    ],
    [
      "is a link to another one now",
      (at) => {
        renameSync(at.path("old"), at.path("moved"));
        symlinkSync(at.path("moved"), at.path("old"));
      },
    ],
  ])("--revoke takes a directory off the list that %s, and no other one", async (_, change) => {
    for (const name of ["absolute", "relative"]) {
      const at = machine({ [GLOBAL]: "version: 3\n", "old/.git/HEAD": "", [`old/${PROJECT}`]: BYPASS });
      for (const directory of [at.repository, at.path("old")]) await vouch(at, directory);
      change(at);
      const path = name === "absolute" ? at.path("old") : "old/";
      expect(await vouch(at, "--revoke", path)).toMatchObject({
        code: 0,
        stderr: `you no longer vouch for ${at.path("old")}\n`,
      });
      const { trusted } = JSON.parse((await at.run(["trust", "--list", "--format", "json"])).stdout);
      expect(trusted).toEqual([expect.objectContaining({ directory: at.repository })]);
    }
  });
});

describe("a list of an earlier version", () => {
  test("keeps what it says: configurations count, and prompts that were not shown do not", async () => {
    const at = machine({ [GLOBAL]: "version: 3\n", [PROJECT]: BYPASS });
    const sha256 = (await at.load()).projectSha256() ?? "";
    const trusted = [{ root: at.repository, file: at.path(PROJECT), sha256 }];
    put(at, LIST, JSON.stringify({ version: 1, trusted }));
    expect(await standing(at)).toEqual([true, []]);
    expect((await vouch(at)).stderr).toBe(`you vouch for ${at.repository} as it is\n`);
    put(at, FACET, "x");
    expect(await standing(at)).toEqual([true, []]);
    expect((await at.load({ projectTrust: "granted" })).config?.default_permission_matcher).toBe("bypass");
    expect((await vouch(at)).stderr).toContain("as it is now");
    expect(await standing(at)).toEqual([true, [FACET]]);
    expect(JSON.parse(at.read(LIST))).toMatchObject({ version: 2, trusted: [{ root: at.repository, sha256 }] });
  });

  test.each([
    ["prompts that are none", { root: "/x", prompts: [] }],
    ["a file without a sum", { root: "/x", file: "/x/.agent/config.yaml" }],
    ["no directory", { file: "/x", sha256: "x" }],
    ["null", null],
  ])("and one that is broken vouches for nothing: %s", async (_, entry) => {
    const at = machine({ [GLOBAL]: "version: 3\n" });
    await vouch(at);
    const { trusted } = JSON.parse(at.read(LIST));
    put(at, LIST, JSON.stringify({ version: 2, trusted: [...trusted, entry] }));
    expect(await standing(at)).toEqual([false, undefined]);
    expect(await vouch(at)).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot use") });
  });
});

test("an earlier state, of another name or without a configuration, does not come back", async () => {
  const at = machine({ [GLOBAL]: "version: 3\n", [FACET]: "Earlier." });
  await vouch(at);
  put(at, ".agent/config.yml", BYPASS);
  await vouch(at);
  rmSync(at.path(".agent/config.yml"));
  put(at, PROJECT, "version: 3\n");
  put(at, FACET, "Later.");
  await vouch(at);
  expect(JSON.parse(at.read(LIST)).trusted).toHaveLength(1);
  rmSync(at.path(PROJECT));
  put(at, FACET, "Earlier.");
  expect(await standing(at)).toEqual([true, undefined]);
  put(at, ".agent/config.yml", BYPASS);
  expect(await standing(at)).toEqual([true, undefined]);
});

test("two files of one directory that its user names have a state each, and one vouch for the directory", async () => {
  const at = machine({ [GLOBAL]: "version: 3\n", "ci/a.yaml": BYPASS, "ci/b.yaml": `${BYPASS}# b\n` });
  await vouch(at, at.path("ci/a.yaml"));
  await vouch(at, at.path("ci/b.yaml"));
  for (const name of ["ci/a.yaml", "ci/b.yaml"]) {
    const { config } = await at.load({ projectTrust: "granted", project: at.path(name) });
    expect(config?.default_permission_matcher).toBe("bypass");
  }
  await vouch(at, "--revoke", at.path("ci/a.yaml"));
  expect(JSON.parse(at.read(LIST)).trusted).toEqual([]);
});

test("a prompt that the user's own configuration names in the project is a part of its state", async () => {
  const at = machine({
    [GLOBAL]: "version: 3\nfacets: { mine: { source: prompts/mine.md } }\n",
    "prompts/mine.md": "Mine.",
  });
  expect((await at.load({ projectTrust: "granted" })).withheld).toMatchObject([{ file: "prompts/mine.md" }]);
  await vouch(at);
  expect(await standing(at)).toEqual([true, ["prompts/mine.md"]]);
  put(at, "prompts/mine.md", "Other.");
  expect(await standing(at)).toEqual([true, []]);
});

test("a list of sums of a program's own counts the whole state", async () => {
  const at = machine({ [GLOBAL]: "version: 3\n", [PROJECT]: BYPASS, [FACET]: "x" });
  const sum = (await at.load()).projectSha256() ?? "";
  const load = async () => (await at.load({ projectTrust: "granted", trustedProjects: [sum] })).standing;
  expect(await load()).toMatchObject({ isOwn: true, prompts: { [FACET]: expect.any(String) } });
  put(at, ".agent/facets/new.md", "x");
  expect(await load()).toMatchObject({ isOwn: false, prompts: undefined });
});
