/** Whether every place names the same entry after a rename, as a text may be read as another name than the one that was written. */
import { type Path, toPointer } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import { isSameName, referencesOf } from "./named.js";
import type { Plan } from "./plan.js";
import { respelled } from "./spell.js";

/** The path of a place that names another entry than the plan says; undefined where there is none. */
export function strangerIn(before: Snapshot, after: Snapshot, { uses, to }: Plan): Path | undefined {
  const changed = new Map(uses.map((use) => [placeOf(use, use.path), use]));
  const keys = new Map(
    uses.filter(({ part }) => part === "key").map((use) => [placeOf(use, use.path), respelled(use, to).value]),
  );
  const expected = referencesOf(before).map((one) => {
    const use = changed.get(placeOf(one, one.path));
    const [section = "", entry = "", ...rest] = one.path;
    const key = keys.get(`${one.layer.scope} key ${toPointer([section, entry])}`) ?? entry;
    // A model's name begins with that of the provider.
    const name = use === undefined ? one.name : isSameName(one, use) ? to : to + one.name.slice(use.name.length);
    const path = one.path.length < 2 ? one.path : [section, key, ...rest];
    return [signature(one, name, path), path] as const;
  });
  const found = referencesOf(after).map((one) => [signature(one, one.name, one.path), one.path] as const);
  const [meant, there] = [new Map(expected), new Map(found)];
  const [lost] = [...expected.filter(([key]) => !there.has(key)), ...found.filter(([key]) => !meant.has(key))];
  return lost?.[1];
}

function placeOf({ layer, part }: NameReference, path: Path): string {
  return `${layer.scope} ${part} ${toPointer(path)}`;
}

function signature(one: NameReference, name: string, path: Path): string {
  return `${placeOf(one, path)} ${one.section} ${name}`;
}
