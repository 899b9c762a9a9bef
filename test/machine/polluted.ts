/** A world in which every object seems to have one more key. */
import { configShape, type Shape } from "../../src/toolkit/read/schema/shape.js";

/** Does something while Object.prototype holds a key. */
export async function polluted<T>(key: string, value: unknown, work: () => T): Promise<Awaited<T>> {
  Reflect.defineProperty(Object.prototype, key, { value, configurable: true, enumerable: true, writable: true });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(Object.prototype, key);
  }
}

/** What a key of the configuration would mean if it were there. */
function* meanings(shape: Shape): Generator<readonly [key: string, value: unknown]> {
  for (const [key, child] of shape.properties) {
    yield [key, child.values?.[0] ?? (child.types?.has("boolean") ? true : child.types?.has("object") ? {} : "b")];
    yield* meanings(child);
  }
  for (const [value, variant] of shape.tag?.variants ?? []) {
    yield [shape.tag?.key ?? "", value];
    yield* meanings(variant);
  }
  for (const child of [shape.rest, shape.items]) if (child !== undefined) yield* meanings(child);
}

/** Every key of the configuration with each of its meanings; without those that mean something to the language itself. */
export const POLLUTIONS = [
  ...new Map(Array.from(meanings(configShape), (entry) => [JSON.stringify(entry), entry])).values(),
].filter(([key]) => key !== "value");
