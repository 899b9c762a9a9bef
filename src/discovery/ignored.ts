/** What the ignore files of a repository leave out: `.gitignore` in any directory, and `.git/info/exclude`. */
import ignore, { type Ignore } from "ignore";
import { type Host, repositoryOf, slashed } from "../host/host.js";
import { withoutSlashes } from "../text/slashes.js";

/** The patterns of one file, and the directory that they are about. */
interface Patterns {
  readonly base: string;
  readonly matcher: Ignore;
}

/** The patterns that count in a directory; the later ones decide. */
export type Ignored = readonly Patterns[];

/** More than this is no ignore file that somebody wrote. */
const MOST_BYTES = 256 * 1024;

/** Whether some patterns leave out what lies in a directory that they do not leave out. A directory ends in a slash. */
export function isIgnored(ignored: Ignored, path: string): boolean {
  const name = slashed(path);
  for (let at = ignored.length - 1; at >= 0; at -= 1) {
    const { base = "", matcher } = ignored[at] ?? {};
    if (matcher === undefined) continue;
    const rest = name.slice(base.length + 1);
    const said = matcher.test(rest);
    if (said.unignored) return false;
    // That a directory above is left out has been decided otherwise by a nearer file.
    if (said.ignored && !isWithinIgnored(matcher, rest)) return true;
  }
  return false;
}

/**
 * What counts in directories that are named, before what stands in them. One that is left out is looked into all the same, and then nothing
 * above it counts.
 */
export function ignoredAbove(host: Host): (directory: string) => Ignored {
  const known = new Map<string, Ignored | undefined>();
  /** What counts in a directory; undefined for one that is left out. */
  const within = (directory: string): Ignored | undefined => {
    if (!known.has(directory)) known.set(directory, around(directory));
    return known.get(directory);
  };
  const around = (directory: string): Ignored | undefined => {
    const root = repositoryOf(host, directory);
    if (root === undefined) return [];
    const isRoot = root === directory;
    const standing = isRoot ? [] : within(host.join(directory, ".."));
    if (standing === undefined || isIgnored(standing, `${directory}/`)) return undefined;
    return ignoredIn(host, standing, directory, { repository: isRoot, file: true });
  };
  return (directory) => {
    const standing = within(host.join(directory, "..")) ?? [];
    return isIgnored(standing, `${directory}/`) ? [] : standing;
  };
}

/** With the patterns that stand in a directory; those of another repository end where it begins. */
export function ignoredIn(
  host: Host,
  ignored: Ignored,
  directory: string,
  has: { readonly repository: boolean; readonly file: boolean },
): Ignored {
  const standing = has.repository ? excluded(host, directory) : ignored;
  return has.file ? withFile(host, standing, directory) : standing;
}

/** What is left out in one clone alone. */
function excluded(host: Host, root: string): Ignored {
  return withPatterns(host, [], root, host.join(root, ".git/info/exclude"));
}

function withFile(host: Host, ignored: Ignored, directory: string): Ignored {
  return withPatterns(host, ignored, directory, host.join(directory, ".gitignore"));
}

/** git follows no link to such a file either. */
function withPatterns(host: Host, ignored: Ignored, directory: string, file: string): Ignored {
  if (host.kindOf(file) !== "file") return ignored;
  const read = host.readFile(file, MOST_BYTES);
  if (read.kind !== "bytes") return ignored;
  const lines = new TextDecoder().decode(read.bytes).split(/\r?\n/);
  const matcher = ignore({ ignoreCase: false }).add(lines.filter(isQuick));
  return [...ignored, { base: withoutSlashes(slashed(directory)), matcher }];
}

/** Of many `**` in one pattern, every one doubles the ways to lay a deep path over it. */
function isQuick(pattern: string): boolean {
  const steps = pattern.split("/").slice(1, -1);
  return steps.filter((step) => /^\*\*+$/.test(step)).length <= 2;
}

function isWithinIgnored(matcher: Ignore, path: string): boolean {
  const parent = path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
  return parent !== "" && matcher.test(parent).ignored;
}
