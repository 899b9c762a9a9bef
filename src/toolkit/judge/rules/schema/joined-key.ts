/** A key that a mapping spells in two steps: `log: { level: … }` for `log_level`; and keys below a step that no path has. */
import { toPointer } from "../../../../text/path.js";
import { quote, quoteList } from "../../../../text/quote.js";
import type { Change } from "../../../read/edit/change.js";
import type { Nearby } from "../../../read/schema/facts.js";
import { jsonOf } from "../../../read/schema/place.js";
import type { FactOf } from "../fact.js";
import { didYouMean } from "../phrases.js";
import type { Wording } from "../rule.js";

/** Undefined for a key that does not begin the name of another one. */
export function joinedKey({
  at: { path },
  place,
  nearby,
}: FactOf<"unknown-key">): Pick<Wording, "help" | "fixes"> | undefined {
  const parent = path.slice(0, -1);
  const isHere = (home: Nearby): boolean => toPointer(home.path.slice(0, -1)) === toPointer(parent);
  if (place.kind !== "object" || nearby.length === 0 || place.entries.size !== nearby.length || !nearby.every(isHere))
    return undefined;
  const parts = [...place.entries.values()];
  const names = nearby.map((home) => String(home.path.at(-1)));
  const [only] = parts;
  const changes: readonly Change[] =
    parts.length === 1 && only?.kind === "scalar" && only.value !== null
      ? [
          { kind: "rename", path, to: names[0] ?? "" },
          { kind: "replace", path, value: only.value },
        ]
      : [
          { kind: "delete", path },
          ...parts.map(
            (part, at) => ({ kind: "put", path: [...parent, names[at] ?? ""], value: jsonOf(part) }) as const,
          ),
        ];
  const isLevel = names.every((one) => place.entries.has(one));
  if (isLevel) {
    const title = `move ${quoteList(names, "and")} out of it`;
    return {
      help: `${quote(String(path.at(-1)))} is a level too many: ${quoteList(names, "and")} ${names.length === 1 ? "belongs" : "belong"} right here`,
      fixes: [{ title, safe: false, changes }],
    };
  }
  const help = names.length === 1 ? didYouMean(names) : `write ${quoteList(names, "and")} instead`;
  return { help, fixes: [{ title: `write ${quoteList(names, "and")}`, safe: false, changes }] };
}
