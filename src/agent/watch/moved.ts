/** Requests to a hub that may begin again at another address: by default it takes any free port. It knows no files. */
import type { FetchLike } from "../ports/fetch.js";

/**
 * Asks at `url` until that cannot be reached, and then where the hub is now. A request that has failed is not sent again here: its sender tries
 * again by itself. `locate` resolves to undefined when nobody knows.
 */
export function followed(ask: FetchLike, url: string, locate: () => Promise<string | undefined>): FetchLike {
  let place = url;
  return async (asked, request) => {
    const { pathname, search } = new URL(asked);
    try {
      return await ask(new URL(pathname + search, place).href, request);
    } catch (error) {
      place = (await locate()) ?? place;
      throw error;
    }
  };
}
