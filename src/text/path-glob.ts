/**
 * Globs for paths as `.gitignore` has them: `*`, `?`, `[…]` and `**`, at any depth unless a slash is in them. Matching takes time that grows with
 * the product of both lengths at most, whoever wrote the glob.
 */
type Token =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "one" | "many" }
  | { readonly kind: "class"; readonly ranges: readonly (readonly [string, string])[]; readonly isNegated: boolean };

/** One name of a path; a text for a name without wildcards. */
type Step = string | readonly Token[] | typeof ANY_DEPTH;

const ANY_DEPTH = Symbol("**");

export interface PathGlob {
  readonly steps: readonly Step[];
  /** Whether it ends in a slash. */
  readonly isFolder: boolean;
}

/** Undefined for a text that names nothing. */
export function pathGlob(written: string): PathGlob | undefined {
  const isFolder = written.endsWith("/");
  const names = written.split("/").filter((name) => name !== "" && name !== ".");
  if (names.length === 0) return undefined;
  const isAnchored = written.replace(/\/$/, "").includes("/");
  const steps = names.map((name): Step => (name === "**" ? ANY_DEPTH : stepOf(name)));
  return { steps: isAnchored ? steps : [ANY_DEPTH, ...steps], isFolder };
}

/** Whether all its names are without wildcards. */
export function isPlain({ steps }: PathGlob): boolean {
  return steps.every((step) => typeof step === "string" || step === ANY_DEPTH);
}

/** Whether the glob means the path that the names from `from` on are. */
export function matchesGlob({ steps }: PathGlob, names: readonly string[], from = 0): boolean {
  // As for the characters of a name: the last `**` takes one name more when the rest does not fit.
  let [step, at] = [0, from];
  let [backStep, backAt] = [-1, -1];
  for (;;) {
    const current = steps[step];
    if (current === ANY_DEPTH) {
      // At the end it means what is below, and not the directory itself.
      if (step === steps.length - 1) return at < names.length;
      [backStep, backAt] = [step, at];
      step += 1;
      continue;
    }
    const name = names[at];
    if (current === undefined && name === undefined) return true;
    if (current !== undefined && name !== undefined && matchesName(current, name)) {
      step += 1;
      at += 1;
      continue;
    }
    if (backStep === -1 || backAt >= names.length) return false;
    backAt += 1;
    [step, at] = [backStep + 1, backAt];
  }
}

function matchesName(step: Exclude<Step, typeof ANY_DEPTH>, name: string): boolean {
  if (typeof step === "string") return step === name;
  const characters = Array.from(name);
  let [token, at] = [0, 0];
  let [backToken, backAt] = [-1, -1];
  while (at < characters.length || token < step.length) {
    const current = step[token];
    if (current?.kind === "many") {
      [backToken, backAt] = [token, at];
      token += 1;
      continue;
    }
    const character = characters[at];
    if (current !== undefined && character !== undefined && takes(current, character)) {
      token += 1;
      at += 1;
      continue;
    }
    if (backToken === -1 || backAt >= characters.length) return false;
    backAt += 1;
    [token, at] = [backToken + 1, backAt];
  }
  return true;
}

function takes(token: Token, character: string): boolean {
  if (token.kind === "character") return token.character === character;
  if (token.kind !== "class") return true;
  return token.ranges.some(([first, last]) => first <= character && character <= last) !== token.isNegated;
}

function stepOf(name: string): Step {
  const tokens: Token[] = [];
  const characters = Array.from(name);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const end = character === "[" ? endOfClass(characters, at) : undefined;
    if (end !== undefined) {
      tokens.push(classOf(characters.slice(at + 1, end)));
      at = end;
    } else if (character === "*") {
      if (tokens.at(-1)?.kind !== "many") tokens.push({ kind: "many" });
    } else if (character === "?") tokens.push({ kind: "one" });
    else if (character === "\\" && at + 1 < characters.length) {
      at += 1;
      tokens.push({ kind: "character", character: characters[at] ?? "" });
    } else tokens.push({ kind: "character", character });
  }
  const isLiteral = tokens.every(({ kind }) => kind === "character");
  return isLiteral ? tokens.map((token) => (token.kind === "character" ? token.character : "")).join("") : tokens;
}

/** The place of the bracket that closes a class; one that comes first is a character of it. */
function endOfClass(characters: readonly string[], start: number): number | undefined {
  let at = start + (/[!^]/.test(characters[start + 1] ?? "") ? 2 : 1);
  if (characters[at] === "]") at += 1;
  for (; at < characters.length; at += 1) {
    if (characters[at] === "\\") at += 1;
    else if (characters[at] === "]") return at;
  }
  return undefined;
}

function classOf(inner: readonly string[]): Token {
  const isNegated = /[!^]/.test(inner[0] ?? "");
  const ranges: (readonly [string, string])[] = [];
  const characters = isNegated ? inner.slice(1) : inner;
  for (let at = 0; at < characters.length; at += 1) {
    if (characters[at] === "\\") at += 1;
    const first = characters[at] ?? "";
    const isRange = characters[at + 1] === "-" && at + 2 < characters.length;
    const last = isRange ? (characters[at + 2] ?? "") : first;
    if (isRange) at += 2;
    ranges.push([first, last]);
  }
  return { kind: "class", ranges, isNegated };
}
