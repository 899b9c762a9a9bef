/**
 * One walk of a directory, level by level, for the catalog of files (spec 8). Links are not followed. Inside a repository `.gitignore` is obeyed and
 * the walk has no budget; outside it ends after so many files or so much time.
 */
import { type IgnoreRules, ignoreRules, ruling } from "../../../text/ignore-rules.js";
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import { FileError } from "../../machine/interfaces/files.js";
import type { HeldDirectory, Tree, TreeEntry } from "../../machine/interfaces/tree.js";
import { CACHE_TAG, isGenerated } from "./generated.js";

/** `daemon.file_catalog`. */
export interface CatalogSettings {
  readonly max_files: number;
  readonly max_duration_ms: number;
  readonly exclude_generated: boolean;
  readonly cache_ttl_secs: number;
}

/** A directory with the names of its files and of its links, sorted. */
export interface Folder {
  /** From the directory of the walk, with slashes; empty for that itself. */
  readonly path: string;
  readonly files: readonly string[];
  readonly links: readonly string[];
}

export interface Walk {
  /** A directory comes before those in it. */
  readonly folders: readonly Folder[];
  /** The budget that ended the walk early. */
  readonly cut: "files" | "time" | undefined;
  /** Directories that cannot be read. */
  readonly unreadable: number;
}

export interface WalkOptions {
  readonly tree: Tree;
  readonly clock: Clock;
  readonly settings: CatalogSettings;
  /** Whether ignored files are in it. */
  readonly showsIgnored: boolean;
}

/** Rules, and the number of names of the directory with them. */
interface Ruleset {
  readonly rules: IgnoreRules;
  readonly depth: number;
}

interface Task {
  readonly place: string;
  /** From the directory of the walk. */
  readonly path: string;
  /** From the root of the repository. */
  readonly names: readonly string[];
  /** Those of outer directories come first. */
  readonly rulesets: readonly Ruleset[];
}

/** Names that are judged before something else may run. */
const PIECE = 256;

interface Visited {
  readonly folder: Folder;
  readonly below: readonly Task[];
}

/** Directories that are read at once. */
const AT_ONCE = 16;

export async function walk(start: string, options: WalkOptions): Promise<Walk> {
  const { clock, settings } = options;
  const { isInside, names, rulesets } = await around(start, options);
  const end = clock.monotonic() + settings.max_duration_ms;
  const folders: Folder[] = [];
  let [files, unreadable] = [0, 0];
  const done = (cut: Walk["cut"]): Walk => ({ folders, cut, unreadable });
  let level: readonly Task[] = [{ place: start, path: "", names, rulesets }];
  while (level.length > 0) {
    const next: Task[] = [];
    for (let at = 0; at < level.length; at += AT_ONCE) {
      if (!isInside && clock.monotonic() >= end) return done("time");
      const visits = await Promise.all(level.slice(at, at + AT_ONCE).map((task) => visit(task, options)));
      for (const visited of visits) {
        if (visited === "unreadable") unreadable += 1;
        if (typeof visited === "string") continue;
        const room = isInside ? Number.POSITIVE_INFINITY : settings.max_files - files;
        const { folder, below } = visited;
        if (folder.files.length + folder.links.length > room) {
          folders.push({ ...folder, files: folder.files.slice(0, room), links: [] });
          return done("files");
        }
        folders.push(folder);
        files += folder.files.length + folder.links.length;
        for (const task of below) next.push(task);
      }
    }
    level = next;
  }
  return done(undefined);
}

async function visit(task: Task, options: WalkOptions): Promise<Visited | "unreadable" | "generated"> {
  try {
    const directory = await options.tree.hold(task.place);
    try {
      return await visitHeld(task, directory, options);
    } finally {
      await directory.release();
    }
  } catch (error) {
    if (error instanceof FileError) return "unreadable";
    throw error;
  }
}

async function visitHeld(
  task: Task,
  directory: HeldDirectory,
  { tree, clock, settings, showsIgnored }: WalkOptions,
): Promise<Visited | "generated"> {
  const entries: TreeEntry[] = [];
  for await (const piece of directory.entries()) for (const entry of piece) entries.push(entry);
  const kinds = new Map(entries.map(({ name, kind }) => [name, kind]));
  const siblings = new Set(kinds.keys());
  if (settings.exclude_generated && task.path !== "" && siblings.has(CACHE_TAG)) return "generated";
  const { names, rulesets } = await rulesIn(task, kinds, directory, tree);
  const isIgnored = (name: string, isDirectory: boolean): boolean =>
    !showsIgnored && ignores(rulesets, [...names, name], isDirectory);
  const [files, links]: [string[], string[]] = [[], []];
  const below: Task[] = [];
  for (const [index, { name, kind }] of entries.entries()) {
    if (index % PIECE === PIECE - 1) await sleep(clock, 0);
    if (name === ".git" || kind === "other" || isIgnored(name, kind === "directory")) continue;
    if (kind === "file") files.push(name);
    else if (kind === "link") links.push(name);
    else if (!settings.exclude_generated || !isGenerated(name, siblings))
      below.push({
        place: tree.join(task.place, name),
        path: task.path === "" ? name : `${task.path}/${name}`,
        ...{ names: [...names, name], rulesets },
      });
  }
  below.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { folder: { path: task.path, files: files.sort(), links: links.sort() }, below };
}

/** The names and rules of a directory with its own; the root of another repository ends those around it. */
async function rulesIn(
  { place, names, rulesets }: Pick<Task, "place" | "names" | "rulesets">,
  kinds: ReadonlyMap<string, TreeEntry["kind"]>,
  directory: HeldDirectory,
  tree: Tree,
): Promise<Pick<Task, "names" | "rulesets">> {
  const isRoot = kinds.has(".git");
  const [ownNames, outer] = isRoot ? [[], []] : [names, rulesets];
  const own: Ruleset[] = [];
  if (kinds.get(".git") === "directory") {
    const info = tree.join(tree.join(place, ".git"), "info");
    own.push({ rules: await rulesOf(tree, info, "exclude"), depth: 0 });
  }
  if (kinds.get(".gitignore") === "file")
    own.push({ rules: await rulesOf(tree, directory, ".gitignore"), depth: ownNames.length });
  return { names: ownNames, rulesets: [...outer, ...own.filter(({ rules }) => rules.length > 0)] };
}

/** The largest file of rules that is read, in bytes. */
const MOST_BYTES = 256 * 1024;

async function rulesOf(tree: Tree, directory: HeldDirectory | string, name: string): Promise<IgnoreRules> {
  try {
    const held = typeof directory === "string" ? await tree.hold(directory) : directory;
    try {
      return ignoreRules(new TextDecoder().decode(await held.read(name, MOST_BYTES)));
    } finally {
      if (held !== directory) await held.release();
    }
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

function ignores(rulesets: readonly Ruleset[], names: readonly string[], isDirectory: boolean): boolean {
  for (let at = rulesets.length - 1; at >= 0; at -= 1) {
    const { rules, depth } = rulesets[at] ?? { rules: [], depth: 0 };
    const rule = ruling(rules, names, depth, isDirectory);
    if (rule !== undefined) return rule;
  }
  return false;
}

interface Around extends Pick<Task, "names" | "rulesets"> {
  readonly isInside: boolean;
}

/** The repository around a directory: the names that lead to it from the root, and the rules above it. */
async function around(start: string, { tree }: WalkOptions): Promise<Around> {
  const above: string[] = [];
  for (let place = start; ; ) {
    if (await hasRepository(tree, place)) return rulesAbove(tree, place, above);
    const [parent, name] = tree.split(place);
    if (name === "" || parent === place) return { isInside: false, names: [], rulesets: [] };
    above.unshift(name);
    place = parent;
  }
}

/** Where the rules ignore the directory itself, they do not hold in it. */
async function rulesAbove(tree: Tree, root: string, names: readonly string[]): Promise<Around> {
  let place = root;
  let found: Pick<Task, "names" | "rulesets"> = { names: [], rulesets: [] };
  for (const name of names) {
    const directory = await tree.hold(place).catch(() => undefined);
    if (directory !== undefined) {
      const kinds = new Map<string, TreeEntry["kind"]>();
      for (const one of [".git", ".gitignore"]) {
        const status = await directory.status(one).catch(() => undefined);
        if (status !== undefined) kinds.set(one, status.kind);
      }
      found = await rulesIn({ place, ...found }, kinds, directory, tree);
      await directory.release();
    }
    const rulesets = ignores(found.rulesets, [...found.names, name], true) ? [] : found.rulesets;
    found = { names: [...found.names, name], rulesets };
    place = tree.join(place, name);
  }
  return { isInside: true, ...found };
}

async function hasRepository(tree: Tree, place: string): Promise<boolean> {
  try {
    const directory = await tree.hold(place);
    const status = await directory.status(".git").finally(() => directory.release());
    return status?.kind === "directory" || status?.kind === "file";
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}
