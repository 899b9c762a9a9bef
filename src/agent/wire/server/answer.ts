/** From an allowed request to its answer: path, query, body and handler, in this order (P-S22). */
import { limits } from "../../../generated/protocol/tables.js";
import type { BodyProblem, Exchange } from "../../machine/interfaces/listen.js";
import { type Refusal, refuse } from "../protocol/codes.js";
import { splitTarget } from "../protocol/router.js";
import type { CommandIn, NameIn, ResponseBody, Route, RouteTable } from "../protocol/routes.js";
import type { Asked, Handled, Handlers, Streaming } from "./handlers.js";
import type { Served } from "./served.js";

export type Answer =
  | { readonly refusal: Refusal }
  | { readonly route: string; readonly status: number; readonly body: ResponseBody<Route> }
  | { readonly stream: Streaming };

export interface Target<Name extends string> {
  readonly name: Name;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
}

export function targetOf<Table extends RouteTable>(
  { method, target }: Exchange,
  { router }: Served<Table>,
): { readonly refusal: Refusal } | Target<NameIn<Table>> {
  const { path, query } = splitTarget(target);
  const match = router(method, path);
  if (match.kind === "not-found") return { refusal: refuse("not_found") };
  if (match.kind === "method-not-allowed") return { refusal: refuse("method_not_allowed", { allow: match.allow }) };
  return { name: match.name, parameters: match.parameters, query };
}

/** `isStopping`: whether commands are refused, because the server is about to end. Rejects with the error of the handler. */
export async function answerOf<Table extends RouteTable>(
  exchange: Exchange,
  { name, parameters, query }: Target<NameIn<Table>>,
  served: Served<Table>,
  handlers: Handlers<Table>,
  isStopping: boolean,
): Promise<Answer> {
  const route: Route = served.routes[name];
  const read = readQuery(query, route.query);
  if (read.kind === "refused")
    return { refusal: refuse("invalid_request", { details: { mistake: "wrong_parameter", field: read.parameter } }) };
  if (route.request !== undefined && isStopping) return { refusal: refuse("shutting_down") };
  const body = takesBody(name, served) ? await bodyOf(exchange, name, served) : undefined;
  if (body !== undefined && "refusal" in body) return body;
  const request = { parameters, query: read.values, headers: exchange.headers, body: body?.value };
  // The compiler does not see that name, query and body belong to one route.
  const handler = handlers[name] as (request: unknown) => Handled<Route> | Promise<Handled<Route>>;
  const handled = await handler(request satisfies Record<keyof Asked<Route>, unknown>);
  if (!("body" in handled)) return handled;
  const [only] = route.answers;
  return { route: name, status: "status" in handled ? handled.status : (only?.status ?? 200), body: handled.body };
}

function takesBody<Table extends RouteTable>(
  name: NameIn<Table>,
  { routes }: Served<Table>,
): name is NameIn<Table> & CommandIn<Table> {
  return "request" in routes[name];
}

async function bodyOf<Table extends RouteTable>(
  exchange: Exchange,
  name: CommandIn<Table>,
  { routes, readBody }: Served<Table>,
): Promise<{ readonly refusal: Refusal } | { readonly value: unknown }> {
  const { limit = "bodyBytes" }: Route = routes[name];
  if (
    exchange.headers.some(([header, value]) => header === "content-encoding" && !/^(?:identity)?$/i.test(value.trim()))
  )
    return { refusal: refuse("invalid_request", { details: { mistake: "content_encoding" } }) };
  const bytes = await exchange.body(limits[limit]);
  if (typeof bytes === "string") return { refusal: BODY_PROBLEMS[bytes] };
  const body = readBody(name, bytes);
  return body.kind === "body" ? { value: body.value } : { refusal: body.refusal };
}

export const BODY_PROBLEMS: Readonly<Record<BodyProblem, Refusal>> = {
  "too-large": refuse("payload_too_large"),
  broken: refuse("invalid_request", { details: { mistake: "broken_body" } }),
  slow: refuse("request_timeout"),
};

type Query<Name extends string> =
  | { readonly kind: "query"; readonly values: Readonly<Partial<Record<Name, string>>> }
  /** `parameter` comes twice, or its percent-encoding is wrong. */
  | { readonly kind: "refused"; readonly parameter: Name };

/**
 * Reads the parameters of a route in a query, the text after the `?` (P-S7): unknown ones are ignored; a known one may come once, and must
 * be percent-encoded correctly. The value of a parameter without `=` is empty.
 */
export function readQuery<Name extends string>(query: string, known: readonly Name[]): Query<Name> {
  const values: Partial<Record<Name, string>> = {};
  for (const pair of query === "" ? [] : query.split("&")) {
    const end = pair.indexOf("=");
    const name = decoded(end === -1 ? pair : pair.slice(0, end));
    const parameter = known.find((one) => one === name);
    if (parameter === undefined) continue;
    const value = end === -1 ? "" : decoded(pair.slice(end + 1));
    if (value === undefined || Object.hasOwn(values, parameter)) return { kind: "refused", parameter };
    values[parameter] = value;
  }
  return { kind: "query", values };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
