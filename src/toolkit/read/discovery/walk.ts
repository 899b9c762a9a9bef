/** Finds projects below a directory: all `.agent` directories with a configuration or permissions. Does not follow links. */
import { displayName, type Host, type Listing } from "../host/host.js";
import { nameOf } from "../layers/identity.js";
import type { Unreadable } from "../layers/layer.js";
import { configFiles, permissionFiles } from "../layers/places.js";
import { type Ignored, ignoredIn, isIgnored } from "./ignored.js";

export interface WalkOptions {
  readonly host: Host;
  readonly list: (directory: string) => Listing;
  /** Whether ignore files apply. */
  readonly gitignore: boolean;
  /** Receives each directory before its search. */
  readonly tick: (directory: string) => void;
}

export interface WalkResult {
  /** Files, and the directories of projects with several files; parents before children, sorted by name. */
  readonly names: readonly string[];
  /** Directories that the walk could not search. */
  readonly unreadable: readonly Unreadable[];
}

/** Directories of other programs, never searched. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** A directory to search, and its ignore patterns. */
interface Task {
  readonly directory: string;
  readonly isAgent: boolean;
  readonly ignored: Ignored;
}

/** Searches a named directory and everything below. The `.agent` directory in it is never ignored. */
export function walk(named: string, ignoredThere: Ignored, options: WalkOptions): WalkResult {
  const { host, list, gitignore, tick } = options;
  const names: string[] = [];
  const unreadable: Unreadable[] = [];
  const tasks: Task[] = [{ directory: named, isAgent: false, ignored: ignoredThere }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { directory, isAgent } = task;
    tick(directory);
    const entries = list(directory);
    if ("reason" in entries) {
      unreadable.push({ file: displayName(host, directory), reason: entries.reason });
      continue;
    }
    const kinds = new Map(entries.map(({ name, kind }) => [name, kind]));
    const has = { repository: kinds.has(".git"), file: kinds.get(".gitignore") === "file" };
    const ignored = gitignore ? ignoredIn(host, task.ignored, directory, has) : undefined;
    const counts = (file: string): boolean => !isIgnored(ignored, file);
    if (isAgent) names.push(...namesAmong(host, directory, (file, name) => kinds.has(name) && counts(file)));
    if (kinds.get(".agent") === "link" && counts(`${host.join(directory, ".agent")}/`))
      names.push(...namesIn(host, host.join(directory, ".agent")));
    const below = entries.filter(({ name, kind }) => kind === "directory" && !SKIPPED.has(name));
    for (const { name } of below.toSorted((a, b) => (a.name < b.name ? 1 : -1))) {
      const child = host.join(directory, name);
      const isOwn = name === ".agent" && directory === named;
      if (isOwn || counts(`${child}/`))
        tasks.push({ directory: child, isAgent: name === ".agent", ignored: isOwn ? undefined : ignored });
    }
  }
  return { names, unreadable };
}

/** The configuration in an `.agent` directory and its permissions; for several of one, the directory of the project, which lint reports. */
export function namesIn(host: Host, agent: string): readonly string[] {
  return namesAmong(host, agent, (file) => host.kindOf(file) !== undefined);
}

function namesAmong(host: Host, agent: string, isThere: (file: string, name: string) => boolean): readonly string[] {
  const present = [configFiles, permissionFiles].map((filesOf) =>
    filesOf(host, agent).filter((file) => isThere(file, nameOf(file))),
  );
  return present.some(({ length }) => length > 1) ? [host.join(agent, "..")] : present.flat();
}
