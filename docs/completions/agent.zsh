#compdef agent
# Completes command lines of agent in zsh. Made by `npm run gen`; `agent completion zsh` prints it.

# Names that are in files. The program looks for them, on its own and without a word on what is wrong.
_agent_names() {
  local -a names
  [[ $PREFIX == *[^A-Za-z0-9_./:@+,=-]* ]] && return 1
  names=(${(f)"$(command agentcfg names "$1" -- "$PREFIX" "${(Q)words[CURRENT-1]}" 2>/dev/null </dev/null)"})
  names=(${names:#*[^A-Za-z0-9_./:@+,=-]*})
  (( $#names )) && compadd -a names
}

# Names of files. zsh expands what stands before a slash; nothing that runs a command may stand there.
_agent_files() {
  [[ $PREFIX == *[\$\`]* ]] && return 1
  _files
}

_agent() {
  local curcontext="$curcontext" context state state_descr line ret=1
  typeset -A opt_args
  local -a commands
  commands=(
    'exec:answer one prompt, and stop again'
    'new:start a session and talk to it'
    'continue:go on with a session that has stopped'
    'attach:talk to a session that runs'
    'prompt:send a prompt to a session that runs'
    'cancel:cancel the turn of a session that runs'
    'stop:stop a session that runs'
    'sessions:list the sessions'
    'export:write the history of a session as Markdown or JSON lines'
    'daemon:serve one session over HTTP, in the foreground'
    'hub:serve all sessions over HTTP, in the foreground'
    'completion:print what a shell needs to complete command lines'
    'print:print the contract of daemon and hub, for other programs'
  )
  _arguments -C \
    '(-v --version)-v[print the version]' \
    '(-v --version)--version[print the version]' \
    '(-h --help)-h[print help]' \
    '(-h --help)--help[print help]' \
    '(-): :->command' \
    '(-)*:: :->argument' && ret=0
  case $state in
    command)
      _describe -t commands command commands && ret=0
      ;;
    argument)
      local -a deeper=('sessions finalize' 'sessions rename' 'hub watch' 'hub token' 'hub token create' 'hub token list' 'hub token revoke')
      while (( CURRENT > 2 && ${deeper[(Ie)$words[1] $words[2]]} )); do
        words[1,2]=("$words[1] $words[2]")
        (( CURRENT-- ))
      done
      case $words[1] in
        exec)
          _arguments -S \
            '*--model=[the model that answers (default\: that of `defaults.full`)]:model: ' \
            '*--format=[how the answer is written]:format:(text json jsonl)' \
            '(--quiet)--quiet[print no line for each call of a tool on standard error]' \
            '(--fail-on-denied)--fail-on-denied[exit with 1 when a call of a tool was not allowed]' \
            '(--continue)--continue[go on with the latest session of this directory, or with this one]' \
            '*--output-last=[write the last answer into this file as well]:file: _agent_files' \
            '*--max-turns=[end the turn after so many answers of the model]:count: ' \
            '*--timeout=[cancel the turn after this time\: 90s, 15m, 2h, 1d]:duration: ' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '*--working-dir=[the directory that the agent works in (default\: this one)]:directory: _agent_files' \
            '*--project-trust=[which projects may change what the agent does\: all, those vouched for with `agentcfg trust`, none]:whom:(trusted granted untrusted)' \
            '*--facet=[the facet that the session works in (default\: that of the configuration)]:name: ' \
            '*--allow=[allow these calls in this run\: `shell\: npm test`, `edit\: src/**`, `mcp\: github`; may be repeated]:rule: ' \
            '*--idle-timeout=[end the daemon, in order, after this time without a turn, a client or a request\: 90s, 15m, 2h, 1d]:duration: ' \
            '*--tools-timeout=[how long the first turn waits for the `mcp_servers` to connect, all together]:duration: ' \
            '*--global=[the global file, instead of the one that is found]:file: _agent_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agent_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1::text: ' && ret=0
          ;;
        new)
          _arguments -S \
            '*--name=[name of the session; where one has it, that session answers (default\: a new name)]:name: ' \
            '(--no-attach)--no-attach[only start it]' \
            '*--format=[how the session is printed]:format:(text json)' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '*--working-dir=[the directory that the agent works in (default\: this one)]:directory: _agent_files' \
            '*--project-trust=[which projects may change what the agent does\: all, those vouched for with `agentcfg trust`, none]:whom:(trusted granted untrusted)' \
            '*--facet=[the facet that the session works in (default\: that of the configuration)]:name: ' \
            '*--allow=[allow these calls in this run\: `shell\: npm test`, `edit\: src/**`, `mcp\: github`; may be repeated]:rule: ' \
            '*--idle-timeout=[end the daemon, in order, after this time without a turn, a client or a request\: 90s, 15m, 2h, 1d]:duration: ' \
            '*--tools-timeout=[how long the first turn waits for the `mcp_servers` to connect, all together]:duration: ' \
            '*--global=[the global file, instead of the one that is found]:file: _agent_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agent_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        continue)
          _arguments -S \
            '(--resume-turn)--resume-turn[ask the model again where a crash has ended the last turn]' \
            '(--no-attach)--no-attach[only start it]' \
            '*--format=[how the session is printed]:format:(text json)' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '*--project-trust=[which projects may change what the agent does\: all, those vouched for with `agentcfg trust`, none]:whom:(trusted granted untrusted)' \
            '*--facet=[the facet that the session works in (default\: the session'\''s)]:name: ' \
            '*--allow=[allow these calls in this run\: `shell\: npm test`, `edit\: src/**`, `mcp\: github`; may be repeated]:rule: ' \
            '*--idle-timeout=[end the daemon, in order, after this time without a turn, a client or a request\: 90s, 15m, 2h, 1d]:duration: ' \
            '*--tools-timeout=[how long the first turn waits for the `mcp_servers` to connect, all together]:duration: ' \
            '*--global=[the global file, instead of the one that is found]:file: _agent_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agent_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1::id: ' && ret=0
          ;;
        attach)
          _arguments -S \
            '*--format=[text for a conversation, json for the address of the session alone]:format:(text json)' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' && ret=0
          ;;
        prompt)
          _arguments -S \
            '*--model=[the model that answers]:model: ' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' \
            '2:text: ' && ret=0
          ;;
        cancel)
          _arguments -S \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' && ret=0
          ;;
        stop)
          _arguments -S \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' && ret=0
          ;;
        sessions)
          _arguments -S \
            '*--format=[how to print]:format:(text json)' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1::command:(finalize rename)' && ret=0
          ;;
        'sessions finalize')
          _arguments -S \
            '*--format=[how to print]:format:(text json)' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' && ret=0
          ;;
        'sessions rename')
          _arguments -S \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' \
            '2:title: ' && ret=0
          ;;
        export)
          _arguments -S \
            '*--format=[how it is written]:format:(markdown jsonl)' \
            '*--output=[the file to write, instead of standard output]:file: _agent_files' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' && ret=0
          ;;
        daemon)
          _arguments -S \
            '*--credential-file=[the bearer token that callers must have (or $AGENT_DAEMON_CREDENTIAL_FILE)]:file: _agent_files' \
            '*--session=[name of the session (default\: a new one)]:id: ' \
            '(--resume)--resume[go on with an existing session, in its own directory]' \
            '(--exec)--exec[begin with the facet of `active_session.default_exec_facet`, as `agent exec` does]' \
            '(--until-input-ends)--until-input-ends[stop in order when standard input ends, as it does with the program that holds its other end]' \
            '*--max-turns=[end each turn after so many answers of the model]:count: ' \
            '*--listen=[loopback address and port, 0 for a free one]:address: ' \
            '*--log-file=[where the log goes instead of standard error]:file: _agent_files' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '*--working-dir=[the directory that the agent works in (default\: this one)]:directory: _agent_files' \
            '*--project-trust=[which projects may change what the agent does\: all, those vouched for with `agentcfg trust`, none]:whom:(trusted granted untrusted)' \
            '*--facet=[the facet that the session works in (default\: that of the configuration)]:name: ' \
            '*--allow=[allow these calls in this run\: `shell\: npm test`, `edit\: src/**`, `mcp\: github`; may be repeated]:rule: ' \
            '*--idle-timeout=[end the daemon, in order, after this time without a turn, a client or a request\: 90s, 15m, 2h, 1d]:duration: ' \
            '*--tools-timeout=[how long the first turn waits for the `mcp_servers` to connect, all together]:duration: ' \
            '*--global=[the global file, instead of the one that is found]:file: _agent_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agent_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        hub)
          _arguments -S \
            '*--listen=[address and port, 0 for a free one]:address: ' \
            '*--tls-cert=[certificate in PEM; needed for an address that is not loopback]:file: _agent_files' \
            '*--tls-key=[its private key in PEM]:file: _agent_files' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '*--working-dir=[where the project layer is looked for (default\: here)]:directory: _agent_files' \
            '*--project-trust=[which projects may change what the agent does\: all, those vouched for with `agentcfg trust`, none]:whom:(trusted granted untrusted)' \
            '*--global=[the global file, instead of the one that is found]:file: _agent_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agent_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1::command:(watch token)' && ret=0
          ;;
        'hub watch')
          _arguments -S \
            '*--url=[address of the hub (default\: that of the state directory)]:url: ' \
            '*--token-file=[a file with a token of the kind `machine` (default\: one that is made for this run)]:file: _agent_files' \
            '*--format=[how to print]:format:(text json)' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        'hub token')
          _arguments -S \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:command:(create list revoke)' && ret=0
          ;;
        'hub token create')
          _arguments -S \
            '*--kind=[the kind of caller; it has to be given]:kind:(machine human daemon)' \
            '*--scope=[what the caller may do\: machine, sessions.read, sessions.control, sessions.manage; may be repeated]:scope: ' \
            '*--session=[the only session that a daemon may reach]:id: ' \
            '(--delegated)--delegated[a human hands a part of their authority on]' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        'hub token list')
          _arguments -S \
            '*--format=[how to print]:format:(text json)' \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        'hub token revoke')
          _arguments -S \
            '*--state-dir=[where sessions are kept (default\: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)]:directory: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:id: ' && ret=0
          ;;
        completion)
          _arguments -S \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:shell:(bash zsh fish)' && ret=0
          ;;
        print)
          _arguments -S \
            '*--format=[how it is written]:format:(json json-pretty yaml)' \
            '*--working-dir=[the directory that the agent works in (default\: this one)]:directory: _agent_files' \
            '*--project-trust=[which projects may change what the agent does\: all, those vouched for with `agentcfg trust`, none]:whom:(trusted granted untrusted)' \
            '*--global=[the global file, instead of the one that is found]:file: _agent_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agent_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agent_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:what:(sync-event-schema fleet-event-schema exec-event-schema daemon-openapi hub-openapi daemon-state)' && ret=0
          ;;
      esac
      ;;
  esac
  return ret
}

if [[ ${funcstack[1]-} == _agent ]]; then
  _agent "$@"
else
  if (( ! ${+functions[compdef]} )); then
    autoload -Uz compinit && compinit -i
  fi
  compdef _agent agent
fi
