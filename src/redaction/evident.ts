/**
 * What evidently is a credential, by its form or by the name it goes by. `credentialSpans` hides too much rather than too little;
 * a warning must not cry wolf, so here a user without a password, `?version=2` and "basic operations" are none.
 */
import type { Span } from "../diagnostic/diagnostic.js";
import { credentialSpans, namesCredential } from "./credentials.js";

/** Where a text carries credentials, or references in the place of some. */
export function credentialsIn(text: string): readonly Span[] {
  return credentialSpans(text).filter((span) => isCredential(text, span));
}

/** Whether a URL's user information starts here. */
export function isUserAt(text: string, start: number): boolean {
  return text.startsWith("://", start - 3);
}

function isCredential(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  if (isWellKnown(value)) return true;
  if (isUserAt(text, start)) return /:./s.test(value);
  const before = text.slice(Math.max(start - 80, 0), start);
  const parameter = /[?&#]([\w.[\]-]+)=$/.exec(before)?.[1];
  return parameter === undefined ? isGenerated(value) : namesCredential(parameter);
}

/** A key of well-known shape. One that starts with `sk-` or the like may also be an ordinary name. */
function isWellKnown(value: string): boolean {
  return credentialSpans(value).some(({ start, end }) => {
    const key = value.slice(start, end);
    return !/^[spr]k[-_]/.test(key) || isGenerated(key);
  });
}

/** Nobody would take it for words. */
function isGenerated(value: string): boolean {
  return /\d|[a-z][A-Z]/.test(value);
}

/** A word that says that there is no key, or that somebody has to put one here. */
export function isPlaceholder(value: string): boolean {
  return /^(?:empty|none|null|nil|unused|dummy|fake|test|placeholder|change[-_ ]?me|not[-_ ]?(?:needed|required|used)|no[-_ ]?key|x{3,}|\.{3,}|<[^<>]*>|your[-_ ].*)$/i.test(
    value.trim(),
  );
}

/** Nothing, a switch, or the path of a file: those go by such names too, as in `GOOGLE_APPLICATION_CREDENTIALS`. */
export function isHarmless(value: string): boolean {
  return /^\s*$|^(?:true|false|yes|no|on|off|[01])$|^(?:~|\.{1,2})\/|^\/[A-Za-z]+\/|^[A-Za-z]:\\/i.test(value);
}
