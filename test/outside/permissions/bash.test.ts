/**
 * The reading of commands compared with bash itself: whatever program bash starts is one that the reading found, unless that says that it does not
 * understand the command. Programs are stubs that write down their words.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readBash } from "../../../src/permissions/shell/reveal.js";
import type { Run } from "../../../src/permissions/shell/run.js";
import { canMeet, literalSegment, segmentOf } from "../../../src/text/glob.js";
import { slowCases } from "../../cases.js";

const PIECES: readonly string[] = [
  ...[
    "p",
    "q",
    "p a",
    "q b c",
    "a",
    " ",
    " ",
    " ",
    ";",
    "&&",
    "||",
    "|",
    "&",
    "\n",
    "'",
    '"',
    "\\",
    "$(",
    ")",
    "`",
    "(",
    "{ ",
    "; }",
  ],
  ...[
    "<<E\n",
    "<<'E'\n",
    "<<-E\n",
    "\nE\n",
    "\tE\n",
    "#",
    " #",
    "$x",
    "${x:-",
    "}",
    "if ",
    "; then ",
    "; fi",
    "for i in ",
    "; do ",
    "; done",
  ],
  ...[
    "case a in ",
    "a) ",
    ";; ",
    " esac",
    "[[ ",
    " ]]",
    "! ",
    ">o ",
    "2>&1 ",
    "<(",
    "eval ",
    "x=",
    "$'",
    "\\\n",
    "*",
    "{a,b}",
    "time ",
    "env ",
  ],
  ...[
    "command ",
    "exec ",
    "bash -c ",
    "'p z'",
    '"q $(p y)"',
    "function f ",
    "f() ",
    "\\x70",
    "$((",
    "))",
    "trap ",
    " EXIT",
    "<<<",
    "|&",
    ";&",
  ],
];

function chance(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Pieces in any order: most are refused by bash, at some place. */
function looseScript(next: () => number): string {
  const length = 2 + Math.floor(next() * 12);
  const pieces = Array.from({ length }, () => PIECES[Math.floor(next() * PIECES.length)]);
  return pieces.join(next() < 0.5 ? "" : " ");
}

/** A script that bash takes, and sometimes one without a character. */
function wholeScript(next: () => number): string {
  const script = listOf(next, 3);
  if (next() < 0.8) return script;
  const at = Math.floor(next() * script.length);
  return script.slice(0, at) + script.slice(at + 1);
}

const WORDS = [
  "a",
  "'a b'",
  '"c d"',
  "e\\ f",
  "$x",
  '"$x"',
  "${x:-p q}",
  "g#h",
  "-c",
  "'#'",
  "$'i\\x20j'",
  "k\\\nl",
  "*",
  "{m,n}",
  "a=b",
  "[",
  "]]",
  "fi",
  "\\;",
];

function listOf(next: () => number, depth: number): string {
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] ?? expect.unreachable();
  const list = (): string => listOf(next, depth - 1);
  const word = (): string =>
    depth > 0 && next() < 0.2
      ? one([`$(${list()})`, `"x$(${list()})"`, `\`${one(["p", "q a"])}\``, `<(${list()})`])
      : one(WORDS);
  const simple = (): string => {
    const words = Array.from({ length: Math.floor(next() * 4) }, word).join(one([" ", "  ", "\t", " \\\n "]));
    return `${one(["", "", "", "A=1 ", ">o ", "2>&1 "])}${one(["p", "q", "p", "q", "'p'", "\\q", "p", "command p", "env q", "eval p", "exec q", "bash -c 'p a; q'"])} ${words}${one(["", "", "", " >o", " 2>/dev/null", " <<< z", " # p 'x"])}`;
  };
  if (depth === 0) return simple();
  const forms: readonly (() => string)[] = [
    ...[simple, simple, simple],
    () => `${list()}${one([" ; ", " && ", " || ", "\n", " & ", " | ", " |& ", "\n\n"])}${list()}`,
    () => `( ${list()}\n)`,
    () => `{ ${list()}\n}`,
    () => `if ${list()}\nthen ${list()}\nelse ${list()}\nfi`,
    () => `for i in ${word()} ${one(WORDS)} # it's\ndo ${list()}\ndone`,
    () => `case ${word()} in a | b) ${list()}\n;; (*) ${list()}\n;;& c) ${list()}\nesac`,
    () => `p <<E ${one(["", "| q", "&& p"])}\n$(${simple().replace(/#.*/, "")}) 'x\nE\n${list()}`,
    () => `q <<'E'\n$(p) \`\nE\n${list()}`,
    () => `! ${list()}`,
  ];
  return one(forms)();
}

/** The words of each program that bash starts, its name first. */
function started(
  script: string,
  at: { readonly bin: string; readonly here: string; readonly log: string },
): readonly (readonly string[])[] {
  writeFileSync(at.log, "");
  spawnSync("/bin/bash", ["--noprofile", "--norc", "-c", script], {
    ...{ cwd: at.here, env: { PATH: at.bin, LOG: at.log }, timeout: 3000, input: "" },
  });
  const text = readFileSync(at.log, "utf8");
  return text
    .split("\x1e\x1f")
    .filter((line) => line !== "")
    .map((line) => line.split("\x1f").slice(0, -1));
}

/** Whether the words of a run may become these. */
function fits(run: Run, words: readonly string[], at = 0, from = 0): boolean {
  const word = run.words[at];
  if (word === undefined) return from === words.length;
  const text = words[from];
  const isOne =
    text !== undefined &&
    (word.literal === undefined ? canMeet(segmentOf(word.glob, true), literalSegment(text)) : word.literal === text);
  if (isOne && fits(run, words, at + 1, from + 1)) return true;
  if (!word.isMany) return false;
  return fits(run, words, at + 1, from) || (from < words.length && fits(run, words, at, from + 1));
}

test("bash starts no program that the reading of a command does not find", () => {
  const root = mkdtempSync(join(tmpdir(), "agent-bash-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = { bin: join(root, "bin"), here: join(root, "here"), log: join(root, "log") };
  mkdirSync(at.bin);
  for (const name of ["p", "q", "a", "b", "E"]) {
    writeFileSync(join(at.bin, name), `#!/bin/bash\nprintf '%s\\x1f' ${name} "$@" $'\\x1e' >> "$LOG"\n`);
    chmodSync(join(at.bin, name), 0o755);
  }
  symlinkSync("/bin/bash", join(at.bin, "bash"));
  if (existsSync("/usr/bin/env")) symlinkSync("/usr/bin/env", join(at.bin, "env"));
  const missed: unknown[] = [];
  let understood = 0;
  const seeds = Array.from({ length: slowCases(3000) }, (_, index) => index);
  for (const seed of seeds) {
    const next = chance(seed);
    const script = seed % 2 === 0 ? looseScript(next) : wholeScript(next);
    const { runs, problem } = readBash(script);
    if (problem !== undefined) continue;
    rmSync(at.here, { recursive: true, force: true });
    mkdirSync(at.here);
    // What runs in the background may write later.
    const all = started(script, { ...at, log: `${at.log}${seed}` });
    if (all.length > 0) understood += 1;
    const unseen = all.filter((words) => !runs.some((run) => fits(run, words)));
    if (unseen.length > 0) missed.push({ seed, script, unseen, found: runs.map(({ source }) => source) });
  }
  expect(missed).toEqual([]);
  // The test says something only if many are understood.
  expect(understood).toBeGreaterThan(seeds.length / 10);
});
