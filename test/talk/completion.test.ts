/** Tab in a conversation: commands with their names and files; keys that come meanwhile; and `/monitor` and `/resume` (P-S118). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Emulator } from "../keys/emulator.js";
import { refusal, ScriptedDaemon } from "./scripted-daemon.js";
import { Talker, type TalkerOptions } from "./talker.js";

interface Stored {
  readonly id: string;
  readonly title?: string;
  readonly at?: string;
  readonly directory?: string;
}

/** A state directory with sessions that are not running, beside that of the conversation, `s`; and the directory that they work in. */
function stored(...sessions: readonly Stored[]): { readonly state: string; readonly work: string } {
  const root = mkdtempSync(join(tmpdir(), "agent-completion-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const work = join(root, "work");
  mkdirSync(join(work, "src"), { recursive: true });
  for (const name of ["README.md", "src/main.ts", "src/machine.ts", "my notes.txt"])
    writeFileSync(join(work, name), "");
  for (const { id, title, at = "2026-01-01T00:00:00.000Z", directory = work } of [{ id: "s" }, ...sessions]) {
    const folder = join(root, "state", "sessions-v1", id);
    mkdirSync(folder, { recursive: true });
    const file = { version: 1, session_id: id, created_at: at, working_directory: directory, title };
    writeFileSync(join(folder, "session.json"), JSON.stringify(file));
  }
  return { state: join(root, "state"), work };
}

const CAPABILITIES = {
  ...{ context_window: null, output_limit: null, vision: false, edit_format: null, tool_loading: "native" },
  ...{ max_tool_batch_size: 1, forced_tool_choice: false },
};
const model = (name: string) => ({
  ...{ name, label: name, provider: null, protocol: null, class: null, capabilities: CAPABILITIES },
  ...{ reasoning: { type: "no_reasoning" }, request_options: { declared: [], defaults: {} } },
});
const facet = (name: string) => ({
  ...{ name, description: "", model: null, policies: [], color: { light: "blue", dark: "blue" } },
});

/** A daemon with models, facets and tool servers; it remembers its prompts, and the monitor that was chosen. */
function daemonWithNames() {
  const daemon = new ScriptedDaemon();
  const prompts: string[] = [];
  daemon.onPrompt = (content, promptId) => {
    prompts.push(content);
    daemon.finish(promptId);
  };
  const monitors: unknown[] = [];
  daemon.script = ({ line, body }) => {
    if (line === "GET /daemon-state")
      return Response.json({
        ...{
          version: 1,
          daemon_epoch: "e",
          catalog_revision: "1",
          subagents: [],
          skills: ["tidy", "hidden"].map((name) => ({
            ...{ name, description: "", tags: [], origin: "global", model_invocable: true },
            user_invocable: name !== "hidden",
          })),
          tools: [],
          extensions: [],
        },
        diagnostics: { rejected: 0 },
        models: ["large", "large-fast", "small", "esc\x1b[2J"].map(model),
        facets: ["plan", "execute"].map(facet),
        mcp_servers: [{ name: "notes", state: "connected", transport: "stdio", tool_count: 0, tools: [] }],
      });
    if (line === "POST /model" || line === "POST /facet") return Response.json({ status: "changed" });
    if (line !== "POST /permission-monitor") return undefined;
    monitors.push((body as { readonly monitor: unknown }).monitor);
    return monitors.length === 2 ? refusal(503, "storage_unavailable") : Response.json({ status: "changed" });
  };
  return { daemon, prompts, monitors };
}

async function talking(options: TalkerOptions = {}, sessions: readonly Stored[] = []) {
  const { state, work } = stored(...sessions);
  const { daemon, prompts, monitors } = daemonWithNames();
  const talker = new Talker(daemon, { state, ...options });
  await talker.sees("> ");
  return { talker, daemon, prompts, monitors, work };
}

/** The last row of the screen that is not empty. */
function lastRow({ screen }: Talker, columns = 80): string {
  const emulator = new Emulator(columns);
  emulator.write(screen);
  return emulator.text.split("\n").at(-1) ?? "";
}

test.each<readonly [string, readonly string[], string]>([
  ["a command", ["/mod\t"], "> /model"],
  ["a command, and then its name", ["/mod\t", "sm\t"], "> /model small"],
  ["a name of which several begin so", ["/model l\t"], "> /model large"],
  ["a facet", ["/facet p\t"], "> /facet plan"],
  ["a monitor", ["/monitor a\t"], "> /monitor autonomous"],
  ["a verb, and then a server", ["/mcp lo\t"], "> /mcp login notes"],
  ["a session", ["/resume 2026-a\t"], "> /resume 2026-a1"],
  ["a skill", ["/ti\t"], "> /tidy"],
  ["a skill that is not for users", ["/hid\t"], "> /hid"],
  ["no command", ["/zzz\t"], "> /zzz"],
  ["no name", ["/model zzz\t"], "> /model zzz"],
  ["a command that takes none", ["/reload x\t"], "> /reload x"],
  ["a name that a line cannot hold", ["/model e\t"], "> /model e"],
  ["two slashes are no command", ["//mod\t"], "> //mod"],
  ["a space before the slash", [" /mod\t"], ">  /mod"],
  ["a file", ["look at @REA\t"], "> look at @README.md"],
  ["a file in the words of a command", ["/compact @src/main.\t"], "> /compact @src/main.ts"],
  ["a file with a space", ["@my\t"], '> @"my notes.txt"'],
  ["nothing", ["\t"], ">"],
  ["a word", ["hello\t"], "> hello"],
  ["keys behind it in the same read", ["see @REA\tplease"], "> see @README.md please"],
  ["two of them in one read", ["@REA\t@src/mac\t!"], "> @README.md @src/machine.ts !"],
  ["a tab in a text that came at once", ["a\tb"], "> a    b"],
])("Tab completes %s", async (_, reads, row) => {
  const { talker } = await talking({}, [{ id: "2026-a1" }, { id: "2026-b2", directory: "/elsewhere" }]);
  for (const [at, read] of reads.entries()) {
    talker.type(read);
    if (at < reads.length - 1) while (!talker.screen.includes("/model ")) await new Promise(setImmediate);
  }
  // The marker is typed after the completion.
  talker.type("$");
  while (!lastRow(talker).includes("$")) await new Promise(setImmediate);
  expect(lastRow(talker).replace(/ ?\$$/, "").trimEnd()).toBe(row);
});

test("choices stand above the line, which stays", async () => {
  const { talker } = await talking({ columns: 40 });
  talker.type("see @src/ma\t");
  await talker.sees("src/machine.ts  src/main.ts\n");
  await talker.sees("> see @src/ma");
  talker.type("c\t");
  await talker.sees("hine.ts ");
});

test("Enter after Tab in one read sends what was completed", async () => {
  const { talker, prompts } = await talking();
  talker.type("read @REA\t\r");
  await talker.sees("\n> ");
  expect(prompts).toEqual(["read @README.md "]);
});

test("Ctrl-C ends a completion that takes long, and the keys behind it count", async () => {
  const { talker, daemon } = await talking();
  const before = daemon.script;
  daemon.script = (asked) => (asked.line === "GET /daemon-state" ? new Promise(() => {}) : before(asked));
  talker.type("/model l\t");
  talker.type("ate");
  expect(lastRow(talker)).toBe("> /model l");
  talker.type("\x03");
  expect(lastRow(talker)).toBe("> /model late");
  expect(talker.code).toBeUndefined();
});

test("keys behind a completion that takes long answer no question", async () => {
  const { talker, daemon } = await talking();
  const before = daemon.script;
  daemon.script = (asked) => (asked.line === "GET /daemon-state" ? new Promise(() => {}) : before(asked));
  talker.type("/model l\t");
  talker.type("y");
  daemon.start("p");
  daemon.ask("q1", { kind: "permission", tool: "shell", text: "ls" });
  await talker.sees("[n]o: ");
  talker.type("n\r");
  await talker.sees("n\n");
  daemon.finish("p");
  await talker.sees("> /model ly");
  expect(daemon.answers.map(([, answer]) => answer)).toEqual([{ kind: "permission_answer", granted: false }]);
});

test("/monitor lists them, chooses one, and says what the daemon refuses", async () => {
  const { talker, monitors } = await talking();
  talker.type("/monitor\r");
  await talker.sees("* standard\n  autonomous\n  bypass\n  bypass_plus\n");
  talker.type("/monitor bypass_plus\r");
  await talker.sees("monitor: bypass_plus, from the next turn on\n");
  talker.type("/monitor Autonomous\r");
  await talker.sees("(storage_unavailable)");
  talker.type("/monitor bypas\r");
  await talker.sees("agent: there is no monitor `bypas`; did you mean `bypass`");
  expect(monitors).toEqual(["bypass_plus", "autonomous"]);
});

const SESSIONS: readonly Stored[] = [
  { id: "2026-a1", title: "mend the login", at: "2026-01-02T00:00:00.000Z" },
  { id: "2026-a2", title: "esc\x1b[2Jape", at: "2026-01-03T00:00:00.000Z" },
  { id: "2026-b2", title: "of another directory", directory: "/elsewhere" },
];

test("/resume lists the sessions of this directory, the latest first", async () => {
  const { talker } = await talking({ columns: 40 }, SESSIONS);
  talker.type("/resume\r");
  await talker.sees("2026-a2");
  await talker.sees("esc\\x1b[2Jape");
  await talker.sees("2026-a1");
  await talker.sees("mend the login");
  await talker.sees("this one");
  await talker.sees("> ");
  expect(talker.screen).not.toContain("of another directory");
});

test.each<readonly [string, string, string | undefined]>([
  ["a name", "/resume 2026-a1", "2026-a1"],
  ["a part of a name", "/resume 26-a2", "2026-a2"],
  ["a part that several have", "/resume 2026-a", undefined],
  ["one of another directory", "/resume 2026-b2", undefined],
  ["an unknown one", "/resume nothing", undefined],
  ["this one", "/resume s", undefined],
])("/resume with %s", async (_, line, next) => {
  const { talker } = await talking({}, SESSIONS);
  talker.type(`${line}\r`);
  if (next === undefined) await talker.sees("agent: ");
  else expect(await talker.ended).toBe(0);
  expect(talker.next).toBe(next);
});

test("/resume in a pipe names the command, as the other lines belong to this session", async () => {
  const { state } = stored(...SESSIONS);
  const talker = new Talker(daemonWithNames().daemon, { state, isTTY: false });
  talker.type("/resume 2026-a1\n");
  talker.end();
  expect([await talker.ended, talker.next]).toEqual([0, undefined]);
  expect(talker.stderr).toContain("agent: `agent continue 2026-a1` goes on with it\n");
});
