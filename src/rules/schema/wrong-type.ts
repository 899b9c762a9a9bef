/** Spec 2. YAML 1.2 reads `yes`, `on` and `200_000` as texts (S6). */
import { fitsType, typeAt } from "../../schema/fits.js";
import type { Place, ScalarPlace } from "../../schema/place.js";
import type { Shape, TypeName } from "../../schema/shape.js";
import { lacksSpace } from "../../text/colon.js";
import { formatPath, type Path } from "../../text/path.js";
import { enumerate, quote } from "../../text/quote.js";
import { name, oneOf } from "../phrases.js";
import type { Rule, Wording } from "../rule.js";

export const rule: Rule<"wrong-type" | "wrong-tag"> = {
  id: "schema/wrong-type",
  severity: "error",
  summary: "a value of another type than the key takes",
  fixable: true,
  words: {
    "wrong-type": ({ at: { path }, place, shape }) => {
      const wanted = [...(shape.types ?? [])].filter((type) => type !== "null").flatMap((type) => TYPE_NAMES[type]);
      const demand = wanted.length === 0 ? "cannot be" : `must be ${enumerate(wanted)}, not`;
      return { message: `${name(...path)} ${demand} ${valueName(place)}`, ...hint(path, place, shape) };
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
function hint(path: Path, place: Place, shape: Shape): Pick<Wording, "help" | "fixes"> {
  const value = place.kind === "scalar" ? place.value : undefined;
  if (value === null) return { help: "remove the key to leave it unset" };
  if (typeof value === "string" && shape.types?.has("object") && lacksSpace(value)) {
    return { help: "a `:` needs a space after it" };
  }
  if (shape.tag !== undefined)
    return { help: `its ${quote(shape.tag.key)} is ${oneOf([...shape.tag.variants.keys()])}` };
  if (shape.values !== undefined) return { help: oneOf(shape.values) };
  if (place.kind !== "scalar" || typeof value !== "string" || shape.types === undefined) return {};
  if (shape.types.has("array")) return { help: listHint(value, shape) };
  const meant = meantBy(place, value, shape);
  if (meant === undefined) {
    const isNumber = /^\d/.test(value) && fitsType({ ...place, value: 0 }, shape);
    return isNumber ? { help: "write the number out, in digits alone" } : {};
  }
  // A newer version is no slip: the rest of the file may be as new (S10).
  if (formatPath(path) === "version" && Number(meant) > Number(shape.schema.default)) return {};
  return {
    help: `write ${quote(meant)}${value.toLowerCase() === String(meant) ? ", without quotes" : ""}`,
    fixes: [{ title: `write ${quote(meant)}`, safe: true, changes: [{ kind: "replace", path, value: meant }] }],
  };
}

/** A text where a list belongs. What may be secret, or is more than one item, is not repeated. */
function listHint(value: string, { items }: Shape): string {
  const isItem = /^[^\s,"'\\]+$/.test(value) && items?.schema["x-secret"] !== true;
  return isItem ? `write a list: ${quote(JSON.stringify([value]))}` : "write a list";
}

/** Words that YAML 1.1 read as booleans and YAML 1.2 does not. */
const OLD_BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["on", true],
  ["true", true],
  ["no", false],
  ["off", false],
  ["false", false],
]);

/** A number as somebody might write it: in quotes, or with `_` between thousands. */
const NUMBER = /^(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:_\d{3}){1,4})(?:\.\d{1,9})?$/;

/** The boolean or number that a text evidently stands for. */
function meantBy(place: ScalarPlace, text: string, shape: Shape): boolean | number | undefined {
  const meant = NUMBER.test(text) ? Number(text.replaceAll("_", "")) : OLD_BOOLEANS.get(text.toLowerCase());
  return meant !== undefined && fitsType({ ...place, value: meant }, shape) ? meant : undefined;
}
