/** The text that a model gets as its system prompt: the facet, then the instructions, each under a heading that names its file (P-S78). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Instructions, Prompt } from "./prompt.js";

/**
 * `facet`: that of the turn, or a subagent. It comes first and whole: the limit of one file is less than that of the prompt. Instructions that
 * are too long are cut.
 */
export function systemPrompt({ body }: Pick<Prompt, "body">, instructions: readonly Instructions[]): string {
  let text = body;
  for (const one of instructions) {
    const section = sectionOf(one);
    const room = limits.systemPromptCharacters - text.length;
    const added = section.length <= room ? section : cut(section, room);
    if (added === undefined) break;
    text += added;
  }
  return text;
}

function sectionOf({ file, text, origin }: Instructions): string {
  return `\n\n# Instructions ${FROM[origin]} (${file})\n\n${text.trimEnd()}`;
}

const FROM = { global: "from the user, for every project", project: "from this project" } as const;

const CUT = "\n\n[The rest of this file is left out: it is too long.]";
/** A shorter part of a file would mislead more than it says. */
const LEAST = 1024;

/** The whole lines of a text that fit, with a remark that some are missing; undefined when too little fits. */
function cut(text: string, room: number): string | undefined {
  const length = room - CUT.length;
  if (length < LEAST) return undefined;
  const end = text.lastIndexOf("\n", length);
  const kept = text.slice(0, end > length / 2 ? end : length);
  // A surrogate without its other half is no text.
  return kept.replace(/[\ud800-\udbff]$/, "") + CUT;
}
