/** Asks a provider which models it has (spec 2.3, P-S105): with its own address and headers, and never another address. */
import { limits } from "../generated/protocol/tables.js";
import { endpointUrl } from "./endpoint.js";
import { type Headers, hasKey, withoutBody } from "./headers.js";
import { type Address, hiderOf } from "./hide.js";
import { type ListedModel, pageIn } from "./listed.js";
import type { Reached } from "./reach.js";
import { REMOTE } from "./spoken.js";

/** What came back for one page. `late`: nothing, or not all, within the time that the sender gives it. */
export type PageAnswer =
  | { readonly status: number; readonly body: Uint8Array | "too-large" }
  /** `detail`: the system's own short code, such as `ECONNREFUSED`. */
  | { readonly failure: "unreachable" | "certificate" | "late"; readonly detail: string };

/** Sends a GET request without following redirects; the body has at most `listBytes`. Never rejects. */
export type SendGet = (address: Address) => Promise<PageAnswer>;

export type Listing =
  /** By name, in the provider's order. */
  | { readonly kind: "listed"; readonly models: ReadonlyMap<string, ListedModel>; readonly leftOut: number }
  /** `why`: a clause about the provider, without a word of its own. */
  | { readonly kind: "refused" | "failed"; readonly why: string };

export async function listModels(reached: Reached, send: SendGet): Promise<Listing> {
  const { list } = REMOTE[reached.protocol];
  const url = endpointUrl(list, reached.base);
  if (url === undefined) return { kind: "failed", why: "its address is none that can be asked" };
  const headers = withoutBody(reached.headers);
  const hide = hiderOf({ url, headers });
  const isPaged = reached.protocol === "alpha_messages";
  const models = new Map<string, ListedModel>();
  let leftOut = 0;
  let after: string | undefined;
  for (let page = 0; page < limits.listPages; page += 1) {
    const answer = await send({ url: isPaged ? pageUrl(url, after) : url, headers });
    const problem = problemOf(answer, headers);
    if (problem !== undefined) return problem;
    const found = "status" in answer && answer.body !== "too-large" ? pageIn(answer.body, hide) : undefined;
    if (found === undefined) return { kind: "failed", why: "it answers with something that is no list of models" };
    for (const model of found.models) if (!models.has(model.id)) models.set(model.id, model);
    leftOut += found.leftOut;
    if (!isPaged || !found.hasMore || found.lastId === undefined || found.lastId === after) break;
    after = found.lastId;
  }
  return { kind: "listed", models, leftOut };
}

/** As many models on one page as alpha gives. */
const PAGE = 1000;

/** The address of a page. A query of the base stays as it is written. */
function pageUrl(url: string, after: string | undefined): string {
  const mark = url.includes("?") ? "&" : "?";
  return `${url}${mark}limit=${PAGE}${after === undefined ? "" : `&after_id=${encodeURIComponent(after.toWellFormed())}`}`;
}

/** Why an answer is no page; undefined for one that may be. */
function problemOf(answer: PageAnswer, headers: Headers): Exclude<Listing, { readonly kind: "listed" }> | undefined {
  const failed = (why: string) => ({ kind: "failed", why }) as const;
  if ("failure" in answer) {
    const { failure, detail } = answer;
    if (failure === "late") return failed(`it has not listed its models within ${limits.listTime / 1000} seconds`);
    return failed(
      failure === "certificate" ? `its certificate is not trusted (${detail})` : `it cannot be reached (${detail})`,
    );
  }
  const { status, body } = answer;
  if (status === 401 || status === 403)
    return { kind: "refused", why: `${hasKey(headers) ? "the key is refused" : "it wants a key"} (${status})` };
  if (status >= 300 && status < 400)
    return failed(`it redirects to another address (${status}), which is not followed`);
  if (status === 404) return failed("it has no list of models (404)");
  if (status < 200 || status > 299) return failed(`it answers with status ${status}`);
  return body === "too-large" ? failed(`its list is longer than ${limits.listBytes / 1024 ** 2} MiB`) : undefined;
}
