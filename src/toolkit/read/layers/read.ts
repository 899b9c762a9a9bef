/** Reads the layers that were located: refuses what must not be read, and notes what is missing (S2–S5). */
import type { Path } from "../../../text/path.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { find } from "../document/node.js";
import { displayName, type Host } from "../host/host.js";
import type { LayerFact } from "./facts.js";
import { globalFiles, isLinked, isOutside } from "./identity.js";
import { type Layer, readLayer, refused, type Unreadable } from "./layer.js";
import { type Choice, choiceOf, type Location, type Locations, locate, locateNamed } from "./locate.js";
import { globalDirectory } from "./places.js";

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
export function readLayers(host: Host, { global, project }: Locations, mode: "hand-over" | "report"): Readings {
  const lower = readLocation(host, global, "global");
  const upper = readLocation(host, project, "project", () => followsLinks(lower));
  const unfound = mode === "hand-over" ? unfoundIn(host, project) : undefined;
  const readings = [lower, upper ?? unfound].filter((reading) => reading !== undefined);
  const layers = readings.filter((reading) => "document" in reading);
  const unreadable = readings.filter((reading) => "reason" in reading);
  if (mode === "hand-over") return { layers, unreadable };
  // A project that was named and is not there is as good as none.
  const named = project.kind === "file" && host.kindOf(project.file) === undefined ? [project.file] : undefined;
  if (lower === undefined && (upper === undefined || named !== undefined))
    return { layers: [noConfig(host, named)], unreadable: [] };
  return {
    layers: readings.map((reading) =>
      "reason" in reading ? unreadableLayer(host, reading, reading === lower) : reading,
    ),
    unreadable: [],
  };
}

/**
 * Reads files that were named, or the configurations in directories that were, each once, however often and in whatever spelling it is
 * named: the global layer if it is that file (`global`: where that was said to be), else the one that `scopeOf` tells.
 */
export function readNamed(
  host: Host,
  names: readonly string[],
  global: Choice["global"],
  scopeOf: (file: string) => Scope,
): readonly (Layer | Unreadable)[] {
  const isGlobal = globalFiles(host, global);
  return [...new Map(names.map((name) => readOne(host, name, global, isGlobal, scopeOf))).values()];
}

/** What was read, behind what tells it from everything else. */
function readOne(
  host: Host,
  name: string,
  global: Choice["global"],
  isGlobal: (real: string) => boolean,
  scopeOf: (file: string) => Scope,
): readonly [string, Layer | Unreadable] {
  const location = locateNamed(host, name);
  const [file = host.resolve(name)] =
    location.kind === "ambiguous" ? location.files : location.kind === "file" ? [location.file] : [];
  const realPath = host.realPath(file);
  const real = realPath ?? file;
  const isGlobalOne = isGlobal(real);
  const scope = isGlobalOne ? "global" : scopeOf(file);
  const mayFollow = (): boolean =>
    followsLinks(readLocation(host, locate(host, choiceOf(global, false)).global, "global"));
  const root = location.kind === "file" && !isGlobalOne ? location.root : undefined;
  const meant: Location = location.kind === "file" ? { kind: "file", file, root, realPath } : location;
  const reading =
    readLocation(host, meant, scope, mayFollow) ??
    unfoundIn(host, location) ??
    readLayer(host, file, scope, () => undefined);
  return [`${scope} ${real}`, reading];
}

/** A directory that was named for nothing. */
function unfoundIn(host: Host, location: Location): Unreadable | undefined {
  if (location.kind !== "missing" || location.named === undefined) return undefined;
  return { file: displayName(host, location.named), reason: "there is no configuration in it" };
}

/** `mayFollow`: whether links may lead to the file of a project. */
function readLocation(
  host: Host,
  location: Location,
  scope: Scope,
  mayFollow: () => boolean = () => true,
): Layer | Unreadable | undefined {
  switch (location.kind) {
    case "file": {
      const isGuarded = scope === "project" || location.root !== undefined;
      const forbid = (realPath: string): LayerFact | undefined =>
        isGuarded ? wayOut(host, location, realPath, mayFollow) : undefined;
      return readLayer(host, location.file, scope, forbid, location.realPath);
    }
    case "in-project":
      return refused(host, location.file, scope, { kind: "global-in-project", at: WHOLE });
    case "ambiguous":
      return ambiguous(host, location.files, scope);
    default:
      return undefined;
  }
}

/** What forbids that a project's file is read from a real path. */
function wayOut(
  host: Host,
  { file, root }: Extract<Location, { readonly kind: "file" }>,
  realPath: string,
  mayFollow: () => boolean,
): LayerFact | undefined {
  // Where it leads as its name says, it does not leave either, and few files are elsewhere.
  if (realPath === file || !isLinked(host, file, realPath, root)) return undefined;
  if (isOutside(host, realPath, root)) return { kind: "leaves-project", at: WHOLE };
  return mayFollow() ? undefined : { kind: "link-skipped", at: WHOLE };
}

const WHOLE = { span: { start: 0, end: 0 } };

/** `named`: the only file that would do. */
function noConfig(host: Host, named: readonly string[] | undefined): Layer {
  const file = host.join(globalDirectory(host) ?? host.cwd, "config.yaml");
  const files = named ?? [file, ".agent/config.yaml"];
  const fact: LayerFact = { kind: "no-config", at: WHOLE, files: files.map((name) => displayName(host, name)) };
  return refused(host, file, "global", fact);
}

function unreadableLayer(host: Host, { file, reason }: Unreadable, isGlobal: boolean): Layer {
  const scope = isGlobal ? "global" : "project";
  return refused(host, file, scope, { kind: "unreadable", at: WHOLE, scope, reason });
}

function ambiguous(host: Host, files: readonly string[], scope: Scope): Layer {
  const [first = ""] = files;
  const names = files.map((file) => displayName(host, file));
  return refused(host, first, scope, { kind: "ambiguous-file", at: WHOLE, scope, files: names });
}

/** Whether links are followed (S4, spec 2.11). */
export const FOLLOW_LINKS: Path = ["daemon", "follow_symlinks_for_configs"];

/** Whether the global layer lets links be followed; a project has no say in it (S4). */
function followsLinks(global: Layer | Unreadable | undefined): boolean {
  const root = global !== undefined && "root" in global ? global.root : undefined;
  const node = root && find(root, FOLLOW_LINKS)?.node;
  return node?.kind !== "scalar" || node.value !== false;
}
