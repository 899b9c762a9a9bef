/** `[[ … ]]` in a script of bash: its operators are no redirections and no pipes. */
import type { WordReader } from "./reader.js";
import type { Findings, SimpleCommand } from "./script.js";
import { literalWord, type Word } from "./word.js";

/** Reads the rest of one, whose first word begins at `start`. */
export function testCommand(text: string, start: number, reader: WordReader, findings: Findings): SimpleCommand {
  const words: Word[] = [literalWord("[[")];
  while (words.at(-1)?.source !== "]]") {
    while (/[ \t\n]/.test(reader.peek())) reader.at += 1;
    if (!findings.spend(1) || reader.peek() === "") {
      findings.blame("`[[` does not end");
      break;
    }
    const word = reader.token();
    if (word === undefined) reader.at += 1;
    else words.push(word);
  }
  return { source: text.slice(start, reader.at), assignments: [], words, redirections: [] };
}
