/** Refusals of providers in words of their own, and what a person is to learn of each. `KEY` stands for the key of the request. */
export interface SaidRefusal {
  readonly name: string;
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: string;
  /** What is told of the provider's words; undefined for none. */
  readonly words?: string;
  /** The next step. */
  readonly next: string;
}

const error = (message: string, more: object = {}): string => JSON.stringify({ error: { message, ...more } });

const NAME = "write there what the provider calls it";
const LONGER = "begin a new session, or choose a model with a larger window";
const CREDIT = "add credit there, or choose a model of another provider";
const KEY = "is the key in `providers.lab.auth` right?";
const LATER = "try again later";
const OPTIONS = "it does not take the request: are the model's name and options right?";
const URL = "is `providers.lab.url` right?";

/** A refusal whose sentence stands in it as it is told. */
function plain(
  name: string,
  status: number,
  words: string,
  code: string,
  next: string,
  more: object = {},
): SaidRefusal {
  return { name, status, body: error(words, more), code, words, next };
}

export const REFUSALS: readonly SaidRefusal[] = [
  // No such model.
  plain(
    "beta: no such model",
    404,
    "The model `gpt-9` does not exist or you do not have access to it.",
    "model_not_found",
    NAME,
    { code: "model_not_found", type: "invalid_request_error" },
  ),
  plain("an unknown model with 400", 400, "Model Not Exist", "model_not_found", NAME, {
    code: "invalid_request_error",
  }),
  plain(
    "a model that has to be pulled",
    404,
    'model "llama9" not found, try pulling it first',
    "model_not_found",
    NAME,
    { type: "api_error" },
  ),
  plain("an id that is none", 400, "vendor/nothing is not a valid model ID", "model_not_found", NAME, { code: 400 }),
  plain("no endpoints", 404, "No endpoints found for vendor/nothing.", "model_not_found", NAME, { code: 404 }),
  {
    ...{ name: "a list of errors", status: 404, code: "model_not_found", next: NAME },
    body: '[{"error":{"code":404,"message":"models/g-9 is not found for API version v1main, or is not supported for generateContent.","status":"NOT_FOUND"}}]',
    words: "models/g-9 is not found for API version v1main, or is not supported for generateContent.",
  },
  {
    ...{ name: "a retired model", status: 410, code: "model_not_found", next: NAME },
    body: '{"message":"The model m-1 has been deprecated and is no longer available","object":"error"}',
    words: "The model m-1 has been deprecated and is no longer available",
  },
  // No credit.
  plain(
    "beta: no quota",
    429,
    "You exceeded your current quota, please check your plan and billing details.",
    "provider_quota",
    CREDIT,
    { type: "insufficient_quota", code: "insufficient_quota" },
  ),
  plain("402", 402, "Insufficient Balance", "provider_quota", CREDIT, { code: "invalid_request_error" }),
  plain("402 of a gateway", 402, "This request requires more credits, or fewer max_tokens.", "provider_quota", CREDIT, {
    code: 402,
  }),
  plain("alpha: a low balance", 400, "Your credit balance is too low to access the API.", "provider_quota", CREDIT, {
    type: "invalid_request_error",
  }),
  plain("a billing error", 403, "Billing is not set up.", "provider_quota", CREDIT, { type: "billing_error" }),
  { name: "402 without words", status: 402, body: "", code: "provider_quota", next: CREDIT },
  // Too long.
  plain(
    "beta: the context length",
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    "context_overflow",
    LONGER,
    { code: "context_length_exceeded" },
  ),
  plain("alpha: too long", 400, "prompt is too long: 210000 tokens > 200000 maximum", "context_overflow", LONGER, {
    type: "invalid_request_error",
  }),
  plain(
    "a local server",
    400,
    "the request exceeds the available context size, try increasing it",
    "context_overflow",
    LONGER,
    { type: "exceed_context_size_error", n_ctx: 4096 },
  ),
  plain(
    "a local server with 500",
    500,
    "prompt too long; exceeded max context length by 12 tokens",
    "context_overflow",
    LONGER,
  ),
  plain(
    "an input token count",
    400,
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "context_overflow",
    LONGER,
    { status: "INVALID_ARGUMENT" },
  ),
  plain(
    "a maximum prompt length",
    400,
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "context_overflow",
    LONGER,
  ),
  plain("a range", 400, "Range of input length should be [1, 129024]", "context_overflow", LONGER),
  {
    name: "413 of a proxy",
    status: 413,
    type: "text/html",
    body: "<html><head><title>413 Request Entity Too Large</title></head></html>",
    code: "context_overflow",
    words: "413 Request Entity Too Large",
    next: LONGER,
  },
  {
    ...{ name: "words within words", status: 400, code: "context_overflow", next: LONGER },
    body: error("Provider returned error", {
      code: 400,
      metadata: { raw: error("Input is too long for requested model."), provider_name: "X" },
    }),
    words: "Input is too long for requested model.",
  },
  // The key.
  {
    name: "a masked key",
    status: 401,
    body: error("Incorrect API key provided: sk-cana*************711x. You can find it elsewhere.", {
      code: "invalid_api_key",
    }),
    code: "provider_error",
    words: "Incorrect API key provided: [redacted]. You can find it elsewhere.",
    next: KEY,
  },
  {
    name: "the key itself",
    status: 401,
    body: error("KEY is no key"),
    code: "provider_error",
    words: "[redacted] is no key",
    next: KEY,
  },
  {
    name: "the key in a plain text",
    status: 401,
    type: "text/plain",
    body: "unauthorized: Bearer KEY\r\n",
    code: "provider_error",
    words: "unauthorized: [redacted]",
    next: KEY,
  },
  {
    name: "the key in a page",
    status: 403,
    type: "text/html",
    body: "<html><title>Forbidden for KEY</title><body>KEY</body></html>",
    code: "provider_error",
    words: "Forbidden for [redacted]",
    next: KEY,
  },
  {
    name: "the key in a wrapped answer",
    status: 401,
    body: error(error("bad KEY")),
    code: "provider_error",
    words: "bad [redacted]",
    next: KEY,
  },
  plain("alpha: the key", 401, "invalid x-api-key", "provider_error", KEY, { type: "authentication_error" }),
  plain("a country", 403, "Country, region, or territory not supported", "provider_error", KEY, {
    code: "unsupported_country_region_territory",
  }),
  // The request.
  plain(
    "a parameter",
    400,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    "provider_error",
    "it gets `max_completion_tokens` for a model with `variant: beta` and a `reasoning`",
    { code: "unsupported_parameter", param: "max_tokens" },
  ),
  plain(
    "a value",
    400,
    "Unsupported value: 'temperature' does not support 0 with this model.",
    "provider_error",
    OPTIONS,
    { code: "unsupported_value" },
  ),
  plain("tools", 400, "registry/model does not support tools", "provider_error", OPTIONS),
  plain("no tool use", 404, "No endpoints found that support tool use.", "provider_error", URL, { code: 404 }),
  {
    ...{ name: "a list of details", status: 422, code: "provider_error", next: OPTIONS },
    body: '{"detail":[{"loc":["body","messages"],"msg":"field required","type":"value_error.missing"}]}',
    words: "field required",
  },
  // The address.
  {
    name: "404 without words",
    status: 404,
    body: "",
    code: "provider_error",
    next: "is the model's name right, and `providers.lab.url`?",
  },
  {
    name: "404 of a page",
    status: 404,
    type: "text/html",
    body: "<!doctype html><title>404 Not Found</title>",
    code: "provider_error",
    words: "404 Not Found",
    next: URL,
  },
  {
    name: "301",
    status: 301,
    body: "",
    headers: { location: "https://api.example/v2/chat/completions?key=KEY" },
    code: "provider_error",
    words: "https://api.example/v2/chat/completions",
    next: "is that the address for `providers.lab.url`?",
  },
  { name: "308 to nowhere", status: 308, body: "moved", code: "provider_error", next: "look at `providers.lab.url`" },
  // The provider.
  plain(
    "a limit",
    429,
    "Rate limit reached for m in organization org on tokens per min (TPM): Limit 30000, Used 29000.",
    "provider_rate_limited",
    LATER,
    { type: "tokens", code: "rate_limit_exceeded" },
  ),
  {
    name: "a limit with a time",
    status: 429,
    body: error("slow down"),
    headers: { "retry-after": "20" },
    code: "provider_rate_limited",
    words: "slow down",
    next: "try again in 20 seconds",
  },
  plain("overloaded", 529, "Overloaded", "provider_error", LATER, { type: "overloaded_error" }),
  {
    name: "a bad gateway",
    status: 502,
    type: "text/html",
    body: "<html>\n<head><title>502 Bad Gateway</title></head>\n",
    code: "provider_error",
    words: "502 Bad Gateway",
    next: LATER,
  },
  {
    name: "an error that is a text",
    status: 500,
    body: '{"error":"CUDA out of memory"}',
    code: "provider_error",
    words: "CUDA out of memory",
    next: LATER,
  },
  {
    name: "controls and lines",
    status: 500,
    body: error("first\nsecond\u001b[31m\u202e third\u0000"),
    code: "provider_error",
    words: "first second [31m third",
    next: LATER,
  },
  {
    name: "no JSON after all",
    status: 503,
    body: '{"error": {"message": "it is \\"down\\"", "type"',
    code: "provider_error",
    words: 'it is "down"',
    next: LATER,
  },
];
