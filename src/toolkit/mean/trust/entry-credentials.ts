/**
 * Finds the credentials in a user's entry: they alone decide what a project may change in it (S44). A credential is a secret key, a value
 * under the name of one, a value from outside the file, or a login.
 */
import { mayNameCredential } from "../../../text/credential-names.js";
import type { Path } from "../../../text/path.js";
import { scan } from "../../../text/scan.js";
import type { Layer } from "../../read/layers/layer.js";
import { jsonOf } from "../../read/schema/place.js";
import type { Capability } from "../../read/schema/schema-node.js";
import { jsonAt, type Setting, settingAt } from "../configuration/setting.js";
import { credentialsInItem } from "../redaction/arguments.js";
import { opensNothing, secretsIn } from "../redaction/credentials.js";
import { mayBeSubstituted } from "../substitution/find.js";
import { isCommon, isSetting, opensSomething } from "./variables.js";

/** The capability of the keys around a value, and whether they accept any value under any name. */
interface Around {
  readonly capability: Capability | undefined;
  readonly isFree: boolean;
}

/** The user's credentials in an entry that a project left there or repeated. `below`: the entry without the project. */
export function credentialsLeft(entry: Setting, project: Layer, below: Setting | undefined): readonly Path[] {
  return credentialsIn(entry).filter((path) => {
    const setting = settingAt(entry, path);
    if (setting === undefined || setting.source !== project) return true;
    const around = typeof path.at(-1) === "number" ? path.slice(0, -1) : path;
    const [now, old] = [jsonOf(setting), jsonAt(below, around)];
    if (!Array.isArray(old)) return now === old;
    return old.some((item) => (Array.isArray(now) ? now.includes(item) && isPassed(item) : now === item));
  });
}

/** All credentials in an entry, of the user and of the project. */
export function credentialsIn(entry: Setting): readonly Path[] {
  const paths: Path[] = [];
  const visit = (setting: Setting, path: Path, around: Around): void => {
    const own = aroundAt(setting, around);
    if (setting.kind === "object") {
      for (const [key, child] of setting.entries) {
        visit(child, path.concat(key), own);
      }
    } else paths.push(...heldAt(setting, path, own));
  };
  visit(entry, [], { capability: undefined, isFree: false });
  return paths;
}

function aroundAt({ shape }: Setting, { capability, isFree }: Around): Around {
  const own = shape?.schema;
  return {
    capability: own?.["x-capability"] ?? capability,
    isFree: isFree || own?.["x-opaque"] === true || own?.["x-secret"] === "by-name",
  };
}

function heldAt(setting: Setting, path: Path, { capability, isFree }: Around): readonly Path[] {
  const last = String(path.at(-1));
  if (setting.kind === "list") {
    const values = setting.items.map((item) => (item.kind === "scalar" ? item.value : null));
    if (last === "args") return itemsOf(values).map((index) => [...path, index]);
    return last === "pass_env" && values.some(isPassed) ? [path] : [];
  }
  if (setting.kind === "object" || typeof setting.value !== "string") return [];
  const { value } = setting;
  const isAnything = isFree || path[0] === "request_option_defaults";
  const isIt =
    setting.shape?.schema["x-secret"] === true ||
    isLogin(path, value) ||
    (isAnything && (isNamed(last, value) || isForeign(value) || secretsIn(value).length > 0)) ||
    (capability === "destination" && opensAddress(value)) ||
    (capability === "runs-code" && (isForeign(value) || credentialsInItem(value, undefined).length > 0));
  return isIt ? [path] : [];
}

const LOGINS: ReadonlySet<string> = new Set(["oauth", "delta_device", "epsilon_device"]);

/** Whether a value selects a login on this machine, by its kind or by its name. */
function isLogin(path: Path, value: string): boolean {
  if (path.at(-2) !== "auth") return false;
  return path.at(-1) === "profile" || (path.at(-1) === "type" && LOGINS.has(value));
}

function isNamed(name: string, value: string): boolean {
  // The path of a file with credentials is not a credential itself.
  return mayNameCredential(name) ? !opensNothing(value) : opensSomething(name);
}

/** Whether a passed variable may be a credential: its value comes from outside the file. */
function isPassed(variable: unknown): boolean {
  const name = String(variable);
  return opensSomething(name) || !(isCommon(name) || isSetting(name));
}

/** The items of a command line that are secret, or come from outside the file. */
function itemsOf(values: readonly unknown[]): readonly number[] {
  return values.flatMap((value, index) => {
    const isSecret = typeof value === "string" && credentialsInItem(value, values[index - 1]).length > 0;
    return isSecret || isForeign(value) ? [index] : [];
  });
}

/** Whether a URL has a variable as its user or in a parameter, or one with the name of a credential; most other variables are hosts. */
function opensAddress(url: string): boolean {
  if (secretsIn(url).length > 0) return true;
  if (!isForeign(url)) return false;
  const isUser = /\$[({][^/@]*@|=\$[({]/.test(url);
  return isUser || scan(url).parts.some((part) => part.kind === "variable" && mayNameCredential(part.name));
}

/** Whether a value comes from outside the file. Variables that every machine sets do not count, because they open nothing. */
function isForeign(value: unknown): value is string {
  if (!mayBeSubstituted(value)) return false;
  return scan(value).parts.some((part) => part.kind !== "text" && !(part.kind === "variable" && isCommon(part.name)));
}
