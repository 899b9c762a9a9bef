/** Spec 5.1, 5.2: the agent writes the name of the header, and the scheme of a `static_key`, itself. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Place } from "../../../read/schema/place.js";
import { name } from "../phrases.js";
import type { KnownText, Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/repeated-scheme",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, texts } of layers) {
      for (const known of texts) {
        const found = known.shape.schema["x-secret"] === undefined ? undefined : repeated(known);
        if (found === undefined) continue;
        const { path, text } = known;
        const value = text.slice(found.length).trimStart();
        const title = `remove ${quote(found.trim())}`;
        report({
          at: { ...valueAt(...path), layer: scope },
          message: `${name(...path)} begins with ${quote(found.trim())}, which the agent sends itself`,
          label: "sent twice",
          help: title,
          fixes: value === "" ? [] : [{ title, safe: false, changes: [{ kind: "replace", path, value }] }],
        });
      }
    }
  },
};

/** The beginning of a value that repeats the name of its header, or the scheme. */
function repeated({ path, text, around }: KnownText): string | undefined {
  const header = headerAt(path);
  if (header === undefined || (header === "" && hasOtherFormat(around.place))) return undefined;
  const begin = header === "" ? /^(?:authorization\s*:\s*)?bearer\s+/i : /^[A-Za-z-]+\s*:\s+/;
  const [found] = begin.exec(text) ?? [];
  if (header === "" || found === undefined) return found;
  return found.trim().slice(0, -1).trimEnd().toLowerCase() === header ? found : undefined;
}

/** The header that the value at a path is sent in, in small letters; empty for a key, whose header has a scheme. */
function headerAt(path: Path): string | undefined {
  const [section, , kind, key] = path;
  if (section === "providers" && kind === "auth" && key === "key") return "";
  if (section === "mcp_servers" && kind === "auth" && key === "value") return "authorization";
  return kind === "headers" && (section === "providers" || section === "mcp_servers")
    ? String(key).toLowerCase()
    : undefined;
}

/** Whether an `auth` chooses a header without a scheme. */
function hasOtherFormat(auth: Place): boolean {
  const format = auth.kind === "object" ? auth.entries.get("format") : undefined;
  return format?.kind === "scalar" && format.value !== null && format.value !== "bearer_token";
}
