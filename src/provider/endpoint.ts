/** An endpoint of a protocol: the path after the base URL of a provider (spec 2.3, P-S29). */
import { withoutSlashes } from "../text/slashes.js";

export interface Endpoint {
  /** `in-base`: the base holds the version. `once`: `/v1` is added to a base without it. */
  readonly version: "in-base" | "once";
  readonly path: string;
}

/** The whole URL. It keeps a query of the base and drops a fragment. Undefined for a base that is neither http nor https, or names a user. */
export function endpointUrl({ version, path }: Endpoint, base: string): string | undefined {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  const bare = withoutSlashes(url.pathname);
  url.pathname = `${bare}${version === "in-base" || bare.endsWith("/v1") ? "" : "/v1"}${path}`;
  url.hash = "";
  return url.href;
}
