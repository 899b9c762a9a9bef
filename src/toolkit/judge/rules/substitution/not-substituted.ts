/** S17: only `${NAME}` is substituted. The variables of another tool stay literal text. */
import { NONE } from "../../../../text/none.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import {
  maySpellVariable,
  type SpelledVariable,
  spelledInAddress,
  spelledVariable,
} from "../../../../text/variable.js";
import type { Shape } from "../../../read/schema/shape.js";
import { name, writing } from "../phrases.js";
import type { KnownText, Rule } from "../rule.js";
import { isUseless, urlProblem } from "../url.js";

export const rule: Rule = {
  id: "substitution/not-substituted",
  severity: "warning",
  highest: "error",
  check({ layers }, report) {
    for (const { scope, texts } of layers) {
      for (const { path, text, variable } of otherSpellings(texts)) {
        const { start, end } = variable;
        const written = `\${${variable.name}}`;
        report({
          ...(isAddress(path) && leadsNowhere(text, start) ? { severity: "error" } : {}),
          at: { path, part: "value", layer: scope, within: { start, end } },
          message: `${quote(text.slice(start, end))} is not substituted in ${name(...path)}`,
          label: "stays as it is written",
          help: `write ${quote(written)}`,
          fixes: [
            writing(written, {
              safe: /^[A-Z][A-Z0-9_]+$/.test(variable.name) && text.slice(start, end).includes(variable.name),
              changes: [{ kind: "replace", path, value: text.slice(0, start) + written + text.slice(end) }],
            }),
          ],
        });
      }
    }
  },
};

interface OtherSpelling {
  readonly path: Path;
  readonly text: string;
  readonly variable: SpelledVariable;
}

const otherSpellings = oncePer((texts: readonly KnownText[]) =>
  texts.flatMap((known): readonly OtherSpelling[] => {
    const { text, shape } = known;
    // Runs before the path is computed, for few places.
    if (!maySpellVariable(text)) return NONE;
    const variable = isAddress(known.path) ? spelledInAddress(text) : spelledVariable(text);
    if (variable === undefined || !mayNameVariable(known.path, shape) || isForShell(known, variable)) return NONE;
    return [{ path: known.path, text, variable }];
  }),
);

/** Whether only an address can stand at a path. */
function isAddress(path: Path): boolean {
  return ["url", "uri"].includes(String(path.at(-1))) || path.at(-2) === "web";
}

/** Whether an address with such a variable at an offset can be no address, or names no host. */
function leadsNowhere(text: string, start: number): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? text;
  return start < host.length || isUseless(urlProblem(text, { mayHoldUser: true, schemes: ["socks5", "socks5h"] }));
}

/** Whether a shell may get an argument as its script: one after `-c`, and one of more words than the variable. */
function isForShell({ path, around }: KnownText, { start }: SpelledVariable): boolean {
  if (path.at(-2) !== "args" || around.place.kind !== "list") return false;
  const before = around.place.items[Number(path.at(-1)) - 1];
  return start > 0 || (before?.kind === "scalar" && /^-[a-z]*c$|^\/c$/i.test(String(before.value)));
}

/** Values that reach a program or a server. Paths, names and lists of names have rules of their own. */
function mayNameVariable(path: Path, { schema }: Shape): boolean {
  const { 0: section, 2: field } = path;
  if (schema["x-secret"] !== undefined || path.at(-2) === "web") return true;
  if (section === "mcp_servers") return ["env", "url", "args", "auth", "headers"].includes(String(field));
  return section === "providers" && (field === "url" || field === "headers");
}
