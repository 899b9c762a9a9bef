/** The entries that decide what is in effect at one place of a configuration. */
import { grouped } from "../../../text/grouped.js";
import { oncePer } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { parseModelReference } from "../../mean/configuration/models.js";
import { NAMED_SECTIONS } from "../../mean/configuration/spelled-names.js";
import { find, type Mapping, type Node } from "../../read/document/node.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";

/**
 * The names of entries that decide about a value: its own, those that stand in it as a text, those in the entries of these names, and the user's
 * models that stand on one of these that the project writes: a mistake in such a model is the project's.
 */
export function keptIn(layers: readonly Layer[], path: Path): ReadonlySet<string> {
  const kept = new Set<string>();
  const add = (text: string): void => void kept.add(text).add(parseModelReference(text).model);
  if (path.length > 1) add(String(path[1]));
  const look = (at: Path): void => {
    for (const { root } of layers) eachText(root && find(root, at)?.node, add);
  };
  look(path);
  const [user, project] = [layerOfScope(layers, "global")?.root, layerOfScope(layers, "project")?.root];
  const isWritten = (name: string): boolean =>
    project !== undefined && FOUNDATIONS.some((section) => find(project, [section, name]) !== undefined);
  // A set is walked to its end, names that are added on the way included.
  for (const name of kept) {
    for (const section of NAMED_SECTIONS) look([section, name]);
    if (user !== undefined && isWritten(name)) for (const model of modelsOn(user).get(name) ?? []) kept.add(model);
  }
  return kept;
}

/** The sections whose entries a model stands on, and the keys that name them. */
const FOUNDATIONS = ["providers", "models"];
const LINKS = ["provider", "inherits"];

/** The models of a tree by the names of their providers and parents. */
const modelsOn = oncePer((root: Mapping): ReadonlyMap<string, readonly string[]> => {
  const models = find(root, ["models"])?.node;
  const all = models?.kind === "mapping" ? [...models.entries] : [];
  return grouped(
    all.flatMap(([model, { value }]) =>
      LINKS.flatMap((key): readonly (readonly [string, string])[] => {
        const node = find(value, [key])?.node;
        return node?.kind === "scalar" && typeof node.value === "string" ? [[node.value, model]] : [];
      }),
    ),
  );
});

function eachText(node: Node | undefined, add: (text: string) => void): void {
  if (node?.kind === "scalar") {
    if (typeof node.value === "string") add(node.value);
  } else if (node?.kind === "sequence") for (const item of node.items) eachText(item, add);
  else if (node !== undefined) for (const { value } of node.entries.values()) eachText(value, add);
}
