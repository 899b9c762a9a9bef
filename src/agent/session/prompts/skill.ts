/** A skill as a model is told of it: by the tool `skill`, or because the person who works with it asks for it (P-S33, P-S109). */
import { limits } from "../../../generated/protocol/tables.js";
import { printable } from "../../../text/escape.js";
import { listOf, type Named, namedIn } from "../tools/named.js";
import type { Fields, Tool, ToolDefinition, ToolResult } from "../tools/tool.js";
import type { Skill } from "./prompt.js";

/** Its text, and the files that it may speak of. Never rejects. */
async function skillText({ body, folder, files }: Skill): Promise<string> {
  const named = await files();
  const shown = named.slice(0, limits.skillFiles).map((name) => `- ${printable(name)}`);
  const more = named.length > shown.length ? ["- and more"] : [];
  const has = shown.length === 0 ? "It has no other files." : "Its other files are:";
  return [body, "", `[The folder of this skill is ${printable(folder)}. ${has}]`, ...shown, ...more].join("\n");
}

/** What a model is told when the person who works with it calls a skill, with words of their own behind its name. */
export async function promptWith(skill: Skill, words: string | undefined): Promise<string> {
  const own = words === undefined || words.trim() === "" ? "" : ` ${words}`;
  return `/${skill.name}${own}\n\n[The skill \`${skill.name}\`:]\n\n${await skillText(skill)}`;
}

function skillDefinition(skills: readonly Named[]): ToolDefinition {
  return {
    name: "skill",
    description: `Returns the text of a skill: instructions for a kind of work, and the names of its files. Read a skill before you begin work that it is about. \
The skills are:
${listOf(skills)}`,
    inputSchema: {
      type: "object",
      properties: { name: { type: "string", description: "The name of the skill." } },
      required: ["name"],
      additionalProperties: false,
    },
    ...{ strict: false, tags: [], origin: "shipped" },
  };
}

/** `skills`: those that models may use. */
export function skillTool(skills: readonly Skill[]): Tool {
  return { ...skillDefinition(skills), run: async (input) => run(skills, input) };
}

async function run(skills: readonly Skill[], { name, ...others }: Fields): Promise<ToolResult> {
  if (Object.keys(others).length > 0) return failed("only `name` may be given");
  if (typeof name !== "string") return failed("`name` has to be the name of a skill");
  const named = namedIn(skills, name, "skill");
  if ("why" in named) return failed(named.why);
  return { text: await skillText(named.found), isError: false };
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}
