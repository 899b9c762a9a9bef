/** A variable in the syntax of a shell or of another tool, where only `${NAME}` is substituted (S17). */

export interface SpelledVariable {
  readonly name: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

/** After a word such as `Bearer`, a variable is all there is in the text. */
const SPELLINGS =
  /^(?<before>(?:[A-Za-z]+ )?)(?:\$(?:env:)?(?<shell>[A-Za-z_]\w*)|%(?<windows>[A-Za-z_]\w*)%|\{env:(?<braces>[A-Za-z_]\w*)\}|env:(?<prefix>[A-Za-z_]\w*))$/;

/** No spelling is without one of these. */
const MARK = /\$[A-Za-z_]|%|env:/;

/** The variable that a text stands for in the eyes of its author; undefined for any other text. */
export function spelledVariable(text: string): SpelledVariable | undefined {
  if (text.length > 200 || !MARK.test(text)) return undefined;
  const { before = "", ...names } = SPELLINGS.exec(text)?.groups ?? {};
  const name = Object.values(names).find((found) => found !== undefined);
  return name === undefined ? undefined : { name, start: before.length, end: text.length };
}
