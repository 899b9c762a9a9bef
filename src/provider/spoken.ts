/** The protocols that the agent speaks over HTTP: where their requests go, and the headers that these have (spec 2.3, P-S29). */
import type { ProviderInstance } from "../generated/effective.js";
import type { spokenProtocols } from "../generated/protocols.js";
import type { Endpoint } from "./endpoint.js";
import { ALPHA_VERSION, type HeaderDefaults } from "./headers.js";

/** A value of `providers.<name>.protocol`. */
export type Protocol = NonNullable<ProviderInstance["protocol"]>;

export type SpokenProtocol = (typeof spokenProtocols)[number];

export type RemoteProtocol = Exclude<SpokenProtocol, "test">;

/** A protocol over HTTP. */
export interface Remote extends HeaderDefaults {
  /** Where answers are asked for. */
  readonly endpoint: Endpoint;
  /** Where its models are listed. */
  readonly list: Endpoint;
}

export const REMOTE: Readonly<Record<RemoteProtocol, Remote>> = {
  alpha_messages: {
    endpoint: { version: "once", path: "/messages" },
    list: { version: "once", path: "/models" },
    format: "alpha_x_api_key",
    headers: ALPHA_VERSION,
  },
  beta_chat_completions: {
    endpoint: { version: "in-base", path: "/chat/completions" },
    list: { version: "in-base", path: "/models" },
    format: "bearer_token",
    headers: [],
  },
  beta_responses: {
    endpoint: { version: "once", path: "/responses" },
    list: { version: "once", path: "/models" },
    format: "bearer_token",
    headers: [],
  },
};
