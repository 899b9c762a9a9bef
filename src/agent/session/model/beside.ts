/** Data beside the configuration. */
import type { Catalog, UnresolvedText } from "../../../index.js";
import type { Listed } from "../../../provider/known.js";

export interface Beside {
  readonly catalog?: Catalog | undefined;
  /** PEM of `daemon.tls.trust_store`. */
  readonly certificates?: string | undefined;
  /** Texts that `load` could not resolve: no request carries them. */
  readonly unresolved?: readonly UnresolvedText[];
  /** What providers list of their models. */
  readonly listed?: Listed;
}
