/** From a request that may be made to what its route says of it: path, query, body, handler, in this order (P-S22). */
import { daemonRoutes, limits, type ResponseBodies } from "../generated/protocol/tables.js";
import type { Exchange } from "../ports/listen.js";
import { type CommandName, readBody } from "../protocol/body.js";
import { type Refusal, refuse } from "../protocol/codes.js";
import { readQuery } from "../protocol/query.js";
import { daemonRouter, type RouteName, splitTarget } from "../protocol/router.js";
import type { Asked, Handled, Handlers } from "./handlers.js";

export type Answer<Name extends RouteName> =
  | { readonly refusal: Refusal }
  | { readonly route: Name; readonly body: ResponseBodies[Name] }
  | { readonly stream: (exchange: Exchange) => void };

export async function answerOf(
  exchange: Exchange,
  handlers: Handlers,
  isStopping: boolean,
): Promise<Answer<RouteName>> {
  const { path, query } = splitTarget(exchange.target);
  const match = daemonRouter(exchange.method, path);
  if (match.kind === "not-found") return { refusal: refuse("not_found") };
  if (match.kind === "method-not-allowed") return { refusal: refuse("method_not_allowed", { allow: match.allow }) };
  const { name } = match;
  const parameters = readQuery<string>(query, daemonRoutes[name].query);
  if (parameters.kind === "refused") return { refusal: refuse("invalid_request") };
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
  const bytes = await exchange
    .body(limits["limit" in route ? route.limit : "bodyBytes"])
    .catch(() => "broken" as const);
  if (bytes === "broken") return { refusal: refuse("invalid_request") };
  if (bytes === undefined) return { refusal: refuse("payload_too_large") };
  const body = readBody(name, bytes);
  return body.kind === "body" ? { value: body.value } : { refusal: body.refusal };
}
