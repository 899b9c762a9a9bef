/** Reads the layers that were located: refuses what must not be read, and notes what is missing (S2–S5). */
import type { Scope } from "../diagnostic/diagnostic.js";
import { find } from "../document/node.js";
import { displayName, type Host } from "../host/host.js";
import type { Path } from "../text/path.js";
import type { LayerFact } from "./facts.js";
import { type Layer, readLayer, type Unreadable, unusable } from "./layer.js";
import { globalDirectory, type Location, type Locations, leavesProject, locateIn } from "./locate.js";

/** The layers there are, the lowest first, and the files that could not be read. */
export interface Readings {
  readonly layers: readonly Layer[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * Reads both layers. The global one comes first: it decides whether links are followed.
 * What cannot be read is handed over, or with `report` becomes a layer that says so, as does a configuration that is nowhere.
 * With `report`, a directory that was named may have no configuration yet.
 */
export function readLayers(host: Host, { global, project, root }: Locations, mode: "hand-over" | "report"): Readings {
  const lower = readLocation(host, global, "global");
  const upper = guardProject(host, project, root, lower) ?? readLocation(host, project, "project");
  const unfound = mode === "hand-over" ? unfoundIn(host, project) : undefined;
  const readings = [lower, upper ?? unfound].filter((reading) => reading !== undefined);
  const layers = readings.filter((reading) => "document" in reading);
  const unreadable = readings.filter((reading) => "reason" in reading);
  if (mode === "hand-over") return { layers, unreadable };
  if (readings.length === 0) return { layers: [noConfig(host)], unreadable: [] };
  return {
    layers: readings.map((reading) =>
      "reason" in reading ? unreadableLayer(host, reading, reading === lower) : reading,
    ),
    unreadable: [],
  };
}

/** Reads a file that was named, or the configuration in a directory that was; `scopeOf` tells the layer of a file. */
export function readNamed(host: Host, name: string, scopeOf: (file: string) => Scope): Layer | Unreadable {
  const file = host.resolve(name);
  const location: Location = host.kindOf(file) === "directory" ? locateIn(host, file) : { kind: "file", file };
  const found =
    location.kind === "ambiguous" ? location.files[0] : location.kind === "file" ? location.file : undefined;
  return (
    readLocation(host, location, scopeOf(found ?? file)) ??
    unfoundIn(host, location) ??
    readLayer(host, file, scopeOf(file))
  );
}

/** A directory that was named for nothing. */
function unfoundIn(host: Host, location: Location): Unreadable | undefined {
  if (location.kind !== "missing" || location.named === undefined) return undefined;
  return { file: displayName(host, location.named), reason: "there is no configuration in it" };
}

function readLocation(host: Host, location: Location, scope: Scope): Layer | Unreadable | undefined {
  switch (location.kind) {
    case "file":
      return readLayer(host, location.file, scope);
    case "ambiguous":
      return ambiguous(host, location.files, scope);
    default:
      return undefined;
  }
}

const WHOLE = { span: { start: 0, end: 0 } };

function noConfig(host: Host): Layer {
  const file = host.join(globalDirectory(host) ?? host.cwd, "config.yaml");
  return refused(host, file, "global", { kind: "no-config", at: WHOLE, file: displayName(host, file) });
}

function unreadableLayer(host: Host, { file, reason }: Unreadable, isGlobal: boolean): Layer {
  const scope = isGlobal ? "global" : "project";
  return refused(host, file, scope, { kind: "unreadable", at: WHOLE, scope, reason });
}

function refused(host: Host, file: string, scope: Scope, fact: LayerFact): Layer {
  return unusable({ file: displayName(host, file), text: "" }, fact, { scope, file, sha256: undefined });
}

function ambiguous(host: Host, files: readonly string[], scope: Scope): Layer {
  const [first = ""] = files;
  const names = files.map((file) => displayName(host, file));
  return refused(host, first, scope, { kind: "ambiguous-file", at: WHOLE, scope, files: names });
}

/** A project's file that must not be read. */
function guardProject(
  host: Host,
  location: Location,
  root: string | undefined,
  global: Layer | Unreadable | undefined,
): Layer | undefined {
  if (location.kind !== "file") return undefined;
  const { file } = location;
  if (leavesProject(host, file, root)) return refused(host, file, "project", { kind: "leaves-project", at: WHOLE });
  const isLink = [file, host.join(file, "..")].some((path) => host.kindOf(path) === "link");
  if (!isLink || followsLinks(global)) return undefined;
  return refused(host, file, "project", { kind: "link-skipped", at: WHOLE });
}

/** Whether links are followed (S4, spec 2.11). */
export const FOLLOW_LINKS: Path = ["daemon", "follow_symlinks_for_configs"];

/** Whether the global layer lets links be followed; a project has no say in it (S4). */
function followsLinks(global: Layer | Unreadable | undefined): boolean {
  const root = global !== undefined && "root" in global ? global.root : undefined;
  const node = root && find(root, FOLLOW_LINKS)?.node;
  return node?.kind !== "scalar" || node.value !== false;
}
