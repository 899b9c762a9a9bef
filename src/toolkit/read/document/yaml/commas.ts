/** Finds a missing comma between brackets, or a missing bracket behind a colon. */
import type { Token } from "./survey.js";

/** The token that lacks a comma (a bracket, if the token is a colon) behind it, and the next token. */
export interface MissingComma {
  readonly after: Token;
  readonly before: Token;
  /** The start of the next entry; inside a token when two entries were read as one text. */
  readonly start: number;
}

export function missingCommas(text: string, tokens: readonly Token[]): readonly MissingComma[] {
  const found: MissingComma[] = [];
  /** For each open bracket: the number of colons since its last comma. */
  const colons: number[] = [];
  for (const [index, token] of tokens.entries()) {
    const last = tokens[index - 1];
    const { mark } = token;
    if (mark === "{" || mark === "[") {
      if (last !== undefined && colons.length > 0 && isValue(last) && last.mark !== "&")
        found.push({ after: last, before: token, start: token.offset });
      colons.push(0);
    } else if (mark === "}" || mark === "]") colons.pop();
    else if (colons.length === 0) continue;
    else if (mark === ",") colons[colons.length - 1] = 0;
    else if (mark === ":") {
      const key = tokens[index - 1];
      const before = tokens[index - 2];
      if ((colons.at(-1) ?? 0) > 0 && key !== undefined && before !== undefined) {
        const written = key.mark === "" ? text.slice(key.offset, key.end) : "";
        const word = written.length - (written.split(/\s/).at(-1) ?? "").length;
        const start = key.offset + word;
        if (word > 0)
          found.push({
            after: { ...key, end: key.offset + text.slice(key.offset, start).trimEnd().length },
            before: key,
            start,
          });
        else if (isValue(before) || before.mark === ":") found.push({ after: before, before: key, start });
      }
      colons[colons.length - 1] = (colons.at(-1) ?? 0) + 1;
    } else if (last !== undefined && /^["'}\]]$/.test(last.mark) && mark !== "-")
      found.push({ after: last, before: token, start: token.offset });
  }
  return found;
}

function isValue({ mark }: Token): boolean {
  return !/^[{[,:-]$/.test(mark);
}
