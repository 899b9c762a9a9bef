/** What is known of the machine beside its configuration files: the catalog, and what lies in the project. */
import type { FileKind, Host } from "../../read/host/host.js";
import type { Catalog } from "../../read/layers/catalog.js";
import { isOutside } from "../../read/layers/identity.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import { projectOf } from "../../read/layers/places.js";

/** What is known beside the layers. */
export interface Surroundings {
  readonly catalog: Catalog | undefined;
  /** What lies at a path relative to the project; undefined when there is no place to look at. */
  readonly kindOf: ((path: string) => FileKind | "outside" | undefined) | undefined;
  /** SHA-256 in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
}

export function surroundingsOf(host: Host, layers: readonly Layer[], catalog: Catalog | undefined): Surroundings {
  const root = projectOf(host, layerOfScope(layers, "project")?.file);
  const kindOf = root === undefined ? undefined : (path: string) => kindIn(host, root, path);
  return { catalog, kindOf, sha256: host.sha256 };
}

/** What lies at a path of a project, a link followed if it stays there; one that leads nowhere is a `link`. */
export function kindIn(host: Host, root: string, path: string): FileKind | "outside" | undefined {
  const place = host.join(root, path);
  const kind = host.kindOf(place);
  const real = kind === "link" ? host.realPath(place) : undefined;
  if (real === undefined) return kind;
  return isOutside(host, real, root) ? "outside" : host.kindOf(real);
}
