/** Which values a fix may change, and which ones it does change. */
import { type Path, toPointer } from "../../../text/path.js";
import { dataAt, differences } from "../../read/document/data.js";
import { toData } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import type { Candidate } from "./candidates.js";

interface Changed {
  readonly path: Path;
  readonly isNew: boolean;
}

export function changedPaths(before: Layer, after: Layer): readonly Changed[] {
  const [old, now] = [before, after].map(({ document: { root } }) => (root === undefined ? {} : toData(root)));
  return differences(old, now).map((path) => ({ path, isNew: dataAt(old ?? {}, path) === undefined }));
}

/**
 * Accepts the changes that fixes may make: inside their subject, to the whole list that holds it, and as a new key beside it, such as
 * the other spelling of a name or the version of the file. A fix with several edits may also add to the object beside it.
 */
export function reachOf(chosen: readonly Candidate[]): (change: Changed) => boolean {
  const paths = chosen.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const wide = chosen.flatMap(({ path, fix }) => (path !== undefined && fix.edits.length > 1 ? [path] : []));
  const besides = new Set(wide.map((path) => toPointer(path.slice(0, -1))));
  const named = paths.filter((path) => path.length > 0);
  const about = new Set(named.map(toPointer));
  const around = new Set(named.flatMap((path) => path.slice(1).map((_, index) => toPointer(path.slice(0, index + 1)))));
  const parents = new Set(named.map((path) => toPointer(path.slice(0, -1))));
  const mayAddVersion = named.length < paths.length;
  // A value with a syntax error in its name is nowhere in the tree.
  const mayAdd = chosen.some(({ path, rule }) => path === undefined && rule.startsWith("syntax/"));
  return ({ path, isNew }) => {
    const isInside = path.some((_, index) => about.has(toPointer(path.slice(0, index + 1))));
    const parent = toPointer(path.slice(0, -1));
    const isBeside = (isNew && parents.has(parent)) || besides.has(parent) || besides.has(toPointer(path.slice(0, -2)));
    const isVersion = isNew && mayAddVersion && toPointer(path) === "/version";
    return isInside || isBeside || isVersion || (isNew && mayAdd) || around.has(toPointer(path));
  };
}
