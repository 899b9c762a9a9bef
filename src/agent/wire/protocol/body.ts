/** The body of a request as the one that its route takes (P-S7). It is read as JSON, whatever `Content-Type` says. */
import { requestFields, requestForms, requestGuards } from "../../../generated/protocol/requests.js";
import { limits } from "../../../generated/protocol/tables.js";
import type { RefusalDetails } from "../../../generated/protocol/types.js";
import { type RefusalOf, refuse } from "./codes.js";
import { type Fields, parseJson, repeatedField } from "./json.js";
import type { CommandIn, DaemonRoutes, RequestBody, RouteTable } from "./routes.js";

type Body<Value> =
  | { readonly kind: "body"; readonly value: Value }
  | { readonly kind: "refused"; readonly refusal: RefusalOf<"invalid_request"> };

/** Reads the body of a route of this table that takes one. */
export type BodyReader<Table extends RouteTable> = <Name extends CommandIn<Table>>(
  name: Name,
  bytes: Uint8Array,
) => Body<RequestBody<Table[Name]>>;

/** The bodies of a table's routes, as `npm run gen` makes them. */
export interface BodyShapes<Name extends string> {
  /** Whether a value is the body of the route. */
  readonly guards: Readonly<Record<Name, (value: unknown) => boolean>>;
  /** The fields of the body, with those of their values. */
  readonly fields: Readonly<Record<Name, Fields>>;
  /** In words, by the name of a field: the values that it takes. */
  readonly forms: Readonly<Record<Name, Readonly<Record<string, string>>>>;
}

/**
 * A reader of the bodies of one table. Unknown fields are kept and ignored; a known field may be given once. An empty body is an empty
 * object, which is right for a route that requires no field.
 */
export function bodyReaderOf<Table extends RouteTable>({
  guards,
  fields,
  forms,
}: BodyShapes<CommandIn<Table>>): BodyReader<Table> {
  return (name, bytes) => {
    const parsed = bytes.length === 0 ? { value: {} } : parseJson(bytes, limits.bodyDepth);
    if ("mistake" in parsed) return refused(parsed);
    const { value } = parsed;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refused({ mistake: "no_object" });
    const isRight = guards[name];
    if (!isRight(value)) return refused(wrongField(value, isRight, forms[name]));
    const field = repeatedField(bytes, fields[name]);
    if (field !== undefined) return refused({ mistake: "given_twice", field });
    return { kind: "body", value: value as RequestBody<Table[typeof name]> };
  };
}

export const readDaemonBody: BodyReader<DaemonRoutes> = /* @__PURE__ */ bodyReaderOf<DaemonRoutes>({
  guards: requestGuards,
  fields: requestFields,
  forms: requestForms,
});

function refused(details: RefusalDetails): Body<never> & { readonly kind: "refused" } {
  return { kind: "refused", refusal: refuse("invalid_request", { details }) };
}

/** The first field that is wrong in a body of its own: no body of this protocol has a required field. */
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
