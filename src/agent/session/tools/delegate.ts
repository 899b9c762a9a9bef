/** The tool `delegate`: a subagent does a bounded task in a context of its own (spec 2.1, P-S82, P-S109). */
import { limits } from "../../../generated/protocol/tables.js";
import { listOf, type Named, namedIn } from "./named.js";
import type { Fields, Tool, ToolCall, ToolDefinition, ToolResult } from "./tool.js";

/** No subagent is offered it. */
export const DELEGATE = "delegate";

function delegateDefinition(subagents: readonly Named[]): ToolDefinition {
  return {
    name: DELEGATE,
    description: `Has a subagent do a bounded task in a context of its own, and returns its last message. It knows nothing of this conversation: the task has \
to say all that it needs, and what it shall report. It has the tools of this session except for this one. The calls of one answer run at once, \
${limits.subagents} at most. The subagents are:
${listOf(subagents)}`,
    inputSchema: {
      type: "object",
      properties: {
        subagent: { type: "string", description: "The name of the subagent." },
        task: { type: "string", minLength: 1, description: "What it shall do and report, in words that stand alone." },
      },
      required: ["subagent", "task"],
      additionalProperties: false,
    },
    ...{ strict: false, tags: [], origin: "shipped" },
  };
}

export function delegateTool(subagents: readonly Named[]): Tool {
  return {
    ...delegateDefinition(subagents),
    makesCalls: true,
    run: async (input, call) => run(subagents, input, call),
  };
}

async function run(subagents: readonly Named[], input: Fields, call: ToolCall): Promise<ToolResult> {
  const { subagent, task, ...others } = input;
  if (Object.keys(others).length > 0) return failed("only `subagent` and `task` may be given");
  if (typeof subagent !== "string") return failed("`subagent` has to be the name of a subagent");
  if (typeof task !== "string" || task.trim() === "") return failed("`task` has to be a text that is not empty");
  const named = namedIn(subagents, subagent, "subagent");
  if ("why" in named) return failed(named.why);
  if (call.delegate === undefined) return failed("a subagent delegates nothing");
  return call.delegate(named.found.name, task, call.signal);
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}
