/** Submitting a prompt without an operation. */
import type { PromptAccepted, PromptRequest } from "../../../generated/protocol/types.js";
import { type DaemonClient, DaemonError } from "./daemon.js";

/** Resolves when the prompt is admitted. Rejects as calls of a daemon do. */
export async function submit(
  client: DaemonClient,
  body: Omit<PromptRequest, "operation_context">,
  signal?: AbortSignal,
): Promise<PromptAccepted> {
  const answer = await client.call("prompt", { body, ...(signal === undefined ? {} : { signal }) });
  if ("prompt_id" in answer) return answer;
  throw new DaemonError("unreadable_answer", 202, "the answer is that of an operation");
}
