/** A layer without a file yet: the smallest file of the current version. */
import type { Scope } from "../diagnostic/diagnostic.js";
import { formatOf } from "../document/formats.js";
import { SPELLINGS } from "../edit/spelling.js";
import { displayName, type Host } from "../host/host.js";
import { type Layer, layerOf } from "./layer.js";
import { newConfigFile } from "./locate.js";
import { CURRENT_VERSION } from "./upgrade.js";

/** `named`: a file to use instead of the usual one. Undefined on a machine without a home. */
export function newLayer(host: Host, scope: Scope, named: string | undefined): Layer | undefined {
  const file = named === undefined ? newConfigFile(host, scope) : host.resolve(named);
  if (file === undefined) return undefined;
  const format = formatOf(file);
  const text = SPELLINGS[format].smallest(CURRENT_VERSION);
  const identity = { scope, file, sha256: undefined };
  return layerOf(displayName(host, file), new TextEncoder().encode(text), format, identity);
}

/** Permissions without a rule, in a file that does not exist yet. */
export function newPermissions(host: Host, file: string | undefined): Layer | undefined {
  if (file === undefined) return undefined;
  const text = SPELLINGS[formatOf(file)].smallest(1);
  const identity = { scope: "global", file, sha256: undefined, isPermissions: true } as const;
  return layerOf(displayName(host, file), new TextEncoder().encode(text), formatOf(file), identity);
}
