/** Refusals of requests. A code that is not in `codes.json`, or a wrong status for it, does not compile. */
import { codes, type daemonRoutes, type everywhere } from "../../../generated/protocol/tables.js";
import type { ProtocolError, RefusalDetails } from "../../../generated/protocol/types.js";
import type { Headers } from "../../machine/interfaces/listen.js";
import { jsonHeaders } from "./headers.js";

export type Code = keyof typeof codes;

/** A valid status for a code; `never` for a code that only the start of a daemon has. */
type StatusOf<Of extends Code> = (typeof codes)[Of]["status"][number];

/** Codes that a response may carry. */
export type SentCode = { [Of in Code]: [StatusOf<Of>] extends [never] ? never : Of }[Code];

/** A code with one of its statuses. */
export type Refusal = {
  [Of in SentCode]: {
    readonly code: Of;
    readonly status: StatusOf<Of>;
    /** Whole seconds until a retry makes sense. */
    readonly retryAfterSeconds?: number;
    /** The methods of the path, in the form of the header. */
    readonly allow?: string;
    /** The mistake; contains no parts of the request except names of the contract. */
    readonly details?: RefusalDetails;
  };
}[SentCode];

export type RefusalOf<Of extends SentCode> = Extract<Refusal, { readonly code: Of }>;

/** The refusals of a route: its own codes, and those of any request. */
export type RefusalOn<Name extends keyof typeof daemonRoutes> = RefusalOf<
  Extract<SentCode, (typeof daemonRoutes)[Name]["codes"][number] | (typeof everywhere)[number]>
>;

/** The only status of a code; undefined for a code with several. */
type OnlyStatus<Of extends Code> = (typeof codes)[Of]["status"] extends readonly [infer Only] ? Only : undefined;

type More<Of extends SentCode> = Omit<RefusalOf<Of>, "code" | "status"> &
  (OnlyStatus<Of> extends undefined ? { readonly status: StatusOf<Of> } : { readonly status?: StatusOf<Of> });

/** A refusal. `status` is required for a code with several. */
export function refuse<Of extends SentCode>(
  code: Of,
  ...[more]: OnlyStatus<Of> extends undefined ? [More<Of>] : [More<Of>?]
): RefusalOf<Of> {
  const [status] = codes[code].status;
  return { status, ...more, code } as unknown as RefusalOf<Of>;
}

/** The body of a refusal (P-S7). Its message is that of the code, and never contains a part of the request. */
export function errorBody({ code, status, retryAfterSeconds, details }: Refusal, requestId: string): ProtocolError {
  return {
    code,
    message: codes[code].says,
    status,
    request_id: requestId,
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...(details === undefined ? {} : { details }),
  };
}

/** The headers of a refusal: those of JSON, and those that its status requires (P-S4, P-S7). */
export function errorHeaders({ status, retryAfterSeconds, allow }: Refusal): Headers {
  return [
    ...jsonHeaders,
    ...(status === 401 ? [["www-authenticate", "Bearer"] as const] : []),
    ...(allow === undefined ? [] : [["allow", allow] as const]),
    ...(retryAfterSeconds === undefined ? [] : [["retry-after", String(retryAfterSeconds)] as const]),
  ];
}

/** Whether this version knows the code of an answer. Callers show an unknown code and treat it as a failure (spec 7). */
export function isCode(code: string): code is Code {
  return Object.hasOwn(codes, code);
}
