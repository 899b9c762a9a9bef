/**
 * The open constructs to the left of the cursor in a YAML text: a quote, brackets, a key or a value. A guess, because the text may be
 * broken.
 */

export interface OpenConstructs {
  readonly quote: "" | "'" | '"';
  /** Closes the open brackets and quotes. */
  readonly closers: string;
  /** Whether a key is possible here. */
  readonly isKey: boolean;
  readonly isComment: boolean;
  /** Whether a colon directly precedes the cursor. */
  readonly isTight: boolean;
}

export function openConstructsIn(text: string): OpenConstructs {
  const open: string[] = [];
  let quote: OpenConstructs["quote"] = "";
  let isKey = true;
  let isStart = true;
  let isComment = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? "";
    const next = text[at + 1] ?? " ";
    if (isComment) {
      if (mark !== "\n") continue;
      isComment = false;
    }
    if (quote !== "") {
      if (mark === "\\" && quote === '"') at += 1;
      else if (mark === quote && quote === "'" && next === "'") at += 1;
      else if (mark === quote) quote = "";
      continue;
    }
    if (mark === "\n") {
      if (open.length === 0) isKey = true;
      isStart = true;
    } else if (mark === "#" && /\s/.test(text[at - 1] ?? " ")) isComment = true;
    else if ((mark === '"' || mark === "'") && isStart) {
      quote = mark;
      isStart = false;
    } else if ((mark === "{" || mark === "[") && isStart) {
      open.push(mark === "{" ? "}" : "]");
      isKey = mark === "{";
    } else if (mark === "," && open.length > 0) {
      isKey = open.at(-1) === "}";
      isStart = true;
    } else if ((mark === "}" || mark === "]") && open.length > 0) {
      open.pop();
      isKey = false;
      isStart = false;
    } else if (mark === ":" && /\s/.test(next)) {
      isKey = false;
      isStart = true;
    } else if (!/\s/.test(mark) && !(mark === "-" && isStart && /\s/.test(next))) isStart = false;
  }
  const closers = open.toReversed().join("");
  return { quote, closers, isKey, isComment, isTight: text.endsWith(":") && quote === "" && !isComment };
}
