/** Finds variables in the syntax of a shell or of another tool; agentcfg substitutes only `${NAME}` (S17). */

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

/** A text that consists of a variable, or of a word such as `Bearer` and a variable. */
const WHOLE =
  /^(?<before>(?:[A-Za-z]+ )?)(?:\$(?:env:)?(?<shell>[A-Za-z_]\w*(?:-[A-Z0-9_]+)*)|%(?<windows>[A-Za-z_]\w*)%|\{env:(?<braces>[A-Za-z_]\w*)\}|\{\{ ?(?:env[.:])?(?<template>[A-Za-z_]\w*) ?\}\}|(?:env[:.]|process\.env\.|os\.environ\/)(?<prefix>[A-Za-z_]\w*))$/;

/** A variable at the beginning of a path. */
const HEAD =
  /^(?:\$(?:env:)?(?<shell>[A-Za-z_]\w*)|%(?<windows>[\w()]+)%|\{env:(?<braces>[A-Za-z_]\w*)\}|\{\{ ?(?:env[.:])?(?<template>[A-Za-z_]\w*) ?\}\})(?=[\\/:;]|$)/;

/** A variable that is a whole URL, its host, its port or its path. A path may also contain a plain `$`. */
const IN_ADDRESS =
  /(?<before>^|\/\/|:)\$(?<shell>[A-Z_][A-Z0-9_]*)(?=[/:?#.]|$)|%(?<windows>[A-Z_][A-Z0-9_]{2,})%|\{env:(?<braces>[A-Za-z_]\w*)\}|\{\{ ?(?:env[.:])?(?<template>[A-Za-z_]\w*) ?\}\}/;

/** All spellings contain one of these. */
const MARK = /\$[A-Za-z_]|%|env[:.]|environ|\{\{/;

const LONGEST = 200;

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
  return variableIn(WHOLE, text) ?? variableIn(IN_ADDRESS, text);
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
