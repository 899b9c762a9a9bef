/** Plain data as the schema sees it, for tests that have no text. */
import type { Json } from "../../src/toolkit/read/document/data.js";
import { fromData } from "../../src/toolkit/read/document/node.js";
import { check } from "../../src/toolkit/read/schema/check.js";
import type { SchemaFact } from "../../src/toolkit/read/schema/facts.js";
import { fits, fitsType } from "../../src/toolkit/read/schema/fits.js";
import { placeOf } from "../../src/toolkit/read/schema/place.js";
import { configShape, type Shape } from "../../src/toolkit/read/schema/shape.js";

/** What does not fit in a whole configuration. */
export function checkData(config: Json): readonly SchemaFact[] {
  return check(placeOf(fromData(config), configShape));
}

/** Whether a configuration can be one layer: another layer may have the keys that it lacks. */
export function isLayer(config: Json): boolean {
  return check(placeOf(fromData(config), configShape), { isMine: () => false }).length === 0;
}

/** Whether a whole configuration fits. */
export function dataFits(config: Json): boolean {
  return fits(placeOf(fromData(config), configShape));
}

/** Whether a shape accepts values of this value's type. */
export function acceptsType(shape: Shape, value: Json): boolean {
  return fitsType(placeOf(fromData(value), shape), shape);
}
