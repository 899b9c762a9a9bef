/** Commands below commands: what shells offer for a table that has three levels. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TABLE } from "../../cli/three-levels.js";
import { bashScript } from "../../generate/shells/bash.js";
import { fishScript } from "../../generate/shells/fish.js";
import { commandTable } from "../../generate/shells/words.js";
import { zshScript } from "../../generate/shells/zsh.js";
import { machine } from "../../machine/machine.js";
import { askedOfFish, isInstalled, typedIntoZsh } from "./other-shells.js";
import { typed } from "./typed.js";

const table = await commandTable(TABLE);

/** Lines, and the words that a shell may offer for them. */
const OFFERED: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["agent ", ["hub", "sessions"]],
  ["agent hub ", ["token", "watch"]],
  ["agent hub tok", ["token"]],
  ["agent hub token ", ["create", "revoke"]],
  ["agent hub --stat", ["--state-dir"]],
  ["agent hub token create --stat", ["--state-dir"]],
  ["agent hub watch --stat", ["--state-dir"]],
  ["agent hub token --stat", []],
];

function scriptFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "script");
  writeFileSync(file, text);
  return file;
}

test("in bash", async () => {
  const lines = OFFERED.map(([line]) => line);
  const become = await typed(machine({}), lines, `source ${scriptFile(bashScript(table, "agent"))}`);
  const offers = become.map((whole, index) => {
    const line = lines[index] ?? "";
    const rest = whole.slice(line.lastIndexOf(" ") + 1).trim();
    return [line, rest === line.slice(line.lastIndexOf(" ") + 1) ? [] : rest.split(" ").toSorted()];
  });
  expect(offers).toEqual(OFFERED);
});

test("in fish, where it is there", () => {
  if (!isInstalled("fish")) return;
  const lines = OFFERED.map(([line]) => line);
  const ask = "echo (complete -C $line | string split -f 1 \\t | sort)";
  const offers = askedOfFish(scriptFile(fishScript(table, "agent")), ask, lines, { env: process.env });
  expect(offers).toEqual(OFFERED.map(([, words]) => words.join(" ")));
});

test("in zsh, where it is there", () => {
  if (!isInstalled("zsh")) return;
  // Lines with one offer, which the shell inserts.
  const single = OFFERED.filter(([line, words]) => words.length === 1 && !line.endsWith(" "));
  const lines = single.map(([line]) => line);
  const env = { ...process.env, TERM: "dumb" };
  const become = typedIntoZsh(scriptFile(zshScript(table, "agent")), lines, { env });
  const whole = single.map(([line, [word = ""]]) => `${line.slice(0, line.lastIndexOf(" ") + 1)}${word}`);
  expect(become.map((line) => line.replace(/[ =]+$/, ""))).toEqual(whole);
});
