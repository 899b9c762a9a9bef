/** The meanings of paths, each once: many entries of a map share the meanings of their keys. */
import type { Path } from "../../text/path.js";
import { describeType } from "../../toolkit/judge/report/describe.js";
import type { Setting } from "../../toolkit/mean/configuration/setting.js";
import { meaningsOf } from "../../toolkit/read/schema/lookup.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import { describedAt } from "../explain/descriptions.js";

export interface Meaning {
  readonly type: string;
  /** The description in the schema; empty without one. */
  readonly about: string;
}

export interface Meanings {
  /** The index of the meaning of a path in some settings; undefined for a path outside the schema. */
  readonly of: (settings: Setting, path: Path) => number | undefined;
  readonly shapeOf: (settings: Setting, path: Path) => Shape | undefined;
  readonly all: () => readonly Meaning[];
}

export function meaningsIn(schema: Shape): Meanings {
  const all: Meaning[] = [];
  const byText = new Map<string, number>();
  const byShape = new Map<Shape, number>();
  const indexOf = (shape: Shape): number => {
    const meaning = { type: describeType(shape), about: shape.schema.description ?? "" };
    const text = `${meaning.type}\n${meaning.about}`;
    const index = byText.get(text) ?? all.push(meaning) - 1;
    byText.set(text, index);
    byShape.set(shape, index);
    return index;
  };
  const shapeOf = (settings: Setting, path: Path): Shape | undefined =>
    describedAt(schema, settings, path) ?? meaningsOf(schema, path)[0]?.shape;
  return {
    of: (settings, path) => {
      const shape = shapeOf(settings, path);
      return shape && (byShape.get(shape) ?? indexOf(shape));
    },
    shapeOf,
    all: () => all,
  };
}
