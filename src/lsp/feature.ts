/** The requests that the server answers: one file in `features` for each service, one line each in the table of `features.ts`. */
import type { ClientCapabilities, ServerCapabilities } from "./protocol.js";
import type { Session } from "./session.js";

export interface Feature {
  readonly method: string;
  /** The server's capabilities for a new client. */
  readonly offer: (client: ClientCapabilities) => ServerCapabilities;
  /** Null for an empty answer. */
  readonly answer: (session: Session, params: never) => unknown;
}

/** A feature whose requests have parameters of this form. */
export function feature<Params>(
  own: Omit<Feature, "answer"> & { readonly answer: (session: Session, params: Params) => unknown },
): Feature {
  return own;
}
