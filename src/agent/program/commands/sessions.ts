/** `agent sessions`: lists the sessions. */
import { command, EXIT } from "../../../terminal/command.js";
import { TEXT_OR_JSON } from "../../../terminal/options.js";
import { widthOf } from "../../../terminal/painted.js";
import { print } from "../../../terminal/terminal.js";
import { ago } from "../../../text/ago.js";
import { beginningOf } from "../../../text/beginning.js";
import { escapedInQuotes } from "../../../text/escape.js";
import { fromHome } from "../../../text/from-home.js";
import { within } from "../../machine/interfaces/clock.js";
import { isFields } from "../../session/store/check.js";
import { factsOf } from "../../session/store/facts.js";
import type { ListedSession } from "../../session/store/list.js";
import { ClientError } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { rowsOf, whyUnread } from "../start/named.js";
import { daemonOf } from "../start/running.js";
import { type ShownSession, sessionTable } from "../talk/session-table.js";

interface SessionsFlags extends StateFlags {
  readonly format: "text" | "json";
}

export const sessions = command<SessionsFlags>({
  examples: [
    { line: "agent sessions", describe: "the newest first" },
    { line: "agent sessions --format json", describe: "for another program" },
  ],
  options: [TEXT_OR_JSON, STATE],
  more: `
LAST is the time of the last thing that happened. A session is running, or busy while a turn runs; stopped, after its daemon ended in order;
crashed, after it ended in another way; or damaged, and then the reason stands in the place of the title. A state with "failed" or "interrupted"
behind it is that of a session whose last turn ended so; \`last_turn\` in JSON has the reason. \`agent attach\` talks to a running or
busy one, \`agent continue\` goes on with a stopped or crashed one.`,
  run: async (terminal, _, flags) => {
    const isJson = flags.format === "json";
    const all = await rowsOf(terminal, flags, (session) => rowOf(session, isJson));
    const unread = all.length === 0 ? await whyUnread(terminal, flags) : undefined;
    if (unread !== undefined) {
      await complain(terminal, unread);
      return EXIT.findings;
    }
    const rows = newestFirst(all);
    if (isJson) {
      await print(terminal.stdout, `${escapedInQuotes(JSON.stringify({ version: 1, sessions: rows }))}\n`);
      return EXIT.ok;
    }
    const { home } = terminal.host;
    const now = machine.clock.now();
    await print(
      terminal.stdout,
      sessionTable(
        rows.map((row) => shown(row, now, home)),
        widthOf(terminal.stdout),
      ),
    );
    if (rows.length === 0) await print(terminal.stderr, "there are no sessions; `agent new` begins one\n");
    return EXIT.ok;
  },
});

type Row = Awaited<ReturnType<typeof rowOf>>;

/** Characters of a title and of a first prompt. A title of ours is shorter. */
const LONGEST = 200;

/** `stopped`: ended in order. `crashed`: its daemon is gone without that. */
async function rowOf(session: ListedSession, wantsPrompt: boolean) {
  const { sessionId, isRunning, isFinalized, file, final, damage, paths } = session;
  const state = damage !== undefined ? "damaged" : isRunning ? "running" : isFinalized ? "stopped" : "crashed";
  const { title, firstPrompt, lastAt } = await factsOf(machine.files, session, wantsPrompt);
  const summary = isRunning ? await summaryOf(session) : undefined;
  return {
    session_id: sessionId,
    state,
    /** Undefined when its daemon does not answer. */
    busy: summary?.busy,
    damage,
    title: title === undefined ? null : beginningOf(title, LONGEST),
    created_at: file?.created_at,
    last_at: lastAt ?? file?.created_at,
    last_turn: lastTurnIn(isRunning ? summary?.last_turn : final?.last_turn),
    working_directory: file?.working_directory,
    session_dir: paths.directory,
    first_words: firstPrompt && beginningOf(firstPrompt.trim(), LONGEST),
  };
}

/** How the last turn ended, as far as a list shows it (P-S117). A file may have anything. */
function lastTurnIn(turn: unknown) {
  if (!isFields(turn) || typeof turn["outcome"] !== "string") return undefined;
  const { outcome, error } = turn;
  if (!isFields(error)) return { outcome: beginningOf(outcome, LONGEST) };
  const [code, message] = [error["code"], error["message"]].map((text) =>
    typeof text === "string" ? beginningOf(text, LONGEST) : undefined,
  );
  return { outcome: beginningOf(outcome, LONGEST), error: { code, message } };
}

/** Sessions of one moment, and those without a time, come by their names. */
function newestFirst(rows: readonly Row[]): readonly Row[] {
  const dated = rows.map((row) => ({ row, moment: momentOf(row) }));
  const sorted = dated.toSorted((a, b) => b.moment - a.moment || (a.row.session_id < b.row.session_id ? 1 : -1));
  return sorted.map(({ row }) => row);
}

function momentOf({ last_at }: Row): number {
  const moment = Date.parse(last_at ?? "");
  return Number.isNaN(moment) ? 0 : moment;
}

function shown(row: Row, now: number, home: string | undefined): ShownSession {
  const { session_id: id, damage, title, first_words = "", last_at = "", working_directory = "" } = row;
  const [firstLine = ""] = first_words.split("\n");
  return {
    id,
    state: stateOf(row),
    last: ago(last_at, now),
    title: damage ?? title ?? firstLine,
    directory: fromHome(working_directory, home),
  };
}

/** A session that works on something else, or is gone, is not judged by its last turn. */
function stateOf({ state, busy, last_turn }: Row): string {
  if (busy === true && state === "running") return "busy";
  const outcome = state === "running" || state === "stopped" ? last_turn?.outcome : undefined;
  return outcome === "failed" || outcome === "interrupted" ? `${state}, ${outcome}` : state;
}

/** Milliseconds for the answer: a list does not wait for a daemon that hangs. */
const PATIENCE = 1000;

/** What a daemon says of its session; undefined for a daemon that does not answer in time. */
async function summaryOf(session: ListedSession) {
  const running = await daemonOf(session);
  if (typeof running === "string") return undefined;
  return within(machine.clock, PATIENCE, async (signal) => {
    try {
      return await running.client.summary({ signal });
    } catch (error) {
      if (error instanceof ClientError || signal.aborted) return undefined;
      throw error;
    }
  });
}
