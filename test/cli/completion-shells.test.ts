/** Completion in zsh and fish: the words of their scripts, and the offers of the shells where they are installed. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/agent/main.js";
import { commandTable } from "../generate/shells/words.js";
import { PROJECT } from "../machine/names.js";
import { repository } from "../machine/repository.js";
import { isThere } from "../machine/required.js";
import { programs } from "../machine/typed.js";

const PROGRAMS = [
  { program: "agentcfg", table: await commandTable() },
  { program: "agent", table: await commandTable(COMMANDS) },
];
const textOf = (shell: string, program = "agentcfg"): string =>
  readFileSync(`docs/completions/${program}.${shell}`, "utf8");

/** The words of a line: bare ones and those in single quotes. Undefined where the line holds anything else. */
function wordsOf(line: string, shell: "zsh" | "fish"): readonly string[] | undefined {
  const quoted = shell === "zsh" ? /'((?:[^']|'\\'')*)'/y : /'((?:[^'\\]|\\[\\'t])*)'/y;
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    quoted.lastIndex = at;
    const [whole = "", text = ""] = quoted.exec(line) ?? /^[\w:=&>*-]+/.exec(line.slice(at)) ?? [];
    if (whole === "") return undefined;
    const isQuoted = whole.startsWith("'");
    words.push(!isQuoted ? whole : shell === "zsh" ? text.replaceAll("'\\''", "'") : text.replace(/\\([\\'])/g, "$1"));
    at += whole.length;
    const blank = /^ +|^$/.exec(line.slice(at));
    if (blank === null) return undefined;
    at += blank[0].length;
  }
  return words;
}

describe.each(PROGRAMS)("the script of $program for fish", ({ program, table }) => {
  const lines = textOf("fish", program)
    .split("\n")
    .filter((line) => line.startsWith("complete "));
  const words = lines.map((line) => wordsOf(line, "fish"));

  test("is made of plain words, and of texts in quotes that end where they should", () => {
    expect(lines.filter((_, index) => words[index] === undefined)).toEqual([]);
    const following = (line: readonly string[], name: string): string => line[line.indexOf(name) + 1] ?? "";
    for (const line of words) {
      expect(line?.slice(0, 3)).toEqual(["complete", "-c", program]);
      // What -a and -n name is run: names of ours, and lists.
      expect(following(line ?? [], "-a")).toMatch(
        /^$|^complete$|^[\w-]+$|^(?:[\w./:@+-]+\\t ?)+$|^\(__agentcfg_names [a-z-]+\)$/,
      );
      expect(following(line ?? [], "-n")).toMatch(/^$|^complete$|^__agent(?:cfg)?_is( [a-z]+)*$/);
    }
  });

  test.each(table.map((entry) => [entry.name, entry] as const))(
    "offers %s and its options",
    (name, { describe: text, flags }) => {
      const above = name.includes(" ") ? ` ${name.slice(0, name.lastIndexOf(" "))}` : "";
      const word = name.slice(name.lastIndexOf(" ") + 1);
      expect(words).toContainEqual([
        "complete",
        "-c",
        program,
        "-n",
        `__${program}_is${above}`,
        "-a",
        word,
        "-d",
        text,
      ]);
      const own = words.filter((line) => line?.includes(`__${program}_is ${name}`));
      for (const { names, describe: said, value } of flags) {
        const line = own.find(
          (one) => one?.at(-1) === said && names.every((flag) => one.includes(flag.replace(/^-+/, ""))),
        );
        expect([names, line]).toEqual([
          names,
          expect.arrayContaining(value === undefined ? [] : [expect.stringMatching(/^-[xr]$/)]),
        ]);
        if (value?.choices !== undefined)
          expect(line).toContain(value.choices.map((choice) => `${choice}\\t`).join(" "));
      }
    },
  );
});

describe.each(PROGRAMS)("the script of $program for zsh", ({ program, table }) => {
  const script = textOf("zsh", program);

  /** The lines that describe what a command takes. */
  function specsOf(name: string): readonly (readonly string[] | undefined)[] {
    const [, part = ""] = script.split(
      `\n        ${name.includes(" ") ? `'${name}'` : name})\n          _arguments -S \\\n`,
    );
    const lines = part.split(/\n {10};;\n/)[0]?.split("\n") ?? [];
    return lines.map((line) => wordsOf(line.trim().replace(/ \\$/, ""), "zsh"));
  }

  test.each(table.map((entry) => [entry.name, entry] as const))("describes %s and its options", (name, entry) => {
    const specs = specsOf(name);
    expect(specs.length).toBe(entry.flags.flatMap(({ names }) => names).length + entry.words.length);
    expect(specs.slice(0, -1).map((words) => words?.length)).toEqual(specs.slice(1).map(() => 1));
    expect(specs.at(-1)?.slice(1)).toEqual(["&&", "ret=0"]);
    for (const words of specs) expect(partsOf(words?.[0] ?? "")).toSatisfy(isRight);
    const spelt = specs.map((words) => words?.[0] ?? "").join("\n");
    for (const flag of entry.flags.flatMap(({ names }) => names))
      expect(spelt).toMatch(new RegExp(`^(?:\\*|\\(.*\\))${flag}[=+]?\\[`, "m"));
    if (!name.includes(" ")) expect(script).toContain(`\n    '${name}:`);
  });

  /** What the colons and brackets of a description divide. */
  function partsOf(spec: string): readonly string[] {
    return spec.replace(/\[(?:[^\\[\]]|\\.)*\]/, "").split(/(?<!\\):/);
  }

  /** A place, its description and its action: names of ours, and lists. */
  function isRight([place = "", message = "", ...actions]: readonly string[]): boolean {
    const all = [message, ...actions].filter((part) => part !== "");
    const action = all.at(-1) ?? " ";
    return (
      /^(?:\d|\*|[()*a-z0-9 -]+[=+]?)$/.test(place) &&
      (all.length === 0 || /^ $|^\([\w./:@+ -]+\)$|^ _agent(?:cfg)?_(?:files|names [a-z-]+)$/.test(action))
    );
  }
});

test("neither evaluates what is typed", () => {
  for (const shell of ["zsh", "fish"]) {
    expect(textOf(shell)).not.toMatch(/\beval\b|_call_program|\(e\)|source /);
    // The one command that is run, with the typed text in quotes or in a variable that is not split.
    expect(textOf(shell).match(/command agentcfg .*/g)).toHaveLength(1);
  }
  expect(textOf("zsh")).toContain('command agentcfg names "$1" -- "$PREFIX" "${(Q)words[CURRENT-1]}"');
  expect(textOf("fish")).toContain('command agentcfg names $argv[1] -- "$current" "$typed[-1]"');
});

const CONFIG = `models: { plain: {}, "$(touch x)": {} }\n`;

/** Lines, and a word that each must offer; undefined for nothing. */
const ASKED: readonly (readonly [line: string, word: string | undefined])[] = [
  ["agentcfg li", "lint"],
  ["agentcfg lint --fai", "--fail-on"],
  ["agentcfg lint --fail-on war", "warning"],
  ["agentcfg get daemon.log_l", "daemon.log_level"],
  ["agentcfg get models.pl", "models.plain"],
  ["agentcfg set --project defaults.full pl", "plain"],
  ["agentcfg explain schema/unknown-k", "schema/unknown-key"],
  ["agentcfg import files/c", "files/c.yaml"],
  ["agentcfg completion fi", "fish"],
  ["agentcfg lint --select schema,version/ou", "schema,version/outdated"],
  ["agentcfg lint --severity effect=wa", "effect=warning"],
  ["agentcfg lint --severity=effect=wa", "--severity=effect=warning"],
  ["agentcfg lint --since mai", "main"],
  ["agentcfg get $(touch x)", undefined],
  ["agentcfg lint $(touch x)/", undefined],
  ["agentcfg get models.$", undefined],
];

function at() {
  const here = repository({ [PROJECT]: CONFIG, "files/c.yaml": "" });
  return { ...here, env: { ...here.env, PATH: `${programs(here)}:${here.env["PATH"]}`, TERM: "dumb" } };
}

/** Types each line into a zsh of its own, and keeps what the line has become. */
const ZSH = `
zmodload zsh/zpty
script=$1; shift
for typed; do
  zpty z "zsh -f -i"
  zpty -w z "PS1=; unsetopt beep; autoload -Uz compinit; compinit -u -D; source $script; source $script; tell() { print -rn -- $'\\1'\\$BUFFER$'\\2'; BUFFER= }; zle -N tell; bindkey '^X' tell; bindkey '^I' complete-word; print -n re''ady"
  zpty -r z seen '*ready*'
  zpty -w -n z "$typed"$'\\t\\x18'
  zpty -r z seen $'*\\1*\\2'
  print -r -- "\${\${seen##*$'\\1'}%$'\\2'}"
  zpty -d z
done
`;

const OFFERS: Readonly<Record<string, (lines: readonly string[], here: ReturnType<typeof at>) => readonly string[]>> = {
  zsh: (lines, { cwd, env }) => {
    const argv = ["-f", "-c", ZSH, "zsh", resolve("docs/completions/agentcfg.zsh"), ...lines];
    const { stdout } = spawnSync("zsh", argv, { cwd, env, encoding: "utf8", timeout: 50_000 });
    return stdout.split("\n").slice(0, -1);
  },
  fish: (lines, { cwd, env }) => {
    const script = resolve("docs/completions/agentcfg.fish");
    const ask =
      "source $argv[1]; source $argv[1]; for line in $argv[2..]; echo (complete -C $line | string split -f 1 \\t); end";
    const { stdout } = spawnSync("fish", ["--no-config", "-c", ask, script, ...lines], { cwd, env, encoding: "utf8" });
    return stdout.split("\n").slice(0, -1);
  },
};

test.each(Object.entries(OFFERS))("%s, where it is there, offers that and does nothing", (shell, offers) => {
  if (!isThere(shell, "-c", "exit")) {
    expect(textOf(shell)).toContain("__agentcfg_names".slice(shell === "zsh" ? 1 : 0));
    return;
  }
  const here = at();
  const real = offers(
    ASKED.map(([line]) => line),
    here,
  );
  for (const [index, [line, word]] of ASKED.entries()) {
    const offered = (real[index] ?? "")
      .trimEnd()
      .split(" ")
      .map((one) => one.replace(/=$/, ""));
    if (word !== undefined) expect([line, offered]).toEqual([line, expect.arrayContaining([word])]);
    else expect(offered.join(" ")).not.toMatch(/models\.\$\(/);
  }
  const made = readdirSync(here.root, { recursive: true, encoding: "utf8" }).filter((name) => /(^|\/)x$/.test(name));
  expect(made).toEqual([]);
});

test("fish says nothing of a value that is about its option", () => {
  if (!isThere("fish", "-c", "exit")) return;
  const { cwd, env } = at();
  const ask = "source $argv[1]; for line in $argv[2..]; complete -C $line; end";
  const lines = ["agentcfg lint --fail-on ", "agentcfg lint --severity effect=w"];
  const argv = ["--no-config", "-c", ask, resolve("docs/completions/agentcfg.fish"), ...lines];
  const { stdout } = spawnSync("fish", argv, { cwd, env, encoding: "utf8" });
  expect(stdout.split("\n").map((line) => line.trimEnd())).toEqual(["error", "info", "warning", "effect=warning", ""]);
});
