/** Spec 2. YAML 1.2 reads `yes`, `on` and `200_000` as texts (S6). */
import { settingAt } from "../../configuration/setting.js";
import { fitsType, typeAt } from "../../schema/fits.js";
import type { Place } from "../../schema/place.js";
import type { Shape, TypeName } from "../../schema/shape.js";
import { lacksSpace } from "../../text/colon.js";
import { formatPath, type Path } from "../../text/path.js";
import { enumerate, quote } from "../../text/quote.js";
import { name, oneOf } from "../phrases.js";
import type { FactContext, Rule, Wording } from "../rule.js";
import { hintFor } from "./meant.js";

export const rule: Rule<"wrong-type" | "wrong-tag"> = {
  id: "schema/wrong-type",
  severity: "error",
  summary: "a value of another type than the key takes",
  fixable: true,
  words: {
    "wrong-type": ({ at: { path }, place, shape }, context) => {
      const wanted = [...(shape.types ?? [])].filter((type) => type !== "null").flatMap((type) => TYPE_NAMES[type]);
      const demand = wanted.length === 0 ? "cannot be" : `must be ${enumerate(wanted)}, not`;
      return { message: `${name(...path)} ${demand} ${valueName(place)}`, ...hint(path, place, shape, context) };
    },
    "wrong-tag": ({ at: { path }, place, accepted }) => ({
      message: `${name(...path)} must be a string, not ${valueName(place)}`,
      help: oneOf(accepted),
    }),
  },
};

const TYPE_NAMES: Readonly<Record<TypeName, readonly string[]>> = {
  object: ["a mapping"],
  array: ["a list"],
  string: ["a string"],
  number: ["a number"],
  integer: ["an integer"],
  boolean: ["`true`", "`false`"],
  null: ["null"],
};

/** Never repeats what may be secret. */
function valueName(place: Place): string {
  const value = place.kind === "scalar" ? place.value : undefined;
  if (Number.isNaN(value)) return "`.nan`";
  if (typeof value === "number" && !Number.isFinite(value)) return "an infinite number";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  if (typeof value === "boolean") return quote(value);
  return enumerate(TYPE_NAMES[typeAt(place)]);
}

/** What was probably meant. */
function hint(path: Path, place: Place, shape: Shape, context: FactContext): Pick<Wording, "help" | "fixes"> {
  const value = place.kind === "scalar" ? place.value : undefined;
  if (value === null) return { help: isNeeded(path, context) ? "give it a value" : "remove the key to leave it unset" };
  if (typeof value === "string" && shape.types?.has("object") && lacksSpace(value)) {
    return { help: "a `:` needs a space after it" };
  }
  const meant = hintFor(path, place, shape);
  if (meant !== undefined) return isVersion(path) ? newerVersion(meant, value, shape) : meant;
  if (shape.tag !== undefined)
    return { help: `its ${quote(shape.tag.key)} is ${oneOf([...shape.tag.variants.keys()])}` };
  if (shape.values !== undefined) return { help: oneOf(shape.values) };
  if (place.kind !== "scalar" || typeof value !== "string") return {};
  if (shape.types?.has("array")) return { help: "write a list" };
  const isNumber = /^\d/.test(value) && fitsType({ ...place, value: 0 }, shape);
  return isNumber ? { help: "write the number out, in digits alone" } : {};
}

/** Whether a value cannot be left out: an item of a list, or a key that its object requires. */
function isNeeded(path: Path, { settings }: FactContext): boolean {
  const key = path.at(-1);
  if (typeof key === "number") return true;
  const around = settingAt(settings, path.slice(0, -1));
  return around?.kind === "object" && around.variant?.schema.required?.includes(String(key)) === true;
}

function isVersion(path: Path): boolean {
  return formatPath(path) === "version";
}

/** A newer version is no slip: the rest of the file may be as new (S10). */
function newerVersion(meant: Pick<Wording, "help" | "fixes">, value: unknown, { schema }: Shape): typeof meant {
  return Number(value) > Number(schema.default) ? {} : meant;
}
