/** What a check of `agentcfg doctor` is: a question about the machine and its configuration, answered without changing, starting or asking anything. */
import { formatPath, type Path } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Host } from "../../toolkit/read/host/host.js";
import type { Permissions } from "../../toolkit/read/host/permissions.js";
import type { Catalog } from "../../toolkit/read/layers/catalog.js";
import type { Layer, Unreadable } from "../../toolkit/read/layers/layer.js";
import type { Choice } from "../../toolkit/read/layers/locate.js";

/** `problem`: something will not work. `warning`: it works, and should not stay so. */
export type Status = "ok" | "warning" | "problem";

/** One thing that a check saw. Its text is fit to be printed; the rest says where it stands. */
export interface Detail {
  readonly text: string;
  /** JSON Pointer. */
  readonly path?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Answer {
  readonly status: Status;
  /** What was found, in a few words. */
  readonly title: string;
  readonly details: readonly Detail[];
  /** What to do, in a sentence; nothing where all is well. */
  readonly advice?: string;
}

/** What there is to look at. No check looks at the value of a variable that a configuration names. */
export interface Situation {
  readonly host: Host;
  readonly permissions: Permissions;
  readonly choice: Choice;
  /** The lowest first, usable or not. */
  readonly layers: readonly Layer[];
  readonly unreadable: readonly Unreadable[];
  /** As it is written. */
  readonly snapshot: Snapshot;
  /** As loading begins with it: a mistake of its project costs the value that it is in. */
  readonly counting: Snapshot;
  /** Of `--catalog`. */
  readonly catalog: Catalog | undefined;
  readonly result: LintResult;
  /** The schema that comes with this program; undefined where it was not installed. */
  readonly schemaText: string | undefined;
  readonly versions: { readonly agentcfg: string; readonly node: string };
}

export interface Check {
  /** Stands in the JSON that is printed, and stays as it is. */
  readonly id: string;
  /** Whether it has something to say where there is no configuration. */
  readonly always?: true;
  /** Whether it has something to say where every file is unusable. */
  readonly ofUnusable?: true;
  readonly look: (situation: Situation) => Answer;
}

/** A place of the configuration in a sentence, secrets hidden. */
export function placeName({ snapshot }: Situation, path: Path): string {
  return quote(formatPath(snapshot.redactor.path(path)));
}

/** The worse of all; `ok` of none. */
export function worst(all: readonly Status[]): Status {
  return all.includes("problem") ? "problem" : all.includes("warning") ? "warning" : "ok";
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
