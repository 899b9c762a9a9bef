/** Finds the two layers of the configuration (S1–S3). No byte of a project decides where the global layer is. */
import type { Scope } from "../diagnostic/diagnostic.js";
import { type Host, workingDirectories } from "../host/host.js";
import type { Choice } from "./choice.js";
import { isGlobalFile, isGlobalInProject, realName, wouldGlobalBeInProject } from "./identity.js";
import { configFiles, globalDirectory, permissionFiles, projectOf } from "./places.js";

/** A choice without its undefined parts. */
export function choiceOf(global: Choice["global"] | undefined, project: Choice["project"] | undefined): Choice {
  return { ...(global === undefined ? {} : { global }), ...(project === undefined ? {} : { project }) };
}

export type Location =
  | {
      readonly kind: "file";
      readonly file: string;
      /** The directory of the project that the file must not leave; undefined for a file outside any project. */
      readonly root?: string | undefined;
      /** The real path of the file, if it is known already. */
      readonly realPath?: string | undefined;
    }
  /** A global file that is ignored because it lies in the project ([S37](../../../../docs/decisions.md#s37)). */
  | { readonly kind: "in-project"; readonly file: string }
  /** No file exists; `named`: the directory that the caller named. */
  | { readonly kind: "missing"; readonly named?: string }
  /** The caller wants no such layer, or it is the global file (S3). */
  | { readonly kind: "off" }
  /** Several files could be this layer (S2). */
  | { readonly kind: "ambiguous"; readonly files: readonly string[] };

export interface Locations {
  readonly global: Location;
  readonly project: Location;
}

/** Finds both layers, starting from the host's working directory. */
export function locate(host: Host, choice: Choice): Locations {
  const project = locateProject(host, choice.project);
  const root = project.kind === "file" ? project.root : undefined;
  const global = locateGlobal(host, choice.global, root);
  const isSame = project.kind === "file" && isGlobalFile(host, choice.global, project.file);
  return { global, project: isSame ? { kind: "off" } : project };
}

/** Finds the files of permissions beside both layers, where there may be no configuration (P-S108). */
export function locatePermissions(host: Host, choice: Choice): Locations {
  const project = projectPermissions(host, choice.project);
  const root = project.kind === "file" ? project.root : undefined;
  const global = globalPermissions(host, choice.global, root);
  const [own, other] = [global, project].map((one) => (one.kind === "file" ? realName(host, one.file) : undefined));
  return { global, project: own !== undefined && own === other ? { kind: "off" } : project };
}

function globalPermissions(host: Host, choice: string | false | undefined, root: string | undefined): Location {
  if (choice === false) return { kind: "off" };
  const directory = choice === undefined ? globalDirectory(host) : host.join(host.resolve(choice), "..");
  if (directory === undefined) return { kind: "missing" };
  return outsideOfProject(host, choice, root, filesIn(host, permissionFiles(host, directory)));
}

function projectPermissions(host: Host, choice: string | false | undefined): Location {
  if (choice === false) return { kind: "off" };
  if (choice === undefined) return nearestProject(host, permissionFiles);
  const named = locateNamed(host, choice, permissionFiles);
  if (named.kind !== "file" || named.file !== host.resolve(choice)) return named;
  return filesIn(host, permissionFiles(host, host.join(named.file, "..")), named.root);
}

/** All files that are or could become a layer, existing or not: the files for a watcher. */
export function watchedFiles(host: Host, { global, project }: Choice): readonly string[] {
  const inDirectory = (directory: string): readonly string[] => [
    ...configFiles(host, directory),
    ...permissionFiles(host, directory),
  ];
  const own = globalDirectory(host);
  const lower =
    typeof global === "string"
      ? [host.resolve(global), ...permissionFiles(host, host.join(host.resolve(global), ".."))]
      : global === undefined && own !== undefined
        ? inDirectory(own)
        : [];
  if (project === false) return lower;
  const roots = project === undefined ? workingDirectories(host) : [host.resolve(project)];
  const upper = roots.flatMap((root) => [host.join(root, ".agent"), ...inDirectory(host.join(root, ".agent"))]);
  if (project === undefined) return [...lower, ...upper];
  // It may name a file or a directory.
  const named = host.resolve(project);
  return [...lower, named, ...inDirectory(named), ...permissionFiles(host, host.join(named, "..")), ...upper];
}

/** The directories to search for layers, the global one's first. */
export function searchedDirectories(host: Host, { global, project }: Choice): readonly string[] {
  const own = global === undefined ? globalDirectory(host) : undefined;
  const ofProject = project === undefined ? workingDirectories(host) : [];
  return [...(own === undefined ? [] : [own]), ...ofProject.map((directory) => host.join(directory, ".agent"))];
}

function locateGlobal(host: Host, choice: string | false | undefined, root: string | undefined): Location {
  if (choice === false) return { kind: "off" };
  if (choice !== undefined) return { kind: "file", file: host.resolve(choice) };
  const directory = globalDirectory(host);
  if (directory === undefined) return { kind: "missing" };
  return outsideOfProject(host, choice, root, filesIn(host, configFiles(host, directory)));
}

/** A file at the usual place of the user's own, unless it lies in the project. */
function outsideOfProject(
  host: Host,
  choice: string | undefined,
  root: string | undefined,
  location: Location,
): Location {
  const [file] = location.kind === "file" ? [location.file] : location.kind === "ambiguous" ? location.files : [];
  const isUsualPlace = choice === undefined && file !== undefined;
  return isUsualPlace && isGlobalInProject(host, root) ? { kind: "in-project", file } : location;
}

function locateProject(host: Host, choice: string | false | undefined): Location {
  if (choice === false) return { kind: "off" };
  return choice === undefined ? nearestProject(host, configFiles) : locateNamed(host, choice);
}

/**
 * A named file, or the configuration in a named directory or in its `.agent` directory. A file in an `.agent` directory belongs to the
 * project around it, however the search reached it ([S37](../../../../docs/decisions.md#s37)).
 */
export function locateNamed(host: Host, name: string, filesOf: FilesOf = configFiles): Location {
  const chosen = host.resolve(name);
  const kind = host.kindOf(chosen);
  const isDirectory = (kind === "link" ? host.kindOf(realName(host, chosen)) : kind) === "directory";
  if (!isDirectory) return { kind: "file", file: chosen, root: projectOf(host, chosen) };
  const inside = filesIn(host, filesOf(host, host.join(chosen, ".agent")), chosen);
  const location =
    inside.kind === "missing" ? filesIn(host, filesOf(host, chosen), projectOf(host, `${chosen}/x`) ?? chosen) : inside;
  return location.kind === "missing" ? { ...location, named: chosen } : location;
}

/** The configuration in the nearest `.agent` directory, from the working directory up to the root of the repository and never above it. */
function nearestProject(host: Host, filesOf: FilesOf): Location {
  for (const directory of workingDirectories(host)) {
    const agent = host.join(directory, ".agent");
    const kind = host.kindOf(agent);
    if (kind !== undefined && kind !== "file") return filesIn(host, filesOf(host, agent), directory);
  }
  return { kind: "missing" };
}

/** The names that a file may have in a directory. */
type FilesOf = (host: Host, directory: string) => readonly string[];

/** The one of some files that exists. */
function filesIn(host: Host, names: readonly string[], root?: string): Location {
  const candidates = names.map((file) => ({ file, kind: host.kindOf(file) }));
  const files = candidates.filter(({ kind }) => kind !== undefined && kind !== "unknown").map(({ file }) => file);
  // For an inaccessible directory, the first name counts: reading it gives the reason.
  const [file] = [...files, ...candidates.filter(({ kind }) => kind === "unknown").map(({ file: hidden }) => hidden)];
  if (file === undefined) return { kind: "missing" };
  return files.length > 1 ? { kind: "ambiguous", files } : { kind: "file", file, root };
}

/** The file for a new layer: in the user's directory, unless that is in the project, or in the root of the repository. */
export function newConfigFile(host: Host, scope: Scope): string | undefined {
  if (scope === "global" && wouldGlobalBeInProject(host)) return undefined;
  const directory =
    scope === "global" ? globalDirectory(host) : host.join(workingDirectories(host).at(-1) ?? host.cwd, ".agent");
  return directory === undefined ? undefined : host.join(directory, "config.yaml");
}

/** The file for new permissions of the user: beside the configuration that the caller names, or in the user's directory. */
export function newPermissionsFile(host: Host, choice: Choice["global"]): string | undefined {
  if (choice === false || (choice === undefined && wouldGlobalBeInProject(host))) return undefined;
  const directory = choice === undefined ? globalDirectory(host) : host.join(host.resolve(choice), "..");
  return directory === undefined ? undefined : permissionFiles(host, directory)[0];
}
