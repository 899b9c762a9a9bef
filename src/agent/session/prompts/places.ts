/**
 * The directories that prompts are in: by the same rules as the configuration's own (S1, P-S78), but whether or not there is one. Reads no
 * file.
 */
import { FileError, type Files } from "../../machine/interfaces/files.js";
import { isAbsolute } from "../store/paths.js";
import { projectOf } from "../store/project.js";

export interface PromptPlaces {
  /** The directory with the project's `.agent`, from which the paths of its prompts start. */
  readonly project: string | undefined;
  /** The root of the repository, with its `AGENTS.md`. */
  readonly repository: string | undefined;
  /** The global config directory. */
  readonly global: string | undefined;
  /** Whether it is the usual one of the user's account: only the user can fill it, even where the home directory is a repository (S47). */
  readonly isUsualGlobal?: boolean;
  /** Whether its user has named its configuration: then it counts in a project too (S37). */
  readonly isNamedGlobal?: boolean;
}

export interface AskedPlaces {
  /** Absolute. */
  readonly workingDirectory: string;
  /** `--global FILE`: the directory of that file is the global one; `false` for `--no-global`. */
  readonly global?: string | false | undefined;
  /** `--project`: a file or directory; `false`, for `--no-project`, leaves out a configuration and no directory. */
  readonly project?: string | false | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined for a user without a home directory. */
  readonly home: string | undefined;
  /** The home directory of the user's account, whatever the environment says. */
  readonly accountHome?: string | undefined;
}

export async function promptPlaces(files: Files, asked: AskedPlaces): Promise<PromptPlaces> {
  const { workingDirectory, project } = asked;
  const named = typeof project === "string" ? await namedProject(files, workingDirectory, project) : undefined;
  const repository = await projectOf(files, named ?? workingDirectory);
  const global = globalOf(files, asked);
  return {
    repository,
    project: named ?? (await nearest(files, workingDirectory, repository)),
    global,
    isNamedGlobal: typeof asked.global === "string",
    isUsualGlobal: global !== undefined && (await isUsual(files, global, asked)),
  };
}

async function isUsual(files: Files, global: string, { home, accountHome }: AskedPlaces): Promise<boolean> {
  if (home === undefined || accountHome === undefined || global !== files.join(home, ".config", "agent")) return false;
  const [real, ofAccount] = [await realOf(files, home), await realOf(files, accountHome)];
  return real !== undefined && real === ofAccount;
}

function globalOf(files: Files, { workingDirectory, global, env, home }: AskedPlaces): string | undefined {
  if (global === false) return undefined;
  if (global !== undefined) return files.join(resolved(files, workingDirectory, global), "..");
  const configured = env["XDG_CONFIG_HOME"];
  if (configured !== undefined && isAbsolute(configured)) return files.join(configured, "agent");
  return home !== undefined && isAbsolute(home) ? files.join(home, ".config", "agent") : undefined;
}

/** The directory that `--project` names, or that is around the file that it names. */
async function namedProject(files: Files, workingDirectory: string, project: string): Promise<string> {
  const path = resolved(files, workingDirectory, project);
  const directory = (await isDirectory(files, path)) ? path : files.join(path, "..");
  return /(?:^|[\\/])\.agent[\\/]?$/.test(directory) ? files.join(directory, "..") : directory;
}

/** From the working directory up to the root of the repository, the first directory with `.agent`; else that root. */
async function nearest(files: Files, workingDirectory: string, repository: string): Promise<string> {
  for (let directory = files.join(workingDirectory, "."); ; directory = files.join(directory, "..")) {
    if (await isDirectory(files, files.join(directory, ".agent"))) return directory;
    if (directory === repository || directory === files.join(directory, "..")) return repository;
  }
}

function resolved(files: Files, workingDirectory: string, path: string): string {
  return isAbsolute(path) ? path : files.join(workingDirectory, path);
}

/** Links are followed: a directory of configurations may be one. */
async function isDirectory(files: Files, path: string): Promise<boolean> {
  const real = await realOf(files, path);
  return real !== undefined && (await files.status(real).catch(noneIfRefused))?.kind === "directory";
}

/** Undefined as well for a path that may not be looked up. */
function realOf(files: Files, path: string): Promise<string | undefined> {
  return files.realPath(path).catch(noneIfRefused);
}

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof FileError)) throw error;
}
