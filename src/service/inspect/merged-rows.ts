/** Rows of values in effect and values that lost, in one order: a lost value stands at its path, or after its nearest neighbours. */
import type { Path } from "../../text/path.js";

interface At {
  readonly at: Path;
}

export interface MergedRow<Row extends At, Lost extends At> {
  readonly at: Path;
  readonly row?: Row;
  readonly lost: readonly Lost[];
}

interface Branch<Row, Lost> {
  at: Path;
  row?: Row;
  readonly lost: Lost[];
  readonly below: Map<string | number, Branch<Row, Lost>>;
}

export function merged<Row extends At, Lost extends At>(
  rows: readonly Row[],
  lost: readonly Lost[],
): readonly MergedRow<Row, Lost>[] {
  const root: Branch<Row, Lost> = { at: [], lost: [], below: new Map() };
  for (const row of rows) branchAt(root, row.at).row = row;
  for (const one of lost) branchAt(root, one.at).lost.push(one);
  const all: MergedRow<Row, Lost>[] = [];
  const collect = (branch: Branch<Row, Lost>): void => {
    if (branch.row !== undefined || branch.lost.length > 0) all.push(branch);
    for (const child of branch.below.values()) collect(child);
  };
  collect(root);
  return all;
}

function branchAt<Row, Lost>(root: Branch<Row, Lost>, path: Path): Branch<Row, Lost> {
  let branch = root;
  for (const [index, step] of path.entries()) {
    let child = branch.below.get(step);
    if (child === undefined) {
      child = { at: path.slice(0, index + 1), lost: [], below: new Map() };
      branch.below.set(step, child);
    }
    branch = child;
  }
  return branch;
}
