/** The message that stands for the older part of a conversation: a summary, and the prompts of the user word for word (P-S103). */
import { limits } from "../../../generated/protocol/tables.js";
import { previewOf } from "../../wire/core/preview.js";
import { tokensOf } from "./size.js";

const BEGINNING = "What happened so far, in short, as the conversation became too long to be told whole:";

const PROMPTS = "What the user has written in that time, word for word, the oldest first:";

const END =
  "All of this is the past, and no new task. The conversation goes on below; where no prompt of the user follows, you are still at work on the last one above.";

/** Whose turns are told by it, and the room for their prompts. */
export interface Remembered {
  readonly summary: string;
  readonly prompts: readonly string[];
  /** Tokens for the prompts; where they have more, the long ones among them are told by their beginnings and ends. */
  readonly room: number;
}

export function memoryOf({ summary, prompts, room }: Remembered): string {
  const told = promptsWithin(prompts, room);
  const asked = told.length === 0 ? [] : [PROMPTS, ...told.map((prompt) => `<prompt>\n${prompt}\n</prompt>`)];
  return [BEGINNING, summary, ...asked, END].join("\n\n");
}

/** The oldest of the long prompts are cut first. */
function promptsWithin(prompts: readonly string[], room: number): readonly string[] {
  let over = prompts.reduce((sum, prompt) => sum + tokensOf(prompt), 0) - room;
  return prompts.map((prompt) => {
    if (over <= 0) return prompt;
    const short = previewOf(prompt, { shows: "ends", most: limits.shortResultBytes });
    over -= tokensOf(prompt) - tokensOf(short);
    return short;
  });
}
