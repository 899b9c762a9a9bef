/** docs/completions/agentcfg.fish and agent.fish. What is typed is only ever compared. */
import { belowOf, type Entry, type Flag, lastWord, PROGRAM_FLAGS, type Value } from "./words.js";

export function fishScript(table: readonly Entry[], program = "agentcfg"): string {
  // `@@` is the program in what follows.
  return scriptOf(table).replaceAll("@@", program);
}

function scriptOf(table: readonly Entry[]): string {
  const deeper = table.flatMap(({ name }) => (name.includes(" ") ? [quoted(name)] : []));
  const commands = belowOf(table, "").map((entry) => commandLine("__@@_is", entry));
  return `# Completes command lines of @@ in fish. Made by \`npm run gen\`; \`@@ completion fish\` prints it.

# Whether the command is this one; without a word, whether there is none yet.
function __@@_is
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l name
    for word in $typed
        string match -q -- '-*' $word; and continue
        if test -z "$name"
            set name $word
        else if contains -- "$name $word"${deeper.map((name) => ` ${name}`).join("")}
            set name "$name $word"
        else
            break
        end
    end
    test "$name" = "$argv"
end

# Names that are in files. The program looks for them, on its own and without a word on what is wrong.
function __@@_names
    set -l typed (commandline -opc)
    set -l current (commandline -ct | string replace -r '^--[a-z0-9-]+=' '')
    string match -qr '^[A-Za-z0-9_./:@+,=-]*$' -- "$current"; or return
    command agentcfg names $argv[1] -- "$current" "$typed[-1]" 2>/dev/null </dev/null | string match -r '^[A-Za-z0-9_./:@+,=-]+$' | string replace -r '$' \\t
end

complete -c @@ -e
complete -c @@ -f
${PROGRAM_FLAGS.map((flag) => flagLine("__@@_is", flag)).join("")}${commands.join("")}${table.map((entry) => commandLines(entry, table)).join("")}`;
}

function commandLine(condition: string, entry: Entry): string {
  return `complete -c @@ -n ${condition} -a ${lastWord(entry)} -d ${quoted(entry.describe)}\n`;
}

function commandLines({ name, flags, words }: Entry, table: readonly Entry[]): string {
  const condition = quoted(`__@@_is ${name}`);
  // Which word it is nobody counts here: the last kind of word knows what to make of those before.
  const below = belowOf(table, name);
  if (below.length > 0)
    return `\n${[...flags.map((flag) => flagLine(condition, flag)), ...below.map((entry) => commandLine(condition, entry))].join("")}`;
  const last = words.at(-1);
  const offer = last === undefined ? "" : offerOf(last, "");
  const word = offer === "" ? "" : `complete -c @@ -n ${condition}${offer}\n`;
  return `\n${flags.map((flag) => flagLine(condition, flag)).join("")}${word}`;
}

function flagLine(condition: string, { names, describe, value }: Flag): string {
  const spelt = names.map((name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  const offer = value === undefined ? "" : offerOf(value, " -x");
  return `complete -c @@ -n ${condition}${spelt.join("")}${offer} -d ${quoted(describe)}\n`;
}

/** `exclusive`: for the value of an option, which is no file and has to be there. */
function offerOf({ choices, takes }: Value, exclusive: string): string {
  // Behind a tab stands what is said of a value: nothing, in place of what is said of its option.
  if (choices !== undefined) return `${exclusive} -a '${choices.map((choice) => `${choice}\\t`).join(" ")}'`;
  if (takes === undefined) return exclusive;
  if (takes === "file") return exclusive === "" ? " -F" : " -r -F";
  return `${exclusive} -a ${quoted(`(__@@_names ${takes})`)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
