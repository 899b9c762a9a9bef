/** Rows of values in effect and values that lost, in one order: a lost value stands at its path, or after its nearest neighbours. */
import { NONE } from "../../text/none.js";
import type { Path } from "../../text/path.js";

interface At {
  readonly at: Path;
}

export interface MergedRow<Row extends At, Lost extends At> {
  readonly at: Path;
  readonly row?: Row;
  readonly lost: readonly Lost[];
}

/** Most branches are rows without anything else. */
interface Branch<Row, Lost> {
  readonly at: Path;
  row?: Row;
  lost: readonly Lost[];
  below?: Map<string | number, Branch<Row, Lost>>;
}

export function merged<Row extends At, Lost extends At>(
  rows: readonly Row[],
  lost: readonly Lost[],
): readonly MergedRow<Row, Lost>[] {
  const root: Branch<Row, Lost> = { at: [], lost: NONE };
  for (const row of rows) branchAt(root, row.at).row = row;
  for (const one of lost) {
    const branch = branchAt(root, one.at);
    branch.lost = [...branch.lost, one];
  }
  const all: MergedRow<Row, Lost>[] = [];
  const collect = (branch: Branch<Row, Lost>): void => {
    if (branch.row !== undefined || branch.lost.length > 0) all.push(branch);
    if (branch.below !== undefined) for (const child of branch.below.values()) collect(child);
  };
  collect(root);
  return all;
}

function branchAt<Row, Lost>(root: Branch<Row, Lost>, path: Path): Branch<Row, Lost> {
  let branch = root;
  for (const [index, step] of path.entries()) {
    branch.below ??= new Map();
    let child = branch.below.get(step);
    if (child === undefined) {
      child = { at: index + 1 === path.length ? path : path.slice(0, index + 1), lost: NONE };
      branch.below.set(step, child);
    }
    branch = child;
  }
  return branch;
}
