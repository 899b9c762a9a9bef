/** Finds credentials among the items of a command line: as the value of a flag, in the next item or after its `=`. */

import { mayNameCredential } from "../../../text/credential-names.js";
import { NONE } from "../../../text/none.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import { joined } from "./cover.js";
import { credentialsIn, opensNothing } from "./credentials.js";

/** The credentials in an item, or the references in their place. `before`: the item before it. */
export function credentialsInItem(item: string, before: unknown): readonly Span[] {
  const flag = typeof before === "string" ? before : "";
  const whole = valueOfFlag(flag, item);
  if (whole !== undefined) return [whole];
  const { 1: password = "" } = /^-[pP](.+)$/s.exec(item) ?? (NONE as readonly string[]);
  if (looksGenerated(password)) return [{ start: 2, end: item.length }];
  const { 1: key = "", 2: value = "" } = JOINED.exec(item) ?? (NONE as readonly string[]);
  if (isCredentialValue(key, value)) return [{ start: item.length - value.length, end: item.length }];
  return joined(credentialsIn(item));
}

const FLAG = /^--?([A-Za-z][\w.-]*)$/;

/** `--token=X`, `-e TOKEN=X` and `--header "Authorization: X"`; not a URL whose scheme is such a word. */
const JOINED = /^-{0,2}([A-Za-z][\w.-]*)(?:=|: *(?! ))(?!\/\/)(.+)$/s;

/** The part of an item that is the credential for the flag before it. */
function valueOfFlag(flag: string, item: string): Span | undefined {
  const end = item.length;
  if (flag === "-p" || flag === "-P") return isPassword(item) ? { start: 0, end } : undefined;
  if (flag === "-u" || flag === "--user") {
    const [, user] = /^([^:\s/]+:)(?!\d+$|\/\/)./s.exec(item) ?? [];
    return user === undefined ? undefined : { start: user.length, end };
  }
  // A container gets the variable of this name.
  if (/^-e[A-Z_][A-Z0-9_]*$/.test(flag)) return undefined;
  const name = FLAG.exec(flag)?.[1];
  return name !== undefined && !item.startsWith("-") && isCredentialValue(name, item) ? { start: 0, end } : undefined;
}

/** False for the ports, paths, packages and versions that `-p` also takes. */
function isPassword(item: string): boolean {
  const isOther = /^[\d.:]+$|[@/]|^-|^(?:python|pypy|node|ruby|php|java|jdk|go|es|ts)[\d.]+$/i.test(item);
  return !isOther && /\d/.test(item) && /[A-Za-z]/.test(item);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A plain `--key` may take any value, so its value must look generated. */
function isCredentialValue(name: string, value: string): boolean {
  return name.toLowerCase() === "key"
    ? looksGenerated(value) || UUID.test(value)
    : mayNameCredential(name) && !opensNothing(value);
}

/** A run of letters in both cases and digits, unlike a word, a path or a version. */
function looksGenerated(value: string): boolean {
  return value.length >= 12 && /^\w+$/.test(value) && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
