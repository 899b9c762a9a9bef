/** All that a script of bash runs: programs that other programs start, and scripts in the words of shells, are looked through. */

import { assignmentOf } from "./assignment.js";
import { builtinProblem, isUnreadBuiltin } from "./builtins.js";
import { codeOf } from "./code.js";
import { innerOfEnv, innerOfFind, innerOfXargs } from "./inner.js";
import { parseScript } from "./parse.js";
import { nameOf, programName, type Reading, type Run } from "./run.js";
import type { Assignment, Redirection, SimpleCommand } from "./script.js";
import { isShell, scriptOfShell } from "./shells.js";
import { ELEVATING, isStarter, startElevated, startOf } from "./starters.js";
import { leadsElsewhere } from "./variables.js";
import type { Word } from "./word.js";
import { withWritten } from "./written.js";

const DEEPEST = 8;
const MOST_RUNS = 10_000;

export function readBash(text: string): Reading {
  const reader = new Reader();
  reader.script(text, { assignments: [] }, 0);
  return reader.reading();
}

/** What holds for a command where it stands. */
interface Around {
  readonly assignments: readonly Assignment[];
  readonly isBehind?: true;
  /** Whether a shell that is not bash reads it. */
  readonly isOther?: true;
}

class Reader {
  readonly #runs: Run[] = [];
  readonly #redirections: Redirection[] = [];
  readonly #assignments: Assignment[] = [];
  #problem: string | undefined;

  reading(): Reading {
    const runs = withWritten(this.#runs, this.#redirections);
    if (this.#assignments.some(({ name }) => leadsElsewhere(name))) this.#blame("it changes which programs run");
    return { runs, redirections: this.#redirections, assignments: this.#assignments, problem: this.#problem };
  }

  #blame(problem: string): void {
    this.#problem ??= problem;
  }

  script(text: string, around: Around, depth: number): void {
    if (depth > DEEPEST) {
      this.#blame("it is too deep to be read");
      return;
    }
    const { commands, problem } = parseScript(text);
    if (problem !== undefined) this.#blame(problem);
    for (const command of commands) this.#command(command, around, depth);
  }

  #command({ source, words, assignments, redirections }: SimpleCommand, around: Around, depth: number): void {
    for (const one of redirections) {
      if (/^\/dev\/(?:tcp|udp)\//.test(one.target.literal ?? "")) this.#blame("it opens a connection");
      this.#redirections.push(one);
    }
    if (words.length === 0) this.#assignments.push(...assignments);
    else
      this.#run(
        { source, words, assignments: [...around.assignments, ...assignments], ...behind(around) },
        around,
        depth,
      );
  }

  #run(run: Run, around: Around, depth: number): void {
    const { words } = run;
    const name = programName(run);
    if (name === undefined || name === "" || name.startsWith("-")) {
      this.#runs.push(run);
      this.#blame("only the shell knows which program runs");
      return;
    }
    if (this.#runs.length >= MOST_RUNS || depth > DEEPEST) {
      this.#blame("it is too much to be read");
      return;
    }
    if (around.isOther === true && name === "[[") this.#blame("another shell than bash reads `[[`");
    const next = { ...around, assignments: run.assignments };
    if (isShell(name)) this.#shell(run, next, depth);
    else if (name === "eval") this.#eval(run, next, depth);
    else if (name === "trap") this.#trap(run, next, depth);
    else if (name === "env") this.#env(run, next, depth);
    else if (name === "find" || name === "gfind") this.#find(run, next, depth);
    else if (name === "xargs") this.#xargs(run, next, depth);
    else if (ELEVATING.has(name)) this.#start(run, startElevated(words), { ...next, isBehind: true }, depth);
    else if (name === "command" && /^-[vV]/.test(words[1]?.literal ?? "")) this.#push(run);
    else if (name === "busybox" || name === "toybox") this.#start({ ...run, isTransparent }, 1, next, depth);
    else if (isStarter(name)) this.#start({ ...run, isTransparent }, startOf(name, words), next, depth);
    else if (DECLARING.has(name)) this.#declare(run);
    else this.#plain(run, name);
  }

  /** A program that starts no other one. */
  #plain(run: Run, name: string): void {
    const { words } = run;
    const problem = isUnreadBuiltin(name) ? `\`${name}\` changes what the shell does` : builtinProblem(name, words);
    if (problem !== undefined) this.#blame(problem);
    const code = name === "." || name === "source" ? 1 : codeOf(name, words);
    this.#push(code === undefined ? run : { ...run, code });
  }

  #push(run: Run): void {
    this.#runs.push(run);
  }

  /** A program that starts another one, whose words begin at `start`. */
  #start(run: Run, start: number | undefined, around: Around, depth: number): void {
    this.#push(run);
    if (start === undefined) this.#blame(`the options of \`${run.words[0]?.literal}\` are not read`);
    else this.#inner(run, run.words.slice(start), around, depth);
  }

  /** The program that another one starts; without words it starts none. */
  #inner({ isTransparent: _, ...run }: Run, words: readonly Word[], around: Around, depth: number): void {
    if (words.length > 0) this.#run({ ...run, words, ...behind(around) }, around, depth + 1);
  }

  #env(run: Run, around: Around, depth: number): void {
    const read = innerOfEnv(run.words);
    if (read === undefined) {
      this.#start({ ...run, isTransparent }, undefined, around, depth);
      return;
    }
    const assignments = [...around.assignments, ...read.assignments];
    // Without a program it prints the environment.
    if (read.words.length === 0) this.#push({ ...run, assignments });
    else this.#push({ ...run, assignments, isTransparent });
    this.#inner({ ...run, assignments }, read.words, { ...around, assignments }, depth);
  }

  #shell(run: Run, around: Around, depth: number): void {
    const { words } = run;
    const script = scriptOfShell(words);
    if (script.kind === "unread") this.#blame(script.why);
    if (script.kind !== "inline") {
      this.#push({ ...run, code: script.code });
      return;
    }
    this.#push({ ...run, isTransparent });
    const isBash = nameOf(words[0]?.literal ?? "") === "bash";
    this.script(script.text, { ...around, ...behind(run), ...(isBash ? {} : { isOther: true }) }, depth + 1);
  }

  #eval(run: Run, around: Around, depth: number): void {
    const words = run.words.slice(1);
    this.#push({ ...run, isTransparent });
    if (words.some(({ literal }) => literal === undefined)) this.#blame("only the shell knows what `eval` runs");
    this.script(words.map(({ literal, glob }) => literal ?? glob).join(" "), around, depth + 1);
  }

  #trap(run: Run, around: Around, depth: number): void {
    this.#push({ ...run, isTransparent });
    const [, action, ...signals] = run.words;
    if (action === undefined || signals.length === 0) return;
    if (action.literal === undefined || action.literal.startsWith("-"))
      this.#blame("only the shell knows what `trap` runs");
    else this.script(action.literal, around, depth + 1);
  }

  #declare(run: Run): void {
    this.#push({ ...run, isTransparent });
    for (const word of run.words.slice(1)) {
      const assignment = assignmentOf(word);
      if (assignment !== undefined) this.#assignments.push(assignment);
      else if (!/^(?:[A-Za-z_]\w*|-[grx]+)$/.test(word.literal ?? "")) this.#blame("a declaration is not read");
    }
  }

  #find(run: Run, around: Around, depth: number): void {
    this.#push(run);
    const { commands, problem } = innerOfFind(run.words);
    if (problem !== undefined) this.#blame(problem);
    for (const words of commands) this.#inner(run, words, around, depth);
  }

  #xargs(run: Run, around: Around, depth: number): void {
    const words = innerOfXargs(run.words);
    if (words === undefined) {
      this.#start({ ...run, isTransparent }, undefined, around, depth);
      return;
    }
    this.#push({ ...run, isTransparent });
    this.#inner(run, words, around, depth);
  }
}

const isTransparent = true;

const DECLARING: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"]);

function behind({ isBehind }: { readonly isBehind?: true }): { readonly isBehind?: true } {
  return isBehind === true ? { isBehind } : {};
}
