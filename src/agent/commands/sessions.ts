/** `agent sessions`: lists the sessions. */
import { command, EXIT } from "../../terminal/command.js";
import { TEXT_OR_JSON } from "../../terminal/options.js";
import { print } from "../../terminal/terminal.js";
import { escapedInQuotes, printable } from "../../text/escape.js";
import { columnsOf, cutTo, padTo } from "../../text/width.js";
import { machine } from "../program/machine.js";
import { STATE, type StateFlags } from "../program/options.js";
import { firstPrompt } from "../run/store/first-words.js";
import type { ListedSession } from "../run/store/list.js";
import { sessionsOf } from "../start/running.js";

interface SessionsFlags extends StateFlags {
  readonly format: "text" | "json";
}

export const sessions = command<SessionsFlags>({
  examples: [{ line: "agent sessions", describe: "oldest first" }],
  options: [TEXT_OR_JSON, STATE],
  run: async (terminal, _, flags) => {
    const all = await Promise.all((await sessionsOf(terminal, flags)).map(rowOf));
    const json = `${escapedInQuotes(JSON.stringify({ version: 1, sessions: all }))}\n`;
    await print(terminal.stdout, flags.format === "json" ? json : tableOf(all));
    if (flags.format === "text" && all.length === 0) await print(terminal.stderr, "there are no sessions\n");
    return EXIT.ok;
  },
});

type Row = Awaited<ReturnType<typeof rowOf>>;

/** `stopped`: ended in order. `crashed`: its daemon is gone without that. */
async function rowOf({ sessionId, isRunning, isFinalized, file, damage, paths }: ListedSession) {
  const state = damage !== undefined ? "damaged" : isRunning ? "running" : isFinalized ? "stopped" : "crashed";
  const prompt = await firstPrompt(machine.files, paths);
  return {
    session_id: sessionId,
    state,
    created_at: file?.created_at,
    working_directory: file?.working_directory,
    session_dir: paths.directory,
    first_words: prompt?.trim().slice(0, LONGEST),
  };
}

/** Characters of a first prompt. */
const LONGEST = 200;

/** Columns of a first prompt. */
const ROOM = 48;

function tableOf(rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const lines = [
    ["SESSION", "STATE", "BEGUN (UTC)", "FIRST WORDS", "DIRECTORY"],
    ...rows.map(({ session_id, state, created_at = "", first_words = "", working_directory = "" }) => [
      ...[session_id, state, created_at.slice(0, 16).replace("T", " ")],
      ...[cutTo(printable(first_words.split("\n")[0] ?? ""), ROOM), printable(working_directory)],
    ]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => columnsOf(line[column] ?? "")))) ?? [];
  const padded = lines.map((line) =>
    line
      .map((cell, column) => padTo(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return padded.map((line) => `${line}\n`).join("");
}
