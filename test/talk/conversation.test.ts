/** A conversation with questions, tools and commands, at a terminal and in a pipe. */
import { expect, test } from "vitest";
import { refusal, ScriptedDaemon } from "./scripted-daemon.js";
import { Talker } from "./talker.js";

const ASK = "[y]es once, [a]lways in this session, [n]o: ";
const permission = (text: string) => ({ kind: "permission", tool: "shell", text }) as const;

test("a question that is open already is asked at the beginning, and one that is answered elsewhere is gone", async () => {
  const daemon = new ScriptedDaemon();
  daemon.promptId = "p";
  daemon.ask("q1", permission("ls"));
  const talker = new Talker(daemon);
  await talker.sees(`may shell run this?\n    ls\n${ASK}`);
  daemon.resolve("q1", "permission_answer");
  await talker.sees("agent: the question was answered elsewhere\n");
  expect(daemon.answers).toEqual([]);
});

test("several questions are asked one after the other; one that ends before it was asked is never shown", async () => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = () => {
    for (const id of ["q1", "q2", "q3"]) daemon.ask(id, permission(`run ${id}`));
  };
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees("run q1");
  await talker.sees(ASK);
  daemon.resolve("q2", "permission_answer");
  daemon.item("tool_call", { tool: { name: "later", call_id: "1", input: {} } });
  await talker.sees(`later: {}\n${ASK}`);
  talker.type("n\n");
  await talker.sees("run q3");
  await talker.sees(ASK);
  talker.type("y\n");
  while (daemon.questions.size > 0) await new Promise(setImmediate);
  expect(talker.screen).not.toContain("run q2");
  expect(daemon.answers.map(([id, body]) => [id, (body as { granted: boolean }).granted])).toEqual([
    ["q1", false],
    ["q3", true],
  ]);
});

test("a line that was typed before a question is a prompt, not its answer", async () => {
  const daemon = new ScriptedDaemon();
  const talker = new Talker(daemon);
  const said: string[] = [];
  daemon.onPrompt = (content, promptId) => {
    said.push(content);
    if (content === "go") daemon.ask("q1", permission("ls"));
    else daemon.finish(promptId);
  };
  talker.type("go\ny\n");
  await talker.sees(ASK);
  expect(daemon.answers).toEqual([]);
  talker.type("n\n");
  while (daemon.questions.size > 0) await new Promise(setImmediate);
  daemon.finish(daemon.promptId ?? "");
  while (said.length < 2) await new Promise(setImmediate);
  expect(said).toEqual(["go", "y"]);
});

test("lines of a pipe are prompts and answers as they are needed; without one the question stays and the exit code is 1", async () => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = () => {
    daemon.ask("q1", { kind: "question", text: "Which?", choices: ["3000", "8080"] });
    daemon.ask("q2", permission("ls"));
  };
  const talker = new Talker(daemon, { isTTY: false });
  talker.type("go\nb\n");
  talker.end();
  expect(await talker.ended).toBe(1);
  expect(daemon.answers).toEqual([["q1", { kind: "clarification_choice", choice: "8080" }]]);
  expect(talker.stderr).toContain("a question:\n    Which?\n  a. 3000\n  b. 8080\na letter, or your own words:\n");
  expect(talker.stderr).toContain("agent: the input has ended, and a question waits for an answer");
});

test("an interrupt at a question cancels the turn and the conversation goes on; without a turn it ends it", async () => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = () => daemon.ask("q1", permission("ls"));
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees(ASK);
  talker.signal(130);
  await talker.sees("agent: the question is over: its turn has ended\n");
  await talker.sees("agent: the turn was cancelled\n> ");
  expect(talker.code).toBeUndefined();
  talker.signal(130);
  expect(await talker.ended).toBe(130);
  expect(daemon.asked.filter(({ line }) => line === "POST /turn/cancel")).toHaveLength(1);
});

test("an answer that the daemon cannot keep is asked for again", async () => {
  const daemon = new ScriptedDaemon();
  let isFull = true;
  daemon.script = ({ line }) => {
    if (!isFull || !line.startsWith("POST /interrogative")) return undefined;
    isFull = false;
    return refusal(400, "invalid_request");
  };
  daemon.onPrompt = () => daemon.ask("q1", permission("ls"));
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees(ASK);
  talker.type("y\n");
  await talker.sees("agent: because of invalid_request (invalid_request)\nmay shell run this?");
});

test("a question after a break is asked once, and one that is gone is said", async () => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = () => daemon.ask("q1", permission("ls"));
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees(ASK);
  daemon.cut();
  daemon.resolve("q1", "permission_answer");
  daemon.ask("q2", permission("pwd"));
  await talker.sees("agent: the question was answered elsewhere\n");
  await talker.sees(`    pwd\n${ASK}`);
});

test("tools: a line for each call, its result shortened and indented, an error told, and nothing that acts on a terminal", async () => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = (_, promptId) => {
    const tool = { name: "shell", call_id: "1" };
    daemon.item("tool_call", { tool: { ...tool, input: { command: "npm test" } } });
    const text = Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n");
    daemon.item("tool_result", { tool: { ...tool, is_error: false }, text });
    daemon.item("tool_call", { tool: { name: "a", call_id: "2", input: { x: 1, y: "\x1b[2J" } } });
    daemon.item("tool_call", { tool: { name: "b", call_id: "3" }, text: "no\u202ejson" });
    daemon.item("tool_result", {
      tool: { name: "a", call_id: "2", is_error: true },
      text: "\x1b[31mbad\x1b[0m\x07\rx\u202e",
    });
    daemon.item("tool_result", { tool: { name: "b", call_id: "3", is_error: false }, text: "z".repeat(1_000_000) });
    daemon.finish(promptId);
  };
  const talker = new Talker(daemon, { columns: 60 });
  talker.type("go\n");
  await talker.sees(
    "shell: npm test\n    line 0\n    line 1\n    line 2\n    line 3\n    … 22 more lines\n    line 26\n",
  );
  await talker.sees('a: {"x":1,"y":"\\\\u001b[2J"}'.replace("\\\\u", "\\u"));
  await talker.sees("b: no\\u{202e}json\n");
  await talker.sees("    error: bad\\x07\\rx\\u{202e}\n");
  await talker.sees("zzz…\n");
  await talker.sees("> ");
  expect(Math.max(...talker.screen.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(60);
});

test("commands: states of tool servers, unknown names with suggestions, and texts that begin with a slash", async () => {
  const daemon = new ScriptedDaemon();
  const said: string[] = [];
  daemon.onPrompt = (content, promptId) => {
    said.push(content);
    daemon.finish(promptId);
  };
  const server = (name: string, state: string) => ({ name, state, transport: "stdio", tool_count: 1, tools: ["t"] });
  daemon.script = ({ line }) => {
    if (line === "GET /daemon-state")
      return Response.json({
        ...{ version: 1, daemon_epoch: "e", catalog_revision: "1", facets: [], models: [], subagents: [], skills: [] },
        ...{ tools: [], extensions: [], diagnostics: { rejected: 0 } },
        mcp_servers: [
          server("database", "connected"),
          server("files\x1b[2J", "disabled"),
          { ...server("gone", "reconnecting"), problem: "it ended with code 1: \x1b[2J" },
        ],
      });
    if (line === "POST /mcp/database/disable")
      return Response.json({ status: "accepted", state: "disabled" }, { status: 202 });
    if (line === "POST /mcp/database/oauth/start")
      return Response.json({ status: "started", url: "https://login.example/x" });
    if (line === "POST /mcp/away/oauth/start") {
      const details = { reason: "it cannot be reached (ECONNREFUSED)\x1b[2J" };
      const body = { code: "login_failed", message: "the login did not work", status: 502, request_id: "r", details };
      return Response.json(body, { status: 502 });
    }
    return undefined;
  };
  const talker = new Talker(daemon, { isTTY: false });
  talker.type(
    "/mcp\n/mcp disable database\n/mcp enable databse\n/mcp login database\n/mcp login gone\n/mcp login away\n/mcp enabel database\n/mpc\n/mcp enable\n/model\n/facet\n",
  );
  talker.type("/etc/hosts is odd\n //x\n//mcp\n");
  talker.end();
  expect(await talker.ended).toBe(0);
  expect(said).toEqual(["/etc/hosts is odd", " //x", "/mcp"]);
  for (const text of [
    "database      connected     stdio  1 tool\nfiles\\x1b[2J  disabled      stdio  1 tool\n",
    "gone          reconnecting  stdio  1 tool  it ended with code 1: \\x1b[2J\n",
    "database: disabled\n",
    "agent: there is no tool server `databse`; did you mean `database`?\n",
    "open this address in a browser to log in:\nhttps://login.example/x\n",
    "agent: the tool server `gone` has no login: its entry needs `transport: http` and `auth: { type: oauth }`\n",
    "agent: the login did not work: it cannot be reached (ECONNREFUSED)\\x1b[2J (login_failed)\n",
    "agent: `/mcp` takes enable, disable, reconnect, login, not `enabel`; did you mean `enable`?\n",
    "agent: there is no command or skill `/mpc`; did you mean `/mcp`?",
    "agent: `/mcp enable` takes the name of a tool server",
    "no model is configured (`models`)\nno facet is configured (`facets`)\n",
  ])
    expect(talker.stderr).toContain(text);
});

const NO_SERVERS = {
  ...{ version: 1, daemon_epoch: "e", catalog_revision: "1", facets: [], models: [], subagents: [], skills: [] },
  ...{ tools: [], extensions: [], diagnostics: { rejected: 0 }, mcp_servers: [] },
};

test.each([
  ["/mcp", "no tool server is configured (`mcp_servers`)\n"],
  ["/model", "no model is configured (`models`)\n"],
  ["/mcp reconnect", "`/mcp` lists them\n"],
  ["/reload", "nothing has changed\n"],
  ["/help", "are commands.\n"],
  ["/cancel", "no turn runs\n"],
  ["/nothing", "makes it a prompt\n"],
])("the prompt stands below what `%s` says, in a session in which nothing else happens", async (line, said) => {
  const daemon = new ScriptedDaemon();
  daemon.script = ({ line: route }) => {
    if (route === "GET /daemon-state") return Response.json(NO_SERVERS);
    return route === "POST /reload" ? Response.json({ status: "unchanged", catalog_revision: "1" }) : undefined;
  };
  const talker = new Talker(daemon);
  await talker.sees("> ");
  talker.type(`${line}\r`);
  await talker.sees(said);
  while (!talker.screen.endsWith("> ")) await new Promise(setImmediate);
});

test("a server that has no login to begin is not called unknown", async () => {
  const daemon = new ScriptedDaemon();
  const notes = { name: "notes", state: "disconnected", transport: "http", tool_count: 0, tools: [] };
  daemon.script = ({ line }) => {
    if (line === "GET /daemon-state") return Response.json({ ...NO_SERVERS, mcp_servers: [notes] });
    return line === "POST /mcp/notes/oauth/start" ? refusal(404, "not_found") : undefined;
  };
  const talker = new Talker(daemon, { isTTY: false });
  talker.type("/mcp login notes\n");
  talker.end();
  expect(await talker.ended).toBe(0);
  expect(talker.stderr).toContain(
    "agent: the tool server `notes` has no login: its entry needs `transport: http` and `auth: { type: oauth }`\n",
  );
});
