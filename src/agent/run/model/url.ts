/** Where a dialect is spoken (spec 2.3, P-S29): what follows the base URL of a provider. */
import { withoutSlashes } from "../../../text/slashes.js";
import type { Protocol } from "./protocol.js";

export interface Endpoint {
  /** Whether the base says the version itself, or may lack it. */
  readonly version: "in-base" | "once";
  readonly path: string;
}

export const endpoints = {
  alpha_messages: { version: "once", path: "/messages" },
  beta_chat_completions: { version: "in-base", path: "/chat/completions" },
  beta_responses: { version: "once", path: "/responses" },
} as const satisfies Readonly<Partial<Record<Protocol, Endpoint>>>;

/** The whole URL. A query of the base is kept, a fragment is not. Undefined for a base that no request can be sent to. */
export function endpointUrl({ version, path }: Endpoint, base: string): string | undefined {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  const bare = withoutSlashes(url.pathname);
  url.pathname = `${bare}${version === "in-base" || bare.endsWith("/v1") ? "" : "/v1"}${path}`;
  url.hash = "";
  return url.href;
}
