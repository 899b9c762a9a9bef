/** `GET /api/v1/catalog`: a page of all sessions and their projects (spec 4.2, P-S50). */
import type { Handler } from "../../http/handlers.js";
import { sendLong } from "../../http/long-body.js";
import type { Clock } from "../../ports/clock.js";
import type { HubRoutes } from "../../wire/protocol/routes.js";
import type { Catalog } from "../fleet/catalog.js";

export function catalog(pages: Catalog, clock: Clock): Handler<HubRoutes["catalog"]> {
  return ({ query: { snapshot, page: asked } }) => {
    const page = pages.page(snapshot, asked);
    if ("refusal" in page) return page;
    const { bytes, pin } = page;
    return {
      // The snapshot stays until its reader has the page.
      stream: async (exchange) => {
        exchange.onClose(pin());
        await sendLong(exchange, { length: bytes.length, pieces: piecesOf(bytes) }, clock);
      },
    };
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
