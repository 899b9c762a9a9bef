/** One layer of two: a configuration that leaves to the other layer what is required, or has in a text what only loading will tell. */
import fc from "fast-check";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { configArbitrary } from "./config.js";
import { isObject } from "./plain.js";

const SUBSTITUTIONS = ["${NAME}", "$(cat name)", "a-${NAME}", "${NAME:-echo b}/c", "$${x}"];

export function layerArbitrary(): fc.Arbitrary<Json> {
  return fc.tuple(configArbitrary(), fc.infiniteStream(fc.nat(15))).map(([config, whims]) => thinned(config, whims));
}

/** A whim of 0 leaves an entry out, one of 1 puts something unknown into a text; all others change nothing. */
function thinned(value: Json, whims: Iterator<number>): Json {
  if (typeof value === "string")
    return whims.next().value === 1 ? (SUBSTITUTIONS[whims.next().value % SUBSTITUTIONS.length] ?? value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => thinned(item, whims));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(() => whims.next().value !== 0);
  return Object.fromEntries(entries.map(([key, child]) => [key, thinned(child, whims)]));
}
