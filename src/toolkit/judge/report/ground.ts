/** What a report for other programs stands on: names of files that mean the same wherever in the repository one works, and a hash. */
import { withoutSlashes } from "../../../text/slashes.js";
import { type Host, repositoryOf, slashed } from "../../read/host/host.js";

export interface Ground {
  /** The working directory as seen from the root of its repository: empty, or with a slash at its end. */
  readonly directory: string;
  /** SHA-256 in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
}

export function groundOf(host: Host): Ground {
  const cwd = slashed(host.cwd);
  const root = withoutSlashes(slashed(repositoryOf(host, host.cwd) ?? host.cwd));
  const directory = cwd.length > root.length ? `${cwd.slice(root.length + 1)}/` : "";
  return { directory, sha256: host.sha256 };
}

/** Where a file lies: below one of three directories, none of which is named. */
export interface Place {
  readonly base: "repository" | "home" | "root";
  /** From there, with forward slashes; nothing is escaped. */
  readonly path: string;
}

/** Where a file of a report lies, by the name that the report has for it. */
export function placeOf({ directory }: Ground, file: string): Place {
  if (file.startsWith("~/")) return { base: "home", path: file.slice("~/".length) };
  if (/^(?:\/|[A-Za-z]:\/)/.test(file)) return { base: "root", path: file.replace(/^\/+/, "") };
  const steps: string[] = [];
  for (const step of `${directory}${file}`.split("/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return { base: "repository", path: withoutSlashes(steps.join("/")) || "." };
}

const SHOWN: Readonly<Record<Place["base"], string>> = { repository: "", home: "~/", root: "(root)/" };

/** The same as one name, which is never absolute: nobody takes a file from elsewhere for one of the repository. */
export function nameFromRoot(ground: Ground, file: string): string {
  const { base, path } = placeOf(ground, file);
  return `${SHOWN[base]}${path}`;
}
