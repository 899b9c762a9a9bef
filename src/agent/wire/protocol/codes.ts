/** What a request is refused with. A code that is not in `codes.json`, or one of its statuses that is not, cannot be said. */
import { codes, type daemonRoutes, type everywhere } from "../../../generated/protocol/tables.js";
import type { ProtocolError, RefusalDetails } from "../../../generated/protocol/types.js";
import type { Headers } from "../../ports/listen.js";
import { jsonHeaders } from "./headers.js";

export type Code = keyof typeof codes;

/** A status that may go with a code; `never` for what is said at the start alone. */
type StatusOf<Of extends Code> = (typeof codes)[Of]["status"][number];

/** Codes that a response may carry. */
export type SentCode = { [Of in Code]: [StatusOf<Of>] extends [never] ? never : Of }[Code];

/** A code with one of its statuses. */
export type Refusal = {
  [Of in SentCode]: {
    readonly code: Of;
    readonly status: StatusOf<Of>;
    /** Whole seconds from now, for what passes. */
    readonly retryAfterSeconds?: number;
    /** The methods that the path does take. */
    readonly allow?: string;
    /** More of it; nothing of the request, but for names that the contract has. */
    readonly details?: RefusalDetails;
  };
}[SentCode];

export type RefusalOf<Of extends SentCode> = Extract<Refusal, { readonly code: Of }>;

/** What a route may refuse with: its own codes, and those of any request. */
export type RefusalOn<Name extends keyof typeof daemonRoutes> = RefusalOf<
  Extract<SentCode, (typeof daemonRoutes)[Name]["codes"][number] | (typeof everywhere)[number]>
>;

/** The one status of a code, so that it need not be said. */
type OnlyStatus<Of extends Code> = (typeof codes)[Of]["status"] extends readonly [infer Only] ? Only : undefined;

type More<Of extends SentCode> = Omit<RefusalOf<Of>, "code" | "status"> &
  (OnlyStatus<Of> extends undefined ? { readonly status: StatusOf<Of> } : { readonly status?: StatusOf<Of> });

/** `status` must be named for a code that has several. */
export function refuse<Of extends SentCode>(
  code: Of,
  ...[more]: OnlyStatus<Of> extends undefined ? [More<Of>] : [More<Of>?]
): RefusalOf<Of> {
  const [status] = codes[code].status;
  return { status, ...more, code } as unknown as RefusalOf<Of>;
}

/** The body of a refusal (P-S7). Its message is that of the code: nothing of the request can be in it. */
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

/** The headers of a refusal: those of JSON, and what its status asks for (P-S4, P-S7). */
export function errorHeaders({ status, retryAfterSeconds, allow }: Refusal): Headers {
  return [
    ...jsonHeaders,
    ...(status === 401 ? [["www-authenticate", "Bearer"] as const] : []),
    ...(allow === undefined ? [] : [["allow", allow] as const]),
    ...(retryAfterSeconds === undefined ? [] : [["retry-after", String(retryAfterSeconds)] as const]),
  ];
}

/** Whether a code of an answer is one that this version knows; others stay visible, and are failures (spec 7). */
export function isCode(code: string): code is Code {
  return Object.hasOwn(codes, code);
}
