/** What a project does to the credentials of its user's, as data. */
import type { Path } from "../../../text/path.js";
import type { Change } from "./changes.js";

/** An entry of the user's that a project turns to something else, or one that takes a login of the user's along. */
export interface Redirect {
  /** The entry. */
  readonly entry: Path;
  /** What the project wrote: where it leads now, what is started, or whose login is used. */
  readonly sink: Change;
  /** All of it but what counts for nothing because it is an error by itself. */
  readonly sinks: readonly Change[];
  /** The origin that it leads to; undefined where that is no URL, or nobody knows it. */
  readonly there: string | undefined;
  /** The credentials of its user that go there. */
  readonly credentials: readonly Path[];
}

/** An entry of the user's with a credential in it that a project changes without leading it elsewhere, as far as anybody can tell (S44). */
export interface Touch {
  readonly entry: Path;
  /** What the project changes first, and what else. */
  readonly change: Change;
  readonly others: readonly Change[];
  /** The credentials of its user that are in it, or were. */
  readonly credentials: readonly Path[];
  /** Whether the project takes the first of them away, and puts nothing in its place. */
  readonly isLost: boolean;
}

export interface Flows {
  /** Every entry of the user's whose destination or program comes from a project, and every borrowed login. */
  readonly redirects: readonly Redirect[];
  readonly touches: readonly Touch[];
  /** Credentials of the project's that open what is its user's. */
  readonly accounts: ReadonlySet<Change>;
}
