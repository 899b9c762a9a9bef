/** The commands of a conversation: lines that begin with a slash (P-S81, P-S84). What they say goes to standard error. */
import { table } from "../../../terminal/table.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { beginningOf } from "../../../text/beginning.js";
import { printable } from "../../../text/escape.js";
import { didYouMean, quote } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";
import { permissionErrorsMessage, projectErrorsMessage } from "../../session/daemon/project-errors.js";
import {
  ClientError,
  type Daemon,
  DaemonError,
  type DaemonState,
  type PermissionMonitor,
} from "../../wire/client/index.js";
import { complain } from "../common/complain.js";
import { refusalMessage } from "../common/refusal.js";
import { stopDaemon } from "../start/stopping.js";
import { type Command, meaningOf } from "./line.js";
import { resume } from "./resume.js";
import { skillIn, skillsOf, skillTable } from "./skills.js";
import type { Speaking } from "./speaking.js";

type CommandClient = Pick<
  Daemon,
  "catalog" | "sync" | "model" | "facet" | "permissionMonitor" | "reload" | "toolServer" | "login" | "compact"
>;

interface Around extends Pick<Speaking, "session" | "cancelling" | "ending" | "clock" | "history"> {
  readonly terminal: Pick<Terminal, "stderr">;
  readonly client: CommandClient;
  readonly signal: AbortSignal;
}

type Run = (words: readonly string[], around: Around) => Promise<void>;

const HELP = `/cancel                   cancel the turn, as Esc and Ctrl-C do
/quit                     leave; the session goes on
/stop                     end the session; \`agent continue\` goes on with it
/mcp                      the tool servers and their states
/mcp enable NAME          connect to one; also disable, reconnect
/mcp login NAME           the address where you log in at one
/model NAME               the model of the next turns; without NAME all of them
/facet NAME               the facet of the next turns; without NAME all of them
/monitor NAME             who allows calls of tools in the next turns; without NAME all of them
/resume ID                talk to another session of this directory; without ID all of them
/compact GUIDANCE         summarise the older part for the model; GUIDANCE, which may be left out, says what to dwell on
/reload                   read the configuration again
/skills                   the skills
/NAME WORDS               the skill NAME, with WORDS for it, which may be left out
A line that begins with a space or with // is a prompt. At a question only /cancel, /quit and /stop are commands.
@PATH in a prompt names a file for the model. Tab completes it, and commands with their names; up and down, and Ctrl-R, find earlier prompts.
`;

const COMMANDS: Readonly<Record<string, Run>> = {
  mcp: ([verb, ...name], around) =>
    verb === undefined ? servers(around) : serverCommand(verb, name.join(" "), around),
  model: (words, around) => choose("model", words.join(" "), around),
  facet: (words, around) => choose("facet", words.join(" "), around),
  monitor: (words, around) => monitor(words.join(" "), around),
  resume: (words, around) => resume(words.join(" "), around),
  compact: async (words, { terminal, client, signal }) => {
    const compaction = await client.compact(words.length === 0 ? undefined : words.join(" "), { signal });
    await print(terminal.stderr, "the conversation is being compacted\n");
    // The record of its end comes all the same.
    if (compaction.operation === undefined) return;
    if ((await compaction.ended({ signal })) === undefined)
      await print(terminal.stderr, "there is nothing to compact: the last turn stays whole\n");
  },
  reload: async (_, { terminal, client, signal }) => {
    const { status, project_errors: errors, permission_errors: wrongRules } = await client.reload({ signal });
    await print(
      terminal.stderr,
      `the configuration was read again${status === "changed" ? "" : "; nothing has changed"}\n`,
    );
    if (errors !== undefined) await complain(terminal, projectErrorsMessage(errors));
    if (wrongRules !== undefined) await complain(terminal, permissionErrorsMessage(wrongRules));
  },
  skills: async (_, { terminal, client, signal }) => print(terminal.stderr, skillTable(await skillsOf(client, signal))),
  help: (_, { terminal }) => print(terminal.stderr, HELP),
  cancel: (_, { terminal, cancelling }) =>
    cancelling.isBusy ? cancelling.cancel() : print(terminal.stderr, "no turn runs\n"),
  quit: async (_, { ending }) => ending.leave(0),
  stop: async (_, { terminal, session, ending }) => {
    ending.isStopping = true;
    try {
      if (!(await stopDaemon(session.client, session.paths.lock)))
        await complain(terminal, "the daemon has not stopped yet");
    } catch (error) {
      ending.isStopping = false;
      throw error;
    }
  },
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** Whether a command waits for nothing that was typed before it. */
export function isUrgent(name: string): boolean {
  return ["cancel", "quit", "stop"].includes(name);
}

/** The command in a line at a question: cancelling and leaving are no answers, unless there are more words or a space before them. */
export function urgentIn(line: string): Command | undefined {
  const meant = line.includes("\n") ? undefined : meaningOf(line);
  return meant?.kind === "command" && meant.words.length === 0 && isUrgent(meant.name) ? meant : undefined;
}

/** Runs a command; what the daemon refuses is said. Never rejects for a daemon that is away: the conversation hears of it by itself. */
export async function runLine({ name, words, line }: Command, speaking: Speaking, hasToWait = false): Promise<void> {
  const { terminal, session, ending } = speaking;
  const { signal } = ending;
  const around = { ...speaking, client: session.client, signal };
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (run !== undefined) return await run(words, around);
    const skills = await skillsOf(session.client, signal);
    const call = skillIn(line, skills);
    if (call !== undefined) return speaking.prompts.add(line, hasToWait, call);
    const names = [...Object.keys(COMMANDS), ...skills.map((skill) => skill.name)];
    const [typed = ""] = line.slice(1).split(/\s/);
    const meant = suggest(typed, names).map((one) => quoted(`/${one}`));
    await complain(
      terminal,
      `there is no command or skill ${quoted(`/${typed}`)}${didYouMean(meant)}; \`/help\` and \`/skills\` list them, and a space before the slash makes it a prompt`,
    );
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ClientError)) throw error;
    await complain(terminal, refusalMessage(error));
  }
}

async function servers({ terminal, client, signal }: Around): Promise<void> {
  const { mcp_servers } = await client.catalog({ signal });
  if (mcp_servers.length === 0) return print(terminal.stderr, "no tool server is configured (`mcp_servers`)\n");
  const rows = mcp_servers.map(({ name, state, transport, tool_count, problem = "" }) => [
    ...[short(name), printable(state), printable(transport), `${tool_count} ${tool_count === 1 ? "tool" : "tools"}`],
    printable(problem),
  ]);
  await print(terminal.stderr, table(rows));
}

export const MCP_VERBS = ["enable", "disable", "reconnect", "login"] as const;

async function serverCommand(verb: string, name: string, around: Around): Promise<void> {
  const { terminal, client, signal } = around;
  const known = MCP_VERBS.find((one) => one === verb.toLowerCase());
  if (known === undefined)
    return complain(
      terminal,
      `\`/mcp\` takes ${MCP_VERBS.join(", ")}, not ${quoted(verb)}${didYouMean(suggest(verb, MCP_VERBS).map(quoted))}`,
    );
  if (name === "") return complain(terminal, `\`/mcp ${known}\` takes the name of a tool server; \`/mcp\` lists them`);
  try {
    if (known === "login") {
      const { url } = await client.login(name, { signal });
      return await print(terminal.stderr, `open this address in a browser to log in:\n${printable(url)}\n`);
    }
    const { state } = await client.toolServer(name, known, { signal });
    await print(terminal.stderr, `${short(name)}: ${printable(state)}\n`);
  } catch (error) {
    if (!(error instanceof DaemonError && error.code === "not_found")) throw error;
    const { mcp_servers } = await client.catalog({ signal });
    if (known === "login" && mcp_servers.some((one) => one.name === name))
      return complain(
        terminal,
        `the tool server ${quoted(name)} has no login: its entry needs \`transport: http\` and \`auth: { type: oauth }\``,
      );
    await unknown("tool server", name, () => mcp_servers, around);
  }
}

const NAMED = { model: "models", facet: "facets" } as const;

async function choose(field: keyof typeof NAMED, name: string, around: Around): Promise<void> {
  const { terminal, client, signal } = around;
  if (name === "") {
    const [all, { turn }] = await Promise.all([client.catalog({ signal }), client.sync({ signal })]);
    const listed = all[NAMED[field]];
    if (listed.length === 0) return print(terminal.stderr, `no ${field} is configured (\`${NAMED[field]}\`)\n`);
    const lines = listed.map((one) => `${one.name === turn[field] ? "*" : " "} ${short(one.name)}\n`);
    return print(terminal.stderr, lines.join(""));
  }
  try {
    const { status } = await client[field](name, { signal });
    const more = status === "changed" ? "from the next turn on" : "as before";
    await print(terminal.stderr, `${field}: ${short(name)}, ${more}\n`);
  } catch (error) {
    if (!(error instanceof DaemonError && error.code === "invalid_request")) throw error;
    await unknown(field, name, (state) => state[NAMED[field]], around);
  }
}

/** Those that decide whether a tool may run. */
export const MONITORS = [
  "standard",
  "autonomous",
  "bypass",
  "bypass_plus",
] as const satisfies readonly PermissionMonitor[];

async function monitor(name: string, { terminal, client, signal }: Around): Promise<void> {
  const chosen = MONITORS.find((one) => one === name.toLowerCase());
  if (name === "") {
    const { permission_monitor: current } = await client.sync({ signal });
    await print(terminal.stderr, MONITORS.map((one) => `${one === current ? "*" : " "} ${one}\n`).join(""));
  } else if (chosen === undefined)
    await complain(
      terminal,
      `there is no monitor ${quoted(name)}${didYouMean(suggest(name, MONITORS).map(quoted))}; they are ${MONITORS.join(", ")}`,
    );
  else {
    const { status } = await client.permissionMonitor(chosen, { signal });
    await print(
      terminal.stderr,
      `monitor: ${chosen}, ${status === "changed" ? "from the next turn on" : "as before"}\n`,
    );
  }
}

/** Says that there is no such name, and which one may be meant. */
async function unknown(
  kind: string,
  name: string,
  listed: (state: DaemonState) => readonly { readonly name: string }[],
  { terminal, client, signal }: Around,
): Promise<void> {
  const known = await client.catalog({ signal }).then(listed, () => []);
  const names = known.map((one) => one.name);
  await complain(terminal, `there is no ${kind} ${quoted(name)}${didYouMean(suggest(name, names).map(quoted))}`);
}

function quoted(text: string): string {
  return quote(beginningOf(text, LONGEST));
}

function short(text: string): string {
  return printable(beginningOf(text, LONGEST));
}

/** Most characters of a name. */
const LONGEST = 200;
