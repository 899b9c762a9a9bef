/** docs/completions/agentcfg.bash and agent.bash. Nothing in it evaluates what somebody types. */
import { belowOf, type Entry, PROGRAM_FLAGS, type Value } from "./words.js";

export function bashScript(table: readonly Entry[], program = "agentcfg"): string {
  // `@@` is the program in what follows.
  return scriptOf(table).replaceAll("@@", program);
}

function scriptOf(table: readonly Entry[]): string {
  const deeper = table.map(({ name }) => name).filter((name) => name.includes(" "));
  return `# shellcheck shell=bash
# Completes command lines of @@ in bash. Made by \`npm run gen\`; \`@@ completion bash\` prints it.

# The options of a command; without one, of the program.
_@@_options() {
  case $1 in
${optionCases(table)}  esac
}

# What the value of an option is; fails for an option that has none.
_@@_value() {
  takes=''
  case "$1 $2" in
${cases(valueRows(table))}    *) return 1 ;;
  esac
}

# What a word of a command is, by its number.
_@@_word() {
  takes=''
  case "$1 $2" in
${cases(wordRows(table))}  esac
}

# Offers a word if it goes on from what is typed; what bash takes for another word is left away.
_@@_offer() {
  if [[ $1 == "$current"* ]]; then COMPREPLY+=("\${1#"$head"}"); fi
}

# Offers names that are in files. The program looks for them, on its own and without a word on what is wrong.
_@@_names() {
  local names name LC_ALL=C
  [[ $current == *[!A-Za-z0-9_./:@+,=-]* ]] && return
  names=$(command agentcfg names "$1" -- "$current" "$before" 2>/dev/null </dev/null)
  while [[ $names ]]; do
    name=\${names%%$'\\n'*}
    names=\${names#"$name"}
    names=\${names#$'\\n'}
    [[ $name == *[!A-Za-z0-9_./:@+,=-]* ]] || _@@_offer "$name"
  done
}

_@@() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} words=() rest piece i
  COMPREPLY=()
  # bash divides words at some characters inside of them; what no blank divides is one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    rest=\${line#"\${line%%[![:space:]]*}"}
    piece=\${COMP_WORDS[i]}
    if ((i == COMP_CWORD)); then piece=$rest; fi
    if ((i > 0)) && [[ $rest == "$line" ]]; then
      words[\${#words[@]} - 1]+=$piece
    else
      words+=("$piece")
    fi
    line=\${rest#"$piece"}
  done

  local current=\${words[\${#words[@]} - 1]} head='' breaks=\${COMP_WORDBREAKS//[!:=@]/}
  if [[ $current == [\\"\\']* ]]; then
    current=\${current:1}
  elif [[ $breaks ]]; then
    head=\${current%"\${current##*["$breaks"]}"}
  fi

  local command='' option='' before='' takes='' options='' only='' index=0 word
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    if [[ $option ]]; then
      option=''
    elif [[ ! $only && $word == -- ]]; then
      only=yes
    elif [[ ! $only && $word == -?* ]]; then
      if _@@_value "$command" "$word"; then option=$word; fi
    elif [[ ! $command ]]; then
      command=$word
    elif ((index == 0)) && [[ '|${deeper.join("|")}|' == *"|$command $word|"* ]]; then
      command+=" $word"
    else
      index=$((index + 1))
      before=\${word#[\\"\\']}
      before=\${before%[\\"\\']}
    fi
  done

  local start=''
  takes=''
  if [[ $option ]]; then
    _@@_value "$command" "$option"
  elif [[ ! $only && $current == --*=* ]]; then
    start=\${current%%=*}
    _@@_value "$command" "$start" || return 0
    start+='='
  elif [[ ! $only && $current == -* ]]; then
    _@@_options "$command"
  elif [[ ! $command ]]; then
    takes='${belowOf(table, "")
      .map(({ name }) => name)
      .join(" ")}'
  else
    _@@_word "$command" "$index"
    if [[ ! $takes && ! $only ]]; then _@@_options "$command"; fi
  fi
  case $takes in
    '<file>') compopt -o default 2>/dev/null ;;
    '<text>') ;;
    '<'*)
      if [[ $start ]]; then
        current=\${current#"$start"}
        head=\${head#"$start"}
      fi
      takes=\${takes#<}
      _@@_names "\${takes%>}"
      ;;
    *)
      for word in $takes $options; do _@@_offer "$start$word"; done
      ;;
  esac
  return 0
}

# Older versions cannot be told of file names word by word.
if ((BASH_VERSINFO[0] >= 4)); then
  complete -F _@@ @@
else
  complete -o default -F _@@ @@
fi
`;
}

function optionCases(table: readonly Entry[]): string {
  const rows = table.map(({ name, flags }) => [name, flags] as const);
  return [...rows, ["''", PROGRAM_FLAGS] as const]
    .map(
      ([name, flags]) =>
        `    ${name.includes(" ") ? `'${name}'` : name}) options='${flags.flatMap(({ names }) => names).join(" ")}' ;;\n`,
    )
    .join("");
}

type Row = readonly [words: string, takes: string];

function valueRows(table: readonly Entry[]): readonly Row[] {
  return table.flatMap(({ name, flags }) =>
    flags.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map((flag): Row => [`'${name} ${flag}'`, takesOf(value)]),
    ),
  );
}

function wordRows(table: readonly Entry[]): readonly Row[] {
  return table.flatMap(({ name, words }) =>
    words.map((word, index): Row => [word.isRest ? `'${name} '*` : `'${name} ${index}'`, takesOf(word)]),
  );
}

/** What is in brackets is no word itself. */
function takesOf({ choices, takes }: Value): string {
  return choices === undefined ? `<${takes ?? "text"}>` : choices.join(" ");
}

/** A case for each thing that may stand somewhere, in the order of the table. */
function cases(rows: readonly Row[]): string {
  return rows.map(([words, takes]) => `    ${words}) takes='${takes}' ;;\n`).join("");
}
