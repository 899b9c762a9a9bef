/** Finds variables in the syntax of a shell or of another tool; agentcfg substitutes only `${NAME}` (S17). */
import { OPENER, scan } from "./scan.js";

export interface SpelledVariable {
  readonly name: string;
  /** Its offset in the text. */
  readonly start: number;
  readonly end: number;
}

/** Whether a word has the form of a variable's name, and no secret's: `API_KEY`. */
export function isVariableName(word: string): boolean {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(word) && /_[A-Z]+$|^[A-Z]+_/.test(word);
}

/** A text that consists of a variable, in the syntax of a shell, a template or a programming language, or of a word such as `Bearer` and a variable. */
const WHOLE =
  /^(?<before>(?:[A-Za-z]+ )?)(?:\$(?:[Ee][Nn][Vv]:)?(?<shell>[A-Za-z_]\w*(?:-[A-Z0-9_]+)*)|%(?<windows>[A-Za-z_]\w*)%|\{env:(?<braces>[A-Za-z_]\w*)\}|\{\{-? ?(?:env[.:]|(?:\.\w{1,40}){0,4}\.)?(?<template>[A-Za-z_]\w*)(?: ?\|[^{}"']{0,80}(?:["'][^"']{0,12}["'][^{}"']{0,40})?)? ?-?\}\}|(?:env[:.]|process\.env\.|os\.environ\/)(?<prefix>[A-Za-z_]\w*)|(?:\$\[|@(?=\w+@$)|[A-Za-z_{][\w.{(["' ]{0,40}env(?:iron)?(?:\.get)?[\W_]{1,5}|ENV\[["'])(?<framed>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[\])}"'@ ]{0,5})$/;

/** A variable at the beginning of a path. */
const HEAD =
  /^(?:\$(?:env:)?(?<shell>[A-Za-z_]\w*)|%(?<windows>[\w()]+)%|\{env:(?<braces>[A-Za-z_]\w*)\}|\{\{ ?(?:env[.:])?(?<template>[A-Za-z_]\w*) ?\}\})(?=[\\/:;]|$)/;

/**
 * A variable inside a text, its name in capitals (S54). Passwords and patterns contain a plain `$`, a shell reads `$$` as the number of its
 * process and `\$` as a dollar sign. `$ENV.NAME` is a variable of jq.
 */
const INSIDE =
  /(?<![$\\])\$(?<shell>(?!ENV[.[])_*[A-Z][A-Z0-9_]*)(?![\w$])|%(?<windows>[A-Z_][A-Z0-9_]{2,})%|\$env:(?<powershell>[A-Za-z_]\w*)/;

/** A variable inside a URL. A path may also contain a plain `$`. */
const IN_ADDRESS = new RegExp(
  `${INSIDE.source}|\\{env:(?<braces>[A-Za-z_]\\w*)\\}|\\{\\{ ?(?:env[.:])?(?<template>[A-Za-z_]\\w*)(?: ?\\|[^{}]{0,200})? ?\\}\\}`,
);

/** A variable behind words, as in `token="$TOKEN"`. */
const BEHIND_WORDS = /^(?<before>(?:[A-Za-z_-]{1,40}(?: ?= ?|: ?| ))*["']?)\$(?<shell>[A-Z_][A-Z0-9_]*)(?=["']?$)/;

/** Words of languages and tools that read a variable of the environment. */
const OF_CODE = new Set(
  "env environ environment get getenv getenvironmentvariable var vars secret secrets fetch process os sys system std import meta deno bun php config lookup expand variables unwrap str s".split(
    " ",
  ),
);

const NAME = /(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![A-Za-z0-9_])/g;

/** The only name of a variable in a piece of code or in a template, in the place of a credential: `env!("API_KEY")`, `#{API_KEY}`. */
export function inCode(text: string): SpelledVariable | undefined {
  if (text.length > LONGEST_CODE || OPENER.test(text) || !maySpellVariable(text)) return undefined;
  const [name = "", ...others] = text.match(NAME) ?? [];
  if (others.length > 0 || !isVariableName(name)) return undefined;
  const start = /^(?:Bearer|Basic|token) /i.exec(text)?.[0].length ?? 0;
  const rest = text.slice(start).replace(name, " ");
  const words = rest.match(/[A-Za-z0-9]+/g) ?? [];
  const isCode = /[({%$]|env/i.test(rest) && words.every((word) => OF_CODE.has(word.toLowerCase()));
  return isCode ? { name, start, end: text.length } : undefined;
}

const LONGEST_CODE = 120;

/** All spellings contain one of these. */
const MARK = /\$[A-Za-z_[]|%|env[^\w]|ENV\[|[Ee]nviron|\{\{|^@|[{(][A-Z]/;

const LONGEST = 4096;

/** The variable that a text spells; undefined for any other text. */
export function spelledVariable(text: string): SpelledVariable | undefined {
  return variableIn(WHOLE, text);
}

/** The variable that a path begins with. */
export function spelledHead(text: string): SpelledVariable | undefined {
  return variableIn(HEAD, text.slice(0, LONGEST));
}

/** The first variable in a URL. */
export function spelledInAddress(text: string): SpelledVariable | undefined {
  return variableIn(WHOLE, text) ?? variableIn(IN_ADDRESS, literally(text));
}

/** The first variable in any other text. */
export function spelledInside(text: string): SpelledVariable | undefined {
  return variableIn(WHOLE, text) ?? variableIn(INSIDE, literally(text));
}

/** The variable that stands for a credential: in any other place, `$NAME` may be a part of a password. */
export function spelledCredential(text: string): SpelledVariable | undefined {
  return variableIn(WHOLE, text) ?? variableIn(BEHIND_WORDS, text) ?? inCode(text);
}

/** The text with `${NAME}` in place of each variable inside. */
export function withSubstitutions(text: string): string {
  let written = "";
  let done = 0;
  for (const match of literally(text).matchAll(new RegExp(INSIDE, "g"))) {
    written += `${text.slice(done, match.index)}\${${Object.values(match.groups ?? {}).find((one) => one !== undefined)}}`;
    done = match.index + match[0].length;
  }
  return written + text.slice(done);
}

/** The text with substitutions blanked out: a shell runs the commands in them, and expands variables there. */
function literally(text: string): string {
  if (!OPENER.test(text)) return text;
  const { parts, problems } = scan(text);
  let literal = text;
  for (const part of [...parts, ...problems])
    if (part.kind !== "text")
      literal = literal.slice(0, part.start) + "\0".repeat(part.end - part.start) + literal.slice(part.end);
  return literal;
}

/** Whether a text may contain such a variable. */
export function maySpellVariable(text: string): boolean {
  return text.length <= LONGEST && MARK.test(text);
}

function variableIn(expression: RegExp, text: string): SpelledVariable | undefined {
  if (!maySpellVariable(text)) return undefined;
  const match = expression.exec(text);
  if (match === null) return undefined;
  const { before = "", ...names } = match.groups ?? {};
  const name = Object.values(names).find((one) => one !== undefined);
  const start = match.index + before.length;
  // Hyphens become underscores, because names of variables have none.
  return name === undefined
    ? undefined
    : { name: name.replaceAll("-", "_"), start, end: match.index + match[0].length };
}
