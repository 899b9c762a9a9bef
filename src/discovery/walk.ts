/** Looks for projects below a directory: every `.agent` directory with a configuration in it. Links are not followed. */
import { displayName, type Host } from "../host/host.js";
import type { Listing } from "../host/list.js";
import type { Unreadable } from "../layers/layer.js";
import { configFiles } from "../layers/places.js";
import { type Ignored, ignoredAbove, ignoredIn, isIgnored } from "./ignored.js";

export interface WalkOptions {
  readonly host: Host;
  readonly list: (directory: string) => Listing;
  /** Whether ignore files count. */
  readonly gitignore: boolean;
  /** Called for every directory that has been looked into. */
  readonly tick: () => void;
}

export interface Found {
  /** Files, and the directories of projects that have several; parents before children, in the order of their names. */
  readonly names: readonly string[];
  /** Directories that could not be looked into. */
  readonly unreadable: readonly Unreadable[];
}

/** Never looked into: what is in there is of other programs. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** A directory to look into, and what is left out in it. */
interface Task {
  readonly directory: string;
  readonly ignored: Ignored;
}

/** What is found in a directory that was named, and below. What lies in its own `.agent` directory is never left out. */
export function walk(named: string, options: WalkOptions): Found {
  const { host, list, gitignore, tick } = options;
  const names: string[] = [];
  const unreadable: Unreadable[] = [];
  const tasks: Task[] = [{ directory: named, ignored: gitignore ? ignoredAbove(host, named) : [] }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { directory } = task;
    const entries = list(directory);
    tick();
    if ("reason" in entries) {
      unreadable.push({ file: displayName(host, directory), reason: entries.reason });
      continue;
    }
    const kinds = new Map(entries.map(({ name, kind }) => [name, kind]));
    const has = { repository: kinds.has(".git"), file: kinds.get(".gitignore") === "file" };
    const ignored = gitignore ? ignoredIn(host, task.ignored, directory, has) : [];
    const kind = kinds.get(".agent");
    const own =
      kind === "directory" || kind === "link" ? projectIn(host, directory, directory === named ? [] : ignored) : [];
    names.push(...own);
    const below = entries.filter((entry) => entry.kind === "directory" && !SKIPPED.has(entry.name));
    for (const { name } of below.toSorted((a, b) => (a.name < b.name ? 1 : -1))) {
      const child = host.join(directory, name);
      if (!isIgnored(ignored, `${child}/`)) tasks.push({ directory: child, ignored });
    }
  }
  return { names, unreadable };
}

/** What to call the configuration in the `.agent` directory of a directory; nothing where there is none. */
function projectIn(host: Host, directory: string, ignored: Ignored): readonly string[] {
  const agent = host.join(directory, ".agent");
  if (isIgnored(ignored, `${agent}/`)) return [];
  return namesIn(host, agent, (file) => !isIgnored(ignored, file));
}

/** The file that is the configuration in an `.agent` directory, or the project where there are several: that is for lint to say. */
export function namesIn(host: Host, agent: string, counts: (file: string) => boolean): readonly string[] {
  const files = configFiles(host, agent).filter((file) => host.kindOf(file) !== undefined && counts(file));
  return files.length > 1 ? [host.join(agent, "..")] : files;
}
