/** The interface of a check of `agentcfg doctor`. A check changes no file, starts no program and opens no connection: its command asks providers. */
import { formatPath, type Path } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Policies } from "../../toolkit/judge/policy/read.js";
import type { Host } from "../../toolkit/read/host/host.js";
import type { Permissions } from "../../toolkit/read/host/permissions.js";
import type { Catalog } from "../../toolkit/read/layers/catalog.js";
import type { Choice } from "../../toolkit/read/layers/choice.js";
import type { Layer, Unreadable } from "../../toolkit/read/layers/layer.js";
import type { Online } from "../online.js";

/** `problem`: a function will fail. `warning`: it works, but should be changed. */
export type Status = "ok" | "warning" | "problem";

/** One observation of a check. `text` is safe to print; the other fields give its place. */
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
  /** The result in a few words. */
  readonly title: string;
  readonly details: readonly Detail[];
  /** What to do, in a sentence; absent for `ok`. */
  readonly advice?: string;
}

/** The input of checks. No check reads the value of a variable that a configuration names. */
export interface Situation {
  readonly host: Host;
  readonly permissions: Permissions;
  readonly choice: Choice;
  /** The lowest first, usable or not. */
  readonly layers: readonly Layer[];
  readonly unreadable: readonly Unreadable[];
  readonly policies: Policies;
  /** The configuration as written. */
  readonly snapshot: Snapshot;
  /** The configuration that loading starts with: without the mistaken values of its project. */
  readonly counting: Snapshot;
  readonly catalog: Catalog | undefined;
  readonly result: LintResult;
  /** The schema of this version; undefined if it is not installed. */
  readonly schemaText: string | undefined;
  /** The answers of the providers; undefined if the user wants nobody to be asked. */
  readonly online: Online | undefined;
  readonly versions: { readonly agentcfg: string; readonly node: string };
}

export interface Check {
  /** Part of the JSON output, so it never changes. */
  readonly id: string;
  /** Whether the check runs without a configuration. */
  readonly always?: true;
  /** Whether the check runs even if every file is unusable. */
  readonly ofUnusable?: true;
  /** Whether the check judges the answers of providers. */
  readonly isOnline?: true;
  readonly look: (situation: Situation) => Answer;
}

/** A path of the configuration for a sentence, with secrets hidden. */
export function placeName({ snapshot }: Situation, path: Path): string {
  return quote(formatPath(snapshot.redactor.path(path)));
}

/** The worst status; `ok` for an empty list. */
export function worst(all: readonly Status[]): Status {
  return all.includes("problem") ? "problem" : all.includes("warning") ? "warning" : "ok";
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
