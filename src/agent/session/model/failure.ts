/** Why a request to a model failed, in the words of a turn (P-S32). No message repeats what a provider sent. */
import type { TurnError } from "../../../generated/protocol/types.js";
import { formatPath, type Path } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";
import type { ConnectError } from "../../machine/interfaces/connect.js";
import type { BadAnswer } from "./event.js";
import type { Told } from "./told.js";

export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly error: TurnError;
  readonly told: Told;

  /** `told` is for the log alone. */
  constructor(error: TurnError, told: Told = {}) {
    super(error.message);
    this.error = error;
    this.told = told;
  }
}

/** No model can be asked; `path` is the key that would have to change. */
export function noModel(message: string, path: Path): TurnError {
  return { code: "no_model", message, key: formatPath(path) };
}

/** A provider cannot be asked as it is configured; `path` is the key that would have to change. */
export function unsupported(provider: string, message: string, path: Path): TurnError {
  const key = formatPath(path);
  return { code: "provider_unsupported", message: `${message} (${quote(key)})`, provider, key };
}

/** The provider refused the request with a status; `retryAfter` is the number of seconds that it asks to wait. */
export function refusedWith(provider: string, status: number, retryAfter?: number): TurnError {
  const message = `the provider ${quote(provider)} answered with status ${status}`;
  return {
    ...{ code: status === 429 ? "provider_rate_limited" : "provider_error", message, status, provider },
    ...(retryAfter === undefined ? {} : { retry_after_seconds: retryAfter }),
  };
}

/** The provider was not reached; with a `status`, after it had begun to answer. */
export function unreachable(provider: string, { failure, detail }: ConnectError, status?: number): TurnError {
  const name = quote(provider);
  const message =
    failure === "certificate"
      ? `the provider ${name} cannot prove who it is (${detail}); \`daemon.tls.trust_store\` names certificates to trust`
      : status === undefined
        ? `the provider ${name} cannot be reached (${detail})`
        : `the connection to the provider ${name} broke (${detail})`;
  return {
    code: "provider_unreachable",
    message,
    ...(status === undefined ? {} : { status }),
    provider,
    ...(failure === "certificate" ? { key: "daemon.tls.trust_store" } : {}),
  };
}

/** The provider was silent for `ms` milliseconds. */
export function stalled(provider: string, ms: number): TurnError {
  const message = `the provider ${quote(provider)} sent nothing for ${ms / 1000} seconds`;
  return { code: "provider_timeout", message, provider };
}

/** The provider's answer, which came with a `status`, cannot be used. */
export function badAnswer(provider: string, { kind, status: said }: BadAnswer, status: number): TurnError {
  const name = quote(provider);
  switch (kind) {
    case "refused":
      return said === undefined
        ? { code: "provider_error", message: `the provider ${name} failed while it answered`, status, provider }
        : refusedWith(provider, said);
    case "cut":
      return {
        code: "provider_unreachable",
        message: `the answer of the provider ${name} ends early`,
        status,
        provider,
      };
    case "too-large":
      return { code: "provider_error", message: `the answer of the provider ${name} is too large`, status, provider };
    case "encoding":
      return { code: "provider_error", message: `the answer of the provider ${name} is not UTF-8`, status, provider };
    case "foreign":
      return {
        code: "provider_error",
        message: `the provider ${name} answered with something that its protocol does not have; its \`url\` may lead elsewhere`,
        status,
        provider,
      };
  }
}
