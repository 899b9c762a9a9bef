/** The items of a review for each change that a project makes, by capability. Nothing is cut. */

import { mayNameCredential } from "../../text/credential-names.js";
import { formatPath, type Path, toPointer } from "../../text/path.js";
import { jsonAt, type Setting, settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import type { Change } from "../../toolkit/mean/trust/changes.js";
import { leadOf } from "../../toolkit/mean/trust/environment.js";
import { isWeakened, valueBefore } from "../../toolkit/mean/trust/guard.js";
import { originOf } from "../../toolkit/mean/trust/origin.js";
import type { ProjectTrust } from "../../toolkit/mean/trust/trust.js";
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { shownAt as placedAt } from "../explain/redacted-value.js";

/** One change of the project. Texts are redacted and safe to print. */
export interface ReviewItem {
  readonly path: string;
  /** Uncut, however long it is. */
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The raw value, to compare two items that look the same. Never shown. */
  readonly raw: string;
  /** Whether it decides which code runs, and a part of it is hidden as a secret. */
  readonly isCovered: boolean;
  /** Compared with another commit; absent without one. */
  readonly change?: "added" | "removed";
}

/** The input of the items. Secret words of the project hide nothing: only the user's own count. */
export interface View {
  readonly settings: Setting;
  readonly project: Layer;
  readonly trust: ProjectTrust;
  /** Hides the user's secret words, and text that looks like a secret. */
  readonly open: Redactor;
  /** The same for programs to run. */
  readonly programs: Redactor;
}

/** One item at a path, before it is safe to print. */
export interface Item {
  readonly path: Path;
  readonly what: string;
  readonly raw: Json | undefined;
  readonly redactor: Redactor;
  /** Whether it decides which code runs, so that `trust` must show all of it. */
  readonly isRun?: boolean;
}

/** A key is one or two words without characters that a shell acts on; a digest is not a secret. */
export function mayHideInCommand(secret: string): boolean {
  return /^[\w.~+/=@:%,-]{1,400}(?: [\w.~+/=@:%,-]{1,400})?$/.test(secret) && !/^[0-9a-f]+$/.test(secret);
}

export function redirectItems({ settings, trust: { redirects }, open }: View): readonly Item[] {
  const withCredentials = redirects.filter(({ credentials }) => credentials.length > 0);
  return withCredentials.map(({ sink: { path, now, capability }, there, credentials }) => {
    const names = credentials.map((one) => formatPath(open.path(one))).join(", ");
    const target = capability === "runs-code" ? "a command line of the project's" : there;
    const way = path[2] === "env" && leadOf(String(path[3]), now) === "code" ? "into code of its choice:" : "to";
    const what = `${names} ${way} ${target ?? brief(shownAt(path, settings, open))}`;
    return { path, what, raw: now, redactor: open };
  });
}

export function weakened({ settings, trust, open }: View): readonly Item[] {
  return having(trust, "guard")
    .filter(isWeakened)
    .map((change) => {
      const { path, now } = change;
      const [shown, old] = [shownAt(path, settings, open), valueBefore(change)];
      // Removed items of the user's list may be secrets, so they are not shown.
      const isList = Array.isArray(now) || Array.isArray(old);
      const list = now === undefined ? LACKS : `${LACKS}: ${brief(shown)}`;
      const instead = old === undefined ? "" : ` instead of ${brief(old)}`;
      return { path, what: isList ? list : `${brief(shown)}${instead}`, raw: now, redactor: open };
    });
}

const LACKS = "a list without your entries";

export function destinations({ settings, trust, open }: View): readonly Item[] {
  return having(trust, "destination").map(({ path, now, before }) => {
    const shown = brief(shownAt(path, settings, open));
    const origin = originOf(now);
    // A reader may mistake the user of a URL for its host.
    const there = origin === undefined || shown.startsWith(origin) ? shown : `${origin}, written ${shown}`;
    const what =
      now === undefined ? `nothing instead of ${originOf(before) ?? oldText(path, before, trust, open)}` : there;
    return { path, what, raw: now, redactor: open };
  });
}

/** One command line for each program, and other keys that run code. */
export function started({ settings, trust, programs }: View): readonly Item[] {
  const entries = new Map<string, Change>();
  for (const change of having(trust, "runs-code")) {
    const key = toPointer(change.entry?.path ?? change.path);
    const first = entries.get(key);
    if (first === undefined || (first.now === undefined && change.now !== undefined)) entries.set(key, change);
  }
  return [...entries.values()].map(({ path, entry, now, before }) => {
    const line = entry && commandLine(shownAt(entry.path, settings, programs));
    const value =
      now === undefined ? goneText(path, before, trust, programs) : brief(shownAt(path, settings, programs));
    return { path, what: line ?? value, raw: jsonAt(settings, entry?.path ?? path), redactor: programs, isRun: true };
  });
}

export function values(capability: Change["capability"], { settings, trust, ...view }: View): readonly Item[] {
  return having(trust, capability).map(({ path, now, before }) => {
    const isRun = path[2] === "env" && !mayNameCredential(String(path[3]));
    const redactor = isRun ? view.programs : view.open;
    const what = now === undefined ? goneText(path, before, trust, redactor) : brief(shownAt(path, settings, redactor));
    return { path, what, raw: now, redactor, isRun };
  });
}

export function settingItem(path: Path, { settings, open }: View): Item {
  return { path, what: brief(shownAt(path, settings, open)), raw: jsonAt(settings, path), redactor: open };
}

function having({ changes }: ProjectTrust, capability: Change["capability"]): readonly Change[] {
  return changes.filter((change) => change.capability === capability);
}

/** Hides secrets by span and by value, before the value becomes a text. */
function shownAt(path: Path, settings: Setting, redactor: Redactor): Json | undefined {
  const setting = settingAt(settings, path);
  return setting && redactor.json(setting, path);
}

function brief(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function goneText(path: Path, value: Json | undefined, trust: ProjectTrust, redactor: Redactor): string {
  return `nothing instead of ${oldText(path, value, trust, redactor)}`;
}

/** A removed value as the user has it, with the secrets of its place hidden. */
function oldText(path: Path, value: Json | undefined, { below }: ProjectTrust, redactor: Redactor): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "string") return "what you have";
  const shown = placedAt(redactor, below, path);
  return redactor.text(typeof shown === "string" ? shown : value);
}

/** The merged command line of an entry. */
function commandLine(entry: Json | undefined): string | undefined {
  if (!isObject(entry) || typeof entry["command"] !== "string") return undefined;
  const { command, args } = entry;
  return [command, ...(Array.isArray(args) ? args.map(brief) : [])].join(" ");
}
