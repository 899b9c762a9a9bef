/** The projects that the user of this machine vouches for, in a file of the user's that no project can write. */
import { isObject, type Json } from "../../read/document/data.js";
import type { Host, WritingHost } from "../../read/host/host.js";
import { isInProject, isUsual, realName, realPlace } from "../../read/layers/identity.js";
import { projectOf } from "../../read/layers/places.js";
import type { Vouched } from "./vouch.js";

/** One project in the state in which its user vouched for it. */
type Grant = Pick<Vouched, "root" | "file" | "sha256">;

interface Grants {
  readonly grants: readonly Grant[];
  /** The bytes of the file; undefined where there is none. */
  readonly bytes: Uint8Array | undefined;
}

/** `reason` completes "cannot use FILE: …"; then no project is vouched for. */
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

/** The list, or a directory around it, if others may write it and so vouch in the user's place; undefined if none is open. `modeOf`: nine bits. */
export function openToOthers(host: Host, modeOf: (path: string) => number | undefined): string | undefined {
  const file = grantsFile(host);
  if (file === undefined) return undefined;
  // A group often has only its user, and the outer directory was not made for the list: its group may write there.
  const places = [
    [file, 0o022],
    [host.join(file, ".."), 0o022],
    [host.join(file, "../.."), 0o002],
  ] as const;
  return places.find(([path, bits]) => ((modeOf(path) ?? 0) & bits) !== 0)?.[0];
}

const LARGEST = 16 * 1024 * 1024;

/** `root`: the directory of the project in question. A list that lies in it, or leads there, does not count. */
export function readGrants(host: Host, root?: string): Grants | Unusable {
  const file = grantsFile(host);
  if (file === undefined) return { reason: "there is no home directory" };
  const isOfProject = (place: string): boolean => isInProject(host, place, root) && !isOwn(host, file, place);
  const state = realPlace(host, host.join(file, "../.."));
  // A list that does not exist yet is judged by where it would be written.
  if (isOfProject(`${state}/agent/trusted.json`) || isOfProject(realPlace(host, file))) return IN_PROJECT;
  if (host.kindOf(file) === undefined) return { grants: [], bytes: undefined };
  const read = host.readFile(file, LARGEST);
  if (read.kind !== "bytes") return { reason: read.kind === "too-large" ? "it is too large" : read.reason };
  if (isOfProject(read.realPath)) return IN_PROJECT;
  const grants = grantsIn(read.bytes);
  return grants === undefined ? { reason: "it is no list that this version knows" } : { grants, bytes: read.bytes };
}

/** Whether the list is in its usual place, with no link on the way: then it is the user's, even if the home is a repository (S47). */
function isOwn(host: Host, file: string, realPath: string): boolean {
  return isUsual(host, file, USUAL) && realPath === host.join(realName(host, host.home ?? ""), USUAL);
}

/** Whether its user vouches for a project in its current state. */
export function isGranted(host: Host, vouched: Vouched): boolean {
  const known = readGrants(host, vouched.root);
  return "grants" in known && known.grants.some((grant) => isSame(grant, vouched));
}

/** Whether the list names a project's file, in whatever state of it. Only then does its present state matter, and files that it names are read. */
export function isListed(host: Host, file: string): boolean {
  const known = readGrants(host, projectOf(host, file));
  return "grants" in known && known.grants.some((grant) => grant.file === realName(host, file));
}

/** Adds a project to the list, in place of its earlier state; on failure, the reason. */
export function addGrant(host: WritingHost, { root, file, sha256 }: Vouched): string | undefined {
  return change(host, root, (grants) => [...without(grants, file), { root, file, sha256 }]);
}

/** Removes a project from the list by the real path of its file; on failure, the reason. */
export function removeGrant(host: WritingHost, file: string): string | undefined {
  return change(host, undefined, (grants) => without(grants, file));
}

function change(
  host: WritingHost,
  root: string | undefined,
  to: (grants: readonly Grant[]) => readonly Grant[],
): string | undefined {
  const known = readGrants(host, root);
  if ("reason" in known) return known.reason;
  const file = grantsFile(host) ?? "";
  const text = `${JSON.stringify({ version: 1, trusted: to(known.grants) }, null, 2)}\n`;
  const bytes = new TextEncoder().encode(text);
  return known.bytes === undefined ? host.createFile(file, bytes) : host.replaceFile(file, known.bytes, bytes);
}

const IN_PROJECT: Unusable = { reason: "it lies in the project" };

function grantsIn(bytes: Uint8Array): readonly Grant[] | undefined {
  try {
    const data = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const list = isObject(data) && data["version"] === 1 ? data["trusted"] : undefined;
    return Array.isArray(list) && list.every(isGrant) ? (list as unknown as readonly Grant[]) : undefined;
  } catch {
    return undefined;
  }
}

function isGrant(value: Json): boolean {
  return isObject(value) && ["root", "file", "sha256"].every((key) => typeof value[key] === "string");
}

function without(grants: readonly Grant[], file: string): readonly Grant[] {
  return grants.filter((one) => one.file !== file);
}

function isSame(one: Grant, { root, file, sha256 }: Grant): boolean {
  return one.root === root && one.file === file && one.sha256 === sha256;
}
