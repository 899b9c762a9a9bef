/** The base of reports for other programs: file names that do not depend on the working directory, and a hash. */
import { withoutSlashes } from "../../../text/slashes.js";
import { type Host, repositoryOf, slashed } from "../../read/host/host.js";

export interface Ground {
  /** The working directory, relative to the root of its repository: empty, or with a slash at its end. */
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

/** The place of a file: a path below one of three directories. */
export interface Place {
  readonly base: "repository" | "home" | "root";
  /** The path from there, with forward slashes, unescaped. */
  readonly path: string;
}

/** The place of a file of a report, by its name in the report. */
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

/** The place as one name, never absolute, so that a file from elsewhere is not mistaken for one of the repository. */
export function nameFromRoot(ground: Ground, file: string): string {
  const { base, path } = placeOf(ground, file);
  return `${SHOWN[base]}${path}`;
}
