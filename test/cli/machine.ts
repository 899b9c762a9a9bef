/** A home directory and a repository with the two layers in their usual places. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { agentcfg, type Run } from "./run.js";

export interface Machine {
  readonly home: string;
  readonly repository: string;
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Run;
  readonly read: (file: string) => string;
  readonly path: (file: string) => string;
}

/** `files` by name: `~/…` in the home directory, others in the repository. Everything is gone when the test ends. */
export function machine(files: Readonly<Record<string, string>>): Machine {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  const repository = join(folder, "repository");
  const path = (file: string): string => (file.startsWith("~/") ? join(home, file.slice(2)) : join(repository, file));
  mkdirSync(home);
  mkdirSync(join(repository, ".git"), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  }
  return {
    home,
    repository,
    path,
    read: (file) => readFileSync(path(file), "utf8"),
    run: (args, env = {}) => agentcfg(args, { cwd: repository, env: { HOME: home, ...env } }),
  };
}

export const GLOBAL = "~/.config/agent/config.yaml";
export const PROJECT = ".agent/config.yaml";

/** The pair of example files of a folder, each in its place. */
export function example(folder: string, global: string, project: string): Readonly<Record<string, string>> {
  const text = (name: string): string => readFileSync(`fixtures/examples/${folder}/${name}`, "utf8");
  return {
    [`~/.config/agent/config.${global.split(".")[1]}`]: text(global),
    [`.agent/config.${project.split(".")[1]}`]: text(project),
  };
}
