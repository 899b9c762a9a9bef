/** Replaces secrets in values by variables. */

import { namesCredential } from "../../text/credential-names.js";
import type { Path } from "../../text/path.js";
import { credentialsInItem } from "../mean/redaction/arguments.js";
import { credentialsIn, isUserAt, secretsIn } from "../mean/redaction/credentials.js";
import { generatedSpans } from "../mean/redaction/generated.js";
import { isHarmless } from "../mean/redaction/references.js";
import type { Span } from "../read/diagnostic/diagnostic.js";
import { GENERATED, type Log, type SecretKind } from "./log.js";
import { variableName } from "./reference.js";

/** The place of a value in the result: its owner, its name and its destination. */
export interface Owner {
  readonly entry: string;
  readonly path: Path;
  readonly log: Log;
}

const SCHEME = /^\s*(?:(?:bearer|basic|token|apikey)\s+)?/i;

/** Replaces a value that is secret by its place. A scheme such as `Bearer` stays. */
function hidden(text: string, name: string, { entry, path, log }: Owner, as?: SecretKind): string {
  const [scheme = ""] = SCHEME.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  if (rest.replace(/\$\{[A-Za-z_]\w*\}/g, "").trim() === "") return text;
  return `${scheme}\${${log.hide(rest, [name, join(entry, name)], path, as)}}`;
}

/** Replaces the whole value if its name is that of a secret, or else the parts that evidently are secrets. */
export function withoutSecrets(text: string, key: string, names: "own" | "of-entry", owner: Owner): string {
  if (!namesCredential(key)) return withoutGenerated(text, owner);
  if (isHarmless(text)) return text;
  // Without a scheme the secret is the whole value of the header.
  const isToken = /^authorization$/i.test(key) && SCHEME.exec(text)?.[0].trim() !== "";
  const name = isToken ? "TOKEN" : variableName(key.replace(/^x-/i, ""));
  const isVariable = /^[A-Za-z_]\w*$/.test(key);
  if (names === "own") return hidden(text, isVariable ? key : name, owner);
  return hidden(text, join(owner.entry, name), owner);
}

/** A text without credentials of a known form. */
export function withoutEvident(text: string, owner: Owner): string {
  return replaced(text, credentialsIn(text), (span) => join(owner.entry, nameIn(text, span)), owner);
}

/** The same, also without text that looks generated, which reports hide too. Versions, the paths of files and the names of users stay. */
export function withoutGenerated(text: string, owner: Owner): string {
  const rest = withoutEvident(text, owner);
  const generated = secretsIn(rest).filter(
    (span) => !isPin(rest, span) && !isInPath(rest, span) && !isUserName(rest, span),
  );
  return replaced(rest, generated, (span) => join(owner.entry, nameIn(rest, span)), owner, GENERATED);
}

/** Whether a span is a part of a version: the digest of an image or a package, the commit of a repository, or a pseudo-version. */
export function isPin(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(start - 200, 0), start);
  const span = text.slice(start, end);
  const isCommit = /^[0-9a-f]{40}(?![0-9a-f])/.test(span) && BEFORE_COMMIT.test(before);
  return isCommit || /\bsha\d{3}[:-]$|[\w)]@v?\d[\w.+-]*$/.test(before) || /^sha-[0-9a-f]{7,40}$/.test(span);
}

const BEFORE_COMMIT =
  /[#@]$|\/(?:archive|blob|commit|raw|tar\.gz|tree|zip)\/$|\b(?:bitbucket|github|gitlab):[\w.-]+\/[\w.-]+\/$|[\w-]\/[\w./-]+:$/;

/** Whether a span is the user of a URL, with a name that a person chose. */
function isUserName(text: string, { start, end }: Span): boolean {
  return isUserAt(text, start) && generatedSpans(text.slice(start, end)).length === 0;
}

/** From a root on, at least one name of a directory: a key may begin with a slash. */
const PATH_BEGUN =
  /(?:^|[\s"'=:,;])(?:(?:~|\.{1,2}|[A-Za-z]:)[\\/]|[\\/](?![\\/])[\w.@+-]+[\\/])(?![\\/])[^\s"'=:,;]*$/;

/** Whether a span is in the path of a file that starts at a root, the home directory or the working directory. */
export function isInPath(text: string, { start }: Span): boolean {
  return PATH_BEGUN.test(text.slice(Math.max(start - 1000, 0), start));
}

/** The arguments of a program without the credentials in them. */
export function argumentsWithoutSecrets(items: readonly string[], owner: Owner): readonly string[] {
  return items.map((item, index) => {
    const [variable] = /^[A-Z][A-Z0-9_]*(?==)/.exec(item) ?? [];
    const nameOf = (span: Span): string => {
      const isWhole = span.start === 0 && span.end === item.length;
      return variable ?? join(owner.entry, flagName(isWhole ? items[index - 1] : item) ?? nameIn(item, span));
    };
    return withoutGenerated(replaced(item, credentialsInItem(item, items[index - 1]), nameOf, owner), owner);
  });
}

/** `name`: the first choice for the variable of a span. */
function replaced(
  text: string,
  spans: readonly Span[],
  name: (span: Span) => string,
  owner: Owner,
  as?: SecretKind,
): string {
  let result = text;
  for (const span of spans.toReversed()) {
    const { start, end } = isUserAt(text, span.start) ? passwordIn(text, span) : span;
    result = result.slice(0, start) + hidden(text.slice(start, end), name(span), owner, as) + result.slice(end);
  }
  return result;
}

/** Of `user:password`, the password. */
function passwordIn(text: string, { start, end }: Span): Span {
  const colon = text.slice(start, end).indexOf(":");
  return { start: start + colon + 1, end };
}

function nameIn(text: string, { start }: Span): string {
  if (isUserAt(text, start)) return "PASSWORD";
  const [, parameter] = /[?&#]([\w.[\]-]+)=$/.exec(text.slice(Math.max(start - 80, 0), start)) ?? [];
  return parameter === undefined ? "TOKEN" : variableName(parameter);
}

/** The name before a value: `--api-key`, `--api-key=…`, `Authorization: …`; not a scheme before `://`. */
function flagName(item: string | undefined): string | undefined {
  const [, name] = /^-{0,2}([A-Za-z][\w.-]*)(?:$|=|:(?!\/\/))/.exec(item ?? "") ?? [];
  if (name === undefined) return undefined;
  return /^authorization$/i.test(name) ? "TOKEN" : variableName(name.replace(/^x-/i, ""));
}

/** `GITHUB_TOKEN` for the token of `github`, and for its `github_token`. */
export function join(entry: string, name: string): string {
  const owner = variableName(entry);
  return name === owner || name.startsWith(`${owner}_`) ? name : `${owner}_${name}`;
}
