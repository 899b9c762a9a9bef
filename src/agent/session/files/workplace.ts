/** The tools of files: what they work with, and where a path of their input leads. A path is judged by its real place at the time of use (P-S107). */
import type { Clock } from "../../machine/interfaces/clock.js";
import { FileError } from "../../machine/interfaces/files.js";
import type { StartMatcher } from "../../machine/interfaces/matching.js";
import type { HeldDirectory, Tree } from "../../machine/interfaces/tree.js";
import type { ToolCall, ToolPlace } from "../tools/tool.js";
import type { FileCatalog } from "./catalog.js";
import type { SeenFiles } from "./seen.js";

export interface Workplace {
  /** The session's working directory, without links. */
  readonly directory: string;
  readonly tree: Tree;
  readonly clock: Clock;
  readonly startMatcher: StartMatcher;
  /** One for the whole session, as are the files that the model has seen. */
  readonly catalog: FileCatalog;
  readonly seen: SeenFiles;
  /** Whether results leave out the content of a file, by its path: it is a secret one (spec 2.7). */
  readonly isWithheld: (path: string) => boolean;
}

/** Why a call does nothing. The message is for the model. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** Where a path leads now. Never rejects: a path that may not be looked up has its own name. */
export async function placeOf(
  { tree, directory }: Pick<Workplace, "tree" | "directory">,
  path: string,
  isChanged: boolean,
): Promise<ToolPlace> {
  const named = tree.resolve(directory, path);
  const real = await realPlace(tree, named).catch(() => named);
  return { path: real, ...(real === named ? {} : { named }), isChanged };
}

/** Rejects with a `FileError`. */
async function realPlace(tree: Tree, path: string): Promise<string> {
  const real = await tree.realPath(path);
  if (real !== undefined) return real;
  const [around, name] = tree.split(path);
  return name === "" || around === path ? path : tree.join(await realPlace(tree, around), name);
}

/** The place of a path, for which the call is allowed. Rejects with a `Refusal`. */
export async function allowedPlace(workplace: Workplace, path: string, call: ToolCall): Promise<string> {
  const { path: place } = await placeOf(workplace, path, false);
  if (call.places?.some((allowed) => allowed.path === place)) return place;
  throw new Refusal("the path leads elsewhere since the call was allowed: nothing was done");
}

/** Runs with the directory around a place held, and the last name. Rejects with a `Refusal` or a `FileError`. */
export async function holding<Value>(
  tree: Tree,
  place: string,
  run: (directory: HeldDirectory, name: string) => Promise<Value>,
): Promise<Value> {
  const [around, name] = tree.split(place);
  const directory = await tree.hold(around).catch((error: unknown) => {
    if (!(error instanceof FileError) || error.failure !== "not-a-file") throw error;
    throw new Refusal(`\`${around}\` is not a directory`);
  });
  try {
    return await run(directory, name);
  } finally {
    await directory.release();
  }
}

/** A path for people and models: from the working directory where it is below it; in quotes when it holds ends of lines. */
export function shownPath({ tree, directory }: Pick<Workplace, "tree" | "directory">, place: string): string {
  const relative = tree.relative(directory, place);
  const shown = relative.startsWith("..") ? place : relative === "" ? "." : relative;
  return /[\n\r]/.test(shown) ? JSON.stringify(shown) : shown;
}

const FAILURES: Readonly<Record<FileError["failure"], string>> = {
  missing: "it is not there",
  exists: "it exists meanwhile: read it first",
  denied: "the system does not permit it",
  full: "the disk is full",
  "not-a-file": "it is not a regular file",
  replaced: "it changed meanwhile: read it again",
  io: "the disk failed",
};

/** The failure of a call in words. Other errors are rethrown. */
export function failureSaid(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof FileError)) throw error;
  if (error.detail === "ENAMETOOLONG") return "a name in the path is too long";
  return error.failure === "io" ? `${FAILURES.io} (${error.detail})` : FAILURES[error.failure];
}
