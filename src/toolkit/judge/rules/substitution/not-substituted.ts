/** S17: only `${NAME}` is substituted. The variables of another tool stay literal text. */
import { namesCredential } from "../../../../text/credential-names.js";
import { NONE } from "../../../../text/none.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import {
  maySpellVariable,
  type SpelledVariable,
  spelledCredential,
  spelledInAddress,
  spelledInside,
  spelledVariable,
  withSubstitutions,
} from "../../../../text/variable.js";
import type { Shape } from "../../../read/schema/shape.js";
import { name, writing } from "../phrases.js";
import { isPathOrList, isScript } from "../program-text.js";
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
        const rest = withSubstitutions(text.slice(end));
        report({
          ...(isAddress(path) && leadsNowhere(text, start) ? { severity: "error" } : {}),
          at: { path, part: "value", layer: scope, within: { start, end } },
          message: `${quote(text.slice(start, end))} is not substituted in ${name(...path)}`,
          label: "stays as it is written",
          help: `write ${quote(written)}`,
          fixes: [
            writing(written, {
              safe: isEvident(text, variable),
              changes: [{ kind: "replace", path, value: text.slice(0, start) + written + rest }],
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
    const variable = variableAt(known);
    return variable === undefined || !mayNameVariable(known.path, shape)
      ? NONE
      : [{ path: known.path, text, variable }];
  }),
);

/** Whether a name in capitals stands by itself: behind a letter or a digit, the `$` may be meant as one. */
function isEvident(text: string, { name: variable, start, end }: SpelledVariable): boolean {
  return (
    /^[A-Z_][A-Z0-9_]+$/.test(variable) &&
    text.slice(start, end).includes(variable) &&
    !/\w$/.test(text.slice(0, start))
  );
}

function variableAt({ path, text, step, shape, around }: KnownText): SpelledVariable | undefined {
  if (isAddress(path)) return spelledInAddress(text);
  const isCredential =
    shape.schema["x-secret"] === "by-name" ? namesCredential(String(step)) : shape.schema["x-secret"] !== undefined;
  if (isCredential && !text.includes("://")) return spelledCredential(text);
  const whole = spelledVariable(text);
  const { 0: section, 2: field } = path;
  if (section === "mcp_servers" && field === "args" && isScript(text, { place: around.place, index: Number(step) }))
    return undefined;
  if (whole !== undefined) return whole;
  const isPath = section === "mcp_servers" && (field === "args" || field === "env") && isPathOrList(text, String(step));
  return isPath ? undefined : spelledInside(text);
}

/** Whether only an address can stand at a path. */
function isAddress(path: Path): boolean {
  return ["url", "uri"].includes(String(path.at(-1))) || path.at(-2) === "web";
}

/** Whether an address with such a variable at an offset can be no address, or names no host. */
function leadsNowhere(text: string, start: number): boolean {
  const host = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? text;
  return start < host.length || isUseless(urlProblem(text, { mayHoldUser: true, schemes: ["socks5", "socks5h"] }));
}

/** Values that reach a program or a server. Paths, names and lists of names have rules of their own. */
function mayNameVariable(path: Path, { schema }: Shape): boolean {
  const { 0: section, 2: field } = path;
  if (schema["x-secret"] !== undefined || path.at(-2) === "web") return true;
  if (section === "mcp_servers") return ["env", "url", "args", "auth", "headers"].includes(String(field));
  return section === "providers" && (field === "url" || field === "headers");
}
