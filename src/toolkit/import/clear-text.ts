/**
 * The credentials in another tool's file, in any place: under a known or unknown key, in a list, in a name. The room for redaction decides
 * what a credential is; this file adds the references and the keys of other tools.
 */

import { namesCredential, namesSection } from "../../text/credential-names.js";
import { NONE } from "../../text/none.js";
import type { Path } from "../../text/path.js";
import { credentialsInItem } from "../mean/redaction/arguments.js";
import { credentialsIn, isUserAt, opensNothing, secretsIn } from "../mean/redaction/credentials.js";
import { generatedSpans } from "../mean/redaction/generated.js";
import { isExample, withoutReferences } from "../mean/redaction/references.js";
import type { Span } from "../read/diagnostic/diagnostic.js";
import type { Mapping, Node, Scalar } from "../read/document/node.js";
import { withoutForms } from "./reference.js";
import { isInPath, isPin } from "./secrets.js";

export interface ClearText {
  readonly path: Path;
  /** The value, and the part of it; a name has only a span. */
  readonly at: { readonly node: Scalar & Node; readonly within: Span | undefined } | { readonly keySpan: Span };
  /** Whether its name or its form proves it; false if it only looks generated. */
  readonly isCertain: boolean;
}

interface Around {
  readonly path: Path;
  readonly name: string;
  /** Whether every value there matches its name: a variable, a header, or the value of a pair. */
  readonly isPlain: boolean;
  /** Whether a key around it is named for credentials, or for the headers of a request. */
  readonly isInside: boolean;
  /** The item before it in a list. */
  readonly before: string | undefined;
}

/** All credentials in a tree, in the order of the text. */
export function clearTextIn(root: Node): readonly ClearText[] {
  const credentials: ClearText[] = [];
  const visit = (node: Node, around: Around): void => {
    // The text of an alias is at its anchor.
    if (node.origin !== undefined) return;
    switch (node.kind) {
      case "scalar": {
        const judged = judge(node, around);
        if (judged !== undefined) credentials.push(judged);
        return;
      }
      case "sequence":
        for (const [index, item] of node.items.entries())
          visit(item, { ...around, path: [...around.path, index], before: textOf(node.items[index - 1]) ?? "" });
        return;
      case "mapping":
        for (const [key, { keySpan, value }] of node.entries) {
          const path = [...around.path, key];
          if (writtenOut(key, credentialsIn(key)) !== undefined)
            credentials.push({ path, at: { keySpan }, isCertain: true });
          const isInside = around.isInside || INSIDE.test(key) || (namesCredential(key) && value.kind !== "scalar");
          visit(value, { path, before: undefined, isInside, ...named(key, node, around) });
        }
    }
  };
  visit(root, { path: [], name: "", isPlain: false, isInside: false, before: undefined });
  return credentials;
}

/** Keys for variables and headers in any tool. */
const PLAIN = /(?:^|[_.]|[a-z])(?:env|envs|environment|headers?|variables)$/i;

/** Mappings and lists of credentials, and the headers of a request. */
const INSIDE = /(?:headers?|login|auth|authorization|authentication|tokens|secrets|passwords|credentials|keys)$/i;

/** Keys with a neutral name: the key next to or above them describes their value. */
const VALUE = /^(?:value|val|default|literal|text|plain|content)$/i;
const BESIDE = ["name", "key", "id", "header", "variable"];

function named(key: string, { entries }: Mapping, around: Around): Pick<Around, "name" | "isPlain"> {
  if (PLAIN.test(key)) return { name: key, isPlain: true };
  if (!VALUE.test(key)) return { name: key, isPlain: around.isPlain && PLAIN.test(around.name) };
  const sibling = BESIDE.flatMap((name) => textOf(entries.get(name)?.value) ?? [])[0];
  if (sibling !== undefined) return { name: sibling, isPlain: true };
  return { name: namesCredential(around.name) || namesSection(around.name) ? around.name : key, isPlain: true };
}

function judge(node: Scalar & Node, { path, name, isPlain, isInside, before }: Around): ClearText | undefined {
  const written = textOf(node);
  // A fraction is a price.
  if (written === undefined || (typeof node.value === "number" && node.value % 1 !== 0)) return undefined;
  const text = withoutForms(written);
  const spans = before === undefined ? credentialsIn(text) : credentialsInItem(text, before);
  const within = writtenOut(text, spans);
  const isWhole = within?.start === 0 && within.end === text.length;
  if (within !== undefined) return { path, at: { node, within: isWhole ? undefined : within }, isCertain: true };
  const isWord = before !== undefined || typeof node.value === "number";
  if ((namesCredential(name) && isCredential(text, { name, isPlain, isInside, isWord })) || PRIVATE.test(text))
    return { path, at: { node, within: undefined }, isCertain: true };
  // The value of a flag has the name of the flag.
  const possible = generatedSpan(text, before?.startsWith("-") === true ? before : name);
  if (possible === undefined) return undefined;
  // A variable, an argument and an address may also hold an identifier.
  const isOpaque = possible.start === 0 && possible.end === text.length && before === undefined;
  const isCertain = isInside || (isOpaque && !isPlain);
  return { path, at: { node, within: isOpaque ? undefined : possible }, isCertain };
}

/** A private key in PEM form. */
const PRIVATE = /-----BEGIN [A-Z ]{0,40}KEY/;

function textOf(node: Node | undefined): string | undefined {
  if (node?.kind !== "scalar" || node.value === null || typeof node.value === "boolean") return undefined;
  return node.digits ?? String(node.value);
}

/** The first credential that is neither a reference nor an example, nor the user of an address of this machine. */
function writtenOut(text: string, spans: readonly Span[]): Span | undefined {
  return spans.find((span) => {
    const isLocal =
      isUserAt(text, span.start) && /^@(?:localhost|127\.[\d.]+|\[::1\])(?:[:/]|$)/.test(text.slice(span.end));
    const parts = isLocal ? NONE : withoutReferences(text, span);
    return parts.some(({ start, end }) => {
      const part = text.slice(start, end);
      const secret = isUserAt(text, start) ? part.slice(part.indexOf(":") + 1) : part;
      return secret.trim() !== "" && !isExample(secret) && !isVariable(secret);
    });
  });
}

const SCHEME = /^\s*(?:(?:bearer|basic|token|apikey)\s+)?/i;

/** Names whose value is nearly always a credential. */
const STRONG =
  /tokens?$|passw|passphrase|secret|credential|api[-_ ]?key|auth[-_ ]?value|bearer|access[-_ ]?key|private[-_ ]?key/i;

interface Named extends Pick<Around, "name" | "isPlain" | "isInside"> {
  /** Whether the value is a number or one of several, which also fits other meanings of the name. */
  readonly isWord: boolean;
}

/** Whether a value under the name of a credential is one. */
function isCredential(written: string, { name, isPlain, isInside, isWord }: Named): boolean {
  const text = written.replace(SCHEME, "").trim();
  if (text === "" || opensNothing(text) || isExample(text) || isVariable(text)) return false;
  if (isPlain) return STRONG.test(name) || text.length > 3;
  const looksGenerated = /^[^\s/]{8,}$/.test(text) && /\d|[a-z][A-Z]/.test(text);
  if (isInside && looksGenerated && /^(?:pass|pwd|pw)$/i.test(name)) return true;
  if (/passw|passphrase|secret/i.test(name)) return looksGenerated || (!isWord && !/\s/.test(text));
  if (STRONG.test(name)) return looksGenerated || (!isWord && /^\S{8,}$/.test(text) && !/^https?:/i.test(text));
  // `key` may be that of a shortcut, and `auth` a kind.
  return looksGenerated && !isWord && (text.length >= 16 || (/[a-z]/.test(text) && /[A-Z]/.test(text)));
}

/** Some tools take the name of a variable instead of its value; others take its place, or a command that prints it. */
function isVariable(text: string): boolean {
  if (ELSEWHERE.test(text)) return true;
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text) && generatedSpans(text).length === 0;
}

/** The place of a secret in a store, a command, or a mark that a template replaces. */
const ELSEWHERE =
  /^(?:(?:op|doppler|infisical|bws|ref\+[a-z]+):\/\/\S|(?:vault|keychain|keyring|secretref):\S|\$\([^()]+\)$|`[^`]+`$|__[A-Z][\w.]*__$|<<[\w .-]+>>$|#\{[\w.]+\}#$)/i;

/** Names of values that look generated and open nothing, such as identifiers. */
const OPEN =
  /(?:(?:public|file|project|issue|space|board|object|page|site)[-_]?key|icon|logo|avatar|id|ids|uuid|guid|hash|sha\d*|digest|checksum|integrity|fingerprint|version|commit|rev|ref|schema|path|file|dir|folder|drive|description|image|package|name|label|title|slug|project|workspace|team|org|organization|account|user|client|tenant|channel|sheet|spreadsheet|board|page|database|db|bucket|region|site|app|model|instance|session|profile|node|nonce)$/i;

/** A text that looks generated and is not a number in hexadecimal, a version, a path or an identifier. */
function generatedSpan(text: string, name: string): Span | undefined {
  if (OPEN.test(name) || secretsIn(text).length === 0) return undefined;
  return generatedSpans(text).find((span) => {
    const part = text.slice(span.start, span.end);
    const isMixed = /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
    return isMixed && part.length >= 20 && !isPin(text, span) && !isInPath(text, span);
  });
}
