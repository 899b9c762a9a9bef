/** Made from schema/protocol by `npm run gen`; not edited by hand. */
import { isEmptyRequest, isPromptRequest } from "./validators.js";

/** What the body of each route that takes one must fit. */
export const requestGuards = {
  prompt: isPromptRequest,
  cancelTurn: isEmptyRequest,
  terminate: isEmptyRequest,
} as const;
