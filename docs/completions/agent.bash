# shellcheck shell=bash
# Completes command lines of agent in bash. Made by `npm run gen`; `agent completion bash` prints it.

# The options of a command; without one, of the program.
_agent_options() {
  case $1 in
    exec) options='--model --format --quiet --fail-on-denied --state-dir --working-dir --project-trust --facet --allow --idle-timeout --tools-timeout --global --no-global --project --no-project --catalog -h --help' ;;
    new) options='--name --no-attach --format --state-dir --working-dir --project-trust --facet --allow --idle-timeout --tools-timeout --global --no-global --project --no-project --catalog -h --help' ;;
    continue) options='--resume-turn --no-attach --format --state-dir --project-trust --facet --allow --idle-timeout --tools-timeout --global --no-global --project --no-project --catalog -h --help' ;;
    attach) options='--format --state-dir -h --help' ;;
    prompt) options='--model --state-dir -h --help' ;;
    cancel) options='--state-dir -h --help' ;;
    stop) options='--state-dir -h --help' ;;
    sessions) options='--format --state-dir -h --help' ;;
    'sessions finalize') options='--format --state-dir -h --help' ;;
    'sessions rename') options='--state-dir -h --help' ;;
    daemon) options='--credential-file --session --resume --exec --until-input-ends --listen --log-file --state-dir --working-dir --project-trust --facet --allow --idle-timeout --tools-timeout --global --no-global --project --no-project --catalog -h --help' ;;
    hub) options='--listen --tls-cert --tls-key --state-dir --working-dir --project-trust --global --no-global --project --no-project --catalog -h --help' ;;
    'hub watch') options='--url --token-file --format --state-dir -h --help' ;;
    'hub token') options='-h --help' ;;
    'hub token create') options='--kind --scope --session --delegated --state-dir -h --help' ;;
    'hub token list') options='--format --state-dir -h --help' ;;
    'hub token revoke') options='--state-dir -h --help' ;;
    completion) options='-h --help' ;;
    print) options='--format --working-dir --project-trust --global --no-global --project --no-project --catalog -h --help' ;;
    '') options='-v --version -h --help' ;;
  esac
}

# What the value of an option is; fails for an option that has none.
_agent_value() {
  takes=''
  case "$1 $2" in
    'exec --model') takes='<text>' ;;
    'exec --format') takes='text json' ;;
    'exec --state-dir') takes='<file>' ;;
    'exec --working-dir') takes='<file>' ;;
    'exec --project-trust') takes='trusted granted untrusted' ;;
    'exec --facet') takes='<text>' ;;
    'exec --allow') takes='<text>' ;;
    'exec --idle-timeout') takes='<text>' ;;
    'exec --tools-timeout') takes='<text>' ;;
    'exec --global') takes='<file>' ;;
    'exec --project') takes='<file>' ;;
    'exec --catalog') takes='<file>' ;;
    'new --name') takes='<text>' ;;
    'new --format') takes='text json' ;;
    'new --state-dir') takes='<file>' ;;
    'new --working-dir') takes='<file>' ;;
    'new --project-trust') takes='trusted granted untrusted' ;;
    'new --facet') takes='<text>' ;;
    'new --allow') takes='<text>' ;;
    'new --idle-timeout') takes='<text>' ;;
    'new --tools-timeout') takes='<text>' ;;
    'new --global') takes='<file>' ;;
    'new --project') takes='<file>' ;;
    'new --catalog') takes='<file>' ;;
    'continue --format') takes='text json' ;;
    'continue --state-dir') takes='<file>' ;;
    'continue --project-trust') takes='trusted granted untrusted' ;;
    'continue --facet') takes='<text>' ;;
    'continue --allow') takes='<text>' ;;
    'continue --idle-timeout') takes='<text>' ;;
    'continue --tools-timeout') takes='<text>' ;;
    'continue --global') takes='<file>' ;;
    'continue --project') takes='<file>' ;;
    'continue --catalog') takes='<file>' ;;
    'attach --format') takes='text json' ;;
    'attach --state-dir') takes='<file>' ;;
    'prompt --model') takes='<text>' ;;
    'prompt --state-dir') takes='<file>' ;;
    'cancel --state-dir') takes='<file>' ;;
    'stop --state-dir') takes='<file>' ;;
    'sessions --format') takes='text json' ;;
    'sessions --state-dir') takes='<file>' ;;
    'sessions finalize --format') takes='text json' ;;
    'sessions finalize --state-dir') takes='<file>' ;;
    'sessions rename --state-dir') takes='<file>' ;;
    'daemon --credential-file') takes='<file>' ;;
    'daemon --session') takes='<text>' ;;
    'daemon --listen') takes='<text>' ;;
    'daemon --log-file') takes='<file>' ;;
    'daemon --state-dir') takes='<file>' ;;
    'daemon --working-dir') takes='<file>' ;;
    'daemon --project-trust') takes='trusted granted untrusted' ;;
    'daemon --facet') takes='<text>' ;;
    'daemon --allow') takes='<text>' ;;
    'daemon --idle-timeout') takes='<text>' ;;
    'daemon --tools-timeout') takes='<text>' ;;
    'daemon --global') takes='<file>' ;;
    'daemon --project') takes='<file>' ;;
    'daemon --catalog') takes='<file>' ;;
    'hub --listen') takes='<text>' ;;
    'hub --tls-cert') takes='<file>' ;;
    'hub --tls-key') takes='<file>' ;;
    'hub --state-dir') takes='<file>' ;;
    'hub --working-dir') takes='<file>' ;;
    'hub --project-trust') takes='trusted granted untrusted' ;;
    'hub --global') takes='<file>' ;;
    'hub --project') takes='<file>' ;;
    'hub --catalog') takes='<file>' ;;
    'hub watch --url') takes='<text>' ;;
    'hub watch --token-file') takes='<file>' ;;
    'hub watch --format') takes='text json' ;;
    'hub watch --state-dir') takes='<file>' ;;
    'hub token create --kind') takes='machine human daemon' ;;
    'hub token create --scope') takes='<text>' ;;
    'hub token create --session') takes='<text>' ;;
    'hub token create --state-dir') takes='<file>' ;;
    'hub token list --format') takes='text json' ;;
    'hub token list --state-dir') takes='<file>' ;;
    'hub token revoke --state-dir') takes='<file>' ;;
    'print --format') takes='json json-pretty yaml' ;;
    'print --working-dir') takes='<file>' ;;
    'print --project-trust') takes='trusted granted untrusted' ;;
    'print --global') takes='<file>' ;;
    'print --project') takes='<file>' ;;
    'print --catalog') takes='<file>' ;;
    *) return 1 ;;
  esac
}

# What a word of a command is, by its number.
_agent_word() {
  takes=''
  case "$1 $2" in
    'exec 0') takes='<text>' ;;
    'continue 0') takes='<text>' ;;
    'attach 0') takes='<text>' ;;
    'prompt 0') takes='<text>' ;;
    'prompt 1') takes='<text>' ;;
    'cancel 0') takes='<text>' ;;
    'stop 0') takes='<text>' ;;
    'sessions 0') takes='finalize rename' ;;
    'sessions finalize 0') takes='<text>' ;;
    'sessions rename 0') takes='<text>' ;;
    'sessions rename 1') takes='<text>' ;;
    'hub 0') takes='watch token' ;;
    'hub token 0') takes='create list revoke' ;;
    'hub token revoke 0') takes='<text>' ;;
    'completion 0') takes='bash zsh fish' ;;
    'print 0') takes='sync-event-schema fleet-event-schema daemon-openapi hub-openapi daemon-state' ;;
  esac
}

# Offers a word if it goes on from what is typed; what bash takes for another word is left away.
_agent_offer() {
  if [[ $1 == "$current"* ]]; then COMPREPLY+=("${1#"$head"}"); fi
}

# Offers names that are in files. The program looks for them, on its own and without a word on what is wrong.
_agent_names() {
  local names name LC_ALL=C
  [[ $current == *[!A-Za-z0-9_./:@+,=-]* ]] && return
  names=$(command agentcfg names "$1" -- "$current" "$before" 2>/dev/null </dev/null)
  while [[ $names ]]; do
    name=${names%%$'\n'*}
    names=${names#"$name"}
    names=${names#$'\n'}
    [[ $name == *[!A-Za-z0-9_./:@+,=-]* ]] || _agent_offer "$name"
  done
}

_agent() {
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
      if _agent_value "$command" "$word"; then option=$word; fi
    elif [[ ! $command ]]; then
      command=$word
    elif ((index == 0)) && [[ '|sessions finalize|sessions rename|hub watch|hub token|hub token create|hub token list|hub token revoke|' == *"|$command $word|"* ]]; then
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
    _agent_value "$command" "$option"
  elif [[ ! $only && $current == --*=* ]]; then
    start=${current%%=*}
    _agent_value "$command" "$start" || return 0
    start+='='
  elif [[ ! $only && $current == -* ]]; then
    _agent_options "$command"
  elif [[ ! $command ]]; then
    takes='exec new continue attach prompt cancel stop sessions daemon hub completion print'
  else
    _agent_word "$command" "$index"
    if [[ ! $takes && ! $only ]]; then _agent_options "$command"; fi
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
      _agent_names "${takes%>}"
      ;;
    *)
      for word in $takes $options; do _agent_offer "$start$word"; done
      ;;
  esac
  return 0
}

# Older versions cannot be told of file names word by word.
if ((BASH_VERSINFO[0] >= 4)); then
  complete -F _agent agent
else
  complete -o default -F _agent agent
fi
