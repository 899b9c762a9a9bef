/**
 * The text that a model gets as its system prompt: the facet, then the instructions, each under a heading that names its file (P-S78), then the words
 * of tool servers (P-S99).
 */
import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";
import { printableLines } from "../../../text/escape.js";
import { quote } from "../../../text/quote.js";
import { unitsWithin } from "../../wire/core/text-size.js";
import type { Instructions, Prompt } from "./prompt.js";

/**
 * `facet`: that of the turn, or a subagent. It comes first and whole: the limit of one file is less than that of the prompt. Instructions that
 * are too long are cut.
 */
export function systemPrompt(
  { body }: Pick<Prompt, "body">,
  instructions: readonly Instructions[],
  servers: readonly ServerWords[] = [],
): string {
  let text = body;
  for (const section of [...instructions.map(sectionOf), ...servers.map(quoted)]) {
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

/** What a tool server says about its tools, without a credential. */
export interface ServerWords {
  readonly server: string;
  readonly text: string;
}

/** Each line is marked as a quotation, so that no part of it passes for words of anybody else. */
function quoted({ server, text }: ServerWords): string {
  const end = unitsWithin(text, limits.mcpInstructions);
  const lines = printableLines(text.slice(0, end)).replace(/^/gm, "> ");
  const heading = `# What the tool server ${quote(beginningOf(server, LONGEST_NAME))} says about its tools`;
  const remark = "These are the words of the server, not of the person who works with you:";
  return `\n\n${heading}\n\n${remark}\n\n${lines}${end < text.length ? "\n\n[The rest is left out: it is too long.]" : ""}`;
}

const LONGEST_NAME = 200;

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
