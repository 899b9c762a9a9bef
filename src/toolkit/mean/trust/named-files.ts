/** The files of a repository that a project's configuration names: programs to run, and texts for the model. */
import { type Host, isInside, repositoryOf } from "../../read/host/host.js";
import type { Place } from "../../read/schema/place.js";

/** The user cannot vouch for a configuration with more words. */
const MOST_WORDS = 2_000;

export interface NamedFiles {
  /** Absolute names, sorted. */
  readonly files: readonly string[];
  /** Named directories, even those without a named file. */
  readonly directories: readonly string[];
}

/**
 * The files that the words of all texts name, from the project's directory `root` or from its `.agent` directory, within the repository
 * around it; by name, so that a link counts with its target. Undefined for more words than the limit.
 */
export function namedFiles(host: Host, tree: Place, root: string): NamedFiles | undefined {
  const boundary = repositoryOf(host, root) ?? root;
  const files = new Set<string>();
  const directories = new Set<string>();
  const add = (name: string): void => {
    const kind = isInside(name, boundary) ? kindOf(host, name) : undefined;
    if (kind === "directory") directories.add(name);
    for (const file of kind === "file" ? [name] : kind === "directory" ? within(host, name) : withEnding(name))
      if (isInside(file, boundary) && kindOf(host, file) === "file") files.add(file);
  };
  let words = 0;
  for (const text of textsIn(tree)) {
    for (const word of wordsIn(text)) {
      words += 1;
      if (words > MOST_WORDS) return undefined;
      for (const base of [root, host.join(root, ".agent")]) {
        for (const name of namesIn(word)) add(host.isAbsolute(name) ? host.join(name, ".") : host.join(base, name));
      }
    }
  }
  return { files: [...files].toSorted(), directories: [...directories].toSorted() };
}

/** The kind of a link's target; a broken link is a file, because its target may be created. */
function kindOf(host: Host, name: string): "file" | "directory" | undefined {
  const kind = isTooLong(name) ? undefined : host.kindOf(name);
  const real = kind === "link" ? host.realPath(name) : undefined;
  const targetKind = real === undefined ? kind : host.kindOf(real);
  if (targetKind === "directory") return "directory";
  return targetKind === undefined ? undefined : "file";
}

/** The most bytes of a path, and of one name in it, on any file system. */
const LONGEST_PATH = 4_096;
const LONGEST_NAME = 255;

/** Whether a name is too long to exist; asking the file system about it would fail. */
function isTooLong(name: string): boolean {
  if (name.length <= LONGEST_NAME / 4) return false;
  const bytes = (text: string): number => new TextEncoder().encode(text).length;
  return bytes(name) > LONGEST_PATH || name.split(/[\\/]/).some((part) => bytes(part) > LONGEST_NAME);
}

/** The files that programs open in a directory, and for a name without an ending. */
const INDEX = ["index.js", "index.mjs", "index.cjs", "index.ts", "__main__.py", "__init__.py", "package.json"];
const ENDINGS = [".js", ".mjs", ".cjs", ".ts", ".py", ".sh", ".md"];

function within(host: Host, directory: string): readonly string[] {
  return INDEX.map((name) => host.join(directory, name));
}

function withEnding(name: string): readonly string[] {
  return ENDINGS.map((ending) => `${name}${ending}`);
}

function* textsIn(place: Place): Generator<string> {
  if (place.kind === "list") for (const item of place.items) yield* textsIn(item);
  else if (place.kind === "object") for (const child of place.entries.values()) yield* textsIn(child);
  else if (typeof place.value === "string") yield place.value;
}

/** A text as a whole, and its words as those of a command line. */
function wordsIn(text: string): ReadonlySet<string> {
  return new Set([text, ...text.split(/[\s=;&|<>()"'`]/)].filter((word) => word !== "" && !word.includes("\0")));
}

/** The names in a word: itself, the text after a short option, the parts of a list or a volume, a module, the files of a task runner. */
function namesIn(word: string): ReadonlySet<string> {
  const glued = /^-\w(.+)/.exec(word)?.[1];
  const parts = [word, ...(glued === undefined ? [] : [glued]), ...word.split(/[:,@]/)];
  const names = parts.map((part) =>
    part.replace(/^(?:agent:\/\/|file:(?:\/\/)?|\$\{?PWD\}?\/|\/proc\/self\/cwd\/)/, ""),
  );
  const modules = parts.filter((part) => /^\w+(?:\.\w+)+$/.test(part)).map((part) => part.replaceAll(".", "/"));
  const recipes = RUNNERS.get(word.split(/[\\/]/).at(-1) ?? "");
  return new Set([...names, ...modules, ...(recipes === undefined ? [] : [recipes])].filter((name) => name !== ""));
}

const RUNNERS: ReadonlyMap<string, string> = new Map([
  ...["npm", "pnpm", "yarn", "bun", "npx"].map((name) => [name, "package.json"] as const),
  ...([
    ["make", "Makefile"],
    ["just", "justfile"],
    ["task", "Taskfile.yml"],
  ] as const),
]);
