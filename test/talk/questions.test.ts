/** Questions of a session, asked at a terminal and in a pipe (P-S26). */
import { expect, test } from "vitest";
import { ScriptedDaemon } from "./scripted-daemon.js";
import { Talker } from "./talker.js";

const NPM = { kind: "permission", tool: "shell", text: "npm test\nrm -rf /" } as const;
const HEAD = "may shell run this?\n    npm test\n    rm -rf /\n[y]es once, [a]lways in this session, [n]o: ";

function asking(...questions: readonly Parameters<ScriptedDaemon["ask"]>[1][]): ScriptedDaemon {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = () => {
    for (const [at, question] of questions.entries()) daemon.ask(`q${at + 1}`, question);
  };
  return daemon;
}

/** Answers the open question with a line, which the daemon gets as `said`, and leaves. */
async function answers(talker: Talker, daemon: ScriptedDaemon, line: string, said: object): Promise<void> {
  talker.type(`${line}\n`);
  while (daemon.questions.size > 0) await new Promise(setImmediate);
  expect(daemon.answers).toEqual([["q1", { kind: "permission_answer", ...said }]]);
  daemon.finish(daemon.promptId ?? "");
  await talker.sees("> ");
  talker.type("\x04");
  expect(await talker.ended).toBe(0);
}

test.each([
  ["y", { granted: true }],
  ["Yes", { granted: true }],
  ["a", { granted: true, scope: "session" }],
  [" always ", { granted: true, scope: "session" }],
  ["n", { granted: false }],
  ["NO", { granted: false }],
])("a permission is asked for with all of the command, and %j answers it", async (line, said) => {
  const daemon = asking(NPM);
  const talker = new Talker(daemon);
  await talker.sees("> ");
  talker.type("go\n");
  await talker.sees(HEAD);
  await answers(talker, daemon, line, said);
});

const ALWAYS = {
  file: "/home/ana/.config/agent/permissions.yaml",
  rules: ["shell: npm test", "shell: make all"],
};

test.each([
  ["f", { granted: true, scope: "always" }],
  ["Forever", { granted: true, scope: "always" }],
  ["a", { granted: true, scope: "session" }],
])("the rules that last are shown with their file before %j is typed", async (line, said) => {
  const daemon = asking({ ...NPM, always: ALWAYS });
  const talker = new Talker(daemon);
  await talker.sees("> ");
  talker.type("go\n");
  await talker.sees(
    `${HEAD.split("[y]")[0]}  forever adds to ${ALWAYS.file}:\n    allow shell: npm test\n    allow shell: make all\n[y]es once, [a]lways in this session, [f]orever, [n]o: `,
  );
  await answers(talker, daemon, line, said);
});

test.each([
  ["make it so…", "may shell run this?\n    make it so…\n[y]es once"],
  [`a${"😀".repeat(8192)}`, `😀…\n(only its beginning is shown)\n[y]es once`],
])("a command is said to be cut where it is, at no half of a character", async (text, shown) => {
  const daemon = asking({ ...NPM, text });
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees(shown);
  expect(talker.stderr).not.toMatch(/\\u/);
});

test("a line that is no answer is asked again, and nothing is sent", async () => {
  const daemon = asking(NPM);
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees(HEAD);
  for (const line of ["\n", "yes please\n", "ja\n", "/mcp\n"]) {
    talker.type(line);
    await talker.sees("agent: the answers are y, a and n; Ctrl-C cancels the turn\n[y]es once");
  }
  expect(daemon.answers).toEqual([]);
});

test.each([
  [{ default: "30" }, "your answer, or Enter for what stands in brackets: ", "", ""],
  [{ default: "" }, "your answer, or Enter for none: ", "  ", ""],
  [{ default: "30" }, "in brackets: ", "31", "31"],
  [{ default: "red", choices: ["red"] }, "a number, your own words, or Enter for what stands in brackets: ", "", ""],
  [{ default: "", choices: ["7"] }, "a letter, your own words, or Enter for none: ", "", ""],
])("a question with %j asks %j, and the line %j is the text %j", async (more, label, line, text) => {
  const daemon = asking({ kind: "question", text: "Which?", ...more });
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees(label);
  talker.type(`${line}\n`);
  while (daemon.questions.size > 0) await new Promise(setImmediate);
  expect(daemon.answers).toEqual([["q1", { kind: "clarification_text", text }]]);
});

test.each([
  [["red", "blue"], "2", { kind: "clarification_choice", choice: "blue" }],
  [["red", "blue"], "RED", { kind: "clarification_choice", choice: "red" }],
  [["red", "blue"], "neither", { kind: "clarification_text", text: "neither" }],
  [["2", "1"], "a", { kind: "clarification_choice", choice: "2" }],
  [["2", "1"], "1", { kind: "clarification_choice", choice: "1" }],
  [undefined, "/etc/passwd", { kind: "clarification_text", text: "/etc/passwd" }],
])("a question with the choices %j and the line %j", async (choices, line, said) => {
  const daemon = asking({ kind: "question", text: "Which?", ...(choices === undefined ? {} : { choices }) });
  const talker = new Talker(daemon);
  talker.type("go\n");
  while (!talker.screen.includes("words: ") && !talker.screen.includes("your answer: "))
    await new Promise(setImmediate);
  talker.type(`${line}\n`);
  while (daemon.questions.size > 0) await new Promise(setImmediate);
  expect(daemon.answers).toEqual([["q1", said]]);
});

test.each([
  ["/cancel", 1],
  ["/CANCEL", 1],
  ["/quit", 0],
])("in a pipe %s at a question is the command, and no answer", async (command, cancels) => {
  const daemon = new ScriptedDaemon();
  const said: string[] = [];
  daemon.onPrompt = (text, promptId) => {
    said.push(text);
    if (text === "go") daemon.ask("q1", { kind: "question", text: "Which?" });
    else daemon.finish(promptId);
  };
  const talker = new Talker(daemon, { isTTY: false });
  talker.type(`go\n${command}\nnext\n`);
  talker.end();
  expect(await talker.ended).toBe(0);
  expect(daemon.answers).toEqual([]);
  expect(daemon.asked.filter(({ line }) => line === "POST /turn/cancel")).toHaveLength(cancels);
  expect(said).toEqual(cancels === 0 ? ["go"] : ["go", "next"]);
});

test.each([" /cancel", "/cancel now", "/mcp", "//cancel"])("in a pipe %j at a question is an answer", async (line) => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = () => daemon.ask("q1", { kind: "question", text: "Which?" });
  const talker = new Talker(daemon, { isTTY: false });
  talker.type(`go\n${line}\n`);
  while (daemon.answers.length === 0) await new Promise(setImmediate);
  expect(daemon.answers).toEqual([["q1", { kind: "clarification_text", text: line.trim() }]]);
  talker.signal(143);
  await talker.ended;
});
