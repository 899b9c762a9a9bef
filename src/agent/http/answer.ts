/** From a request that may be made to what its route says of it: path, query, body, handler, in this order (P-S22). */
import { daemonRoutes, limits, type ResponseBodies } from "../../generated/protocol/tables.js";
import type { BodyProblem, Exchange } from "../ports/listen.js";
import { type CommandName, readBody } from "../wire/protocol/body.js";
import { type Refusal, refuse } from "../wire/protocol/codes.js";
import { readQuery } from "../wire/protocol/query.js";
import { daemonRouter, type RouteName, splitTarget } from "../wire/protocol/router.js";
import type { Asked, Handled, Handlers } from "./handlers.js";

export type Answer<Name extends RouteName> =
  | { readonly refusal: Refusal }
  | { readonly route: Name; readonly body: ResponseBodies[Name] }
  | { readonly stream: (exchange: Exchange) => void };

/** What a request is for. */
export type Target = { readonly refusal: Refusal } | { readonly name: RouteName; readonly query: string };

export function targetOf({ method, target }: Exchange): Target {
  const { path, query } = splitTarget(target);
  const match = daemonRouter(method, path);
  if (match.kind === "not-found") return { refusal: refuse("not_found") };
  if (match.kind === "method-not-allowed") return { refusal: refuse("method_not_allowed", { allow: match.allow }) };
  return { name: match.name, query };
}

export async function answerOf(
  exchange: Exchange,
  { name, query }: Exclude<Target, { readonly refusal: Refusal }>,
  handlers: Handlers,
  isStopping: boolean,
): Promise<Answer<RouteName>> {
  const parameters = readQuery<string>(query, daemonRoutes[name].query);
  if (parameters.kind === "refused")
    return {
      refusal: refuse("invalid_request", { details: { mistake: "wrong_parameter", field: parameters.parameter } }),
    };
  const isCommand = takesBody(name);
  if (isCommand && isStopping) return { refusal: refuse("shutting_down") };
  const body = isCommand ? await bodyOf(exchange, name) : undefined;
  if (body !== undefined && "refusal" in body) return body;
  const asked = { query: parameters.values, headers: exchange.headers, body: body?.value };
  const handler = handlers[name] as (asked: unknown) => Handled<RouteName> | Promise<Handled<RouteName>>;
  const handled = await handler(asked satisfies Record<keyof Asked<RouteName>, unknown>);
  return "body" in handled ? { route: name, body: handled.body } : handled;
}

function takesBody(name: RouteName): name is CommandName {
  return "request" in daemonRoutes[name];
}

async function bodyOf(
  exchange: Exchange,
  name: CommandName,
): Promise<{ readonly refusal: Refusal } | { readonly value: unknown }> {
  const route = daemonRoutes[name];
  if (
    exchange.headers.some(([header, value]) => header === "content-encoding" && !/^(?:identity)?$/i.test(value.trim()))
  )
    return { refusal: refuse("invalid_request", { details: { mistake: "content_encoding" } }) };
  const bytes = await exchange.body(limits["limit" in route ? route.limit : "bodyBytes"]);
  if (typeof bytes === "string") return { refusal: BODY_PROBLEMS[bytes] };
  const body = readBody(name, bytes);
  return body.kind === "body" ? { value: body.value } : { refusal: body.refusal };
}

const BODY_PROBLEMS: Readonly<Record<BodyProblem, Refusal>> = {
  "too-large": refuse("payload_too_large"),
  broken: refuse("invalid_request", { details: { mistake: "broken_body" } }),
  slow: refuse("request_timeout"),
};
