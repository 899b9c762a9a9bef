/** The projects that the user of this machine vouches for, in a file of the user's that no project can be the author of. */
import { isObject, type Json } from "../../read/document/data.js";
import type { Host } from "../../read/host/host.js";
import { isInProject, isUsual, realName } from "../../read/layers/identity.js";
import type { Vouched } from "./vouch.js";

/** One project, as it was when its user looked at it. */
type Grant = Pick<Vouched, "root" | "file" | "sha256">;

interface Grants {
  readonly grants: readonly Grant[];
  /** Of the file; undefined where there is none. */
  readonly bytes: Uint8Array | undefined;
}

/** `reason` completes "cannot use FILE: …"; no project is then vouched for. */
interface Unusable {
  readonly reason: string;
}

/** The list, from the home of its user. */
const USUAL = ".local/state/agent/trusted.json";

/** The file; undefined on a machine without a home. */
export function grantsFile({ env, home, join, isAbsolute }: Host): string | undefined {
  const configured = env["XDG_STATE_HOME"];
  if (configured !== undefined && isAbsolute(configured)) return join(configured, "agent/trusted.json");
  return home === undefined ? undefined : join(home, USUAL);
}

/** What of the list, and of the directories that it is in, somebody else may write, and with it vouch in the user's place. `modeOf`: nine bits. */
export function openToOthers(host: Host, modeOf: (path: string) => number | undefined): string | undefined {
  const file = grantsFile(host);
  if (file === undefined) return undefined;
  // A group is often its user's alone, and what made the directories around cannot know what is put there.
  const places = [
    [file, 0o022],
    [host.join(file, ".."), 0o022],
    [host.join(file, "../.."), 0o002],
  ] as const;
  return places.find(([path, bits]) => ((modeOf(path) ?? 0) & bits) !== 0)?.[0];
}

const LARGEST = 16 * 1024 * 1024;

/** `root`: of the project that is asked about. A list that lies in it, or leads there, is not its user's word. */
export function readGrants(host: Host, root?: string): Grants | Unusable {
  const file = grantsFile(host);
  if (file === undefined) return { reason: "there is no home directory" };
  const state = realPlace(host, host.join(file, "../.."));
  if (isInProject(host, state, root) && !isOwn(host, file, `${state}/agent/trusted.json`)) return IN_PROJECT;
  if (host.kindOf(file) === undefined) return { grants: [], bytes: undefined };
  const read = host.readFile(file, LARGEST);
  if (read.kind !== "bytes") return { reason: read.kind === "too-large" ? "it is too large" : read.reason };
  if (isInProject(host, read.realPath, root) && !isOwn(host, file, read.realPath)) return IN_PROJECT;
  const grants = grantsIn(read.bytes);
  return grants === undefined ? { reason: "it is no list that this version knows" } : { grants, bytes: read.bytes };
}

/** Whether the list is where it usually is, no link on the way: a home that is a repository makes it no other's (S47). */
function isOwn(host: Host, file: string, realPath: string): boolean {
  return isUsual(host, file, USUAL) && realPath === host.join(realName(host, host.home ?? ""), USUAL);
}

/** Whether its user vouches for a project as it is now. */
export function isGranted(host: Host, vouched: Vouched): boolean {
  const known = readGrants(host, vouched.root);
  return "grants" in known && known.grants.some((grant) => isSame(grant, vouched));
}

/** Puts a project on the list, in the place of what it was before; why not, if it cannot. */
export function addGrant(host: Host, { root, file, sha256 }: Vouched): string | undefined {
  return change(host, root, (grants) => [...without(grants, file), { root, file, sha256 }]);
}

/** Takes a project, by the real path of its file, off the list; why not, if it cannot. */
export function removeGrant(host: Host, file: string): string | undefined {
  return change(host, undefined, (grants) => without(grants, file));
}

function change(
  host: Host,
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

/** The real path of a directory, or of the one that it would be made in. */
function realPlace(host: Host, directory: string): string {
  const parent = host.join(directory, "..");
  return host.realPath(directory) ?? (parent === directory ? directory : realPlace(host, parent));
}

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
