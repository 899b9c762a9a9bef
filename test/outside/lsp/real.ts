/** Real editors: where they are, the lines that the page about editors shows for them, and `agentcfg` as a command that they find. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** Places of a program that somebody can start by its name. */
export function placesOf(program: string): readonly string[] {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return directories.map((directory) => join(directory, program)).filter((place) => existsSync(place));
}

/** The blocks of code under a heading of the page. */
export function linesUnder(heading: string): readonly string[] {
  const section = readFileSync("docs/editors.md", "utf8").split(`\n### ${heading}\n`)[1]?.split(/^##/m)[0] ?? "";
  return [...section.matchAll(/^```\w+\n(.*?)^```/gms)].map(([, lines = ""]) => lines);
}

export interface Ran {
  readonly stdout: string;
  readonly all: string;
}

/** Runs an editor for a user with this home and `agentcfg`. */
export function runEditor(directory: string, program: string, words: readonly string[]): Ran {
  const bin = join(directory, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(resolve("bin/agentcfg.cjs"), join(bin, "agentcfg"));
  const { stdout, stderr } = spawnSync(program, words, {
    cwd: directory,
    env: { HOME: directory, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` },
    encoding: "utf8",
    timeout: 100_000,
  });
  return { stdout, all: `${stdout}${stderr}` };
}
