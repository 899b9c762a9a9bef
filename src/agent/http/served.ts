/** A table of routes with the functions that read requests for it: all that a server knows of its contract. */
import type { BodyReader } from "../wire/protocol/body.js";
import type { Refusal } from "../wire/protocol/codes.js";
import type { Router } from "../wire/protocol/router.js";
import type { NameIn, Route, RouteTable } from "../wire/protocol/routes.js";

export interface Served<Table extends RouteTable> {
  readonly routes: Table & Readonly<Record<NameIn<Table>, Route>>;
  readonly router: Router<NameIn<Table>>;
  readonly readBody: BodyReader<Table>;
  /** Routes that are answered even when as many requests as allowed are open. */
  readonly uncounted: ReadonlySet<NameIn<Table>>;
  /** Routes that say with a code of their own that as many requests or streams as allowed are open (P-S72). */
  readonly full?: ReadonlyMap<NameIn<Table>, Refusal>;
}
