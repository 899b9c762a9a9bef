/** Parts of a configuration as configurations of their own, so that a look at one place costs little in a long text. */
import { eachEntry } from "../../../text/entries.js";
import { oncePer, remembered } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { childrenOf, jsonAt, settingAt } from "../../mean/configuration/setting.js";
import { NAMED_SECTIONS } from "../../mean/configuration/spelled-names.js";
import type { Json } from "../../read/document/data.js";
import type { Entry, Mapping } from "../../read/document/node.js";
import { meaningsOf } from "../../read/schema/lookup.js";
import { configShape } from "../../read/schema/shape.js";
import { keptIn } from "./kept.js";
import { Snapshot } from "./snapshot.js";

/** Entries of these sections are left out. Providers all stay: rules ask each of them for its models. */
const NARROWED = NAMED_SECTIONS.filter((section) => section !== "providers");

/**
 * The part that decides what is in effect at a path and in it. Entries of some sections are left out, unless this place or an entry that stays
 * may name them; everything else stays. Its findings are others: rules compare entries with all others.
 */
export function partAround(snapshot: Snapshot, path: Path): Snapshot {
  const [section, name] = path;
  const isEntry = NAMED_SECTIONS.some((one) => one === section);
  if (section === undefined || (isEntry && name === undefined)) return snapshot;
  // A place that refers to a section needs all names of that section.
  const whole = new Set(meaningsOf(configShape, path).map(({ shape }) => shape.schema["x-ref"]));
  const kept = keptIn(snapshot.layers, isEntry ? path.slice(0, 2) : path);
  // A user who speaks to a model with an effort may mean a model of that name.
  const effort = `${isEntry ? name : ""}(`;
  const narrow = (isWhole: (section: string) => boolean): Snapshot =>
    withRoots(snapshot, (root) =>
      narrowed(root, (own, key) => isWhole(own) || kept.has(key) || (isEntry && key.startsWith(effort))),
    );
  const part = narrow((own) => whole.has(own));
  return isSettled(part) ? part : narrow((own) => own === "models" || whole.has(own));
}

/** Whether each model inherits from one that is there, and none from itself. Otherwise rules ask all models what was meant. */
function isSettled({ settings }: Snapshot): boolean {
  const models = childrenOf(settingAt(settings, ["models"]));
  const settled = new Set<string>();
  for (const name of models.keys()) {
    const passed = new Set<string>();
    for (let at: Json | undefined = name; typeof at === "string" && !settled.has(at); ) {
      if (passed.has(at) || !models.has(at)) return false;
      passed.add(at);
      at = jsonAt(models.get(at), ["inherits"]);
    }
    for (const one of passed) settled.add(one);
  }
  return true;
}

/** One key of the configuration alone, with its settings as they are in the whole. */
export function sectionAlone(snapshot: Snapshot, key: string): Snapshot {
  return sectionsOf(snapshot)(key);
}

const sectionsOf = oncePer((snapshot: Snapshot) =>
  remembered((key) =>
    withRoots(snapshot, (root) => ({ ...root, entries: new Map([...root.entries].filter(([name]) => name === key)) })),
  ),
);

/** The configuration with other trees in its layers. */
function withRoots({ layers, surroundings, redactor }: Snapshot, other: (root: Mapping) => Mapping): Snapshot {
  const others = layers.map((layer) => (layer.root === undefined ? layer : { ...layer, root: other(layer.root) }));
  return new Snapshot(others, surroundings, { redactor });
}

function narrowed(root: Mapping, isKept: (section: string, name: string) => boolean): Mapping {
  const entries = new Map(root.entries);
  for (const section of NARROWED) {
    const entry = root.entries.get(section);
    if (entry?.value.kind !== "mapping") continue;
    const some = new Map<string, Entry>();
    eachEntry(entry.value.entries, (one, name) => {
      if (isKept(section, name)) some.set(name, one);
    });
    entries.set(section, { ...entry, value: { ...entry.value, entries: some } });
  }
  return { ...root, entries };
}
