/** A reason without `--` before it, such as `effect/zero because …`, `effect/zero: …` or `effect/zero - …`. */

export interface Unmarked {
  readonly rules: readonly string[];
  /** The text between the rules and the reason. */
  readonly gap: { readonly start: number; readonly end: number };
}

/** A name of the form `family/name`, and the mark that some write behind it. */
const NAME = /^(?<name>[\w-]+\/[\w-]*\w)(?<mark>[:;–—-].*)?$/;

/** Unlike `CI/CD`, `n/a` and `and/or`, which stand in reasons. */
const LIKE_NAME = /^[a-z*]{3,}\/(?:\*|[a-z*-]{3,})$/;
const BETWEEN = /[\s,:;–—-]/;

/** Splits a text without `--` into names of rules and a reason; undefined where it ends with a name or what follows may be one. */
export function unmarkedReason(text: string): Unmarked | undefined {
  const rules: string[] = [];
  let start = 0;
  for (const { 0: word, index } of text.matchAll(/[^\s,]+/g)) {
    const { name, mark } = NAME.exec(word)?.groups ?? {};
    if (name === undefined) break;
    rules.push(name);
    start = index + name.length;
    if (mark !== undefined) break;
  }
  let end = start;
  while (BETWEEN.test(text.charAt(end))) end += 1;
  const reason = text.slice(end);
  const words = reason.split(/[\s,]+/);
  if (rules.length === 0 || !/\p{L}/u.test(reason) || words.some((word) => LIKE_NAME.test(word))) return undefined;
  return isName(reason, text.slice(start, end)) ? undefined : { rules, gap: { start, end } };
}

/** Whether a single word is rather the name of a rule without its family. */
function isName(reason: string, gap: string): boolean {
  return /^[\w-]+$/.test(reason) && (gap.includes(",") || reason.includes("-"));
}
