/** What a report for other programs stands on: names of files that mean the same wherever in the repository one works, and a hash. */
import { type Host, repositoryOf, slashed } from "../host/host.js";
import { withoutSlashes } from "../text/slashes.js";

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

/** A name that does not start where one works: in the user's home, or with the root of a file system. */
const ELSEWHERE = /^(?:~?\/|[A-Za-z]:\/)/;

/** The name of a file in a report as it is seen from the root of the repository; what lies elsewhere keeps its name. */
export function nameFromRoot({ directory }: Ground, file: string): string {
  if (ELSEWHERE.test(file)) return file;
  const steps: string[] = [];
  for (const step of `${directory}${file}`.split("/")) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}
