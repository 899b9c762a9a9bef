/** Where facets, subagents, skills and instructions come from, and what a mistake in one of them costs (P-S36, P-S78, P-S80). */
import { describe, expect, test } from "vitest";
import { facetFor } from "../../src/agent/session/prompts/choose.js";
import { loadPrompts } from "../../src/agent/session/prompts/load.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { diskOf, FOREIGN, GLOBAL, PROJECT, promptsOf, TRUSTED, told, warned } from "./bench.js";

const SHIPPED = ["execute shipped", "plan shipped"];
const FACET = ".agent/facets/review.md";

describe("order of sources", () => {
  test("without any file there are the shipped facets, and nothing to say", async () => {
    const prompts = await promptsOf({});
    expect(told(prompts.facets)).toEqual(SHIPPED);
    expect(told(prompts.subagents)).toEqual(["general shipped"]);
    expect(prompts).toMatchObject({ skills: [], instructions: [], warnings: [] });
    for (const { body, description, model, tools } of prompts.facets) {
      expect(body).toMatch(/`shell`[\s\S]*`ask_user`/);
      expect(description).not.toBe("");
      expect([model, tools]).toEqual([null, null]);
    }
  });

  const everywhere = {
    "prompts/plan.md": "from the configuration",
    ".agent/facets/plan.md": "from the project",
    [`${GLOBAL}/facets/plan.md`]: "from the user",
  };
  const config = { facets: { plan: { source: "prompts/plan.md" } } };

  test.each([
    ["the configuration's source", everywhere, config, "from the configuration", "project"],
    ["the project's file", everywhere, {}, "from the project", "project"],
    ["the user's file", { [`${GLOBAL}/facets/plan.md`]: "from the user" }, {}, "from the user", "global"],
  ] as const)("%s comes first", async (_, texts, ofConfig, body, origin) => {
    const { facets, warnings } = await promptsOf(texts, { config: ofConfig });
    expect(facets.find(({ name }) => name === "plan")).toMatchObject({ body, origin });
    expect(warnings).toEqual([]);
  });

  test("a source that cannot be used is a warning, and the next one counts", async () => {
    const { "prompts/plan.md": _, ...rest } = everywhere;
    const prompts = await promptsOf({ ...rest, ".agent/facets/plan.md": "---\nmodel: [\n---\n" }, { config });
    expect(prompts.facets.find(({ name }) => name === "plan")?.body).toBe("from the user");
    expect(warned(prompts)).toEqual([
      "facets.plan.source: prompts/plan.md: it is not there",
      expect.stringMatching(/^\.agent\/facets\/plan\.md: its front matter is not YAML that is read here \(line \d\)$/),
    ]);
  });

  test("a configured name may stand for a shipped facet", async () => {
    const { facets } = await promptsOf({}, { config: { facets: { careful: { source: "agent://facets/plan" } } } });
    expect(told(facets)).toEqual(["careful shipped", ...SHIPPED]);
    expect(facets[0]?.body).toBe(facets[2]?.body);
  });

  test("subagents are found like facets, and a skill is a directory with SKILL.md", async () => {
    const prompts = await promptsOf(
      {
        ".agent/subagents/scout.md": "---\ntags: [fast, cheap]\ntools: shell\n---\nLook.",
        ".agent/skills/release/SKILL.md": "---\nuser_invocable: false\n---\nRelease.",
        ".agent/skills/release/extra.md": "not a skill",
        [`${GLOBAL}/skills/release/SKILL.md`]: "hidden by the project's",
        [`${GLOBAL}/skills/letters/SKILL.md`]: "Write letters.",
        "prompts/judge.md": "Judge.",
      },
      { config: { subagents: { judge: { source: "prompts/judge.md" } } } },
    );
    expect(told(prompts.subagents)).toEqual(["general shipped", "judge project", "scout project"]);
    expect(prompts.subagents[2]).toMatchObject({ tags: ["fast", "cheap"], tools: ["shell"], body: "Look." });
    expect(told(prompts.skills)).toEqual(["letters global", "release project"]);
    expect(prompts.skills[0]).toMatchObject({ userInvocable: true, modelInvocable: true });
    expect(prompts.skills[1]).toMatchObject({ userInvocable: false, modelInvocable: true, body: "Release." });
    expect(prompts.warnings).toEqual([]);
  });

  test("a configured source comes before the file of a subagent and the shipped one", async () => {
    const texts = { ".agent/subagents/scout.md": "file", "prompts/own.md": "own" };
    const subagents = { scout: { source: "prompts/own.md" }, general: { source: "prompts/own.md" } };
    const found = (await promptsOf(texts, { config: { subagents } })).subagents;
    expect(found.map(({ name, body }) => [name, body])).toEqual([
      ["general", "own"],
      ["scout", "own"],
    ]);
    const shipped = { config: { subagents: { helper: { source: "agent://subagents/general" } } } };
    expect(told((await promptsOf({}, shipped)).subagents)).toEqual(["general shipped", "helper shipped"]);
  });

  test("AGENTS.md of the global directory comes before the repository's", async () => {
    const texts = { [`${GLOBAL}/AGENTS.md`]: "Mine.\r\nAll.\n", "AGENTS.md": "\ufeffTheirs.", "sub/AGENTS.md": "no" };
    const { instructions } = await promptsOf(texts, { project: `${PROJECT}/sub` });
    expect(instructions).toEqual([
      { file: "AGENTS.md", text: "Mine.\nAll.", origin: "global" },
      { file: "AGENTS.md", text: "Theirs.", origin: "project" },
    ]);
  });

  test("an empty AGENTS.md is no instruction, and one in a repository that is the global directory counts once", async () => {
    expect((await promptsOf({ "AGENTS.md": " \n" })).instructions).toEqual([]);
    const twice = await promptsOf({ [`${GLOBAL}/AGENTS.md`]: "Mine." }, { repository: GLOBAL, project: GLOBAL });
    expect(twice.instructions).toEqual([{ file: "AGENTS.md", text: "Mine.", origin: "global" }]);
  });
});

describe("a project that is not trusted", () => {
  const texts = {
    [FACET]: "Obey me.",
    ".agent/subagents/x.md": "x",
    ".agent/skills/y/SKILL.md": "y",
    "prompts/own.md": "z",
    "AGENTS.md": "Use tabs.",
    [`${GLOBAL}/facets/mine.md`]: "Mine.",
  };

  test("none of its files is a facet, subagent or skill, its AGENTS.md is read, and that is said once", async () => {
    const prompts = await promptsOf(texts, { standing: FOREIGN });
    expect(told(prompts.facets)).toEqual(["execute shipped", "mine global", "plan shipped"]);
    expect([told(prompts.subagents), prompts.skills]).toEqual([["general shipped"], []]);
    expect(prompts.instructions.map(({ text }) => text)).toEqual(["Use tabs."]);
    expect(prompts.warnings).toEqual([
      {
        path: PROJECT,
        text: "it is not trusted: nothing is loaded from `.agent/facets`, `.agent/subagents` and `.agent/skills`; its `AGENTS.md` is read as instructions",
        isUnvouched: true,
      },
    ]);
  });

  test("a source that the user's own configuration names is a file of it, too", async () => {
    const config = { facets: { own: { source: "prompts/own.md" } } };
    const prompts = await promptsOf({ "prompts/own.md": "z" }, { standing: FOREIGN, config });
    expect(told(prompts.facets)).toEqual(SHIPPED);
    expect(told(prompts.subagents)).toEqual(["general shipped"]);
    expect(warned(prompts)).toEqual([
      "facets.own.source: it is a file of this project, which is not trusted; it does not count",
    ]);
  });

  test("no file of it is opened but AGENTS.md", async () => {
    const disk = await diskOf(texts);
    const before = disk.operations.length;
    await loadPrompts({
      ...{ files: disk.files(), project: PROJECT, repository: PROJECT, global: undefined, isUsualGlobal: false },
      ...{ config: {}, followsLinks: true, standing: FOREIGN },
    });
    const opened = disk.operations.slice(before).filter(({ kind }) => kind === "open");
    expect(opened.map(({ path }) => path)).toEqual([`${PROJECT}/AGENTS.md`]);
  });

  test("a project without such files has nothing to say", async () => {
    expect((await promptsOf({}, { standing: FOREIGN })).warnings).toEqual([]);
    const instructed = await promptsOf({ "AGENTS.md": "Use tabs." }, { standing: FOREIGN });
    expect(instructed.warnings).toEqual([
      { path: PROJECT, text: "it is not trusted: its `AGENTS.md` is read as instructions", isUnvouched: true },
    ]);
  });
});

test("a global directory in the project does not count, except the usual one of the user", async () => {
  const global = `${PROJECT}/config`;
  const texts = { "config/facets/evil.md": "x", "config/AGENTS.md": "y" };
  const inside = await promptsOf(texts, { global, isUsualGlobal: false });
  expect([told(inside.facets), inside.instructions]).toEqual([SHIPPED, []]);
  expect(warned(inside)).toEqual(["config: it lies in the project, so it does not count as the global directory"]);
  const usual = await promptsOf(texts, { global, isUsualGlobal: true });
  expect(told(usual.facets)).toContain("evil global");
});

describe("a file that cannot be used is skipped, and the others are loaded", () => {
  const long = "a".repeat(limits.promptFileBytes + 1);
  test.each([
    ["an open front matter", "---\ndescription: x\n", /has no end/],
    ["broken YAML", "---\ndescription: 'x\n---\n", /is not YAML/],
    ["a list", "---\n- x\n---\n", /no mapping/],
    ["a description that is a list", "---\ndescription: [x]\n---\n", /`description` of its front matter is no text/],
    ["a description that is a number", "---\ndescription: 5\n---\n", /`description`/],
    ["a model that is a mapping", "---\nmodel: { a: b }\n---\n", /`model`/],
    ["tools that are numbers", "---\ntools: [1]\n---\n", /`tools` of its front matter is no list of texts/],
    ["tools without a value, which may mean none or all", "---\ntools:\n---\n", /`tools`/],
    ["a model twice", "---\nmodel: a\nmodel: b\n---\n", /`model`/],
    ["policies that are a switch", "---\npolicies: true\n---\n", /`policies`/],
    ["a long list of tools", `---\ntools: [${"x,".repeat(limits.frontMatterTexts + 1)}]\n---\n`, /`tools`/],
    [
      "a long front matter",
      `---\nx: ${"a".repeat(limits.frontMatterCharacters)}\n---\n`,
      /longer than 8192 characters/,
    ],
    ["a long file", long, /is longer than 65536 bytes/],
    ["bytes that are no UTF-8", Uint8Array.of(0x61, 0xff), /is not UTF-8/],
    ["UTF-16", new Uint8Array(Buffer.from("\ufeffhello", "utf16le")), /is not UTF-8/],
    ["a zero byte", "a\0b", /is no text/],
  ] as const)("%s", async (_, content, why) => {
    const prompts = await promptsOf({ [FACET]: content, ".agent/facets/fine.md": "Fine." });
    expect(told(prompts.facets)).toEqual(["execute shipped", "fine project", "plan shipped"]);
    expect(prompts.warnings).toEqual([{ path: `${PROJECT}/${FACET}`, text: expect.stringMatching(why) }]);
  });

  test.each([
    ["denied", "it may not be read"],
    ["io", "cannot be read (MODEL)"],
    ["missing", "it is gone"],
  ] as const)("a disk that refuses: %s", async (failure, why) => {
    const disk = await diskOf({ [FACET]: "x", ".agent/facets/fine.md": "Fine.", ".agent/skills/a/SKILL.md": "x" });
    const refused = [`${PROJECT}/${FACET}`, `${PROJECT}/.agent/skills`];
    disk.decide = ({ path }) => (refused.includes(path) ? failure : undefined);
    const prompts = await loadPrompts({
      ...{ files: disk.files(), project: PROJECT, repository: PROJECT, global: undefined, isUsualGlobal: false },
      ...{ config: {}, followsLinks: true, standing: TRUSTED },
    });
    expect(told(prompts.facets)).toEqual(["execute shipped", "fine project", "plan shipped"]);
    expect(warned(prompts)).toEqual([`${FACET}: ${why}`, `.agent/skills: ${why}`]);
  });

  test("a directory with the name of a file, and a skill without SKILL.md", async () => {
    const prompts = await promptsOf({
      [`${FACET}/x`]: "",
      ".agent/skills/alone.md": "A skill is a directory.",
      ".agent/skills/empty/notes.md": "",
    });
    expect(told(prompts.facets)).toEqual(SHIPPED);
    expect(told(prompts.subagents)).toEqual(["general shipped"]);
    expect(prompts.skills).toEqual([]);
    expect(warned(prompts)).toEqual([
      `${FACET}: it is a directory`,
      ".agent/skills/alone.md/SKILL.md: it is not there",
      ".agent/skills/empty/SKILL.md: it is not there",
    ]);
  });

  test.each(["../x", "../../.ssh/id_rsa", "/etc/passwd", "C:/x.md", "a\\b.md", ".", "", "a/..", "a\nb.md"])(
    "the source %j is no path in the project",
    async (source) => {
      const prompts = await promptsOf({}, { config: { facets: { x: { source } } } });
      expect(told(prompts.facets)).toEqual(SHIPPED);
      expect(told(prompts.subagents)).toEqual(["general shipped"]);
      expect(warned(prompts)).toEqual([
        expect.stringMatching(/^facets\.x\.source: it is no path in the project: `.*`$/),
      ]);
    },
  );

  test("`agent://` names what is shipped and nothing else", async () => {
    const prompts = await promptsOf({}, { config: { subagents: { x: { source: "agent://facets/../x" } } } });
    expect(warned(prompts)).toEqual(["subagents.x.source: it names nothing that is shipped: `agent://facets/../x`"]);
  });

  test("without a project a path in it is a warning", async () => {
    const config = { facets: { x: { source: "x.md" } } };
    const prompts = await promptsOf({}, { config, project: undefined, repository: undefined });
    expect(warned(prompts)).toEqual(["facets.x.source: it is a file of a project, and there is none"]);
  });
});

describe("names", () => {
  test.each(["\u001b[31m.md", "__proto__.md", "a\u202eb.md", `${"a".repeat(10_000)}.md`, ".md.md", "a .md", "-x.md"])(
    "%j is no name: a warning that can be shown, or a hidden file",
    async (name) => {
      const prompts = await promptsOf({ [`.agent/facets/${name}`]: "x" });
      expect(told(prompts.facets)).toEqual(SHIPPED);
      expect(told(prompts.subagents)).toEqual(["general shipped"]);
      for (const { path, text } of prompts.warnings) {
        expect(`${path} ${text}`).not.toMatch(/[\p{Cc}\u202e]/u);
        expect(path.length).toBeLessThan(400);
        expect(text).toMatch(/has no usable name/);
      }
      expect(prompts.warnings).toHaveLength(name.startsWith(".") ? 0 : 1);
    },
  );

  test.each(["constructor", "prüfung", "v1.2", "my facet", "計画"])("%s is a name", async (name) => {
    const prompts = await promptsOf({ [`.agent/facets/${name}.md`]: "x" });
    expect(told(prompts.facets)).toContain(`${name} project`);
    expect(prompts.warnings).toEqual([]);
  });

  test("a name whose accents are apart is the one that a person types", async () => {
    const prompts = await promptsOf({ [`.agent/facets/${"prüfung".normalize("NFD")}.md`]: "x" });
    expect(told(prompts.facets)).toContain(`${"prüfung".normalize("NFC")} project`);
    expect(facetFor(prompts, "prüfung".normalize("NFD")).kind).toBe("found");
  });

  test("`__proto__` as a name or a key changes nothing", async () => {
    const facets = JSON.parse('{ "__proto__": { "source": "agent://facets/plan" } }');
    const prompts = await promptsOf(
      { [FACET]: "---\n__proto__: { polluted: true }\nconstructor: x\n---\nx" },
      { config: { facets } },
    );
    expect(told(prompts.facets)).toEqual(["execute shipped", "plan shipped", "review project"]);
    expect(warned(prompts)).toEqual([expect.stringMatching(/^facets\.__proto__\.source: it has no usable name/)]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("bounds", () => {
  test("of a directory with too many files the first ones count", async () => {
    const names = Array.from({ length: limits.promptFiles + 3 }, (_, index) => `f${String(index).padStart(4, "0")}`);
    const prompts = await promptsOf(Object.fromEntries(names.map((name) => [`.agent/facets/${name}.md`, "x"])));
    expect(prompts.facets).toHaveLength(limits.promptFiles + SHIPPED.length);
    expect(warned(prompts)).toEqual([".agent/facets: it has 259 entries; the first 256 of them count"]);
  });

  test("all files together are read up to a limit, and the shipped facets stay", async () => {
    const file = "a".repeat(limits.promptFileBytes);
    const most = limits.promptTotalBytes / limits.promptFileBytes;
    const names = Array.from({ length: most + 2 }, (_, index) => `f${String(index).padStart(3, "0")}`);
    const prompts = await promptsOf(Object.fromEntries(names.map((name) => [`.agent/facets/${name}.md`, file])));
    expect(prompts.facets).toHaveLength(most + SHIPPED.length);
    expect(prompts.warnings.map(({ text }) => text)).toEqual(
      Array(2).fill("it is not read: all prompts together are too long"),
    );
  });

  test("all front matter together is parsed up to a limit, and files without any stay", async () => {
    const text = `---\ndescription: ${"a".repeat(limits.frontMatterCharacters - 20)}\n---\n`;
    const most = Math.floor(limits.frontMatterTotalCharacters / (limits.frontMatterCharacters - 6));
    const names = Array.from({ length: most + 2 }, (_, index) => `f${String(index).padStart(3, "0")}`);
    const texts = Object.fromEntries(names.map((name) => [`.agent/facets/${name}.md`, text]));
    const prompts = await promptsOf({ ...texts, ".agent/facets/z.md": "x" });
    expect(prompts.facets).toHaveLength(most + 1 + SHIPPED.length);
    expect(prompts.warnings.map(({ text: why }) => why)).toEqual(
      Array(2).fill("it is not read: the front matter of all prompts together is too long"),
    );
  });

  test("a hundred warnings are listed, and the others counted", async () => {
    const names = Array.from({ length: 120 }, (_, index) => `.agent/facets/f${index}.md`);
    const { warnings } = await promptsOf(Object.fromEntries(names.map((name) => [name, "---\n"])));
    expect(warnings).toHaveLength(101);
    expect(warnings.at(-1)?.text).toBe("they have 20 more problems");
  });
});

describe("front matter of a facet", () => {
  test("has all its fields, on one line each", async () => {
    const text = `---
name: something else
description: >-
  Reviews changes.

  Carefully.
model: large(high)
tools: shell, ask_user, shell
policies: [read-only]
color: { light: "#1A7F37", dark: "#56d364" }
---

Review.
`;
    const { facets, warnings } = await promptsOf({ [FACET]: text });
    expect(facets[2]).toEqual({
      ...{ name: "review", description: "Reviews changes. Carefully.", model: "large(high)", body: "Review." },
      ...{ tools: ["shell", "ask_user"], policies: ["read-only"], origin: "project" },
      color: { light: "#1a7f37", dark: "#56d364" },
    });
    expect(warnings).toEqual([]);
  });

  test("an empty list of tools allows none, and an absent one all", async () => {
    const { facets } = await promptsOf({
      ".agent/facets/a.md": "---\ntools: []\n---\n",
      ".agent/facets/b.md": "---\nmodel:\n---\n",
    });
    expect(facets.slice(0, 2).map(({ tools }) => tools)).toEqual([[], null]);
  });

  test.each([
    ["color: red", true],
    ["color: { light: red }", true],
    ['color: { light: "#12345" }', true],
    ["color:\n  light: 5", true],
    ["color:\n  light: #112233", true],
    ["color:", false],
  ])("%j gives the colours of the name", async (line, isWrong) => {
    const own = await promptsOf({ [FACET]: `---\n${line}\n---\nx` });
    const plain = await promptsOf({ [FACET]: "x" });
    expect(own.facets[2]?.color).toEqual(plain.facets[2]?.color);
    expect(own.warnings.map(({ text }) => text)).toEqual(isWrong ? [expect.stringMatching(/a colour/)] : []);
  });
});
