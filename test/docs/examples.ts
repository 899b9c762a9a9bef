/** Pages whose examples are files and console blocks: what a block's commands print where those files lie. */
import { type Files, machine } from "../machine/machine.js";

const FILE = /^`([^`]+)`:\n\n```(?:yaml|json|toml)\n([\s\S]*?)```$/gm;
const CONSOLE = /```console\n[\s\S]*?```/g;

/** The streams of a command that a page shows. */
export type Streams = readonly ("stdout" | "stderr")[];

/** Files are written as their name, a colon, and a block with what is in them. */
export function filesIn(text: string): Files {
  return Object.fromEntries([...text.matchAll(FILE)].map(([, name = "", content = ""]) => [name, content]));
}

export function consolesIn(text: string): readonly string[] {
  return [...text.matchAll(CONSOLE)].map(([block]) => block);
}

/** A text with the real output in its console blocks; the blocks of a text are run one after the other, each on a machine of its own. */
export async function withRealOutput(text: string, files: Files, streams: Streams): Promise<string> {
  let real = text;
  for (const block of consolesIn(text)) {
    const printed = await printedBy(block, files, streams);
    real = real.replace(block, () => printed);
  }
  return real;
}

/** Every line of a console block that begins with `$`, with what it prints. A line of `…` stands for any lines that the page leaves out. */
async function printedBy(block: string, files: Files, streams: Streams): Promise<string> {
  const at = machine(files);
  let text = "";
  for (const [, line = "", command = "", shown = ""] of block.matchAll(
    /^(\$ agentcfg (.*)\n)((?:(?!\$ |```).*\n)*)/gm,
  )) {
    const run = await at.run([...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word));
    const real = streams.map((name) => run[name]).join("");
    text += `${line}${isPartOf(shown, real) ? shown : real}`;
  }
  return `\`\`\`console\n${text}\`\`\``;
}

/** Whether an output is another one with whole lines left out where it says so. */
function isPartOf(shown: string, real: string): boolean {
  const parts = shown.split(/^…\n/m).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return parts.length > 1 && new RegExp(`^${parts.join("(?:.*\\n)+")}$`).test(real);
}
