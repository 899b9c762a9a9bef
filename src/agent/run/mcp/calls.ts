/** One call of a tool: its time limit, and words for its failure (spec 2.10). Knows no state of a server. */
import { type Clock, within } from "../../ports/clock.js";
import type { Fields, ToolResult } from "../tools/tool.js";
import type { Connection } from "./connection.js";
import { ServerProblem } from "./problem.js";
import { failed, toolResult } from "./result.js";

export interface CallParts {
  readonly connection: Connection;
  readonly clock: Clock;
  /** The name at the server. */
  readonly tool: string;
  readonly input: Fields;
  /** `default_timeout_seconds`; without one, only the signal ends the call. */
  readonly seconds: number | undefined;
  readonly signal: AbortSignal;
}

/** The longest time that a timer takes, in seconds. */
const LONGEST = Math.floor((2 ** 31 - 1) / 1000);

/** Never rejects; `expired` when the server has not run the call, because its session is over. */
export async function callTool(parts: CallParts): Promise<ToolResult | "expired"> {
  const { connection, clock, tool, input, seconds, signal } = parts;
  const run = async (ending: AbortSignal): Promise<ToolResult | "expired"> => {
    try {
      return toolResult(await connection.call(tool, input, ending));
    } catch (error) {
      if (signal.aborted) return failed("the call was cancelled");
      if (ending.aborted) return failed(`the call took longer than ${seconds} s and was cancelled`);
      if (error instanceof ServerProblem && error.kind === "expired") return "expired";
      return failed(wordsOf(error));
    }
  };
  if (seconds === undefined || seconds > LONGEST) return run(signal);
  return within(clock, seconds * 1000, run, signal);
}

function wordsOf(error: unknown): string {
  if (error instanceof ServerProblem) return `the tool server failed during the call: ${error.message}`;
  return `the tool server answered with an error: ${error instanceof Error ? error.message.toWellFormed() : "unknown"}`;
}
