/** Where the two layers of the configuration are (S1–S3). No byte of a project decides where the global layer is. */
import type { Scope } from "../diagnostic/diagnostic.js";
import { ENDINGS } from "../document/formats.js";
import { type Host, workingDirectories } from "../host/host.js";

/** The names a configuration may have, in any directory that holds one (S2). */
const NAMES: readonly string[] = ENDINGS.map((ending) => `config${ending}`);

/** Which files the caller wants: a name, `false` for none, undefined to look for it. */
export interface Choice {
  /** A file. */
  readonly global?: string | false;
  /** A file, or the directory of a project. */
  readonly project?: string | false;
}

/** A choice from what may be undefined. */
export function choiceOf(global: Choice["global"] | undefined, project: Choice["project"] | undefined): Choice {
  return { ...(global === undefined ? {} : { global }), ...(project === undefined ? {} : { project }) };
}

export type Location =
  | { readonly kind: "file"; readonly file: string }
  /** Looked for and not found; `named`: the directory that the caller said it is in. */
  | { readonly kind: "missing"; readonly named?: string }
  /** Not wanted, or the same file as the global layer (S3). */
  | { readonly kind: "off" }
  /** Several files claim to be this layer (S2). */
  | { readonly kind: "ambiguous"; readonly files: readonly string[] };

export interface Locations {
  readonly global: Location;
  readonly project: Location;
  /** The directory that the project layer must not leave; undefined without one. */
  readonly root: string | undefined;
}

/** Finds both layers, looking from the host's working directory. */
export function locate(host: Host, choice: Choice): Locations {
  const global = locateGlobal(host, choice.global);
  const { location, root } = locateProject(host, choice.project);
  const same = location.kind === "file" && global.kind === "file" && sameFile(host, location.file, global.file);
  return { global, project: same ? { kind: "off" } : location, root };
}

/** Every file that could be a layer now or become one, whether it exists or not: what a watcher has to look at. */
export function watchedFiles(host: Host, { global, project }: Choice): readonly string[] {
  const inDirectory = (directory: string): readonly string[] => NAMES.map((name) => host.join(directory, name));
  const own = globalDirectory(host);
  const lower =
    typeof global === "string"
      ? [host.resolve(global)]
      : global === undefined && own !== undefined
        ? inDirectory(own)
        : [];
  if (project === false) return lower;
  const roots = project === undefined ? workingDirectories(host) : [host.resolve(project)];
  const upper = roots.flatMap((root) => [host.join(root, ".agent"), ...inDirectory(host.join(root, ".agent"))]);
  return [
    ...lower,
    ...(project === undefined ? upper : [host.resolve(project), ...inDirectory(host.resolve(project)), ...upper]),
  ];
}

/** The directories that a layer is looked for in, the global one's first. */
export function searchedDirectories(host: Host, { global, project }: Choice): readonly string[] {
  const own = global === undefined ? globalDirectory(host) : undefined;
  const ofProject = project === undefined ? workingDirectories(host) : [];
  return [...(own === undefined ? [] : [own]), ...ofProject.map((directory) => host.join(directory, ".agent"))];
}

/** The directory of the global layer; undefined on a machine without a home. */
export function globalDirectory(host: Host): string | undefined {
  const configured = host.env["XDG_CONFIG_HOME"];
  if (configured !== undefined && host.isAbsolute(configured)) return host.join(configured, "agent");
  return host.home === undefined ? undefined : host.join(host.home, ".config/agent");
}

function locateGlobal(host: Host, choice: string | false | undefined): Location {
  if (choice === false) return { kind: "off" };
  if (choice !== undefined) return { kind: "file", file: host.resolve(choice) };
  const directory = globalDirectory(host);
  return directory === undefined ? { kind: "missing" } : configIn(host, directory);
}

interface ProjectLocation {
  readonly location: Location;
  readonly root: string | undefined;
}

function locateProject(host: Host, choice: string | false | undefined): ProjectLocation {
  if (choice === false) return { location: { kind: "off" }, root: undefined };
  if (choice === undefined) return nearestProject(host);
  const chosen = host.resolve(choice);
  if (host.kindOf(chosen) !== "directory") return { location: { kind: "file", file: chosen }, root: undefined };
  return { location: locateIn(host, chosen), root: chosen };
}

/** The configuration in the `.agent` directory of a directory that was named, or else in the directory itself. */
export function locateIn(host: Host, directory: string): Location {
  const inside = configIn(host, host.join(directory, ".agent"));
  const location = inside.kind === "missing" ? configIn(host, directory) : inside;
  return location.kind === "missing" ? { ...location, named: directory } : location;
}

/** The nearest `.agent` directory, from the working directory up to the root of the repository and never above it. */
function nearestProject(host: Host): ProjectLocation {
  for (const directory of workingDirectories(host)) {
    const agent = host.join(directory, ".agent");
    const kind = host.kindOf(agent);
    if (kind !== undefined && kind !== "file") return { location: configIn(host, agent), root: directory };
  }
  return { location: { kind: "missing" }, root: undefined };
}

function configIn(host: Host, directory: string): Location {
  const found = NAMES.map((name) => host.join(directory, name)).map((file) => ({ file, kind: host.kindOf(file) }));
  const files = found.filter(({ kind }) => kind !== undefined && kind !== "unknown").map(({ file }) => file);
  // Where nothing can be seen, the first name will do: reading it tells why not.
  const [file] = [...files, ...found.filter(({ kind }) => kind === "unknown").map(({ file: hidden }) => hidden)];
  if (file === undefined) return { kind: "missing" };
  return files.length > 1 ? { kind: "ambiguous", files } : { kind: "file", file };
}

function sameFile(host: Host, a: string, b: string): boolean {
  return (host.realPath(a) ?? a) === (host.realPath(b) ?? b);
}

/** Whether a project's file, followed through its links, lies outside the project (S4). */
export function leavesProject(host: Host, file: string, root: string | undefined): boolean {
  const target = host.realPath(file);
  const home = root === undefined ? undefined : host.realPath(root);
  return target !== undefined && home !== undefined && !isInside(target, home);
}

function isInside(path: string, directory: string): boolean {
  const prefix = /[\\/]$/.test(directory) ? directory : `${directory}/`;
  return path.replaceAll("\\", "/").startsWith(prefix.replaceAll("\\", "/"));
}

/** Where a layer that does not exist yet belongs: the user's directory, or the root of the repository. */
export function newConfigFile(host: Host, scope: Scope): string | undefined {
  const directory =
    scope === "global" ? globalDirectory(host) : host.join(workingDirectories(host).at(-1) ?? host.cwd, ".agent");
  return directory === undefined ? undefined : host.join(directory, "config.yaml");
}

/** The directory of the project whose `.agent` directory holds a file; undefined for any other file. */
export function projectOf(host: Host, file: string | undefined): string | undefined {
  const directory = file?.split(/[\\/]/).at(-2);
  return file === undefined || directory !== ".agent" ? undefined : host.join(file, "../..");
}
