/** Prompts that another client of the same session has sent: each is shown once, and those from here are not shown again. */
import { expect, test } from "vitest";
import { ScriptedDaemon } from "./scripted-daemon.js";
import { Talker } from "./talker.js";

function elsewhere(daemon: ScriptedDaemon, promptId: string, fields: object): void {
  daemon.item("user_message", { prompt_id: promptId, ...fields });
  daemon.start(promptId);
  daemon.item("assistant_message", { text: `an answer to ${promptId}` });
  daemon.finish(promptId);
}

test.each([
  ["one line", { text: "tidy up" }, "> tidy up\n"],
  ["several lines, each of them marked", { text: "tidy up\nand go" }, "> tidy up\n> and go\n"],
  ["characters that act on a terminal", { text: "a\x1b[2Jb" }, "> a\\x1b[2Jb\n"],
  [
    "an attachment without a text",
    { attachments: [{ artifact_id: "a", media_type: "image/png", total_length: 1 }] },
    "> (attachments: 1)\n",
  ],
  ["more than a part that is shown", { text: "z".repeat(5000) }, `> ${"z".repeat(2000)}…\n`],
])("a prompt from another terminal is shown before its answer: %s", async (_, fields, seen) => {
  const daemon = new ScriptedDaemon();
  const talker = new Talker(daemon, { isTTY: false });
  talker.type("mine\n");
  while (!daemon.asked.some(({ line }) => line === "POST /prompt")) await new Promise(setImmediate);
  elsewhere(daemon, "theirs", fields);
  await talker.sees(seen);
  await talker.sees("an answer to theirs");
  talker.end();
  expect(await talker.ended).toBe(0);
  expect(talker.stderr).toContain(seen);
  expect(talker.stdout).not.toContain(">");
});

test("a prompt from here is not shown a second time, wherever its record comes", async () => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = (text, promptId) => {
    daemon.item("user_message", { text });
    daemon.item("assistant_message", { text: "done" });
    daemon.finish(promptId);
  };
  const talker = new Talker(daemon);
  talker.type("go on please\n");
  await talker.sees("done");
  elsewhere(daemon, "theirs", { text: "and theirs" });
  await talker.sees("an answer to theirs");
  expect(talker.screen.split("> go on please\n")).toHaveLength(2);
  expect(talker.screen.split("> and theirs\n")).toHaveLength(2);
});

test("a prompt of another terminal is shown while a text is half typed, which stays", async () => {
  const daemon = new ScriptedDaemon();
  const said: string[] = [];
  daemon.onPrompt = (text, promptId) => {
    said.push(text);
    daemon.finish(promptId);
  };
  const talker = new Talker(daemon);
  await talker.sees("> ");
  talker.type("half");
  await talker.sees("half");
  elsewhere(daemon, "theirs", { text: "meanwhile" });
  await talker.sees("> meanwhile\n");
  await talker.sees("> half");
  talker.type(" typed\n");
  while (said.length === 0) await new Promise(setImmediate);
  expect(said).toEqual(["half typed"]);
});
