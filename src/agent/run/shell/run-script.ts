/** Runs the script that comes before a session's first call, and reads the environment that it leaves (P-S79). A script that fails changes nothing. */
import { limits } from "../../../generated/protocol/tables.js";
import type { StartChild } from "../../ports/children.js";
import type { Clock } from "../../ports/clock.js";
import type { Files } from "../../ports/files.js";
import type { Log } from "../../ports/log.js";
import { withheldFromChildren } from "../../ports/search-path.js";
import type { Scrubber } from "../scrub/scrubber.js";
import { DumpReader } from "./dump.js";
import { type Ending, untilEnd } from "./ending.js";
import type { Environment } from "./environment.js";
import { languages, type ShellName } from "./language.js";
import { Output } from "./output.js";
import { endSaid, startFailureSaid } from "./said.js";
import { scriptIn } from "./script.js";

export interface ScriptRun {
  readonly shell: ShellName;
  /** As the configuration writes it. */
  readonly script: string;
  /** The directory that the script lies in. */
  readonly project: string;
  readonly cwd: string;
  /** The environment before it. */
  readonly env: Environment;
  readonly scrubber: Scrubber;
  readonly start: StartChild;
  readonly clock: Clock;
  readonly files: Pick<Files, "status" | "join" | "realPath">;
  readonly log: Pick<Log, "say">;
}

export interface Started {
  readonly env: Environment;
  /** Which of the script's changes are missing, and why, on one line. */
  readonly notice: string | undefined;
}

/** Never rejects. */
export async function runScript(run: ScriptRun, signal: AbortSignal): Promise<Started> {
  const { shell, script, project, cwd, env, scrubber, start, clock } = run;
  const saying = (what: string): string => scrubber.scrub(`[init_script ${JSON.stringify(script)} ${what}]`);
  const failed = (why: string): Started => ({ env, notice: saying(`has no effect: ${why}`) });
  const found = await scriptIn(project, script, run.files);
  if (found.kind === "refused") return failed(`not run, ${found.why}`);
  const { program } = languages[shell];
  const dump = new DumpReader(limits.shellEnvironmentBytes);
  const output = new Output(scrubber, LAST_WORDS);
  let ending: Ending;
  try {
    const child = await start({
      ...{ program, words: languages[shell].script(found.path), cwd, env, input: "none" },
      take: (from, bytes) => (from === "stdout" ? dump.take(bytes) : output.take(from, bytes)),
    });
    ending = await untilEnd(child, { clock, signal, timeout: limits.shellScriptTimeout });
  } catch (error) {
    return failed(startFailureSaid(error, program));
  }
  const left = dump.end();
  const said = endSaid(ending, limits.shellScriptTimeout);
  if (said !== undefined) return failed(`${said}${lastLine(output.end())}`);
  if (left === undefined) return failed("it ended the shell, or left more variables than are read");
  const entries = withheldFromChildren(left);
  if (entries === 0) return { env: left, notice: undefined };
  run.log.say("warn", `init_script leaves ${PATH_IN_PART}`, { entries });
  return { env: left, notice: saying(`leaves ${PATH_IN_PART}`) };
}

const PATH_IN_PART = "empty or relative entries in PATH; no program is looked for there";

const LAST_WORDS = 2048;
const LONGEST_LINE = 200;

/** The last line of the script's output, which mostly says why it failed. */
function lastLine(text: string): string {
  const line = text.trimEnd().split("\n").at(-1)?.trim().slice(0, LONGEST_LINE) ?? "";
  return line === "" ? "" : `, after it said ${JSON.stringify(line)}`;
}
