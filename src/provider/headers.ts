/** The headers of a request to a provider: its credential, the configured ones, and those of the request itself (spec 2.3, 5.1). */
import type { ProviderInstance, StaticKeyAuth } from "../generated/effective.js";
import type { Path } from "../text/path.js";

/** Names in lower case. */
export type Headers = readonly (readonly [name: string, value: string])[];

type AuthFormat = NonNullable<StaticKeyAuth["format"]>;

/** The header that carries a key (spec 5.1). */
const CARRIERS: Readonly<Record<AuthFormat, (key: string) => readonly [name: string, value: string]>> = {
  bearer_token: (key) => ["authorization", `Bearer ${key}`],
  alpha_x_api_key: (key) => ["x-api-key", key],
  gamma_api_key: (key) => ["api-key", key],
};

/** Headers of the single request or its connection, which no configuration sets. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set([
  ...["connection", "content-length", "content-type", "expect", "host", "keep-alive", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
]);

/** Headers of every request, or of every one in a dialect, that a configuration may set otherwise. */
const USUAL: Headers = [
  ["accept", "text/event-stream, application/json"],
  ["accept-encoding", "identity"],
  ["user-agent", "agentcfg"],
];

/** The version of the messages that requests of `alpha_messages` have (P-S29). */
export const ALPHA_VERSION: Headers = [["anthropic-version", "2023-06-01"]];

/** Whether a header says the same in every request, so that its value is no secret. */
export function isUsual(name: string, value: string): boolean {
  return name === "content-type" || [...USUAL, ...ALPHA_VERSION].some((one) => one[0] === name && one[1] === value);
}

/** The characters of a value in HTTP: a line break would begin another header. */
const FIT = /^[\t\x20-\x7e\x80-\xff]*$/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers, or the mistake in them: a sentence without the value, and its path in the provider. */
export type HeaderResult = { readonly headers: Headers } | { readonly problem: string; readonly path: Path };

/** What a dialect says of the headers of its requests. */
export interface HeaderDefaults {
  /** The format of a key whose configuration names none (P-S29). */
  readonly format: AuthFormat;
  /** Headers of this dialect that a configuration may set otherwise. */
  readonly headers: Headers;
}

/** The names of the result are in lower case. */
export function headersOf(
  { auth, headers = {} }: ProviderInstance,
  { format, headers: ofDialect }: HeaderDefaults,
): HeaderResult {
  const own = new Map([["content-type", "application/json"]]);
  const usual = new Map([...USUAL, ...ofDialect]);
  if (auth?.type === "static_key") {
    const key = auth.key.trim();
    if (key === "") return { problem: "its key is empty", path: ["auth", "key"] };
    if (!FIT.test(key)) return { problem: "its key holds what no header can carry", path: ["auth", "key"] };
    own.set(...CARRIERS[auth.format ?? format](key));
  } else if (auth !== undefined && auth.type !== "no_auth") {
    return { problem: "this kind of login is not supported here", path: ["auth", "type"] };
  }
  const configured: (readonly [string, string])[] = [];
  for (const [name, written] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const value = written.trim();
    if (!NAME.test(name) || !FIT.test(value))
      return { problem: "a header holds what HTTP does not allow", path: ["headers", name] };
    if (own.has(lower) || OF_THE_REQUEST.has(lower)) continue;
    usual.delete(lower);
    configured.push([lower, value]);
  }
  return { headers: [...own, ...usual, ...configured] };
}

const OF_STREAM = USUAL.find(([name]) => name === "accept")?.[1];

/** The headers of a request that has no body, and whose answer is no stream. */
export function withoutBody(headers: Headers): Headers {
  const others = headers.filter(([name]) => name !== "content-type");
  return others.map(([name, value]) => [name, name === "accept" && value === OF_STREAM ? "application/json" : value]);
}

const KEYS: ReadonlySet<string> = new Set(["authorization", "x-api-key", "api-key"]);

/** Whether a header of this name carries a key. */
export function isKey(name: string): boolean {
  return KEYS.has(name);
}

export function hasKey(headers: Headers): boolean {
  return headers.some(([name]) => isKey(name));
}
