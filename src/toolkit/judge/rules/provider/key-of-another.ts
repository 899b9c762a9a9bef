/** Spec 5.1: a static key goes to the provider as it is. The key of another vendor is refused there, and told to a stranger. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name, writing } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/key-of-another",
  severity: "warning",
  check(context, report) {
    const entries = [...entriesOf(context.config.providers)];
    const others = [...VENDORS, ...Object.keys(context.catalog?.providers ?? {}), ...entries.map(({ key }) => key)];
    const byPrefix = new Map(others.map((other) => [plain(other), other]));
    const lengths = [...new Set(others.map(({ length }) => length))].toSorted((a, b) => b - a);
    for (const { key: provider, entry } of entries) {
      const { kind, url } = entry;
      // A gateway at an address of its own may take any key.
      if (kind?.type !== "catalog" || kind.name === undefined || url !== undefined) continue;
      const path = ["providers", provider, "auth", "key"];
      const [, variable = ""] = /^\$\{([A-Za-z]\w*)\}$/.exec(context.template(path) ?? "") ?? [];
      const own = [provider, kind.name].map(plain);
      if (variable === "" || own.some((one) => plain(variable).includes(one))) continue;
      const other = lengths
        .filter((length) => variable[length] === "_")
        .map((length) => byPrefix.get(plain(variable.slice(0, length))))
        .find((one) => one !== undefined);
      if (other === undefined) continue;
      const meant = `\${${kind.name.toUpperCase().replace(/\W/g, "_")}${variable.slice(other.length)}}`;
      report({
        at: valueAt(...path),
        message: `${name("providers", provider)} sends ${quote(`\${${variable}}`)}, a key of ${quote(other)} by its name`,
        label: `not named after ${quote(kind.name)}`,
        fixes: [writing(meant, { safe: false, changes: [{ kind: "replace", path, value: meant }] })],
      });
    }
  },
};

/** The vendors of the specification. */
const VENDORS = ["alpha", "beta", "gamma", "delta", "epsilon"];

function plain(text: string): string {
  return text.toLowerCase().replace(/\W/g, "_");
}
