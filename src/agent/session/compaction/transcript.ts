/** The part of a conversation that is to be summarised, as a text: data for the model that summarises. */
import { limits } from "../../../generated/protocol/tables.js";
import { previewOf } from "../../wire/core/preview.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { Message } from "../model/event.js";
import { tokensOf } from "./size.js";

interface Block {
  readonly tag: "user" | "agent" | "call" | "result";
  readonly text: string;
  readonly images: number;
}

/** Bytes of a prompt, or of an answer, that are told; prompts are kept beside the summary. */
const TOLD = 8192;

/** Levels: results in short, no results, no images; each further one has half of the answers and calls of the one before. */
const WITHOUT_RESULTS = 1;
const WITHOUT_IMAGES = 2;

/** The highest level: of a million blocks, less than one is left. */
const HIGHEST = 24;

export interface Transcript {
  readonly pieces: readonly string[];
  /** How much is left out. */
  readonly level: number;
}

/**
 * A transcript in pieces of at most `room` tokens: one where that is possible, and at most so many as the contract has. `level`: the least that is
 * left out.
 */
export function transcriptOf(messages: readonly Message[], room: number, level: number): Transcript {
  const blocks = messages.flatMap(blocksIn);
  const least = telling(blocks, level);
  for (let now = least; now <= WITHOUT_IMAGES; now += 1) {
    const pieces = piecesOf(blocks, room, now);
    if (pieces.length <= 1) return { pieces, level: now };
  }
  for (let now = Math.max(least, WITHOUT_IMAGES); now < HIGHEST; now += 1) {
    const pieces = piecesOf(blocks, room, now);
    if (pieces.length <= limits.summaryPieces) return { pieces, level: now };
  }
  return { pieces: piecesOf(blocks, room, HIGHEST).slice(-limits.summaryPieces), level: HIGHEST };
}

/** The first level from this one on that leaves out something of these blocks, beside what the one before it does. */
function telling(blocks: readonly Block[], level: number): number {
  const hasResults = blocks.some(({ tag }) => tag === "result");
  const hasImages = blocks.some(({ tag, images }) => images > 0 && tag === "user");
  if (level === WITHOUT_RESULTS && !hasResults) return telling(blocks, WITHOUT_IMAGES);
  return level === WITHOUT_IMAGES && !hasImages ? level + 1 : level;
}

function piecesOf(blocks: readonly Block[], room: number, level: number): readonly string[] {
  const pieces: string[] = [];
  let [piece, size] = ["", 0];
  for (const text of toldOf(blocks, level)) {
    const shown = tokensOf(text) <= room ? text : previewOf(text, { shows: "ends", most: Math.max(128, room * 2) });
    const own = tokensOf(shown) + 1;
    if (piece !== "" && size + own > room) {
      pieces.push(piece);
      [piece, size] = ["", 0];
    }
    piece += `${shown}\n`;
    size += own;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

function toldOf(blocks: readonly Block[], level: number): readonly string[] {
  const said = blocks.filter(({ tag }) => tag !== "user" && tag !== "result").length;
  // The oldest ones go.
  let left = level <= WITHOUT_IMAGES ? 0 : said - Math.floor(said / 2 ** (level - WITHOUT_IMAGES));
  return blocks.flatMap(({ tag, text, images }): readonly string[] => {
    const shown = images > 0 && level < WITHOUT_IMAGES ? `${text}\n[images: ${images}]` : text;
    if (tag === "user") return [tagged(tag, shortly(shown, level === 0 ? TOLD : limits.shortResultBytes))];
    if (tag === "result") return level < WITHOUT_RESULTS ? [tagged(tag, shortly(shown, limits.shortResultBytes))] : [];
    if (left > 0) {
      left -= 1;
      return [];
    }
    return [tagged(tag, shortly(shown, tag === "call" ? limits.shortResultBytes : TOLD))];
  });
}

function shortly(text: string, most: number): string {
  return utf8Bytes(text) <= most ? text : previewOf(text, { shows: "ends", most });
}

function tagged(tag: string, text: string): string {
  return `<${tag}>\n${text}\n</${tag}>`;
}

function blocksIn(message: Message): readonly Block[] {
  if (message.role === "user") return [{ tag: "user", text: message.text, images: message.images?.length ?? 0 }];
  if (message.role === "tool") return [{ tag: "result", text: message.text, images: message.images?.length ?? 0 }];
  const answer = message.text.trim() === "" ? [] : [{ tag: "agent", text: message.text, images: 0 } as const];
  const calls = (message.calls ?? []).map(
    ({ name, input }) => ({ tag: "call", text: `${name} ${input}`, images: 0 }) as const,
  );
  return [...answer, ...calls];
}
