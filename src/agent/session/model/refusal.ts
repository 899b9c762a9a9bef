/** A provider's refusal: its sentence and its codes, from a body of any form. Both are a stranger's text. */
import { isFields } from "./fields.js";

export interface Refusal {
  /** Undefined for a body without words. */
  readonly sentence: string | undefined;
  /** In lower case. */
  readonly codes: readonly string[];
}

/** Most fields within fields. Gateways wrap the words of the provider behind them, as JSON in a text. */
const DEEPEST = 12;

export function refusalIn(body: string, depth = 0): Refusal {
  const text = body.trim().replace(/^(?:event:[^\n]*\n)?data: ?/, "");
  const value = /^[[{]/.test(text) ? parsed(text) : undefined;
  if (value !== undefined) return depth < DEEPEST ? inJson(value, depth) : NOTHING;
  if (text.startsWith("<")) return { sentence: titleIn(text), codes: [] };
  // JSON whose end is cut off.
  if (/^[[{]/.test(text)) return { sentence: messageIn(text), codes: [] };
  return { sentence: text === "" ? undefined : text, codes: [] };
}

const NOTHING: Refusal = { sentence: undefined, codes: [] };

/** Fields that hold a refusal or its sentence, the more telling ones first. */
const HOLDERS = ["error", "errors", "detail", "message", "msg", "error_message", "error_msg", "error_description"];
const CODES = ["code", "type", "status", "error_type"];

function inJson(value: unknown, depth: number): Refusal {
  if (typeof value === "string") {
    const inner = /^\s*[[{]/.test(value) ? refusalIn(value, depth + 1) : NOTHING;
    return inner.sentence === undefined ? { sentence: value.trim() === "" ? undefined : value, codes: [] } : inner;
  }
  if (depth >= DEEPEST) return NOTHING;
  if (Array.isArray(value)) return inJson(value[0], depth + 1);
  if (!isFields(value)) return NOTHING;
  const codes = CODES.map((name) => value[name]).filter((code) => typeof code === "string");
  const { metadata } = value;
  const raw = isFields(metadata) ? metadata["raw"] : undefined;
  const inner = [raw, ...HOLDERS.map((name) => value[name])].map((one) => inJson(one, depth + 1));
  return {
    sentence: inner.find(({ sentence }) => sentence !== undefined)?.sentence,
    codes: [...codes.map((code) => code.toLowerCase()), ...inner.flatMap((one) => one.codes)],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function titleIn(html: string): string | undefined {
  const [, title] = /<(?:title|h1)[^<>]*>([^<>]+)</i.exec(html) ?? [];
  return title;
}

function messageIn(json: string): string | undefined {
  const [, message] = /"(?:message|detail)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(json) ?? [];
  const value = message === undefined ? undefined : parsed(message);
  return typeof value === "string" ? value : undefined;
}

/** What a refusal means, as far as its codes and words tell. */
export type Meaning = "overflow" | "quota" | "unknown-model" | undefined;

const OVERFLOW = new Set([
  ...["context_length_exceeded", "context_window_exceeded", "model_context_window_exceeded", "request_too_large"],
  ...["exceed_context_size_error", "model_max_prompt_tokens_exceeded", "context_overflow", "prompt_too_long"],
]);
const TOO_LONG = [
  /prompt (?:is )?too long/i,
  /(?:maximum|max|model's) (?:context|prompt) (?:length|size|window)/i,
  /context (?:length|size|window)[^.]{0,40}(?:exceed|too (?:long|large|small)|overflow)/i,
  /exceed[^.]{0,60}(?:context|maximum number of (?:input )?tokens)/i,
  /(?:greater|longer|larger|bigger|more) than the (?:model's )?context/i,
  /input (?:is too long|length[^.]{0,40}(?:exceed|should be))/i,
  /too many (?:input )?tokens/i,
  /reduce the length of (?:the|your) (?:messages|prompt|input)/i,
  /does not fit in(?:to)? the context/i,
];

const QUOTA = new Set([
  ...["insufficient_quota", "billing_error", "billing_not_active", "billing_hard_limit_reached"],
  ...[
    "insufficient_balance",
    "insufficient_credits",
    "insufficient_funds",
    "payment_required",
    "payment_required_error",
  ],
]);
const NO_CREDIT = [
  /insufficient (?:account )?(?:balance|credits?|funds)/i,
  /(?:credit )?balance is (?:too low|insufficient)/i,
  /(?:no|not enough|run out of|out of|requires more) credits?\b/i,
];

const UNKNOWN_MODEL = new Set([
  "model_not_found",
  "model_not_exist",
  "model_not_available",
  "invalid_model",
  "unknown_model",
]);
const NO_SUCH_MODEL = [
  /\bmodels?\b[^.]{0,5}[^\s]{0,200}[^.]{0,60}(?:does not|doesn't|do not) exist/i,
  /\bmodels?\b[^\n]{0,200}(?:not found|not exist|no longer available|is not available|been (?:deprecated|retired|removed))/i,
  /(?:unknown|invalid|no such) model/i,
  /not a valid model/i,
  /no endpoints found for/i,
];

/** Statuses that say nothing of the request itself. */
const OF_THE_CALLER: ReadonlySet<number | undefined> = new Set([401, 403, 407, 408, 429]);

export function meaningOf({ sentence = "", codes }: Refusal, status: number | undefined): Meaning {
  const says = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(sentence));
  const has = (known: ReadonlySet<string>): boolean => codes.some((code) => known.has(code));
  if (status === 402 || has(QUOTA) || says(NO_CREDIT)) return "quota";
  if (status === 413 || has(OVERFLOW)) return "overflow";
  if (OF_THE_CALLER.has(status)) return has(UNKNOWN_MODEL) ? "unknown-model" : undefined;
  if (says(TOO_LONG)) return "overflow";
  return has(UNKNOWN_MODEL) || says(NO_SUCH_MODEL) ? "unknown-model" : undefined;
}

/** Whether the words of a refusal are about images. */
export function isAboutImages(sentence: string): boolean {
  return /\bimages?\b|image_url|\bvision\b|multi-?modal|mmproj|modalit/i.test(sentence);
}
