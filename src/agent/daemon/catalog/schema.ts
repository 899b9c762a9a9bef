/** The input schema of a tool in a catalog: plain data of bounded size and depth without credentials, whatever a tool server sends. */
import { limits } from "../../../generated/protocol/tables.js";
import { looksSecret } from "../../run/scrub/looks-secret.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";
import type { Fields } from "../../run/tools/tool.js";

/** What stands in the place of a schema that cannot be published: every object fits it. */
const ANY_OBJECT: Fields = { type: "object" };

interface PublishedSchema {
  /** Undefined when a name in it looks like a credential: with another name it would not be the tool's. */
  readonly schema: Fields | undefined;
  readonly size: number;
}

export function publishedSchema(schema: Fields, scrubber: Scrubber): PublishedSchema {
  const look = { size: 0, hasSecretText: false, hasSecretName: false };
  if (!looks(schema, limits.bodyDepth, look, scrubber)) return { schema: ANY_OBJECT, size: 1 };
  const { size } = look;
  if (look.hasSecretName) return { schema: undefined, size };
  return { schema: look.hasSecretText ? (withHidden(schema, scrubber) as Fields) : schema, size };
}

/** What was seen in a schema. */
interface Look {
  /** Characters of names and texts, and one for each value. */
  size: number;
  hasSecretText: boolean;
  hasSecretName: boolean;
}

/** Looks at a value; false for one that is no plain data, too large or too deep. The work ends where the limit does. */
function looks(value: unknown, depth: number, look: Look, scrubber: Scrubber): boolean {
  look.size += typeof value === "string" ? value.length + 1 : 1;
  if (look.size > limits.catalogSchemaCharacters) return false;
  if (typeof value === "string") {
    look.hasSecretText ||= scrubber.scrub(value) !== value;
    return true;
  }
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "boolean" || typeof value === "number";
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => looks(item, depth - 1, look, scrubber));
  for (const name of Object.keys(value)) {
    look.size += name.length;
    if (look.size > limits.catalogSchemaCharacters) return false;
    look.hasSecretName ||= looksSecret(name, scrubber);
    if (!looks((value as Fields)[name], depth - 1, look, scrubber)) return false;
  }
  return true;
}

function withHidden(value: unknown, scrubber: Scrubber): unknown {
  if (typeof value === "string") return scrubber.scrub(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withHidden(item, scrubber));
  // This defines `__proto__` as any other name.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withHidden(inner, scrubber)]));
}
