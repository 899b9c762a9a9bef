/** Lines typed into a real bash, and what bash makes of them when it completes all that may follow. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Machine } from "../../machine/machine.js";
import { programs } from "../../machine/programs.js";

/** Inserts every completion (Meta-*), then runs the function that is bound below. */
const ALL = "\u001b*\u0018\u0010";

/** Milliseconds for one line. */
const LIMIT = 20_000;

/** What each line has become. Its user is at the machine's directory, unless `begin` leads elsewhere. */
export async function typed(at: Machine, lines: readonly string[], begin = ""): Promise<readonly string[]> {
  const script = resolve("docs/completions/agentcfg.bash");
  const env = { ...at.env, PATH: `${programs(at)}:${at.env["PATH"]}`, HISTFILE: "/dev/null", INPUTRC: "/dev/null" };
  const { cwd } = at;
  // In a session of its own: it must not take the terminal from the tests.
  const bash = spawn("bash", ["--norc", "--noprofile", "-i"], {
    ...{ cwd, env, detached: true },
    stdio: ["pipe", "ignore", "ignore", "pipe"],
  });
  const [input, , , output] = bash.stdio;
  const ended = once(bash, "close");
  const become = createInterface({ input: output as Readable })[Symbol.asyncIterator]();
  // Sourced twice, as it may be.
  input?.write(
    [
      ...[`source ${script}`, `source ${script}`],
      "show() { printf '%s\\n' \"$READLINE_LINE\" >&3; READLINE_LINE=; }",
      ...[`bind -x '"\\C-x\\C-p": show'`, begin, ""],
    ].join("\n"),
  );
  const seen: string[] = [];
  for (const line of lines) {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      bash.kill("SIGKILL");
    }, LIMIT);
    input?.write(`${line}${ALL}`);
    const { done, value } = await become.next();
    clearTimeout(limit);
    if (done === true) throw new Error(`bash ${isLate ? "has no answer to" : "ended at"} ${JSON.stringify(line)}`);
    seen.push(value);
  }
  input?.end();
  await ended;
  return seen;
}
