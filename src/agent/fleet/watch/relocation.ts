/** Requests to a hub that may restart at another address: by default it takes any free port. It knows no files. */
import type { FetchLike } from "../../machine/interfaces/fetch.js";

/**
 * Sends requests to `url` until that is unreachable, and then to the present address of the hub. A failed request is not repeated here: its
 * sender retries by itself. `locate` resolves to undefined if the address is unknown.
 */
export function followed(ask: FetchLike, url: string, locate: () => Promise<string | undefined>): FetchLike {
  let place = url;
  return async (original, request) => {
    const { pathname, search } = new URL(original);
    try {
      return await ask(new URL(pathname + search, place).href, request);
    } catch (error) {
      place = (await locate()) ?? place;
      throw error;
    }
  };
}
