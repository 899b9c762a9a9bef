/** The directories that the user of this machine vouches for (S58), in a file of the user's that no project can write. */
import { isObject, type Json } from "../../read/document/data.js";
import { directoriesAround, type Host, isInside, type WritingHost } from "../../read/host/host.js";
import { isUsual, projectArea, realName, realPlace } from "../../read/layers/identity.js";
import { configFiles, projectOf } from "../../read/layers/places.js";
import type { Vouched } from "./vouch.js";

/** One directory, and its state when its user vouched for it. */
export interface Grant {
  /** The real path of the directory. */
  readonly root: string;
  /** The real path of the configuration, and the sum of it and the files that it names; undefined without one. */
  readonly configuration: { readonly file: string; readonly sha256: string } | undefined;
  /** The sums of facets, subagents and skills by name. Lists of version 1 have none: `trust` did not show prompts then. */
  readonly prompts: ReadonlyMap<string, string>;
}

export interface Grants {
  readonly grants: readonly Grant[];
  /** The bytes of the file; undefined without one. */
  readonly bytes: Uint8Array | undefined;
}

/** `reason` completes "cannot use FILE: …"; the user then vouches for no directory. */
interface Unusable {
  readonly reason: string;
}

/** The path of the list in the user's home. */
const USUAL = ".local/state/agent/trusted.json";

/** The file of the list; undefined on a machine without a home. */
export function grantsFile({ env, home, join, isAbsolute }: Host): string | undefined {
  const configured = env["XDG_STATE_HOME"];
  if (configured !== undefined && isAbsolute(configured)) return join(configured, "agent/trusted.json");
  return home === undefined ? undefined : join(home, USUAL);
}

/**
 * The list, or a directory around it, if others may write it and so vouch in the user's place; undefined if others may write none of them.
 * `modeOf`: nine bits.
 */
export function openToOthers(host: Host, modeOf: (path: string) => number | undefined): string | undefined {
  const file = grantsFile(host);
  if (file === undefined) return undefined;
  // A group often has only its user, and the outer directory serves other programs too: its group may write there.
  const places = [
    [file, 0o022],
    [host.join(file, ".."), 0o022],
    [host.join(file, "../.."), 0o002],
  ] as const;
  return places.find(([path, bits]) => ((modeOf(path) ?? 0) & bits) !== 0)?.[0];
}

const LARGEST = 16 * 1024 * 1024;

/** A list that lies in the project in question, or leads there, does not count. */
export function readGrants(host: Host, isInProject = projectArea(host)): Grants | Unusable {
  const file = grantsFile(host);
  if (file === undefined) return { reason: "there is no home directory" };
  const isOfProject = (place: string): boolean => isInProject(place) && !isOwn(host, file, place);
  const state = realPlace(host, host.join(file, "../.."));
  // For a list that does not exist yet, its future place decides.
  if (isOfProject(`${state}/agent/trusted.json`) || isOfProject(realPlace(host, file))) return IN_PROJECT;
  if (host.kindOf(file) === undefined) return { grants: [], bytes: undefined };
  const read = host.readFile(file, LARGEST);
  if (read.kind !== "bytes") return { reason: read.kind === "too-large" ? "it is too large" : read.reason };
  if (isOfProject(read.realPath)) return IN_PROJECT;
  const grants = grantsIn(read.bytes);
  return grants === undefined ? { reason: "it is no list that this version knows" } : { grants, bytes: read.bytes };
}

/** Whether the list is in its usual place, without a link on the way: then it is the user's, even if the home is a repository (S47). */
function isOwn(host: Host, file: string, realPath: string): boolean {
  return isUsual(host, file, USUAL) && realPath === host.join(realName(host, host.home ?? ""), USUAL);
}

/** The state that the user vouched for, of the project with this file, or of a directory without one. `root`, `file`: real paths. */
export function grantOf(
  { grants }: Grants,
  { root, file }: { readonly root: string; readonly file: string | undefined },
): Grant | undefined {
  return grants.find((grant) => grant.root === root && grant.configuration?.file === file);
}

/** Whether its user vouches for a directory and its whole state. */
export function isGranted(host: Host, vouched: Vouched): boolean {
  const { root, configuration, prompts } = vouched;
  const known = readGrants(host, projectArea(host, root));
  const grant = "reason" in known ? undefined : grantOf(known, { root, file: configuration?.file });
  return (
    grant?.configuration?.sha256 === configuration?.sha256 &&
    grant?.prompts.size === prompts.length &&
    prompts.every(({ name, sha256 }) => grant.prompts.get(name) === sha256)
  );
}

/**
 * The directory that makes another one its user's own (S58): the directory itself, or one around it in its repository. A home is the user's
 * own for itself alone: a stranger's files may lie anywhere in it.
 */
export function ownedBy(host: Host, { grants }: Grants, directory: string): string | undefined {
  const real = realName(host, directory);
  const homes = [host.home, host.accountHome?.()].flatMap((home) => (home === undefined ? [] : [realName(host, home)]));
  const isAroundHome = (root: string): boolean => homes.some((home) => home === root || isInside(home, root));
  const own = directoriesAround(host, real).filter((root) => root === real || !isAroundHome(root));
  return own.find((root) => grants.some((grant) => grant.root === root));
}

/**
 * Whether the list names a project's file, in whatever state. Only then does its present state matter, and the files that it names are
 * read.
 */
export function isListed(host: Host, file: string): boolean {
  const known = readGrants(host, projectArea(host, projectOf(host, file)));
  return "grants" in known && known.grants.some(({ configuration }) => configuration?.file === realName(host, file));
}

/** Adds a directory and its state to the list, in place of its earlier state; on failure, returns the reason. */
export function addGrant(host: WritingHost, { root, configuration, prompts }: Vouched): string | undefined {
  const { file = "", sha256 = "" } = configuration ?? {};
  const added: Grant = {
    ...{ root, configuration: configuration && { file, sha256 } },
    prompts: new Map(prompts.map((one) => [one.name, one.sha256])),
  };
  // A project has one state, whichever of the usual names its file has, or without a file. A file that the user named has a state of its
  // own.
  const usual = new Set<string | undefined>([undefined, ...configFiles(host, host.join(root, ".agent"))]);
  const slotOf = (file: string | undefined): string | undefined => (usual.has(file) ? undefined : file);
  const isOther = (one: Grant): boolean =>
    one.root !== root || slotOf(one.configuration?.file) !== slotOf(configuration?.file);
  return change(host, root, (grants) => [...grants.filter(isOther), added]);
}

/** Removes a directory from the list, with all its states; on failure, returns the reason. */
export function removeGrant(host: WritingHost, root: string): string | undefined {
  return change(host, undefined, (grants) => grants.filter((one) => one.root !== root));
}

function change(
  host: WritingHost,
  root: string | undefined,
  to: (grants: readonly Grant[]) => readonly Grant[],
): string | undefined {
  const known = readGrants(host, projectArea(host, root));
  if ("reason" in known) return known.reason;
  const file = grantsFile(host) ?? "";
  const text = `${JSON.stringify({ version: VERSION, trusted: to(known.grants).map(asJson) }, null, 2)}\n`;
  const bytes = new TextEncoder().encode(text);
  return known.bytes === undefined ? host.createFile(file, bytes) : host.replaceFile(file, known.bytes, bytes);
}

const IN_PROJECT: Unusable = { reason: "it lies in the project" };

/** Lists of version 1 know no directory without a configuration, and no prompts. */
const VERSION = 2;

function asJson({ root, configuration, prompts }: Grant): Json {
  return { root, ...configuration, prompts: Object.fromEntries(prompts) };
}

function grantsIn(bytes: Uint8Array): readonly Grant[] | undefined {
  try {
    const data = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const list = isObject(data) && (data["version"] === 1 || data["version"] === VERSION) ? data["trusted"] : undefined;
    const grants = Array.isArray(list) ? list.map(grantIn) : [undefined];
    return grants.every((grant) => grant !== undefined) ? grants : undefined;
  } catch {
    return undefined;
  }
}

function grantIn(value: Json): Grant | undefined {
  const { root, file, sha256, prompts = {} } = isObject(value) ? value : {};
  if (typeof root !== "string" || !isObject(prompts)) return undefined;
  const sums = new Map<string, string>();
  for (const [name, sum] of Object.entries(prompts)) if (typeof sum === "string") sums.set(name, sum);
  if (file === undefined && sha256 === undefined) return { root, configuration: undefined, prompts: sums };
  if (typeof file !== "string" || typeof sha256 !== "string") return undefined;
  return { root, configuration: { file, sha256 }, prompts: sums };
}
