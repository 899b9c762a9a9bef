/** The keys that a place accepts, as rows. */
import { formatPath } from "../../text/path.js";
import { describeType } from "../../toolkit/judge/report/describe.js";
import type { Json } from "../../toolkit/read/document/data.js";
import { type Condition, keysIn, meaningsIn } from "../../toolkit/read/schema/lookup.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";

export interface KeyRow {
  /** `<name>.url` for a key of every entry of a map. */
  readonly key: string;
  readonly type: string;
  readonly default?: Json;
  readonly required: boolean;
  /** The variants that have the key, unless all do. */
  readonly only?: string;
  /** The first sentence of its description. */
  readonly about: string;
}

/** The keys of a shape; for a map, of its entries; for a list of mappings, of its items. */
export function keyRows(shape: Shape): readonly KeyRow[] {
  const own = keysIn(shape).flatMap((key) =>
    meaningsIn({ path: [], shape, conditions: [] }, key).map((meaning) => ({
      ...rowOf(formatPath([key]), meaning.shape, meaning.conditions),
      required: isRequired(shape, key),
    })),
  );
  const inside = [
    ...(shape.rest === undefined ? [] : below("<name>", shape.rest)),
    ...(shape.items === undefined || keysIn(shape.items).length === 0 ? [] : below("[0]", shape.items)),
  ];
  return [...own, ...inside];
}

function below(name: string, shape: Shape): readonly KeyRow[] {
  const rows = keyRows(shape);
  return rows.length === 0 ? [rowOf(name, shape, [])] : rows.map((row) => ({ ...row, key: `${name}.${row.key}` }));
}

function rowOf(key: string, shape: Shape, conditions: readonly Condition[]): KeyRow {
  const { default: byDefault, description = "" } = shape.schema;
  return {
    key,
    type: describeType(shape),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    required: false,
    ...(conditions.length === 0 ? {} : { only: conditions.map(conditionName).join(" and ") }),
    about: firstSentence(description),
  };
}

function conditionName({ tag, values }: Condition): string {
  return `${formatPath(tag.slice(-1))}: ${values.join(" or ")}`;
}

function isRequired({ schema, tag }: Shape, key: string): boolean {
  const variants = [...(tag?.variants.values() ?? [])].filter(({ properties }) => properties.has(key));
  const all = [schema, ...variants.map((variant) => variant.schema)];
  return key === tag?.key || all.some(({ required = [] }) => required.includes(key));
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0].slice(0, -1) ?? text;
}
