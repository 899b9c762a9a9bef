import type { Shape } from "../../src/toolkit/read/schema/shape.js";

/** A shape without the annotations, which a schema of fewer words lacks. */
export function formOf({ schema: _, tag, properties, rest, names, items, ...form }: Shape): unknown {
  const each = (shapes: ReadonlyMap<string, Shape> | undefined) =>
    new Map([...(shapes ?? [])].map(([key, shape]) => [key, formOf(shape)]));
  return {
    ...form,
    tag: tag && [tag.key, each(tag.variants)],
    properties: each(properties),
    more: [rest, names, items].map((shape) => shape && formOf(shape)),
  };
}
