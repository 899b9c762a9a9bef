/** Spec 5.1: the header that carries the credential of a provider. */
import type { Provider } from "../protocol.js";

/** The header that carries a static key, by format (spec 5.1). */
export const KEY_HEADERS: Readonly<Record<string, string>> = {
  bearer_token: "authorization",
  alpha_x_api_key: "x-api-key",
  gamma_api_key: "api-key",
};

/** The header that carries the credential of `auth`; undefined if it is unknown, or without a credential. */
export function carrierOf({ auth }: Provider, protocol: string | undefined): string | undefined {
  switch (auth?.type) {
    case "static_key":
      if (auth.format !== undefined) return KEY_HEADERS[auth.format];
      // Omitted means the format that the provider recommends: known for the two first-party dialects only.
      return protocol === "alpha_messages" ? "x-api-key" : protocol?.startsWith("beta_") ? "authorization" : undefined;
    case "delta_device":
    case "epsilon_device":
      return "authorization";
    default:
      return undefined;
  }
}
