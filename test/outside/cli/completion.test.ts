/** Completion in a real bash: everything in the table of commands is offered, and nothing that is typed is done. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../../src/agent/main.js";
import { commandTable, type Value } from "../../generate/shells/words.js";
import { type Machine, machine } from "../../machine/machine.js";
import { PROJECT } from "../../machine/names.js";
import { programs } from "../../machine/programs.js";
import { typed } from "./typed.js";

const table = await commandTable();
const script = resolve("docs/completions/agentcfg.bash");

const CONFIG = `models: { acme/big: {}, plain: {}, "a:b@c": {}, "$(touch x)": {}, "\`touch x\`": {}, "two words": {} }\n`;
const FILES = { [PROJECT]: CONFIG, "files/a b.yaml": "", "files/c.yaml": "" };

/** The completions of a line, in order; it ends where the next word begins. */
async function offered(
  lines: readonly string[],
  at: Machine = machine(FILES),
): Promise<readonly (readonly string[])[]> {
  const become = await typed(at, lines);
  return lines.map((line, index) => {
    const whole = become[index] ?? "";
    expect(whole.startsWith(line.slice(0, line.lastIndexOf(" ") + 1)), `${line} became ${whole}`).toBe(true);
    const rest = whole
      .slice(line.lastIndexOf(" ") + 1)
      .replace(/^--[a-z0-9-]+=/, "")
      .trim();
    return rest === "" ? [] : rest.split(/(?<!\\) /);
  });
}

const sorted = (words: readonly string[]): readonly string[] => words.toSorted();

/** The completions that a value must have and no others, and the line that asks for them. */
const ANSWERS: Readonly<Record<NonNullable<Value["takes"]>, readonly [begin: string, answer: readonly string[]]>> = {
  file: ["files/", ["files/a\\ b.yaml", "files/c.yaml"]],
  path: ["daemon.log_l", ["daemon.log_level"]],
  rule: ["schema/unknown-k", ["schema/unknown-key"]],
  "path-or-rule": ["schema/unknown-k", ["schema/unknown-key"]],
  value: ["", []],
  "path-or-value": ["daemon.log_l", ["daemon.log_level"]],
  severity: ["effect=wa", ["effect=warning"]],
  ref: ["", []],
};

function answerOf({ choices, takes }: Value): readonly [begin: string, answer: readonly string[]] {
  if (choices !== undefined) return ["", choices];
  return takes === undefined ? ["", []] : ANSWERS[takes];
}

test("agent has a script of its own, beside this one: it knows every command, option and value", async () => {
  const begin = `source ${resolve("docs/completions/agent.bash")}`;
  const agent = await commandTable(COMMANDS);
  const valued = agent.flatMap(({ name, flags }) =>
    flags.flatMap(({ names, value }) =>
      value?.choices === undefined ? [] : [{ line: `agent ${name} ${names.at(-1)} `, offers: value.choices }],
    ),
  );
  const asked = [
    { line: "agent ", offers: agent.map(({ name }) => name).filter((name) => !name.includes(" ")) },
    ...agent.map(({ name, flags }) => ({ line: `agent ${name} -`, offers: flags.flatMap(({ names }) => names) })),
    ...valued,
    { line: "agentcfg completion f", offers: ["fish"] },
  ];
  expect(valued.length).toBeGreaterThanOrEqual(8);
  const lines = asked.map(({ line }) => line);
  const become = await typed(machine(FILES), lines, begin);
  const real = become.map((line, index) => [
    lines[index],
    sorted(
      line
        .trim()
        .split(" ")
        .slice((lines[index] ?? "").split(" ").length - 1),
    ),
  ]);
  expect(real).toEqual(asked.map(({ line, offers }) => [line, sorted(offers)]));
});

describe("offers", () => {
  test("every command, and no hidden one", async () => {
    expect(await offered(["agentcfg "])).toEqual([sorted(table.map(({ name }) => name))]);
  });

  test("every option of every command", async () => {
    const real = await offered(table.map(({ name }) => `agentcfg ${name} -`));
    expect(real.map(sorted)).toEqual(table.map(({ flags }) => sorted(flags.flatMap(({ names }) => names))));
  });

  test("the values of every option, behind a blank and behind =", async () => {
    const asked = table.flatMap(({ name, flags }) =>
      flags.flatMap(({ names, value }) => {
        if (value === undefined) return [];
        const [begin, answer] = answerOf(value);
        const spelt = names.flatMap((flag) => (flag.startsWith("--") ? [`${flag} `, `${flag}=`] : [`${flag} `]));
        return spelt.map((flag) => ({ line: `agentcfg ${name} ${flag}${begin}`, answer }));
      }),
    );
    expect(asked.length).toBeGreaterThan(50);
    const real = await offered(asked.map(({ line }) => line));
    expect(asked.map(({ line }, index) => [line, real[index]])).toEqual(
      asked.map(({ line, answer }) => [line, sorted(answer)]),
    );
  });

  test("what the words of every command may be", async () => {
    const asked = table.flatMap(({ name, words }) =>
      words.flatMap((word, index) => {
        const [begin, answer] = answerOf(word);
        const before = "x ".repeat(index);
        return answer.length === 0 ? [] : [{ line: `agentcfg ${name} --help ${before}${begin}`, answer }];
      }),
    );
    expect(asked.length).toBeGreaterThan(8);
    const real = await offered(asked.map(({ line }) => line));
    expect(asked.map(({ line }, index) => [line, real[index]])).toEqual(
      asked.map(({ line, answer }) => [line, sorted(answer)]),
    );
  });

  test.each<readonly [string, readonly string[]]>([
    ["agentcfg get models.", ["models.a:b@c", "models.acme/big", "models.plain"]],
    ["agentcfg get models.a:b", ["models.a:b@c", "b@c."]],
    ["agentcfg get daemon.ret", ["daemon.retry", "daemon.retry."]],
    ["agentcfg set --project defaults.full ", ["a:b@c", "acme/big", "plain"]],
    ["agentcfg set --project defaults.full plain 'defaults.mini' pl", ["plain"]],
    ["agentcfg set --project tui.theme dark active_ses", ["active_session", "active_session."]],
    ["agentcfg lint --global files/c.yaml --for", ["--format"]],
    ["agentcfg lint --select schema,version/ou", ["schema,version/outdated"]],
    ["agentcfg lint --severity version/out", ["error", "info", "warning"].map((one) => `version/outdated=${one}`)],
    ["agentcfg -h li", ["lint"]],
    ["agentcfg lint -- --for", ["--for"]],
    ["agentcfg lint --format xm", ["xm"]],
    ["agentcfg nothing ", []],
    ["agentcfg names ", []],
  ])("behind %j", async (line, answer) => {
    expect(await offered([line])).toEqual([answer]);
  });

  test("nothing that bash does not need to ask the program for", async () => {
    const at = machine(FILES);
    const silent = table.map(({ name }) => `agentcfg ${name} --`);
    // No program is there to be asked.
    const env = { ...at.env, PATH: "/nonexistent" };
    const lines = [...silent, "agentcfg lint --format "].map((line) => line.split(" "));
    for (const words of lines) expect(called(words, { cwd: at.cwd, env }).replies).not.toEqual([]);
  });
});

/** Calls the function as bash does, without a terminal, and gives all completions. */
function called(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  begin = "",
) {
  const program = `${begin}
    compopt() { :; }
    source "$1"; COMP_LINE=$2; shift 2
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_POINT=\${#COMP_LINE}
    _agentcfg agentcfg "\${COMP_WORDS[COMP_CWORD]}" x
    for reply in "\${COMPREPLY[@]}"; do builtin printf '%s\\n' "$reply"; done`;
  const { status, stdout, stderr } = spawnSync(
    "/bin/bash",
    ["--norc", "-c", program, "bash", script, words.join(" "), ...words],
    {
      ...{ cwd, env, encoding: "utf8" },
    },
  );
  return { status, stderr, replies: stdout.split("\n").filter((line) => line !== "") };
}

/** Calls the function for one line after the other, in one shell; gives what it prints, and a last line. */
function calledForEach(lines: readonly string[], { cwd, env }: Pick<Machine, "cwd" | "env">): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const calls = lines.map((line) => {
    const words = line.split(" ");
    const about = `COMP_LINE=${quoted(line)} COMP_POINT=${line.length} COMP_CWORD=${words.length - 1}`;
    return `COMP_WORDS=(${words.map(quoted).join(" ")}) ${about}\n_agentcfg agentcfg ${quoted(words.at(-1) ?? "")} x`;
  });
  const program = ["compopt() { :; }", `source ${quoted(script)}`, ...calls, "builtin printf 'over\\n'"].join("\n");
  return spawnSync("/bin/bash", ["--norc", "-c", program], { cwd, env, encoding: "utf8" }).stdout;
}

describe("does nothing", () => {
  const TYPED = [
    "$(touch x)",
    "`touch x`",
    "${x:=$(touch x)}",
    "<(touch x)",
    ";touch x;",
    "$(touch x)/",
    "a[$(touch x)]",
    "!!",
    "'$(touch x)",
  ];

  test("that is typed, wherever it stands", async () => {
    const places = [
      "",
      "lint ",
      "lint --format ",
      "lint --format=",
      "lint --global ",
      "get ",
      "get models.",
      "set --project ",
      "set --project x ",
    ];
    const lines = places.flatMap((place) =>
      TYPED.flatMap((word) => [`agentcfg ${place}${word}`, `agentcfg ${place}${word} `]),
    );
    const at = machine(FILES);
    await typed(at, lines);
    expect(calledForEach(lines, at)).toBe("over\n");
    const made = readdirSync(at.root, { recursive: true, encoding: "utf8" }).filter((name) => /(^|\/)x$/.test(name));
    expect(made).toEqual([]);
    expect(existsSync("x")).toBe(false);
  });

  test.each<readonly [string, string]>([
    ["without a home", "unset HOME"],
    [
      "with a function and an alias of that name",
      "agentcfg() { touch x; }; shopt -s expand_aliases; alias agentcfg=false",
    ],
    ["with a TMPDIR that is not there", "TMPDIR=/nonexistent"],
    ["where unset variables and failures are errors", "set -u"],
    ["with other ideas of words and names", "IFS=a; shopt -s nullglob failglob extglob; set -f"],
  ])("%s: no word on standard error, and the same offers", (_, begin) => {
    const at = machine(FILES);
    const env = { ...at.env, PATH: `${programs(at)}:${at.env["PATH"]}` };
    for (const [words, reply] of [
      [["agentcfg", "li"], "lint"],
      [["agentcfg", "lint", "--form"], "--format"],
      [["agentcfg", "get", "daemon.log_l"], "daemon.log_level"],
    ] as const)
      expect(called(words, { cwd: at.cwd, env }, begin)).toEqual({ status: 0, stderr: "", replies: [reply] });
  });

  test("but say what it knows, in a directory that was removed: options, and the rest", () => {
    const at = machine({});
    const env = { ...at.env, PATH: `${programs(at)}:${at.env["PATH"]}` };
    const gone = "mkdir gone; cd gone; rmdir ../gone";
    for (const [word, replies] of [
      ["--orig", ["--origin"]],
      ["daemon.log_l", ["daemon.log_level"]],
    ] as const)
      expect(called(["agentcfg", "show", word], { cwd: at.cwd, env }, gone)).toEqual({
        status: 0,
        stderr: "",
        replies,
      });
  });

  test("that another program of that name says", () => {
    const at = machine({
      "bin/agentcfg":
        "#!/bin/sh\necho no >&2\nprintf '%s\\n' '$(touch x)' 'm x' 'm;x' m.é m.x '' 'm`touch x`'\nexit 1\n",
    });
    chmodSync(at.path("bin/agentcfg"), 0o755);
    const env = { ...at.env, PATH: `${at.path("bin")}:${at.env["PATH"]}` };
    for (const word of ["", "m"])
      expect(called(["agentcfg", "get", word], { cwd: at.cwd, env })).toEqual({
        status: 0,
        stderr: "",
        replies: ["m.x"],
      });
  });

  test("without the program: no word either", () => {
    const { cwd } = machine({});
    const nowhere = { cwd, env: { PATH: "/nonexistent" } };
    expect(called(["agentcfg", "get", "daemon.log_l"], nowhere)).toEqual({ status: 0, stderr: "", replies: [] });
  });
});

test("the script is right for bash, and evaluates nothing", () => {
  const { status, stderr } = spawnSync("bash", ["-n", script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { stdout } = spawnSync("bash", ["--norc", "-c", `source ${script}; declare -f; complete -p agentcfg`], {
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^complete -F _agentcfg agentcfg$/m);
  expect(stdout).not.toMatch(/\beval\b|compgen|_init_completion|_get_comp_words|\$\(\(?!command agentcfg/);
});
