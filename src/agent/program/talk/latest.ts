/** The session that `agent continue` goes on with where its command line names none (P-S118). */
import { EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { ago } from "../../../text/ago.js";
import { printable } from "../../../text/escape.js";
import { cutTo } from "../../../text/width.js";
import { KeyReader } from "../../machine/keys/key-reader.js";
import type { Typed } from "../../machine/keys/keys.js";
import type { ListedSession } from "../../session/store/list.js";
import { complain } from "../common/complain.js";
import { machine, stateDirectoryOf } from "../common/machine.js";
import { type StateFlags, workingDirectory } from "../common/options.js";
import { type SessionHere, sessionsIn } from "../start/sessions-in.js";
import { INTERRUPTED } from "./ending.js";

interface LatestFlags extends StateFlags {
  readonly attach: boolean;
  readonly format: "text" | "json";
}

/** Columns of a title in a message. */
const TITLE = 60;

/** The session of this directory in which something happened last, once a person at a terminal agrees; an exit code where there is none. */
export async function latestHere(terminal: Terminal, flags: LatestFlags): Promise<ListedSession | number> {
  const state = stateDirectoryOf(terminal, flags.stateDir);
  const here = workingDirectory(terminal, {});
  const directory = terminal.host.realPath(here) ?? here;
  const [latest] = state === undefined ? [] : await sessionsIn(state, directory);
  if (latest === undefined) {
    const next = "`agent new` begins one, and `agent sessions` lists those of other directories";
    await complain(terminal, `there is no session in ${printable(directory)}; ${next}`);
    return EXIT.findings;
  }
  const isAsked =
    flags.attach && flags.format === "text" && terminal.stdin.isTTY === true && terminal.stderr.isTTY === true;
  if (!isAsked) {
    await complain(terminal, `the latest session of this directory is ${about(latest)}`);
    return latest.session;
  }
  const answer = await asked(terminal, `go on with ${about(latest)}? [Y/n] `);
  if (answer === "yes") return latest.session;
  if (answer === "interrupt") return INTERRUPTED;
  await print(terminal.stderr, "`/resume` in a conversation and `agent sessions` list the others\n");
  return EXIT.findings;
}

function about({ id, state, title, lastAt }: SessionHere): string {
  const name = title === "" ? "" : ` (${cutTo(printable(title), TITLE)})`;
  const last = ago(lastAt, machine.clock.now());
  return `${id}${name}, ${[state, last].filter((text) => text !== "").join(", ")}`;
}

type Answer = "yes" | "no" | "interrupt";

/** Takes one key; others than those that answer do nothing. */
async function asked(terminal: Terminal, question: string): Promise<Answer> {
  await print(terminal.stderr, question);
  const answer = await new Promise<Answer>((resolve) => {
    const reader = new KeyReader(machine.clock, (deed) => {
      // A paste answers nothing.
      const answer = deed.kind === "keys" ? deed.keys.map(answerOf).find((one) => one !== undefined) : undefined;
      if (answer === undefined) return;
      reader.close();
      tty.close();
      resolve(answer);
    });
    const tty = machine.tty("", "stderr").open({
      keys: (text) => reader.read(text),
      resized: () => {},
      lost: () => resolve("interrupt"),
    });
  });
  await print(terminal.stderr, answer === "interrupt" ? "\n" : `${answer}\n`);
  return answer;
}

function answerOf(typed: Typed): Answer | undefined {
  if ("text" in typed) return /^y$/i.test(typed.text) ? "yes" : /^n$/i.test(typed.text) ? "no" : undefined;
  if (typed.key === "enter") return "yes";
  if (typed.key === "escape") return "no";
  return typed.key === "interrupt" || typed.key === "end-of-input" ? "interrupt" : undefined;
}
