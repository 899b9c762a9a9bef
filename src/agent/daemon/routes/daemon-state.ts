/** `GET /daemon-state`: the catalog, as bytes that were made when it was published (spec 2.7, P-S36). */
import { oncePer } from "../../../text/once.js";
import type { Handler } from "../../http/handlers.js";
import type { Headers } from "../../ports/listen.js";
import { refuse } from "../../wire/protocol/codes.js";
import { jsonHeaders } from "../../wire/protocol/headers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Catalog, Publication } from "../catalog/catalog.js";

export function daemonState(catalog: Pick<Catalog, "current">): Handler<DaemonRoutes["daemonState"]> {
  return () => {
    const { current } = catalog;
    if (current === undefined) return { refusal: refuse("catalog_unavailable") };
    return {
      stream: (exchange) => {
        exchange.head(200, headersOf(current));
        exchange.write(current.bytes);
        exchange.end();
      },
    };
  };
}

const headersOf = oncePer(
  ({ bytes, etag }: Publication): Headers => [...jsonHeaders, ["etag", etag], ["content-length", String(bytes.length)]],
);
