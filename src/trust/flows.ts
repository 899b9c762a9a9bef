/** Secrets that are the user's own, and what a project puts at the other end of them. */
import { isCustomKind } from "../configuration/models.js";
import { jsonAt, type Setting, settingAt } from "../configuration/setting.js";
import type { Layer } from "../layers/layer.js";
import { credentialsInItem } from "../redaction/arguments.js";
import { secretsIn } from "../redaction/credentials.js";
import { mayNameCredential } from "../redaction/names.js";
import type { Shape } from "../schema/shape.js";
import { mayBeSubstituted } from "../substitution/find.js";
import { type Path, toPointer } from "../text/path.js";
import type { Change } from "./changes.js";
import { ADDRESS } from "./destination.js";
import { borrowedLogins } from "./logins.js";
import { originOf } from "./origin.js";

/** An entry of the user's that a project turns to something else, or one that takes a login of the user's along. */
export interface Redirect {
  /** The entry. */
  readonly entry: Path;
  /** What the project wrote: where it leads now, what is started, or whose login is used. */
  readonly sink: Change;
  /** The origin that it leads to; undefined where that is no URL, or nobody knows it. */
  readonly there: string | undefined;
  /** The credentials of its user that go there. */
  readonly credentials: readonly Path[];
}

/** Every entry of the user's whose destination or program comes from a project, and every borrowed login. */
export function redirectsOf(
  settings: Setting,
  project: Layer,
  changes: readonly Change[],
  below: Setting,
): readonly Redirect[] {
  const redirects = new Map<string, Redirect>();
  const borrowed = borrowedLogins(settings, below);
  for (const sink of changes) {
    const { entry } = sink;
    const key = toPointer(entry?.path ?? []);
    const whole = entry && settingAt(settings, entry.path);
    if (entry === undefined || whole === undefined || redirects.has(key)) continue;
    const isMoved = leadsElsewhere(sink, whole);
    const isLogin = isUrl(sink) || namesLogin(sink);
    if (!isMoved && !isLogin) continue;
    const own = entry.isOwn || !isMoved ? [] : credentialsIn(whole, project).map((path) => [...entry.path, ...path]);
    const logins = isLogin ? borrowed(entry.path) : [];
    const credentials = [...own, ...logins.filter((path) => !own.some((one) => toPointer(one) === toPointer(path)))];
    const url = namesLogin(sink) ? jsonAt(whole, ["url"]) : undefined;
    const there = originOf(url ?? sink.now);
    // An entry of the project's own leads where it likes, but not with a login of its user's.
    if ((isMoved && !entry.isOwn) || logins.length > 0)
      redirects.set(key, { entry: entry.path, sink, there, credentials });
  }
  return [...redirects.values()];
}

function isUrl({ path, capability }: Change): boolean {
  return capability === "destination" && path.at(-1) === "url" && path.length === 3;
}

/** Whether a login of somebody's is chosen. */
function namesLogin({ path, capability, now }: Change): boolean {
  const { 2: key, 3: part = key } = path;
  return (
    capability === "credential" && now !== undefined && ["profile", "auth_key_name", "type"].includes(String(part))
  );
}

/** Whether it is an address at which an answer is awaited. */
export function isCallback({ path, capability }: Change): boolean {
  return capability === "destination" && path.at(-2) === "redirect";
}

/** Whether something other than before is reached or started. */
function leadsElsewhere(sink: Change, entry: Setting): boolean {
  const { capability, now, before } = sink;
  // Without a URL an entry leads to its vendor.
  if (now === undefined) return isUrl(sink);
  if (isCallback(sink)) return false;
  if (capability === "credential") return isAddress(sink) && (originOf(now) ?? now) !== (originOf(before) ?? before);
  if (capability !== "destination") return capability === "runs-code";
  const origin = originOf(now);
  if (origin !== undefined) return origin !== originOf(before);
  // A kind leads to its vendor where no URL leads elsewhere; a custom one has none.
  return isUrl(sink) || (!isCustomKind(String(now)) && settingAt(entry, ["url"]) === undefined);
}

/** Whether a variable of a program's tells it where to go, or what to load: by its name, or because it is a URL. */
function isAddress({ path, now }: Change): boolean {
  const { 2: key, 3: name = "" } = path;
  const isNamed = ADDRESS.test(String(name)) || LOADED.test(String(name));
  return key === "env" && (isNamed || (typeof now === "string" && /^\w+:\/\//.test(now)));
}

/** Where programs look for settings, certificates and code of their own. */
const LOADED =
  /^(?:HOME|XDG_\w+|NODE_\w+|npm_config_\w+|UV_\w+|PIP_\w+|PYTHON\w+|JAVA_TOOL_OPTIONS|OPENSSL_CONF|SSL_CERT_\w+|LD_\w+|DYLD_\w+)$/i;

/** Where in an entry a credential stands that the project did not write. */
function credentialsIn(entry: Setting, project: Layer): readonly Path[] {
  const found: Path[] = [];
  const visit = (setting: Setting, path: Path, around: Shape | undefined): void => {
    const shape = setting.shape?.schema["x-capability"] === undefined ? around : setting.shape;
    if (setting.kind === "object") {
      setting.entries.forEach((child, key) => {
        visit(child, path.concat(key), shape);
      });
    } else if (setting.source !== project) {
      if (path.at(-1) === "args") found.push(...secretItems(setting).map((index) => [...path, index]));
      else if (shape?.schema["x-capability"] === "credential" && holdsSecret(setting, path, shape)) found.push(path);
    }
  };
  visit(entry, [], undefined);
  return found;
}

/** The items of a command line that are secrets, or come from outside of the file. */
function secretItems(setting: Setting): readonly number[] {
  const values =
    setting.kind === "list" ? setting.items.map((item) => (item.kind === "scalar" ? item.value : null)) : [];
  return values.flatMap((value, index) => {
    const isSecret = typeof value === "string" && credentialsInItem(value, values[index - 1]).length > 0;
    return isSecret || isForeign(value) ? [index] : [];
  });
}

/** In a map of headers or variables, what goes by the name of a credential, looks like one or comes from outside of the file; else all of it. */
function holdsSecret(setting: Setting, path: Path, { schema }: Shape): boolean {
  if (setting.kind === "list")
    return setting.items.some((item) => item.kind === "scalar" && mayNameCredential(String(item.value)));
  const value = setting.kind === "scalar" ? setting.value : null;
  if (schema["x-secret"] !== "by-name") return value !== "none" && value !== "no_auth";
  const looksSecret = typeof value === "string" && secretsIn(value).length > 0;
  return mayNameCredential(String(path.at(-1))) || looksSecret || isForeign(value);
}

/** A variable that is set everywhere opens nothing. */
function isForeign(value: unknown): boolean {
  return mayBeSubstituted(value) && !/^[^$]*\$\{(?:HOME|USER|PWD|PATH|TMPDIR)\}[^$]*$/.test(value);
}
