/** The body of a request as the one that its route takes (P-S7). It is read as JSON, whatever `Content-Type` says. */
import { type BodyPart, requestFields, requestGuards, requestParts } from "../../../generated/protocol/requests.js";
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
  /** Its fields one by one. */
  readonly parts: Readonly<Record<Name, readonly BodyPart[]>>;
}

/**
 * A reader of the bodies of one table. Unknown fields are kept and ignored; a known field may be given once. An empty body is an empty
 * object, which is right for a route that requires no field.
 */
export function bodyReaderOf<Table extends RouteTable>({
  guards,
  fields,
  parts,
}: BodyShapes<CommandIn<Table>>): BodyReader<Table> {
  return (name, bytes) => {
    const parsed = bytes.length === 0 ? { value: {} } : parseJson(bytes, limits.bodyDepth);
    if ("mistake" in parsed) return refused(parsed);
    const { value } = parsed;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refused({ mistake: "no_object" });
    const isRight = guards[name];
    if (!isRight(value)) return refused(wrongField(value, parts[name]));
    const field = repeatedField(bytes, fields[name]);
    if (field !== undefined) return refused({ mistake: "given_twice", field });
    return { kind: "body", value: value as RequestBody<Table[typeof name]> };
  };
}

export const readDaemonBody: BodyReader<DaemonRoutes> = /* @__PURE__ */ bodyReaderOf<DaemonRoutes>({
  guards: requestGuards,
  fields: requestFields,
  parts: requestParts,
});

function refused(details: RefusalDetails): Body<never> & { readonly kind: "refused" } {
  return { kind: "refused", refusal: refuse("invalid_request", { details }) };
}

/** The first field that is missing or wrong; the fields of an object come before it. */
function wrongField(body: object, parts: readonly BodyPart[]): RefusalDetails {
  for (const { path, form, isRequired, kind, fits } of parts) {
    if (kind !== undefined && kind !== fieldIn(body, "kind")) continue;
    const object = path.slice(0, -1).reduce(fieldIn, body);
    if (typeof object !== "object" || object === null || Array.isArray(object)) continue;
    const value = fieldIn(object, path.at(-1) ?? "");
    const about = { field: path.join("."), expected: form };
    if (value === undefined && isRequired) return { mistake: "missing_field", ...about };
    if (value !== undefined && !fits(value)) return { mistake: "wrong_value", ...about };
  }
  return { mistake: "wrong_value" };
}

function fieldIn(object: unknown, name: string): unknown {
  const fields = typeof object === "object" && object !== null ? object : {};
  return Object.hasOwn(fields, name) ? (fields as Readonly<Record<string, unknown>>)[name] : undefined;
}
