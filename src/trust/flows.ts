/** Secrets that are the user's own, and what a project puts at the other end of them. */
import { isCustomKind } from "../configuration/models.js";
import { type Setting, settingAt } from "../configuration/setting.js";
import type { Layer } from "../layers/layer.js";
import { mayNameCredential } from "../redaction/names.js";
import type { Shape } from "../schema/shape.js";
import { mayBeSubstituted } from "../substitution/find.js";
import { type Path, toPointer } from "../text/path.js";
import type { Change } from "./changes.js";
import { originOf } from "./origin.js";

/** An entry that is the user's, and that a project turns to something else. */
export interface Redirect {
  /** The entry. */
  readonly entry: Path;
  /** What the project wrote: where it leads now, or what is started. */
  readonly sink: Change;
  /** The credentials of its user that go there. */
  readonly credentials: readonly Path[];
}

/** Every entry of the user's whose destination or program comes from a project. */
export function redirectsOf(settings: Setting, project: Layer, changes: readonly Change[]): readonly Redirect[] {
  const redirects = new Map<string, Redirect>();
  for (const sink of changes) {
    const { entry } = sink;
    if (entry === undefined || entry.isOwn) continue;
    const key = toPointer(entry.path);
    const whole = settingAt(settings, entry.path);
    if (whole === undefined || redirects.has(key) || !leadsElsewhere(sink, whole)) continue;
    const credentials = credentialsIn(whole, project).map((path) => [...entry.path, ...path]);
    redirects.set(key, { entry: entry.path, sink, credentials });
  }
  return [...redirects.values()];
}

/** Whether it is an address at which an answer is awaited. */
export function isCallback({ path, capability }: Change): boolean {
  return capability === "destination" && path.at(-2) === "redirect";
}

/** Whether something other than before is reached or started. */
function leadsElsewhere(sink: Change, entry: Setting): boolean {
  const { capability, now, before, path } = sink;
  if (now === undefined || isCallback(sink)) return false;
  if (capability !== "destination") return capability === "runs-code";
  const origin = originOf(now);
  if (origin !== undefined) return origin !== originOf(before);
  // A kind leads to its vendor where no URL leads elsewhere; a custom one has none.
  const isUrl = path.at(-1) === "url";
  return isUrl || (!isCustomKind(String(now)) && settingAt(entry, ["url"]) === undefined);
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
