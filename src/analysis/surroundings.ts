/** What is known of the machine beside its configuration files: the catalog, and what lies in the project. */
import type { Host } from "../host/host.js";
import type { Catalog } from "../layers/catalog.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import { projectOf } from "../layers/places.js";
import type { Surroundings } from "./snapshot.js";

export function surroundingsOf(host: Host, layers: readonly Layer[], catalog: Catalog | undefined): Surroundings {
  const root = projectOf(host, layerOfScope(layers, "project")?.file);
  const kindOf = root === undefined ? undefined : (path: string) => host.kindOf(host.join(root, path));
  return { catalog, kindOf, sha256: host.sha256 };
}
