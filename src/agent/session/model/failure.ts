/** Why a request to a model failed, in the words of a turn (P-S32). No message repeats what a provider sent: `provider_message` does (P-S94). */
import type { TurnError } from "../../../generated/protocol/types.js";
import { formatPath, type Path } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";
import type { ConnectError } from "../../machine/interfaces/connect.js";
import type { Trace } from "./attempt.js";
import type { BadAnswer } from "./event.js";
import { meaningOf, type Refusal, refusalIn } from "./refusal.js";
import type { FailureFacts } from "./retry/step.js";
import type { ModelTarget } from "./target.js";
import type { Told } from "./told.js";

/** A request that was sent and failed. */
interface RequestCourse {
  readonly facts: FailureFacts;
  readonly trace: Trace;
}

export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly error: TurnError;
  readonly told: Told;
  readonly request: RequestCourse | undefined;

  /** `told` is for the log alone. `request`: what may be made again; without one, none was sent, or no other shall follow. */
  constructor(error: TurnError, told: Told = {}, request?: RequestCourse) {
    super(error.message);
    this.error = error;
    this.told = told;
    this.request = request;
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

type Asked = Pick<ModelTarget, "provider" | "model">;

/** The provider refused the request. `status`: that of its answer, or one that an error in its answer names; undefined where it names none. */
export function refusedWith({ provider, model }: Asked, refusal: Refusal, status: number | undefined): TurnError {
  const name = quote(provider);
  const about = { ...(status === undefined ? {} : { status }), provider };
  switch (meaningOf(refusal, status)) {
    case "overflow":
      return { code: "context_overflow", message: overflows(name), ...about };
    case "quota":
      return { code: "provider_quota", message: `the account at the provider ${name} has no credit`, ...about };
    case "unknown-model": {
      const key = formatPath(["models", model, "provider_name"]);
      const message = `the provider ${name} does not offer the model ${quote(model)} by its name in ${quote(key)}`;
      return { code: "model_not_found", message, ...about, key };
    }
    case undefined: {
      const code = status === 429 ? "provider_rate_limited" : "provider_error";
      if (status === undefined) return { code, message: `the provider ${name} failed while it answered`, ...about };
      const elsewhere = isRedirect(status)
        ? `: its address in ${quote(formatPath(["providers", provider, "url"]))} leads elsewhere`
        : "";
      return { code, message: `the provider ${name} answered with status ${status}${elsewhere}`, ...about };
    }
  }
}

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function overflows(name: string): string {
  return `the conversation is longer than the model of the provider ${name} takes`;
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

/** The provider kept its answer open and said nothing in it for `ms` milliseconds. */
export function saysNothing(provider: string, ms: number): TurnError {
  const message = `the provider ${quote(provider)} said nothing for ${Math.round(ms / 1000)} seconds`;
  return { code: "provider_timeout", message, provider };
}

/** The stream of an answer has lasted longer than `ms` milliseconds. */
export function tooLong(provider: string, ms: number): TurnError {
  const message = `the answer of the provider ${quote(provider)} takes longer than ${ms / 1000} seconds`;
  return { code: "provider_timeout", message, provider };
}

/** A clause about an answer in an unknown content coding. */
export function unreadable(coding: string): string {
  return `in the coding ${quote(coding)}, which this daemon does not read`;
}

export interface Came {
  readonly status: number;
  /** Its content coding, if that is unknown. */
  readonly coding: string | undefined;
}

/** The provider's answer cannot be used. */
export function badAnswer(asked: Asked, { kind, status: said, words }: BadAnswer, { status, coding }: Came): TurnError {
  const { provider } = asked;
  const name = quote(provider);
  const unusable = (message: string): TurnError => ({ code: "provider_error", message, status, provider });
  if (coding !== undefined && (kind === "foreign" || kind === "encoding"))
    return unusable(`the provider ${name} answered ${unreadable(coding)}`);
  switch (kind) {
    case "refused":
      return { status, ...refusedWith(asked, refusalIn(words), said) };
    case "overflow":
      return { code: "context_overflow", message: overflows(name), status, provider };
    case "cut":
      return { ...unusable(`the answer of the provider ${name} ends early`), code: "provider_unreachable" };
    case "too-large":
      return unusable(`the answer of the provider ${name} is too large`);
    case "encoding":
      return unusable(`the answer of the provider ${name} is not UTF-8`);
    case "foreign":
      return unusable(
        `the provider ${name} answered with ${words.startsWith("<") ? "HTML" : "something that its protocol does not have"}; its \`url\` may lead elsewhere`,
      );
  }
}
