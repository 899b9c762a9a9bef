/** The parts of the machine besides its configuration files that rules may use: the catalog, and the files of the project. */
import { oncePerKey } from "../../../text/once.js";
import { type Grounds, groundsAt } from "../../mean/trust/grounds.js";
import type { Severity } from "../../read/diagnostic/diagnostic.js";
import type { FileKind, Host } from "../../read/host/host.js";
import type { Catalog } from "../../read/layers/catalog.js";
import { isOutside } from "../../read/layers/identity.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import { projectOf } from "../../read/layers/places.js";
import type { Policy } from "../policy/policy.js";
import type { Policies } from "../policy/read.js";

/** Everything a snapshot knows besides its layers. */
export interface Surroundings {
  readonly catalog: Catalog | undefined;
  /** The policies in force. */
  readonly policies: readonly Policy[];
  /** The kind of file at a path relative to the project; undefined without a project directory. */
  readonly kindOf: ((path: string) => FileKind | "outside" | undefined) | undefined;
  /** The grounds of the project with a root. */
  readonly groundsOf: (root: string) => Grounds;
  /** Returns the SHA-256 of some bytes, in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
  readonly least: Severity;
}

export function surroundingsOf(
  host: Host,
  layers: readonly Layer[],
  catalog: Catalog | undefined,
  { inForce }: Policies,
): Surroundings {
  const root = projectOf(host, layerOfScope(layers, "project")?.file);
  const kindOf = root === undefined ? undefined : (path: string) => kindIn(host, root, path);
  const globalFile = layerOfScope(layers, "global")?.file;
  const groundsOf = oncePerKey(
    (own: string) => own,
    (own) => groundsAt(host, own, globalFile),
  );
  return { catalog, policies: inForce, kindOf, groundsOf, sha256: host.sha256, least: "info" };
}

/** The kind of file at a path of a project; a link inside the project is followed, and a broken one is a `link`. */
export function kindIn(host: Host, root: string, path: string): FileKind | "outside" | undefined {
  const place = host.join(root, path);
  const kind = host.kindOf(place);
  const real = kind === "link" ? host.realPath(place) : undefined;
  if (real === undefined) return kind;
  return isOutside(host, real, root) ? "outside" : host.kindOf(real);
}
