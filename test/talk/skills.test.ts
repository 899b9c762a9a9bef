/** `/NAME` in a conversation: a skill that users may call, with words behind its name (P-S109). */
import { expect, test } from "vitest";
import { clientOf } from "../client/connected.js";
import { hasty } from "../client/hasty.js";
import { sentIn, started } from "../daemon/delegating.js";
import { saying } from "../model/server.js";
import { ScriptedDaemon } from "./scripted-daemon.js";
import { Talker } from "./talker.js";

const skill = (name: string, user_invocable = true) => ({
  ...{ name, description: `About ${name}.`, tags: [], origin: "global" },
  ...{ user_invocable, model_invocable: true },
});

const CATALOG = {
  ...{ version: 1, daemon_epoch: "e", catalog_revision: "1", facets: [], models: [], subagents: [], tools: [] },
  skills: [
    ...["release", "write", "write notes", "über", "model", "v1.2"].map((name) => skill(name)),
    skill("theirs", false),
  ],
  ...{ extensions: [], diagnostics: { rejected: 0 }, mcp_servers: [] },
};

function withSkills(): ScriptedDaemon {
  const daemon = new ScriptedDaemon();
  daemon.script = ({ line }) => (line === "GET /daemon-state" ? Response.json(CATALOG) : undefined);
  return daemon;
}

const prompts = ({ asked }: ScriptedDaemon): readonly unknown[] =>
  asked.flatMap(({ line, body }) => {
    if (line !== "POST /prompt") return [];
    const { skill: name, content } = body as { readonly skill?: string; readonly content?: string };
    return [{ skill: name, content }];
  });

test.each<[string, string | undefined, string | undefined]>([
  ["/release 1.2.0  quickly", "release", "1.2.0  quickly"],
  ["/release", "release", undefined],
  ["/release  ", "release", undefined],
  ["/write notes for ana", "write notes", "for ana"],
  ["/write notesand more", "write", "notesand more"],
  ["/über alles", "über", "alles"],
  ["/u\u0308ber", "über", undefined],
  ["/v1.2", "v1.2", undefined],
  [" /release", undefined, " /release"],
  ["//release", undefined, "/release"],
  ["/release/now", undefined, "/release/now"],
])("the line %j asks for the skill %j with the words %j, in a terminal and in a pipe", async (line, name, words) => {
  for (const isTTY of [true, false]) {
    const daemon = withSkills();
    const talker = new Talker(daemon, { isTTY });
    if (isTTY) await talker.sees("> ");
    talker.type(isTTY ? `${line}\r` : `${line}\n`);
    while (prompts(daemon).length === 0) await new Promise(setImmediate);
    expect(prompts(daemon)).toEqual([{ skill: name, content: words }]);
  }
});

test.each([
  ["/theirs", "there is no command or skill `/theirs`"],
  ["/relese now", "there is no command or skill `/relese`; did you mean `/release`?"],
  ["/Release", "there is no command or skill `/Release`; did you mean `/release`?"],
  ["/model", "no model is configured"],
  ["/skills", "/release      About release.\n"],
])("the line %j is no prompt", async (line, said) => {
  const daemon = withSkills();
  const talker = new Talker(daemon);
  await talker.sees("> ");
  talker.type(`${line}\r`);
  await talker.sees(said);
  expect(prompts(daemon)).toEqual([]);
  expect(talker.screen).not.toContain("/theirs  ");
});

test("a skill that waits for the turn is given back as it was typed when that is cancelled", async () => {
  const daemon = withSkills();
  daemon.onPrompt = () => {};
  const talker = new Talker(daemon);
  await talker.sees("> ");
  talker.type("go\r");
  while (daemon.promptId === undefined) await new Promise(setImmediate);
  talker.type("/release 1.2.0\r");
  while (!daemon.asked.some(({ line }) => line === "GET /daemon-state")) await new Promise(setImmediate);
  for (let round = 0; round < 50; round += 1) await new Promise(setImmediate);
  talker.type("\x03");
  await talker.sees("/release 1.2.0");
  expect(prompts(daemon)).toEqual([{ skill: undefined, content: "go" }]);
});

test("the real daemon tells the model the text of the skill", async () => {
  const { bench, server } = await started(saying("Released."), {
    files: { ".agent/skills/release/SKILL.md": "---\ndescription: How.\n---\nTag it." },
  });
  await bench.post("/reload");
  const talker = new Talker({ client: clientOf(() => bench, undefined, hasty()) });
  await talker.sees("> ");
  talker.type("/release 1.2.0\r");
  await talker.sees("Released.");
  const [sent] = server.asked.map(sentIn);
  expect(sent?.messages.at(-1)?.content).toMatch(/^\/release 1\.2\.0\n\n\[The skill `release`:\]\n\nTag it\.\n/);
});
