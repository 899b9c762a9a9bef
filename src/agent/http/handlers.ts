/** What answers a route: a file each in `routes`. A route of the contract without one does not compile. */
import type { daemonRoutes, RequestBodies, ResponseBodies } from "../../generated/protocol/tables.js";
import type { Exchange, Headers } from "../ports/listen.js";
import type { Refusal } from "../wire/protocol/codes.js";
import type { RouteName } from "../wire/protocol/router.js";

/** A request whose caller may call, whose path is the route's, and whose body is what the route takes. */
export interface Asked<Name extends RouteName> {
  readonly query: Readonly<Partial<Record<(typeof daemonRoutes)[Name]["query"][number], string>>>;
  readonly body: RequestBodies[Name];
  readonly headers: Headers;
}

export type Handled<Name extends RouteName> =
  | { readonly refusal: Refusal }
  | { readonly body: ResponseBodies[Name] }
  /** Answers by itself, for as long as its reader is there. */
  | { readonly stream: (exchange: Exchange) => void };

export type Handler<Name extends RouteName> = (asked: Asked<Name>) => Handled<Name> | Promise<Handled<Name>>;

export type Handlers = { readonly [Name in RouteName]: Handler<Name> };
