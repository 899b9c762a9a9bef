/** Prompts from arguments and standard input. */
import { limits } from "../../../generated/protocol/tables.js";
import { readInput, type Terminal } from "../../../terminal/terminal.js";
import { complain } from "../common/complain.js";

/**
 * The prompt that an argument means: `-` is standard input, which may be longer than a command line. Undefined after a message when it is empty or
 * too long, and when `signal` aborts before the input ends.
 */
export async function promptOf(terminal: Terminal, text: string, signal?: AbortSignal): Promise<string | undefined> {
  const isInput = text === "-";
  const bytes = isInput ? await inputUntil(terminal, signal) : new TextEncoder().encode(text);
  if (signal?.aborted) return undefined;
  if (bytes.length > limits.promptBodyBytes) {
    await complain(terminal, `the prompt is too long: it may have ${limits.promptBodyBytes / 1_048_576} MiB at most`);
    return undefined;
  }
  const content = isInput ? new TextDecoder().decode(bytes) : text;
  if (content.trim() !== "") return content;
  await complain(terminal, isInput ? "the prompt is empty: nothing came on standard input" : "the prompt is empty");
  return undefined;
}

/** Standard input, or nothing when `signal` aborts: then it is closed. */
async function inputUntil(terminal: Terminal, signal?: AbortSignal): Promise<Uint8Array> {
  const close = (): void => void terminal.stdin.destroy?.();
  signal?.addEventListener("abort", close, { once: true });
  try {
    return await readInput(terminal, limits.promptBodyBytes);
  } catch (error) {
    if (signal?.aborted) return new Uint8Array();
    throw error;
  } finally {
    signal?.removeEventListener("abort", close);
  }
}

/** The lines of standard input, until it ends or `signal` aborts. */
export async function* linesOf(
  { stdin }: Pick<Terminal, "stdin">,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const chunks = stdin[Symbol.asyncIterator]();
  const over = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  let rest = "";
  while (!signal.aborted) {
    // A pending read rejects when the input is closed.
    const reading = chunks.next().catch(() => undefined);
    const next = await Promise.race([reading, over]);
    if (signal.aborted) {
      // An open input would keep the process alive.
      stdin.destroy?.();
      return;
    }
    if (next === undefined || next.done === true) break;
    rest += typeof next.value === "string" ? next.value : decoder.decode(next.value, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      yield line;
      if (signal.aborted) break;
    }
  }
  if (signal.aborted) stdin.destroy?.();
  else if (rest !== "") yield rest;
}
