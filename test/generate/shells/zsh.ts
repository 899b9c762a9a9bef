/** docs/completions/agentcfg.zsh and agent.zsh, for zsh's own way to complete. What is typed is only ever compared. */
import { belowOf, type Entry, type Flag, PROGRAM_FLAGS, type Value, type Word } from "./words.js";

export function zshScript(table: readonly Entry[], program = "agentcfg"): string {
  // `@@` is the program in what follows.
  return scriptOf(table).replaceAll("@@", program);
}

function scriptOf(table: readonly Entry[]): string {
  const deeper = table.flatMap(({ name }) => (name.includes(" ") ? [quoted(name)] : []));
  const commands = belowOf(table, "").map(({ name, describe }) => `    ${quoted(`${name}:${inPart(describe)}`)}\n`);
  return `#compdef @@
# Completes command lines of @@ in zsh. Made by \`npm run gen\`; \`@@ completion zsh\` prints it.

# Names that are in files. The program looks for them, on its own and without a word on what is wrong.
_@@_names() {
  local -a names
  [[ $PREFIX == *[^A-Za-z0-9_./:@+,=-]* ]] && return 1
  names=(\${(f)"$(command agentcfg names "$1" -- "$PREFIX" "\${(Q)words[CURRENT-1]}" 2>/dev/null </dev/null)"})
  names=(\${names:#*[^A-Za-z0-9_./:@+,=-]*})
  (( $#names )) && compadd -a names
}

# Names of files. zsh expands what stands before a slash; nothing that runs a command may stand there.
_@@_files() {
  [[ $PREFIX == *[\\$\\\`]* ]] && return 1
  _files
}

_@@() {
  local curcontext="$curcontext" context state state_descr line ret=1
  typeset -A opt_args
  local -a commands
  commands=(
${commands.join("")}  )
  _arguments -C \\
${PROGRAM_FLAGS.map(flagSpec).join("")}    '(-): :->command' \\
    '(-)*:: :->argument' && ret=0
  case $state in
    command)
      _describe -t commands command commands && ret=0
      ;;
    argument)
${deeper.length === 0 ? "" : deeperWords(deeper)}      case $words[1] in
${table.map(commandCase).join("")}      esac
      ;;
  esac
  return ret
}

if [[ \${funcstack[1]-} == _@@ ]]; then
  _@@ "$@"
else
  if (( ! \${+functions[compdef]} )); then
    autoload -Uz compinit && compinit -i
  fi
  compdef _@@ @@
fi
`;
}

/** Makes one word of the names of a command and of those above it. */
function deeperWords(names: readonly string[]): string {
  return `      local -a deeper=(${names.join(" ")})
      while (( CURRENT > 2 && \${deeper[(Ie)$words[1] $words[2]]} )); do
        words[1,2]=("$words[1] $words[2]")
        (( CURRENT-- ))
      done
`;
}

function commandCase({ name, flags, words }: Entry): string {
  const specs = [...flags.map(flagSpec), ...words.map(wordSpec)].join("").replace(/ \\\n$/, " && ret=0\n");
  return `        ${name.includes(" ") ? quoted(name) : name})\n          _arguments -S \\\n${specs.replace(/^ {4}/gm, "            ")}          ;;\n`;
}

function flagSpec({ names, describe, value }: Flag): string {
  // An option with a value may be given again.
  const others = value === undefined ? `(${names.join(" ")})` : "*";
  const rest = value === undefined ? "" : `:${value.name}:${actionOf(value)}`;
  return names
    .map((name) => {
      const isLong = name.startsWith("--");
      const ending = value === undefined ? "" : isLong ? "=" : "+";
      return `    ${quoted(`${others}${name}${ending}[${inPart(describe)}]${rest}`)} \\\n`;
    })
    .join("");
}

function wordSpec(word: Word, index: number): string {
  const place = word.isRest ? "*:" : `${index + 1}${word.isOptional ? "::" : ":"}`;
  return `    ${quoted(`${place}${word.name}:${actionOf(word)}`)} \\\n`;
}

/** A blank before a function keeps zsh from adding arguments of its own. */
function actionOf({ choices, takes }: Value): string {
  if (choices !== undefined) return `(${choices.join(" ")})`;
  if (takes === undefined) return " ";
  return takes === "file" ? " _@@_files" : ` _@@_names ${takes}`;
}

/** Without what divides the parts of a description. */
function inPart(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
