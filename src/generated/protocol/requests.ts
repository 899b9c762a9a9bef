/** Made from schema/protocol by `npm run gen`; not edited by hand. */
import { isEmptyRequest, isPromptRequest } from "./validators.js";

/** What the body of each route that takes one must fit. */
export const requestGuards = {
  prompt: isPromptRequest,
  cancelTurn: isEmptyRequest,
  terminate: isEmptyRequest,
} as const;

/** The fields of each of them, with those of their values; an array has those of its items. */
export const requestFields = {
  prompt: {"content":{},"attachments":{"media_type":{},"data_base64":{},"name":{}},"model":{},"facet":{},"prompt_id":{},"generation":{},"operation_context":{"daemon_epoch":{},"window":{},"operation":{}}},
  cancelTurn: {},
  terminate: {},
} as const;
