/** Completion in zsh and fish, where they are installed: what they offer, and that they do nothing that is typed. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../machine/names.js";
import { programs } from "../../machine/programs.js";
import { repository } from "../../machine/repository.js";
import { askedOfFish, isInstalled, typedIntoZsh } from "./other-shells.js";

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

const OFFERS = {
  zsh: typedIntoZsh,
  fish: (script: string, lines: readonly string[], here: ReturnType<typeof at>) =>
    askedOfFish(script, "echo (complete -C $line | string split -f 1 \\t)", lines, here),
} as const;

test.each(["zsh", "fish"] as const)("%s, where it is there, offers that and does nothing", (shell) => {
  if (!isInstalled(shell)) return;
  const here = at();
  const lines = ASKED.map(([line]) => line);
  const real = OFFERS[shell](resolve(`docs/completions/agentcfg.${shell}`), lines, here);
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
  if (!isInstalled("fish")) return;
  const lines = ["agentcfg lint --fail-on ", "agentcfg lint --severity effect=w"];
  const offered = askedOfFish(resolve("docs/completions/agentcfg.fish"), "complete -C $line", lines, at());
  expect(offered.map((lines) => lines.split("\n").map((line) => line.trimEnd()))).toEqual([
    ["error", "info", "warning"],
    ["effect=warning"],
  ]);
});
