/** Commands that are made to be read wrongly: other spellings of one command change no decision for the better, and no length takes long. */
import { expect, test } from "vitest";
import { decide } from "../../src/permissions/decide.js";
import type { PlacedRule } from "../../src/permissions/rule.js";
import { cases } from "../cases.js";

const RULES: readonly PlacedRule[] = [
  { effect: "deny", rule: { tool: "shell", command: "git push *" }, source: "user" },
  { effect: "ask", rule: { tool: "shell", command: "npm publish" }, source: "project" },
  { effect: "deny", rule: { path: "secrets/**" }, source: "user" },
  { effect: "allow", rule: { tool: "shell" }, source: "user" },
  { effect: "allow", rule: { tool: "shell", command: "*" }, source: "user" },
];

const effectOf = (text: string, shell: "bash" | "powershell" = "bash") =>
  decide(RULES, { tool: "shell", command: { text, shell }, cwd: "/work/app" }).effect;

const RESTRICTED = [
  "git push",
  "git push origin main",
  "npm publish",
  "cat secrets/key",
  "git -C x push",
  "npm publish --tag x",
];

/** Ways to spell one character of a word, or something before a word that does nothing. */
const SPELLINGS: readonly ((character: string) => string)[] = [
  (character) => `\\${character}`,
  (character) => `'${character}'`,
  (character) => `"${character}"`,
  (character) => `$'\\x${character.charCodeAt(0).toString(16)}'`,
  (character) => `$'\\${character.charCodeAt(0).toString(8)}'`,
  (character) => `${character}''`,
  (character) => `""${character}`,
  (character) => `\\\n${character}`,
];

const AROUND: readonly ((command: string) => string)[] = [
  (command) => `${command} # x`,
  (command) => `: ; ${command}`,
  (command) => `true &&\n${command}`,
  (command) => `(${command})`,
  (command) => `{ ${command}; }`,
  (command) => `env ${command}`,
  (command) => `command ${command}`,
  (command) => `A=1 ${command}`,
  (command) => `2>/dev/null ${command}`,
  (command) => `echo "$(${command})"`,
  (command) => `if :; then ${command}\nfi`,
  (command) => `bash -c '${command.replaceAll("'", `'\\''`)}'`,
  (command) => `cat <<E\n$(${command.replaceAll("\\\n", "")})\nE`,
];

function chance(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("quotes, escapes and commands around it never allow what is denied or asked about", () => {
  const allowed: string[] = [];
  for (let seed = 0; seed < cases(20_000); seed += 1) {
    const next = chance(seed);
    const one = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(next() * items.length)] ?? expect.unreachable();
    const spelt = [...one(RESTRICTED)].map((character) =>
      character === " " ? one([" ", "  ", "\t", " \\\n"]) : next() < 0.3 ? one(SPELLINGS)(character) : character,
    );
    let command = spelt.join("");
    for (let round = Math.floor(next() * 3); round > 0; round -= 1) command = one(AROUND)(command);
    if (!["deny", "ask"].includes(effectOf(command))) allowed.push(command);
  }
  expect(allowed).toEqual([]);
});

const LONG = 262_144;

const HUGE: Readonly<Record<string, string>> = {
  "many parts": "git status;".repeat(LONG / 11),
  "open substitutions": "$(".repeat(LONG / 2),
  "open parentheses": "(".repeat(LONG),
  "open expansions": "${x:-".repeat(LONG / 5),
  "quoted expansions": '"${x:-'.repeat(LONG / 6),
  backticks: "`\\".repeat(LONG / 2),
  documents: "<<E ".repeat(LONG / 4),
  "documents in lines": "a <<E\n".repeat(LONG / 6),
  cases: "case x in a) ".repeat(LONG / 13),
  braces: "{a,".repeat(LONG / 3),
  "a long word": "a".repeat(LONG),
  stars: "*".repeat(LONG),
  "words of stars": "a* ".repeat(LONG / 3),
  redirections: ">a ".repeat(LONG / 3),
  "brackets that do not end": "[[ ".repeat(LONG / 3),
  "shells in shells": `${"bash -c '".repeat(1000)}`,
  eval: "eval ".repeat(LONG / 5),
  "continued lines": "\\\n".repeat(LONG / 2),
  finds: "find -exec ".repeat(LONG / 11),
  xargs: "xargs ".repeat(LONG / 6),
  "words with a rule's": "x git ".repeat(LONG / 6),
  comments: "#'\n".repeat(LONG / 3),
  "too long": "a ".repeat(LONG),
};

test.each(Object.entries(HUGE))("%s: decided about, and allowed only if understood", (_, text) => {
  for (const shell of ["bash", "powershell"] as const)
    expect(["allow", "ask", "deny"]).toContain(effectOf(text, shell));
});

test.each([
  "",
  " ",
  "\n",
  "#",
  "\0",
  "\ud800",
  "💥 push",
  "git\u00a0push",
  "\r\n",
  ";;",
  "'",
  '"',
  "$(",
  "<<",
  "&",
  "|",
  "\\",
  "${",
  "[[",
  "case",
  "for",
])("%j does not throw", (text) => {
  for (const shell of ["bash", "powershell"] as const) expect(() => effectOf(text, shell)).not.toThrow();
});

test.each([
  ...[
    "git push",
    "GIT push",
    "git.exe push",
    "git 'push'",
    "& git push",
    "g`it push",
    "iex 'git push'",
    "git push; ls",
    "ls | git push",
    "$x",
    "git $x",
  ],
  ...[
    "cmd /c git push",
    "ls && git push",
    "pwsh -c x",
    ". ./x.ps1",
    "Get-Content secrets/key",
    "'git' push",
    "git (x)",
    "{ git push }",
    "Invoke-Expression x",
  ],
])("PowerShell: %j is not allowed", (text) => {
  expect(["ask", "deny"]).toContain(effectOf(text, "powershell"));
});

test.each(["git status", "npm test", "ls; git log", "git commit -m 'a b'"])("PowerShell: %j is allowed", (text) => {
  expect(effectOf(text, "powershell")).toBe("allow");
});
