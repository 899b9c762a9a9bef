/** Words a fact about a string or a name that does not have the form its place requires. The schema holds the form. */

import { mayNameCredential } from "../../../text/credential-names.js";
import { quote } from "../../../text/quote.js";
import { hasForm } from "../../read/schema/fits.js";
import type { Shape } from "../../read/schema/shape.js";
import type { FactOf } from "./fact.js";
import { name, writing } from "./phrases.js";
import type { Wording } from "./rule.js";

export function badFormat({ at, value, shape }: FactOf<"bad-format">): Wording {
  return worded(value.trim() === "" ? name(...at.path) : quote(value), shape);
}

/** Words a malformed name in a map. The message repeats only the name: the author may have joined a secret value to it. */
export function badName({ at, key, shape }: FactOf<"bad-name">): Wording {
  const [word = ""] = key.split(/(?<=[A-Za-z0-9])[^A-Za-z0-9_-]/, 1);
  const known = word !== key && mayNameCredential(word) ? `${word}…` : key;
  const joined = key.trim().replace(/\s+/g, "-");
  const isHeader = at.path.at(-2) === "headers";
  return {
    ...worded(known.trim() === "" ? name(...at.path) : quote(known), shape),
    ...(isHeader && known === key && /\S\s+\S/.test(key) && hasForm(joined, shape)
      ? { fixes: [writing(joined, { safe: false, changes: [{ kind: "rename", path: at.path, to: joined }] })] }
      : {}),
  };
}

function worded(subject: string, { schema }: Shape): Wording {
  const { "x-help": help, patternErrorMessage: message = "does not have the right form" } = schema;
  return { message: `${subject} ${message}`, ...(help === undefined ? {} : { help }) };
}
