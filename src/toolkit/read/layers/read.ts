/** Reads the located layers: refuses files that must not be read, and notes missing ones (S2–S5). */
import type { Path } from "../../../text/path.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { find } from "../document/node.js";
import { displayName, type Host } from "../host/host.js";
import type { Choice } from "./choice.js";
import type { LayerFact } from "./facts.js";
import { globalFiles, isLinked, isOutside } from "./identity.js";
import { type Layer, readLayer, refused, type Unreadable } from "./layer.js";
import { choiceOf, type Location, type Locations, locate, locateNamed, locatePermissions } from "./locate.js";
import { globalDirectory, permissionFiles } from "./places.js";

/** The layers that were read, the lowest first, and the unreadable files. */
export interface Readings {
  readonly layers: readonly Layer[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * Reads both layers. The global one comes first: it decides whether links are followed. Unreadable files are returned as such; with
 * `report`, each becomes a layer with a fact about it, and so does a missing configuration. With `report`, a named directory may have no
 * configuration yet.
 */
export function readLayers(host: Host, { global, project }: Locations, mode: "hand-over" | "report"): Readings {
  const lower = configurationOnly(readLocation(host, global, "global"));
  const upper = configurationOnly(readLocation(host, project, "project", () => followsLinks(lower)));
  const unfound = mode === "hand-over" ? unfoundIn(host, project) : undefined;
  const readings = [lower, upper ?? unfound].filter((reading) => reading !== undefined);
  const layers = readings.filter((reading) => "document" in reading);
  const unreadable = readings.filter((reading) => "reason" in reading);
  if (mode === "hand-over") return { layers, unreadable };
  // A named project that does not exist counts as no project.
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

function configurationOnly(reading: Layer | Unreadable | undefined): typeof reading {
  if (reading === undefined || "reason" in reading || !reading.isPermissions) return reading;
  return { file: reading.document.source.file, reason: "it is a file of permissions, not a configuration" };
}

/** Reads the files of permissions beside both layers (P-S108). With `report`, an unreadable file becomes a layer with a fact about it. */
export function readPermissions(host: Host, choice: Choice, mode: "hand-over" | "report"): Readings {
  const { global, project } = locatePermissions(host, choice);
  const mayFollow = (): boolean =>
    followsLinks(readLocation(host, locate(host, choiceOf(choice.global, false)).global, "global"));
  const lower = readLocation(host, global, "global");
  const readings = [lower, readLocation(host, project, "project", mayFollow)].filter((one) => one !== undefined);
  const layers = readings.flatMap((reading) => {
    if ("document" in reading) return [reading];
    return mode === "report" ? [unreadableLayer(host, reading, reading === lower)] : [];
  });
  return { layers, unreadable: mode === "report" ? [] : readings.filter((reading) => "reason" in reading) };
}

/**
 * Reads named files, or the configurations in named directories, each once, under all its names and spellings. A file is the global layer
 * if it is the global file (`global`: the caller's choice of it); for other files, `scopeOf` decides.
 */
export function readNamed(
  host: Host,
  names: readonly string[],
  global: Choice["global"],
  scopeOf: (file: string) => Scope,
): readonly (Layer | Unreadable)[] {
  const isGlobal = globalFiles(host, global);
  const readings = names.flatMap((name) => {
    const beside = permissionsIn(host, name);
    const isAlone = beside !== undefined && locateNamed(host, name).kind === "missing";
    return [...(isAlone ? [] : [name]), ...(beside === undefined ? [] : [beside])];
  });
  return [...new Map(readings.map((name) => readOne(host, name, global, isGlobal, scopeOf))).values()];
}

/** The permissions in a named directory; undefined in place of a file. */
function permissionsIn(host: Host, name: string): Location | undefined {
  const location = locateNamed(host, name, permissionFiles);
  const isFile = location.kind === "file" && location.file === host.resolve(name);
  return isFile || location.kind === "missing" ? undefined : location;
}

/** A layer or an unreadable file, with its identifying key. */
function readOne(
  host: Host,
  named: string | Location,
  global: Choice["global"],
  isGlobal: (real: string) => boolean,
  scopeOf: (file: string) => Scope,
): readonly [string, Layer | Unreadable] {
  const location = typeof named === "string" ? locateNamed(host, named) : named;
  const [file = typeof named === "string" ? host.resolve(named) : host.cwd] =
    location.kind === "ambiguous" ? location.files : location.kind === "file" ? [location.file] : [];
  const realPath = host.realPath(file);
  const real = realPath ?? file;
  const isGlobalOne = isGlobal(real);
  const scope = isGlobalOne ? "global" : scopeOf(file);
  const mayFollow = (): boolean =>
    followsLinks(readLocation(host, locate(host, choiceOf(global, false)).global, "global"));
  const root = location.kind === "file" && !isGlobalOne ? location.root : undefined;
  const target: Location = location.kind === "file" ? { kind: "file", file, root, realPath } : location;
  const reading =
    readLocation(host, target, scope, mayFollow) ??
    unfoundIn(host, location) ??
    readLayer(host, file, scope, () => undefined);
  // A refused link has a key of its own: its mistake differs from those in its target.
  const isRead = "document" in reading && reading.sha256 !== undefined;
  return [`${scope} ${isRead ? real : host.resolve(file)}`, reading];
}

/** The error for a named directory without a configuration. */
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

/** Why a project's file must not be read from a real path; undefined if it may be. */
function wayOut(
  host: Host,
  { file, root }: Extract<Location, { readonly kind: "file" }>,
  realPath: string,
  mayFollow: () => boolean,
): LayerFact | undefined {
  // A file whose real path is its own name is inside: true for most files.
  if (realPath === file || !isLinked(host, file, realPath, root)) return undefined;
  if (isOutside(host, realPath, root)) return { kind: "leaves-project", at: WHOLE };
  return mayFollow() ? undefined : { kind: "link-skipped", at: WHOLE };
}

const WHOLE = { span: { start: 0, end: 0 } };

/** `named`: the only files that the caller wants. */
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

/** The switch for following links (S4, spec 2.11). */
export const FOLLOW_LINKS: Path = ["daemon", "follow_symlinks_for_configs"];

/** Whether the global layer lets links be followed; a project cannot change it (S4). */
function followsLinks(global: Layer | Unreadable | undefined): boolean {
  const root = global !== undefined && "root" in global ? global.root : undefined;
  const node = root && find(root, FOLLOW_LINKS)?.node;
  return node?.kind !== "scalar" || node.value !== false;
}
