/** Secrets that are the user's own, and what a project puts at the other end of them. */
import { isCustomKind } from "../configuration/models.js";
import { type Setting, settingAt } from "../configuration/setting.js";
import type { Layer } from "../layers/layer.js";
import { mayNameCredential } from "../redaction/names.js";
import type { Shape } from "../schema/shape.js";
import { mayBeSubstituted } from "../substitution/find.js";
import { type Path, toPointer } from "../text/path.js";
import type { Change } from "./changes.js";
import { borrowedLogins } from "./logins.js";
import { originOf } from "./origin.js";

/** An entry that is the user's, and that a project turns to something else; or a project's own that takes a login of its user's. */
export interface Redirect {
  /** The entry. */
  readonly entry: Path;
  /** What the project wrote: where it leads now, or what is started. */
  readonly sink: Change;
  /** The credentials of its user that go there. */
  readonly credentials: readonly Path[];
}

/** Every entry of the user's whose destination or program comes from a project, and every borrowed login. */
export function redirectsOf(settings: Setting, project: Layer, changes: readonly Change[]): readonly Redirect[] {
  const redirects = new Map<string, Redirect>();
  const borrowed = borrowedLogins(settings, (entry) => settingAt(settings, entry)?.source !== project);
  for (const sink of changes) {
    const { entry } = sink;
    if (entry === undefined) continue;
    const key = toPointer(entry.path);
    const whole = settingAt(settings, entry.path);
    if (whole === undefined || redirects.has(key) || !leadsElsewhere(sink, whole)) continue;
    const own = entry.isOwn ? [] : credentialsIn(whole, project).map((path) => [...entry.path, ...path]);
    const logins = isUrl(sink) ? borrowed(entry.path) : [];
    const credentials = [...own, ...logins.filter((path) => !own.some((one) => toPointer(one) === toPointer(path)))];
    // An entry of the project's own leads where it likes, but not with a login of its user's.
    if (!entry.isOwn || logins.length > 0) redirects.set(key, { entry: entry.path, sink, credentials });
  }
  return [...redirects.values()];
}

function isUrl({ path, capability }: Change): boolean {
  return capability === "destination" && path.at(-1) === "url" && path.length === 3;
}

/** Whether it is an address at which an answer is awaited. */
export function isCallback({ path, capability }: Change): boolean {
  return capability === "destination" && path.at(-2) === "redirect";
}

/** Whether something other than before is reached or started. */
function leadsElsewhere(sink: Change, entry: Setting): boolean {
  const { capability, now, before } = sink;
  if (now === undefined || isCallback(sink)) return false;
  if (capability !== "destination") return capability === "runs-code";
  const origin = originOf(now);
  if (origin !== undefined) return origin !== originOf(before);
  // A kind leads to its vendor where no URL leads elsewhere; a custom one has none.
  return isUrl(sink) || (!isCustomKind(String(now)) && settingAt(entry, ["url"]) === undefined);
}

/** Where in an entry a credential stands that the project did not write. */
function credentialsIn(entry: Setting, project: Layer): readonly Path[] {
  const found: Path[] = [];
  const visit = (setting: Setting, path: Path, around: Shape | undefined): void => {
    const shape = setting.shape?.schema["x-capability"] === undefined ? around : setting.shape;
    if (setting.kind === "object") {
      for (const [key, child] of setting.entries) visit(child, [...path, key], shape);
    } else if (
      shape?.schema["x-capability"] === "credential" &&
      setting.source !== project &&
      holdsSecret(setting, path)
    ) {
      found.push(path);
    }
  };
  visit(entry, [], undefined);
  return found;
}

/** In a map of headers or variables, what goes by the name of a credential or comes from outside of the file; else all of it. */
function holdsSecret(setting: Setting, path: Path): boolean {
  if (setting.shape?.schema["x-secret"] !== "by-name") return true;
  const isForeign = setting.kind === "scalar" && mayBeSubstituted(setting.value);
  return mayNameCredential(String(path.at(-1))) || isForeign;
}
