/** One section of a configuration as a configuration of its own, so that a look at it costs little in a long text. */
import { oncePer, remembered } from "../../../text/once.js";
import { Snapshot } from "./snapshot.js";

/** The section alone, with its settings as they are in the whole. */
export function sectionAlone(snapshot: Snapshot, section: string): Snapshot {
  return sectionsOf(snapshot)(section);
}

const sectionsOf = oncePer(({ layers, surroundings, redactor }: Snapshot) =>
  remembered((section) => {
    const alone = layers.map((layer) => {
      if (layer.root === undefined) return layer;
      const entries = new Map([...layer.root.entries].filter(([name]) => name === section));
      return { ...layer, root: { ...layer.root, entries } };
    });
    return new Snapshot(alone, surroundings, { redactor });
  }),
);
