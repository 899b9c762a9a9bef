/** What somebody vouches for: exactly these bytes of a project's file, and of the files in the project that it names. */
import { displayName, type Host } from "../../read/host/host.js";
import { realName } from "../../read/layers/identity.js";
import type { Layer } from "../../read/layers/layer.js";
import { projectOf } from "../../read/layers/places.js";
import type { Place } from "../../read/schema/place.js";
import { namedFiles } from "./named.js";

export interface Vouched {
  /** The real path of the project's directory, and of its file. */
  readonly root: string;
  readonly file: string;
  /** SHA-256 in hexadecimal: of the file alone where it names no other, else of the list of all names and their sums. */
  readonly sha256: string;
  /** The files that it names, as they are shown. */
  readonly named: readonly string[];
  /** The directories that it names: nobody can say which of their files count. */
  readonly unseen: readonly string[];
}

/** Bytes of one file that is named. */
const LARGEST = 16 * 1024 * 1024;

/** Files beside the configuration. */
const MOST_FILES = 1_000;

/** `reason` completes "cannot vouch for FILE: …". `tree`: what counts of the project's file. */
export function vouchedFor(
  host: Host,
  { file, sha256 }: Layer,
  tree: Place | undefined,
): Vouched | { readonly reason: string } {
  if (file === undefined || sha256 === undefined || tree === undefined) return { reason: "it cannot be read" };
  const root = host.resolve(projectOf(host, file) ?? host.join(file, ".."));
  const named = namedFiles(host, tree, root);
  if (named === undefined || named.files.length > MOST_FILES) return { reason: "it names too many files to review" };
  const own = sha256();
  const lines = [`${own} ${JSON.stringify(file)}`];
  for (const name of named.files) {
    const read = host.readFile(name, LARGEST);
    if (read.kind === "too-large") return { reason: `${displayName(host, name)}, which it names, is too large` };
    // What cannot be read now is another thing once it can.
    const what = read.kind === "bytes" ? host.sha256(read.bytes) : read.kind;
    lines.push(`${what} ${JSON.stringify(name)}`);
  }
  const all = named.files.length === 0 ? own : host.sha256(new TextEncoder().encode(lines.join("\n")));
  return {
    ...{ root: realName(host, root), file: realName(host, file), sha256: all },
    named: named.files.map((name) => displayName(host, name)),
    unseen: named.directories.map((name) => displayName(host, name)),
  };
}
