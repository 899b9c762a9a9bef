/** Completion in shells: the words of the scripts for zsh and fish. What the shells make of them: `test/outside/cli`. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/agent/main.js";
import { commandTable } from "../generate/shells/words.js";
import { machine } from "../machine/machine.js";

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

test("completion prints the script of each shell", async () => {
  const at = machine({});
  const own = readdirSync("docs/completions").filter((name) => name.startsWith("agentcfg."));
  for (const shell of own.map((name) => name.replace("agentcfg.", ""))) {
    const { code, stdout, stderr } = await at.run(["completion", shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`agentcfg completion ${shell}`);
  }
  expect(await at.run(["completion", "tcsh"])).toMatchObject({ code: 2, stdout: "" });
});
