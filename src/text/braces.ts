/** Expands `a.{pem,key}`, which names two files, as shells do: innermost braces first. */

const MOST_ALTERNATIVES = 64;

/** The texts that a text with braces expands to. A range, or a set of too many alternatives, becomes a wildcard. */
export function withoutBraces(text: string): readonly string[] {
  let texts: readonly string[] = [text];
  for (;;) {
    const expanded = texts.flatMap(alternatives);
    if (expanded.length === texts.length) return expanded;
    if (expanded.length > MOST_ALTERNATIVES)
      return [`${text.slice(0, text.indexOf("{"))}*${text.slice(text.lastIndexOf("}") + 1)}`];
    texts = expanded;
  }
}

/** Expands the first braces with a comma that hold no others; ranges before them become wildcards. */
function alternatives(text: string): readonly string[] {
  const opened: number[] = [];
  let before = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") opened.push(at);
    if (text[at] !== "}") continue;
    const start = opened.pop();
    if (start === undefined || start < from) continue;
    const inner = text.slice(start + 1, at);
    if (inner.includes(",")) {
      const [head, tail] = [before + text.slice(from, start), text.slice(at + 1)];
      return inner.split(",").map((one) => head + one + tail);
    }
    if (!inner.includes("..")) continue;
    before += `${text.slice(from, start)}*`;
    from = at + 1;
  }
  return [before + text.slice(from)];
}
