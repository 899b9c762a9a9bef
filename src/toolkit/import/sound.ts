/** Drops imported entries with errors. */
import { type Path, toPointer } from "../../text/path.js";
import type { JsonObject } from "../read/document/data.js";
import { isObject } from "../read/document/data.js";
import { configOf, type Imported } from "./entries.js";
import type { Remark } from "./log.js";

/** An error in a configuration, and its message. */
export interface Fault {
  readonly path: Path;
  readonly message: string;
}

/**
 * The entries without errors. Of an entry with a wrong variable or header, only that is dropped; for any other error the whole entry is.
 */
export function withoutFaults(
  entries: readonly Imported[],
  faultsOf: (config: JsonObject) => readonly Fault[],
): { readonly sound: readonly Imported[]; readonly remarks: readonly Remark[] } {
  const sound = new Map(entries.map((entry) => [toPointer(entry.path), entry]));
  const remarks: Remark[] = [];
  for (;;) {
    const faults = faultsOf(configOf(sound.values()));
    if (sound.size === 0 || faults.length === 0) return { sound: [...sound.values()], remarks };
    const known = remarks.length;
    for (const { path, message } of faults) {
      const [section = "", name = "", ...inside] = path;
      const address = toPointer([section, name]);
      const entry = sound.get(address);
      if (entry === undefined) continue;
      const smaller = withoutItem(entry, inside.map(String));
      if (smaller === undefined) sound.delete(address);
      else sound.set(address, smaller);
      const part = smaller === undefined ? "" : " in part";
      remarks.push({ kind: "lost", ...entry.from, message: `is left out${part}: ${message}` });
    }
    // A mistake of the whole file, such as its size, counts for every entry.
    if (remarks.length === known) return { sound: [], remarks };
  }
}

/** The entry without one of its variables or headers; undefined for any other path. */
function withoutItem(entry: Imported, [map = "", item = ""]: readonly string[]): Imported | undefined {
  const { value } = entry;
  const items = isObject(value) && ["env", "headers"].includes(map) ? value[map] : undefined;
  if (!isObject(value) || !isObject(items) || !Object.hasOwn(items, item)) return undefined;
  const { [item]: _, ...rest } = items;
  const { [map]: __, ...others } = value;
  return { ...entry, value: Object.keys(rest).length === 0 ? others : { ...value, [map]: rest } };
}
