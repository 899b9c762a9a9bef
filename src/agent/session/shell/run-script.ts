/**
 * Runs the script that comes before a session's first call, and reads the environment that it leaves (P-S79). A script that fails changes
 * nothing.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { StartChild } from "../../machine/interfaces/children.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import { withheldFromChildren } from "../../machine/interfaces/search-path.js";
import type { Scrubber } from "../scrub/scrubber.js";
import { isAbsolute } from "../store/paths.js";
import { type Ending, untilEnd } from "./ending.js";
import type { Environment } from "./environment.js";
import { languages, type ShellName } from "./language.js";
import { Output } from "./output.js";
import { endSaid, startFailureSaid } from "./said.js";

export interface ScriptRun {
  readonly shell: ShellName;
  /** As the configuration writes it. */
  readonly script: string;
  /** The directory that the script lies in. */
  readonly project: string;
  readonly cwd: string;
  /** Whether the user vouches for the working directory: the environment differs. */
  readonly isOwn: boolean;
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

/** Takes the bytes as they come. */
class DumpReader {
  readonly #most: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length <= this.#most) this.#pieces.push(bytes);
  }

  /** Undefined when it was not written to its end, or is too long. */
  end(): Environment | undefined {
    return this.#length > this.#most ? undefined : readDump(Buffer.concat(this.#pieces));
  }
}

/** Of the shell that wrote it, not of those that get it. */
const OWN: ReadonlySet<string> = new Set(["_", "SHLVL", "PWD", "OLDPWD"]);

/**
 * An environment that a shell has written down: `begin`, its variables and `end`, each after or before a NUL, which no value holds. Undefined when it
 * was not written to its end. Bytes that are no UTF-8 cannot be passed on: such variables are left out.
 */
export function readDump(bytes: Uint8Array): Environment | undefined {
  const parts = split(bytes);
  const begin = parts.lastIndexOf("begin");
  const end = parts.indexOf("end", begin);
  if (begin === -1 || end === -1) return undefined;
  const variables = parts.slice(begin + 1, end).flatMap((part): readonly [string, string][] => {
    const at = part?.indexOf("=", 1) ?? -1;
    if (part === undefined || at === -1 || OWN.has(part.slice(0, at))) return [];
    return [[part.slice(0, at), part.slice(at + 1)]];
  });
  return Object.fromEntries(variables);
}

/** Undefined for parts that are no text. */
function split(bytes: Uint8Array): readonly (string | undefined)[] {
  const parts: (string | undefined)[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(0, from);
    const to = at === -1 ? bytes.length : at;
    parts.push(textOf(bytes.subarray(from, to)));
    from = to + 1;
  }
  return parts;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type ScriptFound =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "refused"; readonly why: string };

type Places = Pick<Files, "status" | "join" | "realPath">;

/** Finds the script of `agent_behavior.shell.init_script`: a file in the project, also after all links are followed (spec 2.6). */
export async function scriptIn(project: string, script: string, files: Places): Promise<ScriptFound> {
  if (script === "" || script.includes("\0")) return refused("it names no file");
  if (isAbsolute(script)) return refused("its path does not start at the project");
  try {
    const [root, path] = await Promise.all([files.realPath(project), files.realPath(files.join(project, script))]);
    if (root === undefined || path === undefined) return refused("there is no such file");
    // The separator of the system follows the directory.
    if (!path.startsWith(files.join(root, "x").slice(0, -1))) return refused("it leads out of the project");
    if ((await files.status(path))?.kind !== "file") return refused("it is not a file");
    return { kind: "file", path };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return refused(`it cannot be read (${error.detail})`);
  }
}

function refused(why: string): ScriptFound {
  return { kind: "refused", why };
}
