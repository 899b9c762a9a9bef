/** The functions that answer a table's routes. A route without a handler does not compile. */
import type { Exchange, Headers } from "../../machine/interfaces/listen.js";
import type { Refusal } from "../protocol/codes.js";
import type { OnlyResponse, PathParameter, RequestBody, Response, Route, RouteTable } from "../protocol/routes.js";

/** A request for a route, after all checks: its caller is allowed, and its path, query and body are the route's. */
export interface Asked<Of extends Route> {
  /** The decoded segments in the place of those in braces. */
  readonly parameters: Readonly<Record<PathParameter<Of["path"]>, string>>;
  readonly query: Readonly<Partial<Record<Of["query"][number], string>>>;
  readonly body: RequestBody<Of>;
  readonly headers: Headers;
}

export type Handled<Of extends Route> =
  | { readonly refusal: Refusal }
  | Response<Of>
  | OnlyResponse<Of>
  /** Writes the whole answer to the exchange, including the head, for as long as the connection lasts. */
  | { readonly stream: Streaming };

/** Breaks the connection by throwing or rejecting. */
export type Streaming = (exchange: Exchange) => void | Promise<void>;

export type Handler<Of extends Route> = (asked: Asked<Of>) => Handled<Of> | Promise<Handled<Of>>;

export type Handlers<Table extends RouteTable> = { readonly [Name in keyof Table]: Handler<Table[Name]> };
