# shellcheck shell=bash
# Completes command lines of agentcfg in bash. Made by `npm run gen`; `agentcfg completion bash` prints it.

# The options of a command; without one, of the program.
_agentcfg_options() {
  case $1 in
    lint) options='--fix --diff --format --as --fail-on --color -q --quiet --stdin-filename --unsafe-fixes --suppress --reason --no-ignores --no-gitignore --changed --since --staged --watch --global --no-global --project --no-project --catalog --policy --select --ignore --severity --max-warnings --exit-zero --statistics --baseline --update-baseline --no-settings -h --help' ;;
    init) options='--global --project --format --provider --url --key-variable --model -y --yes --no-schema --color -h --help' ;;
    show) options='--untrusted --format --color --origin --defaults --layer --global --no-global --project --no-project --catalog --policy -h --help' ;;
    inspect) options='--untrusted --html --color --global --no-global --project --no-project --catalog --policy -h --help' ;;
    get) options='--untrusted --format --global --no-global --project --no-project --catalog -h --help' ;;
    set) options='--append --global --project --file --expect --color --catalog -h --help' ;;
    unset) options='--global --project --file --expect --color --catalog -h --help' ;;
    import) options='--into --diff --check --format --color -h --help' ;;
    explain) options='--policy --untrusted --format --color --global --no-global --project --no-project --catalog -h --help' ;;
    models) options='--untrusted --format --color --origin --discover --global --no-global --project --no-project --catalog --policy -h --help' ;;
    plan) options='--untrusted --format --color --global --no-global --project --no-project --catalog --policy -h --help' ;;
    review) options='--base --format --color --global --no-global --project --no-project --catalog --policy -h --help' ;;
    trust) options='--sha256 --revoke --list --format --color --global --no-global --catalog -h --help' ;;
    doctor) options='--format --color --online --global --no-global --project --no-project --catalog --policy -h --help' ;;
    upgrade) options='--check --diff --write --color --global --no-global --project --no-project --catalog -h --help' ;;
    schema) options='--policy --permissions --draft --editor --associate -h --help' ;;
    lsp) options='--stdio -h --help' ;;
    rules) options='--format --color -h --help' ;;
    completion) options='-h --help' ;;
    '') options='-v --version -h --help' ;;
  esac
}

# What the value of an option is; fails for an option that has none.
_agentcfg_value() {
  takes=''
  case "$1 $2" in
    'lint --format') takes='pretty text concise json sarif github gitlab junit checkstyle rdjson agent' ;;
    'lint --as') takes='global project' ;;
    'lint --fail-on') takes='error warning info' ;;
    'lint --color') takes='auto always never' ;;
    'lint --stdin-filename') takes='<file>' ;;
    'lint --suppress') takes='<rule>' ;;
    'lint --reason') takes='<text>' ;;
    'lint --since') takes='<ref>' ;;
    'lint --global') takes='<file>' ;;
    'lint --project') takes='<file>' ;;
    'lint --catalog') takes='<file>' ;;
    'lint --policy') takes='<file>' ;;
    'lint --select') takes='<rule>' ;;
    'lint --ignore') takes='<rule>' ;;
    'lint --severity') takes='<severity>' ;;
    'lint --max-warnings') takes='<text>' ;;
    'lint --baseline') takes='<file>' ;;
    'init --format') takes='yaml json jsonc' ;;
    'init --provider') takes='alpha beta custom_alpha_compatible custom_beta_compatible custom_beta_responses echo anthropic openai openrouter mistral groq deepseek xai cerebras nvidia together fireworks moonshot ollama lmstudio llama.cpp llama-server llamafile localai vllm omlx' ;;
    'init --url') takes='<text>' ;;
    'init --key-variable') takes='<text>' ;;
    'init --model') takes='<text>' ;;
    'init --color') takes='auto always never' ;;
    'show --format') takes='yaml text json' ;;
    'show --color') takes='auto always never' ;;
    'show --layer') takes='global project' ;;
    'show --global') takes='<file>' ;;
    'show --project') takes='<file>' ;;
    'show --catalog') takes='<file>' ;;
    'show --policy') takes='<file>' ;;
    'inspect --html') takes='<file>' ;;
    'inspect --color') takes='auto always never' ;;
    'inspect --global') takes='<file>' ;;
    'inspect --project') takes='<file>' ;;
    'inspect --catalog') takes='<file>' ;;
    'inspect --policy') takes='<file>' ;;
    'get --format') takes='text json' ;;
    'get --global') takes='<file>' ;;
    'get --project') takes='<file>' ;;
    'get --catalog') takes='<file>' ;;
    'set --file') takes='<file>' ;;
    'set --expect') takes='<value>' ;;
    'set --color') takes='auto always never' ;;
    'set --catalog') takes='<file>' ;;
    'unset --file') takes='<file>' ;;
    'unset --expect') takes='<value>' ;;
    'unset --color') takes='auto always never' ;;
    'unset --catalog') takes='<file>' ;;
    'import --into') takes='global project' ;;
    'import --format') takes='yaml json' ;;
    'import --color') takes='auto always never' ;;
    'explain --format') takes='text json' ;;
    'explain --color') takes='auto always never' ;;
    'explain --global') takes='<file>' ;;
    'explain --project') takes='<file>' ;;
    'explain --catalog') takes='<file>' ;;
    'models --format') takes='text json' ;;
    'models --color') takes='auto always never' ;;
    'models --global') takes='<file>' ;;
    'models --project') takes='<file>' ;;
    'models --catalog') takes='<file>' ;;
    'models --policy') takes='<file>' ;;
    'plan --format') takes='text json' ;;
    'plan --color') takes='auto always never' ;;
    'plan --global') takes='<file>' ;;
    'plan --project') takes='<file>' ;;
    'plan --catalog') takes='<file>' ;;
    'plan --policy') takes='<file>' ;;
    'review --base') takes='<ref>' ;;
    'review --format') takes='text markdown json' ;;
    'review --color') takes='auto always never' ;;
    'review --global') takes='<file>' ;;
    'review --project') takes='<file>' ;;
    'review --catalog') takes='<file>' ;;
    'review --policy') takes='<file>' ;;
    'trust --sha256') takes='<text>' ;;
    'trust --format') takes='text json' ;;
    'trust --color') takes='auto always never' ;;
    'trust --global') takes='<file>' ;;
    'trust --catalog') takes='<file>' ;;
    'doctor --format') takes='text json' ;;
    'doctor --color') takes='auto always never' ;;
    'doctor --global') takes='<file>' ;;
    'doctor --project') takes='<file>' ;;
    'doctor --catalog') takes='<file>' ;;
    'doctor --policy') takes='<file>' ;;
    'upgrade --color') takes='auto always never' ;;
    'upgrade --global') takes='<file>' ;;
    'upgrade --project') takes='<file>' ;;
    'upgrade --catalog') takes='<file>' ;;
    'schema --draft') takes='2020-12 07' ;;
    'schema --editor') takes='global project' ;;
    'schema --associate') takes='vscode zed helix neovim emacs jetbrains' ;;
    'rules --format') takes='text pretty json' ;;
    'rules --color') takes='auto always never' ;;
    *) return 1 ;;
  esac
}

# What a word of a command is, by its number.
_agentcfg_word() {
  takes=''
  case "$1 $2" in
    'lint '*) takes='<file>' ;;
    'show 0') takes='<path>' ;;
    'get 0') takes='<path>' ;;
    'set 0') takes='<path>' ;;
    'set 1') takes='<value>' ;;
    'set '*) takes='<path-or-value>' ;;
    'unset 0') takes='<path>' ;;
    'unset '*) takes='<path>' ;;
    'import 0') takes='<file>' ;;
    'explain 0') takes='<path-or-rule>' ;;
    'trust 0') takes='<file>' ;;
    'completion 0') takes='bash zsh fish' ;;
  esac
}

# Offers a word if it goes on from what is typed; what bash takes for another word is left away.
_agentcfg_offer() {
  if [[ $1 == "$current"* ]]; then COMPREPLY+=("${1#"$head"}"); fi
}

# Offers names that are in files. The program looks for them, on its own and without a word on what is wrong.
_agentcfg_names() {
  local names name LC_ALL=C
  [[ $current == *[!A-Za-z0-9_./:@+,=-]* ]] && return
  names=$(command agentcfg names "$1" -- "$current" "$before" 2>/dev/null </dev/null)
  while [[ $names ]]; do
    name=${names%%$'\n'*}
    names=${names#"$name"}
    names=${names#$'\n'}
    [[ $name == *[!A-Za-z0-9_./:@+,=-]* ]] || _agentcfg_offer "$name"
  done
}

_agentcfg() {
  local IFS=$' \t\n' line=${COMP_LINE:0:COMP_POINT} words=() rest piece i
  COMPREPLY=()
  # bash divides words at some characters inside of them; what no blank divides is one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    rest=${line#"${line%%[![:space:]]*}"}
    piece=${COMP_WORDS[i]}
    if ((i == COMP_CWORD)); then piece=$rest; fi
    if ((i > 0)) && [[ $rest == "$line" ]]; then
      words[${#words[@]} - 1]+=$piece
    else
      words+=("$piece")
    fi
    line=${rest#"$piece"}
  done

  local current=${words[${#words[@]} - 1]} head='' breaks=${COMP_WORDBREAKS//[!:=@]/}
  if [[ $current == [\"\']* ]]; then
    current=${current:1}
  elif [[ $breaks ]]; then
    head=${current%"${current##*["$breaks"]}"}
  fi

  local command='' option='' before='' takes='' options='' only='' index=0 word
  for word in "${words[@]:1:${#words[@]}-2}"; do
    if [[ $option ]]; then
      option=''
    elif [[ ! $only && $word == -- ]]; then
      only=yes
    elif [[ ! $only && $word == -?* ]]; then
      if _agentcfg_value "$command" "$word"; then option=$word; fi
    elif [[ ! $command ]]; then
      command=$word
    elif ((index == 0)) && [[ '||' == *"|$command $word|"* ]]; then
      command+=" $word"
    else
      index=$((index + 1))
      before=${word#[\"\']}
      before=${before%[\"\']}
    fi
  done

  local start=''
  takes=''
  if [[ $option ]]; then
    _agentcfg_value "$command" "$option"
  elif [[ ! $only && $current == --*=* ]]; then
    start=${current%%=*}
    _agentcfg_value "$command" "$start" || return 0
    start+='='
  elif [[ ! $only && $current == -* ]]; then
    _agentcfg_options "$command"
  elif [[ ! $command ]]; then
    takes='lint init show inspect get set unset import explain models plan review trust doctor upgrade schema lsp rules completion'
  else
    _agentcfg_word "$command" "$index"
    if [[ ! $takes && ! $only ]]; then _agentcfg_options "$command"; fi
  fi
  case $takes in
    '<file>') compopt -o default 2>/dev/null ;;
    '<text>') ;;
    '<'*)
      if [[ $start ]]; then
        current=${current#"$start"}
        head=${head#"$start"}
      fi
      takes=${takes#<}
      _agentcfg_names "${takes%>}"
      ;;
    *)
      for word in $takes $options; do _agentcfg_offer "$start$word"; done
      ;;
  esac
  return 0
}

# Older versions cannot be told of file names word by word.
if ((BASH_VERSINFO[0] >= 4)); then
  complete -F _agentcfg agentcfg
else
  complete -o default -F _agentcfg agentcfg
fi
