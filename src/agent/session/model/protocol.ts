/** The dialects that a configuration can name, whether this daemon speaks them or not. */
import type { ProviderInstance } from "../../../generated/effective.js";

/** A value of `providers.<name>.protocol`. */
export type Protocol = NonNullable<ProviderInstance["protocol"]>;
