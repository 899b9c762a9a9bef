/** The effects of a project on its user's credentials, as data. */
import type { Path } from "../../../text/path.js";
import type { Change } from "./changes.js";

/** A user's entry that a project redirects, or an entry that borrows a login of the user's. */
export interface Redirect {
  readonly entry: Path;
  /** The project's value: the new destination, the program, or the borrowed login. */
  readonly sink: Change;
  /** All such values, without those that are errors by themselves and have no effect. */
  readonly sinks: readonly Change[];
  /** The new origin; undefined if it is not a URL, or unknown. */
  readonly there: string | undefined;
  /** The user's credentials that the destination receives. */
  readonly credentials: readonly Path[];
}

/** A user's entry with a credential that a project changes without redirecting it, as far as lint can know (S44). */
export interface Touch {
  readonly entry: Path;
  /** The project's first change, and the others. */
  readonly change: Change;
  readonly others: readonly Change[];
  /** The user's credentials that the entry holds or held. */
  readonly credentials: readonly Path[];
  /** Whether the project removes the first of them and replaces it with nothing. */
  readonly isLost: boolean;
}

export interface Flows {
  /** Every user's entry whose destination or program a project sets, and every borrowed login. */
  readonly redirects: readonly Redirect[];
  readonly touches: readonly Touch[];
  /** The project's credentials that open an entry of the user's. */
  readonly accounts: ReadonlySet<Change>;
}
