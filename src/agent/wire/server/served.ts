/** A table of routes with the functions that read requests for it: the server's whole view of its contract. */
import type { BodyReader } from "../protocol/body.js";
import type { Refusal } from "../protocol/codes.js";
import type { Router } from "../protocol/router.js";
import type { NameIn, Route, RouteTable } from "../protocol/routes.js";

export interface Served<Table extends RouteTable> {
  readonly routes: Table & Readonly<Record<NameIn<Table>, Route>>;
  readonly router: Router<NameIn<Table>>;
  readonly readBody: BodyReader<Table>;
  /** Routes that are answered even at the limit of open requests. */
  readonly uncounted: ReadonlySet<NameIn<Table>>;
  /** Routes with a code of their own for the limit of open requests or streams (P-S72). */
  readonly full?: ReadonlyMap<NameIn<Table>, Refusal>;
}
