/** Prompts on a real disk: links, pipes, devices and files that change while they are read (spec 2.11, 2.13). */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Files } from "../../src/agent/machine/interfaces/files.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { loadPrompts } from "../../src/agent/session/prompts/load.js";
import type { Prompts } from "../../src/agent/session/prompts/prompt.js";
import { temporary } from "../store/processes.js";
import { type Parts, TRUSTED, told } from "./bench.js";

let there: ReturnType<typeof temporary>;
beforeEach(() => {
  there = temporary();
  for (const name of ["project", "global", "elsewhere"]) mkdirSync(at(name));
});
afterEach(() => there.remove());

const at = (...names: readonly string[]): string => join(there.path, ...names);

function write(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

function link(name: string, to: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  symlinkSync(to, at(name));
}

function loaded(parts: Parts = {}, files: Files = nodeFiles): Promise<Prompts> {
  return loadPrompts({
    ...{ files, project: at("project"), repository: at("project"), global: at("global"), isUsualGlobal: true },
    ...{ config: {}, followsLinks: true, standing: TRUSTED, ...parts },
  });
}

const SHIPPED = ["execute shipped", "plan shipped"];
const A = "project/.agent/facets/a.md";
const warned = ({ warnings }: Prompts): readonly string[] =>
  warnings.map(({ path, text }) => `${path.replace(`${there.path}/`, "")}: ${text}`);

describe("links", () => {
  test.each([
    ["a file", A, "../../prompts/a.md"],
    ["the directory of facets", "project/.agent/facets", "../prompts"],
    ["the directory of everything", "project/.agent", "all"],
  ])("%s may be a link within the project", async (_, name, to) => {
    write("project/prompts/a.md", "Mine.");
    write("project/all/facets/a.md", "Mine.");
    link(name, to);
    const prompts = await loaded();
    expect(told(prompts.facets)).toEqual(["a project", ...SHIPPED]);
    expect(prompts.warnings).toEqual([]);
    const off = await loaded({ followsLinks: false });
    expect(told(off.facets)).toEqual(SHIPPED);
    const shown = name.replace("project/", "");
    const place = name.endsWith(".md") ? A : "project/.agent/facets";
    expect(warned(off)).toEqual([
      `${place}: it is a symbolic link (\`${shown}\`), and \`daemon.follow_symlinks_for_configs\` is off`,
    ]);
  });

  test.each([
    ["a file", A, "elsewhere/a.md", A],
    ["a directory", "project/.agent/facets", "elsewhere", "project/.agent/facets"],
    ["a neighbour whose name begins alike", A, "project-2/a.md", A],
    ["a skill's directory", "project/.agent/skills/a", "elsewhere", "project/.agent/skills/a/SKILL.md"],
  ])("%s that leads out is skipped", async (_, name, to, shown) => {
    for (const out of ["elsewhere/a.md", "elsewhere/SKILL.md", "project-2/a.md"]) write(out, "secret");
    link(name, at(to));
    const prompts = await loaded();
    expect([told(prompts.facets), prompts.skills]).toEqual([SHIPPED, []]);
    expect(warned(prompts)).toEqual([`${shown}: it is a symbolic link that leads out of its directory`]);
    expect(JSON.stringify(prompts)).not.toContain("secret");
  });

  test("AGENTS.md may be a link to a neighbour, and does not lead out of the project", async () => {
    write("project/CLAUDE.md", "Use tabs.");
    link("project/AGENTS.md", "CLAUDE.md");
    expect((await loaded()).instructions).toEqual([{ file: "AGENTS.md", text: "Use tabs.", origin: "project" }]);
    rmSync(at("project/AGENTS.md"));
    write("elsewhere/a.md", "secret");
    link("project/AGENTS.md", at("elsewhere/a.md"));
    const prompts = await loaded();
    expect(prompts.instructions).toEqual([]);
    expect(warned(prompts)).toEqual(["project/AGENTS.md: it is a symbolic link that leads out of its directory"]);
  });

  describe("of the global directory lead anywhere while they are followed (P-S78)", () => {
    const OUT: readonly (readonly [what: string, name: string, to: string, shown: string])[] = [
      ["a facet", "global/facets/a.md", "elsewhere/a.md", "global/facets/a.md"],
      ["a facet of another name", "global/facets/a.md", "elsewhere/other.md", "global/facets/a.md"],
      ["the directory of facets", "global/facets", "elsewhere", "global/facets"],
      ["a skill's directory", "global/skills/a", "elsewhere", "global/skills/a/SKILL.md"],
      ["the directory of skills", "global/skills", "elsewhere/skills", "global/skills"],
      ["AGENTS.md", "global/AGENTS.md", "elsewhere/a.md", "global/AGENTS.md"],
    ];
    beforeEach(() => {
      for (const out of ["a.md", "other.md", "SKILL.md", "skills/a/SKILL.md"]) write(`elsewhere/${out}`, "Mine.");
    });

    test.each(OUT)("%s", async (_, name, to, shown) => {
      link(name, at(to));
      const on = await loaded();
      expect(JSON.stringify([on.facets, on.skills, on.instructions])).toContain("Mine.");
      expect(on.warnings).toEqual([]);
      const off = await loaded({ followsLinks: false });
      expect(JSON.stringify(off)).not.toContain("Mine.");
      expect(warned(off)).toEqual([
        `${shown}: it is a symbolic link (\`${name.replace("global/", "")}\`), and \`daemon.follow_symlinks_for_configs\` is off`,
      ]);
    });

    test.each(OUT)("%s, but not where a project may have made the link", async (_, name, to, shown) => {
      link(`project/${name}`, at(to));
      const named = await loaded({ global: at("project/global"), isUsualGlobal: false, isNamedGlobal: true });
      expect(JSON.stringify(named)).not.toContain("Mine.");
      expect(warned(named)).toEqual([`project/${shown}: it is a symbolic link that leads out of its directory`]);
    });
  });

  test("a global directory in the project counts where its user has named it, and else not (S37)", async () => {
    write("project/global/AGENTS.md", "Mine.");
    const parts = { global: at("project/global"), isUsualGlobal: false };
    expect((await loaded({ ...parts, isNamedGlobal: true })).instructions).toMatchObject([{ origin: "global" }]);
    const unnamed = await loaded(parts);
    expect(unnamed.instructions).toEqual([]);
    expect(warned(unnamed)).toEqual([
      "project/global: it lies in the project, so it does not count as the global directory",
    ]);
  });

  test.each([".env", ".git/config", "sub/id_rsa"])("a link does not make a prompt of %s", async (secret) => {
    write(`project/${secret}`, "secret");
    link("project/AGENTS.md", secret);
    link("project/.agent/facets/a.md", at("project", secret));
    link("project/.agent/facets/b.md", "a.md");
    const prompts = await loaded();
    expect([prompts.instructions, told(prompts.facets)]).toEqual([[], SHIPPED]);
    expect(new Set(prompts.warnings.map(({ text }) => text))).toEqual(
      new Set(["it is a symbolic link to a file that is not `*.md`"]),
    );
    expect(prompts.warnings).toHaveLength(3);
  });

  test("a configured source may have any ending, also in a directory that is a link", async () => {
    write("project/real/x.txt", "Mine.");
    link("project/docs", "real");
    const prompts = await loaded({ config: { facets: { x: { source: "docs/x.txt" } } } });
    expect(prompts.facets[2]).toMatchObject({ name: "x", body: "Mine." });
  });

  test("a configured source does not lead out by a link", async () => {
    write("elsewhere/x.md", "secret");
    link("project/docs", at("elsewhere"));
    const prompts = await loaded({ config: { facets: { x: { source: "docs/x.md" } } } });
    expect(told(prompts.facets)).toEqual(SHIPPED);
    expect(warned(prompts)).toEqual([
      "facets.x.source: docs/x.md: it is a symbolic link that leads out of its directory",
    ]);
  });

  test("a loop and a link to nothing are skipped, and the others are loaded", async () => {
    link(A, "a.md");
    link("project/.agent/facets/b.md", "missing.md");
    write("project/.agent/facets/c.md", "Fine.");
    const prompts = await loaded();
    expect(told(prompts.facets)).toEqual(["c project", ...SHIPPED]);
    expect(prompts.warnings.map(({ text }) => text)).toEqual(Array(2).fill("it is a symbolic link that leads nowhere"));
  });

  test("the project and the global directory may be reached by a link, whether links are followed or not", async () => {
    write("elsewhere/.agent/facets/a.md", "x");
    write("elsewhere/facets/b.md", "x");
    link("p", "elsewhere");
    for (const followsLinks of [true, false]) {
      const prompts = await loaded({ project: at("p"), repository: at("p"), global: at("p"), followsLinks });
      expect(told(prompts.facets)).toEqual(["a project", "b global", ...SHIPPED]);
      expect(prompts.warnings).toEqual([]);
    }
  });
});

describe("what is no regular file", () => {
  test("a pipe, a device and a link to one are not opened", async () => {
    mkdirSync(at("project/.agent/facets"), { recursive: true });
    execFileSync("mkfifo", [at(A), at("project/AGENTS.md")]);
    link("project/.agent/facets/zero.md", "/dev/zero");
    link("project/.agent/facets/pipe.md", "a.md");
    const opened: string[] = [];
    const prompts = await loaded(
      {},
      {
        ...nodeFiles,
        open: (path, how) => {
          opened.push(path);
          return nodeFiles.open(path, how);
        },
      },
    );
    expect(told(prompts.facets)).toEqual(SHIPPED);
    expect(warned(prompts)).toEqual([
      "project/AGENTS.md: it is no regular file",
      `${A}: it is no regular file`,
      "project/.agent/facets/pipe.md: it is no regular file",
      "project/.agent/facets/zero.md: it is a symbolic link that leads out of its directory",
    ]);
    expect(opened).toEqual([]);
  });

  test("directories that are files, and files that are directories", async () => {
    write("project/.agent/facets", "x");
    write("project/.agent/subagents/x.md/y", "x");
    const prompts = await loaded();
    expect(warned(prompts)).toEqual([
      "project/.agent/facets: it is no directory",
      "project/.agent/subagents/x.md: it is a directory",
    ]);
  });

  test("where `.agent` is a file there is nothing, and nothing to say", async () => {
    write("project/.agent", "x");
    expect((await loaded()).warnings).toEqual([]);
  });
});

test("a file of 50 MB is not read at all", async () => {
  write(A, "---\ndescription: ");
  truncateSync(at(A), 50 * 1024 * 1024);
  let read = 0;
  const files: Files = {
    ...nodeFiles,
    open: async (path, how) => {
      const file = await nodeFiles.open(path, how);
      const readAt: typeof file.readAt = async (from, length) => {
        read += length;
        return await file.readAt(from, length);
      };
      return { ...file, readAt, status: () => file.status(), close: () => file.close() };
    },
  };
  expect(warned(await loaded({}, files))).toEqual([`${A}: it is longer than 65536 bytes`]);
  expect(read).toBe(0);
});

describe("a directory that becomes a link while a file is opened", () => {
  const isLinkNow = (): boolean => lstatSync(at("project/.agent/facets")).isSymbolicLink();
  const swap = (): void => {
    renameSync(at("project/.agent/facets"), at("project/old"));
    link("project/.agent/facets", at("elsewhere"));
  };
  const swapBack = (): void => {
    rmSync(at("project/.agent/facets"));
    renameSync(at("project/old"), at("project/.agent/facets"));
  };

  test("gives nothing away", async () => {
    write(A, "Mine.");
    write("elsewhere/a.md", "secret");
    const files: Files = {
      ...nodeFiles,
      open(path, how) {
        if (!isLinkNow()) swap();
        return nodeFiles.open(path, how);
      },
    };
    const prompts = await loaded({}, files);
    expect(told(prompts.facets)).toEqual(SHIPPED);
    expect(prompts.warnings.map(({ text }) => text)).toEqual(["it is a symbolic link that leads out of its directory"]);
  });

  test("gives nothing away when it is a directory again after that", async () => {
    write(A, "Mine.");
    write("elsewhere/a.md", "secret");
    const files: Files = {
      ...nodeFiles,
      async open(path, how) {
        swap();
        try {
          return await nodeFiles.open(path, how);
        } finally {
          swapBack();
        }
      },
    };
    const prompts = await loaded({}, files);
    expect(told(prompts.facets)).toEqual(SHIPPED);
    expect(warned(prompts)).toEqual([`${A}: it was replaced while it was read`]);
  });
});

test("a file that an editor replaces while it is read is read again", async () => {
  write(A, "Old.");
  let isOld = true;
  const files: Files = {
    ...nodeFiles,
    async open(path, how) {
      const file = await nodeFiles.open(path, how);
      if (isOld) {
        write("new.md", "New.");
        renameSync(at("new.md"), at(A));
        isOld = false;
      }
      return file;
    },
  };
  const prompts = await loaded({}, files);
  expect(prompts.facets[0]).toMatchObject({ name: "a", body: "New." });
  expect(prompts.warnings).toEqual([]);
});
