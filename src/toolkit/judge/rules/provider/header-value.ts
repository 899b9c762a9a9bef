/** Values that an HTTP header cannot carry, in every place that becomes one (spec 2.3, 2.10, 5.1, 5.2). Messages show no value. */
import { NONE } from "../../../../text/none.js";
import type { Path } from "../../../../text/path.js";
import { scan } from "../../../../text/scan.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Provider } from "../protocol.js";
import { entriesOf, type Rule, type RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "provider/header-value",
  severity: "error",
  check(context, report) {
    for (const path of headerPlaces(context)) {
      const text = context.text(path);
      const trimmed = path.at(-1) === "key" ? text?.trim() : text;
      const culprit = trimmed === undefined ? lineBreakIn(context.template(path)) : CULPRIT.exec(trimmed)?.[0];
      if (culprit === undefined) continue;
      report({
        at: valueAt(...path),
        message: `${name(...path)} contains ${describe(culprit)}, which a header cannot carry`,
        ...(/[\r\n]/.test(culprit) ? { help: "write one line" } : {}),
      });
    }
  },
};

/** A character that a header cannot carry. */
const CULPRIT = /[^\t\x20-\x7e\x80-\xff]/u;

/** The line break in a text with substitutions, outside of them; other characters may be quotes that another rule reports. */
function lineBreakIn(template: string | undefined): string | undefined {
  if (template === undefined || !/[\r\n]/.test(template)) return undefined;
  const parts = scan(template).parts.map((part) => (part.kind === "text" ? part.text : "x"));
  return /[\r\n]/.exec(parts.join("").trim())?.[0];
}

/** The places of written texts with such a character. */
function* headerPlaces({ config }: RuleContext): Generator<Path> {
  for (const {
    key: provider,
    entry: { auth, headers },
  } of entriesOf(config.providers)) {
    for (const header of doubtfulIn(headers)) yield ["providers", provider, "headers", header];
    if (auth?.type === "static_key" && isDoubtful(auth.key)) yield ["providers", provider, "auth", "key"];
  }
  for (const { key: server, entry } of entriesOf(config.mcp_servers)) {
    if (entry.transport !== "http") continue;
    for (const header of doubtfulIn(entry.headers)) yield ["mcp_servers", server, "headers", header];
    const { auth } = entry;
    if (auth?.type === "authorization-header" && isDoubtful(auth.value)) yield ["mcp_servers", server, "auth", "value"];
  }
}

function doubtfulIn(headers: Provider["headers"]): readonly string[] {
  return headers === undefined ? NONE : Object.keys(headers).filter((header) => isDoubtful(headers[header]));
}

function isDoubtful(text: string | undefined): boolean {
  return text !== undefined && CULPRIT.test(text);
}

function describe(character: string): string {
  if (/[\r\n]/.test(character)) return "a line break";
  return /\p{Cc}/u.test(character) ? "a control character" : "a character beyond Latin-1";
}
