/** The files that a repository ignores: by `.gitignore` in any directory, and by `.git/info/exclude`. */
import ignore, { type Ignore } from "ignore";
import { oncePerKey } from "../../../text/once.js";
import { withoutSlashes } from "../../../text/slashes.js";
import { type Host, repositoryOf, slashed } from "../host/host.js";

/** The patterns that apply in a directory; undefined without patterns. */
export type Ignored = Patterns | undefined;

interface Patterns {
  /** The directory that the patterns are relative to. */
  readonly base: string;
  readonly matcher: Ignore;
}

/** The largest ignore file that is read, in bytes; nobody writes a larger one by hand. */
const MOST_BYTES = 256 * 1024;

/** Whether the patterns ignore a path. The path of a directory ends in a slash. */
export function isIgnored(ignored: Ignored, path: string): boolean {
  return ignored?.matcher.ignores(below(ignored.base, path)) ?? false;
}

function below(base: string, path: string): string {
  return slashed(path).slice(base.length + 1);
}

/** The patterns of the directories above a named one. If these ignore the directory itself, they do not apply below it. */
export function ignoredAbove(host: Host): (directory: string) => Ignored {
  const within = oncePerKey(String, (directory: string): Ignored | "left-out" => {
    const root = repositoryOf(host, directory);
    if (root === undefined) return undefined;
    const isRoot = root === directory;
    const inherited = isRoot ? undefined : within(host.join(directory, ".."));
    if (inherited === "left-out" || isIgnored(inherited, `${directory}/`)) return "left-out";
    return ignoredIn(host, inherited, directory, { repository: isRoot, file: true });
  });
  return (directory) => {
    const parent = host.join(directory, "..");
    const inherited = parent === directory ? undefined : within(parent);
    return inherited === "left-out" || isIgnored(inherited, `${directory}/`) ? undefined : inherited;
  };
}

/** Adds the patterns of a directory; the root of another repository ends the outer patterns. */
export function ignoredIn(
  host: Host,
  ignored: Ignored,
  directory: string,
  has: { readonly repository: boolean; readonly file: boolean },
): Ignored {
  const base = withoutSlashes(slashed(directory));
  const ofClone = has.repository ? patternsIn(host, host.join(directory, ".git/info/exclude")) : [];
  const shared = has.file ? patternsIn(host, host.join(directory, ".gitignore")) : [];
  const inherited = has.repository ? undefined : ignored;
  if (ofClone.length + shared.length === 0) return inherited;
  if (inherited === undefined) return { base, matcher: matcherOf([...ofClone, ...shared]) };
  const from = below(inherited.base, base);
  return {
    base: inherited.base,
    matcher: matcherOf([inherited.matcher, ...shared.map((line) => startingAt(from, line))]),
  };
}

function matcherOf(patterns: readonly (string | Ignore)[]): Ignore {
  const quick = patterns.filter((pattern) => typeof pattern !== "string" || isQuick(pattern));
  return ignore({ ignoreCase: false }).add(quick);
}

/** The patterns of an ignore file; like git, it does not follow a link to one. */
function patternsIn(host: Host, file: string): readonly string[] {
  if (host.kindOf(file) !== "file") return [];
  const read = host.readFile(file, MOST_BYTES);
  if (read.kind !== "bytes") return [];
  const lines = new TextDecoder().decode(read.bytes).split(/\r?\n/);
  return lines.filter((line) => !line.startsWith("#") && !/^!?\/?\s*$/.test(line));
}

/** A pattern of a directory, written for a directory above it. */
function startingAt(directory: string, pattern: string): string {
  const [sign, body] = pattern.startsWith("!") ? ["!", pattern.slice(1)] : ["", pattern];
  const isAnchored = body.trimEnd().slice(0, -1).includes("/");
  const rest = body.startsWith("/") ? body.slice(1) : body;
  return `${sign}/${directory.replace(/[\\*?[\]]/g, "\\$&")}/${isAnchored ? "" : "**/"}${rest}`;
}

/** Whether a pattern matches quickly: each `**` multiplies the ways to match a deep path. */
function isQuick(pattern: string): boolean {
  const steps = pattern.split("/").slice(1, -1);
  return steps.filter((step) => /^\*\*+$/.test(step)).length <= 2;
}
