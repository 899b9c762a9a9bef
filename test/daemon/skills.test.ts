/** Skills for models and for users, by their flags (P-S33, P-S80, P-S109); and facets that restrict what is offered (P-S36). */
import { expect, test } from "vitest";
import type { CatalogSkill, DaemonState, SyncSummary } from "../../src/generated/protocol/types.js";
import { calling, callOf, inTurn, saying } from "../model/server.js";
import {
  answer,
  asked,
  byTask,
  delegating,
  ended,
  FILE_TOOLS,
  results,
  sentFor,
  started,
  toolsIn,
  written,
} from "./delegating.js";

const RELEASE = "---\ndescription: How a release is made.\n---\nRun `scripts/tag.sh`, then write the notes.";
const FILES = {
  ".agent/skills/release/SKILL.md": RELEASE,
  ".agent/skills/release/scripts/tag.sh": "git tag",
  ".agent/skills/release/notes.md": "# Notes",
  ".agent/skills/mine/SKILL.md": "---\nmodel_invocable: false\n---\nFor a person alone.",
  ".agent/skills/theirs/SKILL.md": "---\nuser_invocable: false\n---\nFor a model alone.",
  "~/skills/tidy/SKILL.md": "Tidy up.",
};

const TOLD = `Run \`scripts/tag.sh\`, then write the notes.

[The folder of this skill is /work/.agent/skills/release. Its other files are:]
- notes.md
- scripts/tag.sh`;

const skill = (input: object, index = 0): string => callOf("skill", input, index);

test("a model reads a skill that models may use, with the names of its files, and asks nobody", async () => {
  const script = inTurn(
    calling(skill({ name: "release" }), skill({ name: "tidy" }, 1), skill({ name: "theirs" }, 2)),
    saying("ok"),
  );
  const { bench, server, stream } = await started(script, { files: FILES, more: "" });
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect((await results(bench)).toSorted()).toEqual([
    "For a model alone.\n\n[The folder of this skill is /work/.agent/skills/theirs. It has no other files.]",
    TOLD,
    "Tidy up.\n\n[The folder of this skill is /dev/null/home/.config/agent/skills/tidy. It has no other files.]",
  ]);
  const [sent] = sentFor(server, "go");
  expect(toolsIn(sent)).toEqual([...FILE_TOOLS, "shell", "ask_user", "delegate", "skill"]);
  const tool = sent?.tools?.find(({ function: { name } }) => name === "skill");
  expect(tool?.function.description.split("The skills are:\n")[1]).toBe(
    "- `release`: How a release is made.\n- `theirs`\n- `tidy`",
  );
});

test.each<[string, object, RegExp]>([
  ["a skill that is for people alone", { name: "mine" }, /^failed: no skill is called `mine`/],
  ["an unknown name", { name: "relase" }, /^failed: no skill is called `relase`; did you mean `release`\?$/],
  ["no name", {}, /`name` has to be the name of a skill/],
  ["a path", { name: "../release" }, /no skill is called/],
  ["more than it takes", { name: "tidy", words: "x" }, /only `name`/],
])("%s is a result that says so", async (_, input, said) => {
  const { bench, stream } = await started(inTurn(calling(skill(input)), saying("ok")), { files: FILES });
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect((await results(bench))[0]).toMatch(said);
});

test("where no skill is for models, the tool is not there", async () => {
  const { bench, server, stream } = await started(saying("ok"), {
    files: { ".agent/skills/mine/SKILL.md": FILES[".agent/skills/mine/SKILL.md"] },
  });
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect(toolsIn(sentFor(server, "go")[0])).toEqual([...FILE_TOOLS, "shell", "ask_user", "delegate"]);
});

test("a subagent reads skills too", async () => {
  const script = byTask(inTurn(delegating("look"), saying("ok")), {
    look: inTurn(calling(skill({ name: "tidy" })), saying("Read.")),
  });
  const { bench, server, stream } = await started(script, { files: FILES });
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect(sentFor(server, "look")[1]?.messages.at(-1)?.content).toMatch(/^Tidy up\./);
});

const PROMPT = `/release 1.2.0 quickly\n\n[The skill \`release\`:]\n\n${TOLD}`;

test.each(["/prompt", "/turn/input"])(
  "a prompt by %s names a skill: the model is told its text, behind the words of the user",
  async (route) => {
    const { bench, server, stream } = await started(saying("ok"), { files: FILES });
    if (route === "/turn/input") await bench.post("/prompt", { content: "wait" });
    const sent = await bench.post(route, { content: "1.2.0 quickly", skill: "release" });
    expect(sent.status).toBe(202);
    await ended(stream, route === "/turn/input" ? 2 : 1);
    expect(server.asked.at(-1)?.body).toContain(JSON.stringify(PROMPT).slice(1, -1));
    const prompt = (await bench.history()).filter(({ kind }) => kind === "user_message").at(-1);
    expect(prompt?.text).toBe(PROMPT);
    if (route === "/prompt")
      expect((await bench.get("/sync/summary")).json<SyncSummary>().title).toBe("/release 1.2.0 quickly");
  },
);

test("a skill needs no words", async () => {
  const { bench, stream } = await started(saying("ok"), { files: FILES });
  await bench.post("/prompt", { skill: "mine" });
  await ended(stream);
  const [prompt] = await bench.history();
  expect(prompt?.text).toMatch(/^\/mine\n\n\[The skill `mine`:\]\n\nFor a person alone\./);
});

test.each(["theirs", "nothing", "../mine", "constructor", "MINE"])(
  "the skill %s is not there for users",
  async (name) => {
    const { bench } = await started(saying("ok"), { files: FILES });
    for (const route of ["/prompt", "/turn/input"]) {
      const refused = await bench.post(route, { content: "x", skill: name });
      expect([refused.status, refused.json()]).toMatchObject([
        400,
        { code: "invalid_request", details: { mistake: "wrong_value", field: "skill" } },
      ]);
    }
    expect(await bench.history()).toEqual([]);
  },
);

test("the catalog has the flags as they are obeyed", async () => {
  const { bench } = await started(saying("ok"), { files: FILES });
  await bench.post("/reload");
  const { skills, subagents, tools } = (await bench.get("/daemon-state")).json<DaemonState>();
  const flags = ({ name, user_invocable, model_invocable }: CatalogSkill) => [name, user_invocable, model_invocable];
  expect(skills.map(flags)).toEqual([
    ["mine", true, false],
    ["release", true, true],
    ["theirs", false, true],
    ["tidy", true, true],
  ]);
  expect(subagents).toMatchObject([{ name: "general", origin: "shipped" }]);
  expect(tools.map(({ name }) => name)).toEqual([
    "ask_user",
    "delegate",
    "edit",
    "list",
    "read",
    "search",
    "shell",
    "skill",
    "write",
  ]);
});

test("of a project that nobody vouches for, no subagent and no skill acts", async () => {
  const script = inTurn(
    delegating({ subagent: "reviewer", task: "x" }),
    calling(skill({ name: "release" })),
    saying("ok"),
  );
  const { bench, server, stream } = await started(script, {
    files: { ...FILES, ".agent/subagents/reviewer.md": "Review." },
    wanted: { load: { projectTrust: "untrusted" } },
  });
  expect((await bench.post("/prompt", { skill: "release" })).status).toBe(400);
  await bench.post("/prompt", { content: "go" });
  await ended(stream);
  expect((await results(bench)).map((result) => result.split(";")[0])).toEqual([
    "failed: no subagent is called `reviewer`",
    "failed: no skill is called `release`",
  ]);
  const [sent] = sentFor(server, "go");
  expect(JSON.stringify(sent?.tools)).not.toMatch(/reviewer|release/);
});

test("a facet that lists tools offers only these, and its subagents have no others", async () => {
  const script = byTask(inTurn(delegating("look"), calling(callOf("shell", { command: "true" })), saying("ok")), {
    look: saying("Seen."),
  });
  const { bench, server, stream } = await started(script, {
    files: { ...FILES, ".agent/facets/careful.md": "---\ntools: [ask_user, delegate, missing]\n---\nCareful." },
  });
  await bench.post("/prompt", { content: "go", facet: "careful" });
  await ended(stream);
  expect(toolsIn(sentFor(server, "go")[0])).toEqual(["ask_user", "delegate"]);
  expect(toolsIn(sentFor(server, "look")[0])).toEqual(["ask_user"]);
  expect(await results(bench)).toEqual(["Seen.", "failed: there is no tool of this name"]);
});

test.each([
  ["tools: []", []],
  ["tools: shell", ["shell"]],
  ["tools: shell, skill", ["shell", "skill"]],
])("`%s` of a facet", async (line, tools) => {
  const { bench, server, stream } = await started(saying("ok"), {
    files: { ...FILES, ".agent/facets/careful.md": `---\r\n${line}\r\n---\r\nCareful.` },
  });
  await bench.post("/prompt", { content: "go", facet: "careful" });
  await ended(stream);
  expect(toolsIn(sentFor(server, "go")[0])).toEqual(tools);
});

test("a read-only facet has every command asked about, whatever the monitor is, also those of its subagents", async () => {
  const command = (text: string) => calling(callOf("shell", { command: text }));
  const script = byTask(inTurn(command("echo one"), delegating("look"), saying("ok")), {
    look: inTurn(command("echo two"), saying("Seen.")),
  });
  const { bench, stream } = await started(script, {
    files: { ".agent/facets/study.md": "---\npolicies: read-only\n---\nStudy." },
  });
  await bench.post("/prompt", { content: "go", facet: "study" });
  const [first, second] = ["echo one", "The subagent `general` asks:"];
  const guarded = "This may change something, and `study` is read-only:";
  const one = await asked(stream);
  expect(one.text).toBe(`${guarded}\n${first}`);
  await answer(bench, one, { kind: "permission_answer", granted: true });
  const two = await asked(stream, 2);
  expect(two.text).toBe(`${second}\n${guarded}\necho two`);
  await answer(bench, two, { kind: "permission_answer", granted: false });
  await ended(stream);
  await bench.turn("once more");
  expect(stream.records.filter(({ kind }) => kind === "interrogative_opened")).toHaveLength(2);
});

test("a policy that nothing knows is said", async () => {
  const { bench } = await started(saying("ok"));
  await written(bench, { ".agent/facets/study.md": "---\npolicies: [read-only, no-network]\n---\nStudy." });
  await bench.turn("go");
  expect(bench.log.join("\n")).toContain("nothing here knows its policy `no-network`");
});
