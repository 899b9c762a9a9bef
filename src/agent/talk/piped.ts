/** Lines of a pipe: each is an answer to the question that waits, a command, or a prompt, and is read when it is needed. */
import { complain } from "../program/complain.js";
import { linesOf } from "./input.js";
import { meaningOf } from "./line.js";
import { runLine } from "./line-commands.js";
import type { Speaking } from "./speaking.js";

/** Resolves at the end of the conversation: when the input has ended and no turn runs, or a question waits that nobody here can answer. */
export async function speakPiped(speaking: Speaking): Promise<void> {
  const { heard, prompts, ending } = speaking;
  await heard.until(() => heard.isListening, ending.signal);
  await Promise.all([read(speaking), prompts.run({ begins: () => {} }, ending.signal)]);
}

async function read(speaking: Speaking): Promise<void> {
  const { terminal, heard, asking, prompts, ending } = speaking;
  const { signal } = ending;
  const isQuiet = (): boolean => prompts.waiting === 0 && prompts.isFree;
  for await (const line of linesOf(terminal, signal)) {
    if (asking.shown !== undefined) await asking.answer(line, signal);
    else await say(line, speaking);
    await heard.until(() => asking.shown !== undefined || isQuiet(), signal);
  }
  await heard.until(() => asking.shown !== undefined || (isQuiet() && heard.watch.isIdle), signal);
  if (asking.shown === undefined || signal.aborted) return ending.end();
  await complain(terminal, "the input has ended, and a question waits for an answer; `agent attach` asks it again");
  ending.end(1);
}

async function say(line: string, speaking: Speaking): Promise<void> {
  const meant = meaningOf(line);
  if (meant.kind === "command") await runLine(meant.name, meant.words, speaking);
  else if (meant.text.trim() !== "") speaking.prompts.add(meant.text);
}
