/** The tools that use subagents and skills; one for which there are none is not offered. */
import { delegateTool } from "../tools/delegate.js";
import type { Tool } from "../tools/tool.js";
import type { Prompts } from "./prompt.js";
import { skillTool } from "./skill.js";

export function promptTools({ subagents, skills }: Pick<Prompts, "subagents" | "skills">): readonly Tool[] {
  const forModels = skills.filter(({ modelInvocable }) => modelInvocable);
  return [
    ...(subagents.length === 0 ? [] : [delegateTool(subagents)]),
    ...(forModels.length === 0 ? [] : [skillTool(forModels)]),
  ];
}
