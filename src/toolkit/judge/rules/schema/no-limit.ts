/** The help for words such as `unlimited`, and for `-1`, in the place of a limit. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { switchWord } from "../../../../text/switch-word.js";
import type { Shape } from "../../../read/schema/shape.js";

const NO_LIMIT = /^(?:-1|∞|inf|infinit[ey]|infinity|unlimited|unbounded|no[ _-]?limit|max|maximum)$/i;
const DEFAULT = /^(?:auto|automatic|default)$/i;

/** Undefined for a text that means neither no limit, nor none at all, nor the default. */
export function forNoLimit(path: Path, written: string, { types, schema }: Shape): string | undefined {
  if (types?.has("integer") !== true) return undefined;
  const isNone = switchWord(written)?.value === false;
  const isDefault = DEFAULT.test(written);
  if (!isNone && !isDefault && !NO_LIMIT.test(written)) return undefined;
  if (path.at(-1) === "context_window") return "write the number of tokens";
  if (isDefault) return "leave the key out for the default";
  const zero = schema["x-zero"];
  if (zero === "disables" && (isNone || isTime(path))) return `write ${quote(0)}`;
  if (zero === "rejected") return "leave the key out for no limit";
  return isNone ? "leave the key out" : "leave the key out for the default, or write a large number";
}

/** Whether no time means that it never ends; no retries, in contrast, are none. */
function isTime(path: Path): boolean {
  return /_secs$/.test(String(path.at(-1)));
}
