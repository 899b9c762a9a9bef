/** Made from schema/protocol by `npm run gen`; not edited by hand. */
import { isDequeueRequest, isEmptyRequest, isPromptRequest } from "./validators.js";

/** What the body of each route that takes one must fit. */
export const requestGuards = {
  prompt: isPromptRequest,
  queueInput: isPromptRequest,
  dequeueNewest: isDequeueRequest,
  cancelTurn: isEmptyRequest,
  terminate: isEmptyRequest,
} as const;

/** The fields of each of them, with those of their values; an array has those of its items. */
export const requestFields = {
  prompt: {"content":{},"attachments":{"media_type":{},"data_base64":{},"name":{}},"model":{},"facet":{},"prompt_id":{},"generation":{},"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  queueInput: {"content":{},"attachments":{"media_type":{},"data_base64":{},"name":{}},"model":{},"facet":{},"prompt_id":{},"generation":{},"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  dequeueNewest: {"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  cancelTurn: {},
  terminate: {},
} as const;

/** What each field of them takes, in words. */
export const requestForms: Readonly<Record<keyof typeof requestGuards, Readonly<Record<string, string>>>> = {
  prompt: {"content":"string","attachments":"array of objects, at most 32","model":"string of 1 to 256 characters","facet":"string of 1 to 256 characters","prompt_id":"string of 1 to 128 characters","generation":"integer 0 to 9007199254740991","operation_context":"object"},
  queueInput: {"content":"string","attachments":"array of objects, at most 32","model":"string of 1 to 256 characters","facet":"string of 1 to 256 characters","prompt_id":"string of 1 to 128 characters","generation":"integer 0 to 9007199254740991","operation_context":"object"},
  dequeueNewest: {"operation_context":"object"},
  cancelTurn: {},
  terminate: {},
};
