// @ts-nocheck
/** Made from schema/protocol by `npm run gen`; not edited by hand. */
import { isCompactRequest, isDequeueRequest, isEmptyRequest, isFacetRequest, isGeneration, isLoginCallbackRequest, isModelRequest, isOperationContext, isOperationId, isPermissionMonitor, isPermissionMonitorRequest, isPromptId, isPromptRequest, isRespondRequest, isTitleRequest } from "./validators.js";

function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Counts characters as JSON Schema does: a pair of surrogates is one. */
function lengthOf(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** One field of a body, or of an object in it. */
export interface BodyPart {
  readonly path: readonly string[];
  /** In words: the values that it takes. */
  readonly form: string;
  readonly isRequired: boolean;
  /** The one kind of body that has it; absent where every body has. */
  readonly kind?: string;
  readonly fits: (data: unknown) => boolean;
}

/** The fields of each body; the fields of an object come before it. */
const ofCompactRequest: readonly BodyPart[] = [
  {"path":["guidance"],"form":"string of at most 16384 characters","isRequired":false,"fits":(data) => typeof data === "string" && lengthOf(data) <= 16384},
  {"path":["operation_context","daemon_epoch"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","window"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","operation"],"form":"string like `^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`","isRequired":true,"fits":(data) => isOperationId(data)},
  {"path":["operation_context"],"form":"object","isRequired":false,"fits":(data) => isOperationContext(data)},
];
const ofDequeueRequest: readonly BodyPart[] = [
  {"path":["operation_context","daemon_epoch"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","window"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","operation"],"form":"string like `^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`","isRequired":true,"fits":(data) => isOperationId(data)},
  {"path":["operation_context"],"form":"object","isRequired":false,"fits":(data) => isOperationContext(data)},
];
const ofEmptyRequest: readonly BodyPart[] = [];
const ofFacetRequest: readonly BodyPart[] = [
  {"path":["facet"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
];
const ofLoginCallbackRequest: readonly BodyPart[] = [
  {"path":["state"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["code"],"form":"string","isRequired":false,"fits":(data) => typeof data === "string"},
  {"path":["error"],"form":"string","isRequired":false,"fits":(data) => typeof data === "string"},
  {"path":["iss"],"form":"string","isRequired":false,"fits":(data) => typeof data === "string"},
];
const ofModelRequest: readonly BodyPart[] = [
  {"path":["model"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
];
const ofPermissionMonitorRequest: readonly BodyPart[] = [
  {"path":["monitor"],"form":"`\"standard\"`, `\"bypass\"`, `\"bypass_plus\"`, `\"autonomous\"`","isRequired":true,"fits":(data) => isPermissionMonitor(data)},
];
const ofPromptRequest: readonly BodyPart[] = [
  {"path":["content"],"form":"string","isRequired":false,"fits":(data) => typeof data === "string"},
  {"path":["attachments"],"form":"array of objects, at most 32","isRequired":false,"fits":(data) => Array.isArray(data) && data.length <= 32 && data.every((item) => isObject(item) && typeof item.media_type === "string" && /^[!#$&^_.+A-Za-z0-9-]+\/[!#$&^_.+A-Za-z0-9-]+(?:;[ -~]*)?$/u.test(item.media_type) && lengthOf(item.media_type) <= 127 && typeof item.data_base64 === "string" && /^[A-Za-z0-9+/]*={0,2}$/u.test(item.data_base64) && (item.name === undefined || typeof item.name === "string" && lengthOf(item.name) <= 255))},
  {"path":["model"],"form":"string of 1 to 256 characters","isRequired":false,"fits":(data) => typeof data === "string" && data !== "" && lengthOf(data) <= 256},
  {"path":["facet"],"form":"string of 1 to 256 characters","isRequired":false,"fits":(data) => typeof data === "string" && data !== "" && lengthOf(data) <= 256},
  {"path":["prompt_id"],"form":"string of 1 to 128 characters","isRequired":false,"fits":(data) => isPromptId(data)},
  {"path":["generation"],"form":"integer 0 to 9007199254740991","isRequired":false,"fits":(data) => isGeneration(data)},
  {"path":["operation_context","daemon_epoch"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","window"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","operation"],"form":"string like `^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`","isRequired":true,"fits":(data) => isOperationId(data)},
  {"path":["operation_context"],"form":"object","isRequired":false,"fits":(data) => isOperationContext(data)},
];
const ofRespondRequest: readonly BodyPart[] = [
  {"path":["kind"],"form":"`\"permission_answer\"`, `\"clarification_choice\"`, `\"clarification_text\"`, `\"cancel\"`","isRequired":true,"fits":(data) => (data === "permission_answer" || data === "clarification_choice" || data === "clarification_text" || data === "cancel")},
  {"path":["operation_context","daemon_epoch"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","window"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
  {"path":["operation_context","operation"],"form":"string like `^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`","isRequired":true,"fits":(data) => isOperationId(data)},
  {"path":["operation_context"],"form":"object","isRequired":false,"fits":(data) => isOperationContext(data)},
  {"path":["granted"],"form":"boolean","isRequired":true,"kind":"permission_answer","fits":(data) => typeof data === "boolean"},
  {"path":["scope"],"form":"`\"once\"`, `\"session\"`, `\"always\"`","isRequired":false,"kind":"permission_answer","fits":(data) => (data === "once" || data === "session" || data === "always")},
  {"path":["choice"],"form":"string","isRequired":true,"kind":"clarification_choice","fits":(data) => typeof data === "string"},
  {"path":["text"],"form":"string","isRequired":true,"kind":"clarification_text","fits":(data) => typeof data === "string"},
];
const ofTitleRequest: readonly BodyPart[] = [
  {"path":["title"],"form":"string","isRequired":true,"fits":(data) => typeof data === "string"},
];

/** The guard of the body of each of the daemon's routes that takes one. */
export const requestGuards = {
  prompt: isPromptRequest,
  queueInput: isPromptRequest,
  dequeueNewest: isDequeueRequest,
  cancelTurn: isEmptyRequest,
  compact: isCompactRequest,
  respond: isRespondRequest,
  model: isModelRequest,
  facet: isFacetRequest,
  title: isTitleRequest,
  permissionMonitor: isPermissionMonitorRequest,
  reload: isEmptyRequest,
  mcpEnable: isEmptyRequest,
  mcpDisable: isEmptyRequest,
  mcpReconnect: isEmptyRequest,
  loginStart: isEmptyRequest,
  loginCallback: isLoginCallbackRequest,
  terminate: isEmptyRequest,
} as const;

/** The fields of each of them, with those of their values; an array has those of its items. */
export const requestFields = {
  prompt: {"content":{},"attachments":{"media_type":{},"data_base64":{},"name":{}},"model":{},"facet":{},"prompt_id":{},"generation":{},"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  queueInput: {"content":{},"attachments":{"media_type":{},"data_base64":{},"name":{}},"model":{},"facet":{},"prompt_id":{},"generation":{},"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  dequeueNewest: {"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  cancelTurn: {},
  compact: {"guidance":{},"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  respond: {"kind":{},"granted":{},"scope":{},"operation_context":{"daemon_epoch":{},"window":{},"operation":{}},"choice":{},"text":{}},
  model: {"model":{}},
  facet: {"facet":{}},
  title: {"title":{}},
  permissionMonitor: {"monitor":{}},
  reload: {},
  mcpEnable: {},
  mcpDisable: {},
  mcpReconnect: {},
  loginStart: {},
  loginCallback: {"state":{},"code":{},"error":{},"iss":{}},
  terminate: {},
} as const;

/** Each field of them. */
export const requestParts: Readonly<Record<keyof typeof requestGuards, readonly BodyPart[]>> = {
  prompt: ofPromptRequest,
  queueInput: ofPromptRequest,
  dequeueNewest: ofDequeueRequest,
  cancelTurn: ofEmptyRequest,
  compact: ofCompactRequest,
  respond: ofRespondRequest,
  model: ofModelRequest,
  facet: ofFacetRequest,
  title: ofTitleRequest,
  permissionMonitor: ofPermissionMonitorRequest,
  reload: ofEmptyRequest,
  mcpEnable: ofEmptyRequest,
  mcpDisable: ofEmptyRequest,
  mcpReconnect: ofEmptyRequest,
  loginStart: ofEmptyRequest,
  loginCallback: ofLoginCallbackRequest,
  terminate: ofEmptyRequest,
};

/** The guard of the body of each of the hub's routes that takes one. */
export const hubRequestGuards = {
  stop: isEmptyRequest,
} as const;

/** The fields of each of them, with those of their values; an array has those of its items. */
export const hubRequestFields = {
  stop: {},
} as const;

/** Each field of them. */
export const hubRequestParts: Readonly<Record<keyof typeof hubRequestGuards, readonly BodyPart[]>> = {
  stop: ofEmptyRequest,
};
