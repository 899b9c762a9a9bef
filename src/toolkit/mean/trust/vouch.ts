/** The content that a user vouches for: the exact bytes of a project's file, and of the files in the project that it names. */
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
  /** The named files, as they are shown. */
  readonly named: readonly string[];
  /** The named directories, of which it is unknown which files matter. */
  readonly unseen: readonly string[];
}

/** The most bytes of one named file. */
const LARGEST = 16 * 1024 * 1024;

/** The most files beside the configuration. */
const MOST_FILES = 1_000;

/** `reason` completes "cannot vouch for FILE: …". `tree`: the project's tree that counts. */
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
    // A file that cannot be read now changes the sum once it can.
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
