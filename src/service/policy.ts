/** The keys of a policy as rows: what each demands, what it means, and where it stands. */
import { formatPath, type Path } from "../text/path.js";
import { startAt } from "../toolkit/judge/analysis/place.js";
import { isBound, type Policy, policyKeys } from "../toolkit/judge/policy/policy.js";
import { keyAt } from "../toolkit/read/diagnostic/anchor.js";
import type { Json } from "../toolkit/read/document/data.js";
import { find, toData } from "../toolkit/read/document/node.js";
import { meaningsOf } from "../toolkit/read/schema/lookup.js";
import type { Shape } from "../toolkit/read/schema/shape.js";

export interface PolicyRow {
  readonly key: string;
  readonly value: Json;
  readonly meaning: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The keys of a policy, in the order of the schema; with a path, those that restrict the value there or one in it. `schema`: with its
 * descriptions.
 */
export function policyRows({ document }: Policy, schema: Shape, bound?: Path): readonly PolicyRow[] {
  const { root, source } = document;
  return policyKeys()
    .filter((key) => bound === undefined || isBound(bound, key))
    .flatMap(({ path }): readonly PolicyRow[] => {
      const node = root && find(root, path)?.node;
      if (node === undefined) return [];
      const { line, column } = startAt(document, keyAt(...path));
      const { description: meaning = "" } = meaningsOf(schema, path)[0]?.shape.schema ?? {};
      return [{ key: formatPath(path), value: toData(node), meaning, file: source.file, line, column }];
    });
}
