/** The meaning of a line of input: a prompt, or a command of the conversation (P-S84). */

export type Line = { readonly kind: "prompt"; readonly text: string } | Command;

/** `/mcp enable NAME` is the command `mcp` with two words. `line`: all of it, as a skill may be meant. */
export interface Command {
  readonly kind: "command";
  readonly name: string;
  readonly words: readonly string[];
  readonly line: string;
}

/** A path such as `/etc/hosts` is no command. A space before a slash, or a second slash, makes a prompt of any line. */
export function meaningOf(line: string): Line {
  if (line.startsWith("//")) return { kind: "prompt", text: line.slice(1) };
  const [name = "", ...words] = line.slice(1).trimEnd().split(/\s+/);
  const isCommand = name === "" ? words.length === 0 : /^\p{L}[\p{L}\p{M}\p{N}._-]*$/u.test(name);
  if (!line.startsWith("/") || !isCommand) return { kind: "prompt", text: line };
  return { kind: "command", name: name === "" ? "help" : name.toLowerCase(), words, line };
}
