/** The body of a request as what its route takes (P-S7). What it is sent as (`Content-Type`) does not count: it is JSON. */
import { requestFields, requestForms, requestGuards } from "../../../generated/protocol/requests.js";
import { limits, type RequestBodies } from "../../../generated/protocol/tables.js";
import type { RefusalDetails } from "../../../generated/protocol/types.js";
import { type RefusalOf, refuse } from "./codes.js";
import { parseJson, repeatedField } from "./json.js";

/** Routes that take a body. */
export type CommandName = keyof typeof requestGuards;

export type Body<Name extends CommandName> =
  | { readonly kind: "body"; readonly value: RequestBodies[Name] }
  | { readonly kind: "refused"; readonly refusal: RefusalOf<"invalid_request"> };

/** Fields that nobody knows are kept and ignored; one that is known may be given once. No body at all is an empty object, which does where nothing is required. */
export function readBody<Name extends CommandName>(name: Name, bytes: Uint8Array): Body<Name> {
  const parsed = bytes.length === 0 ? { value: {} } : parseJson(bytes, limits.bodyDepth);
  if ("mistake" in parsed) return refused(parsed);
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refused({ mistake: "no_object" });
  const isRight: (value: unknown) => boolean = requestGuards[name];
  if (!isRight(value)) return refused(wrongField(value, isRight, requestForms[name]));
  const field = repeatedField(bytes, requestFields[name]);
  if (field !== undefined) return refused({ mistake: "given_twice", field });
  return { kind: "body", value: value as RequestBodies[Name] };
}

function refused(details: RefusalDetails): Body<never> & { readonly kind: "refused" } {
  return { kind: "refused", refusal: refuse("invalid_request", { details }) };
}

/** The first field that would be wrong by itself: no body has a field that must be there. */
function wrongField(
  value: object,
  isRight: (value: unknown) => boolean,
  forms: Readonly<Record<string, string>>,
): RefusalDetails {
  const fields = Object.entries(value).filter(([name]) => Object.hasOwn(forms, name));
  const wrong = fields.find(([name, inner]) => !isRight({ [name]: inner }));
  if (wrong === undefined) return { mistake: "wrong_value" };
  const [field] = wrong;
  return { mistake: "wrong_value", field, ...(forms[field] === undefined ? {} : { expected: forms[field] }) };
}
