/** The body of a request as what its route takes (P-S7). What it is sent as (`Content-Type`) does not count: it is JSON. */
import { requestFields, requestGuards } from "../generated/protocol/requests.js";
import { limits, type RequestBodies } from "../generated/protocol/tables.js";
import { type RefusalOf, refuse } from "./codes.js";
import { isRepeated, parseJson } from "./json.js";

/** Routes that take a body. */
export type CommandName = keyof typeof requestGuards;

export type Body<Name extends CommandName> =
  | { readonly kind: "body"; readonly value: RequestBodies[Name] }
  | { readonly kind: "refused"; readonly refusal: RefusalOf<"invalid_request"> };

/** Fields that nobody knows are kept and ignored; one that is known may be given once. No body at all is an empty object, which does where nothing is required. */
export function readBody<Name extends CommandName>(name: Name, bytes: Uint8Array): Body<Name> {
  const parsed = bytes.length === 0 ? { value: {} } : parseJson(bytes, limits.bodyDepth);
  const isRight: (value: unknown) => boolean = requestGuards[name];
  if (parsed === undefined || !isRight(parsed.value) || isRepeated(bytes, requestFields[name]))
    return { kind: "refused", refusal: refuse("invalid_request") };
  return { kind: "body", value: parsed.value as RequestBodies[Name] };
}
