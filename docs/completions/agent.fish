# Completes command lines of agent in fish. Made by `npm run gen`; `agent completion fish` prints it.

# Whether the command is this one; without a word, whether there is none yet.
function __agent_is
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l name
    for word in $typed
        string match -q -- '-*' $word; and continue
        if test -z "$name"
            set name $word
        else if contains -- "$name $word" 'sessions finalize' 'sessions rename' 'hub watch' 'hub token' 'hub token create' 'hub token list' 'hub token revoke'
            set name "$name $word"
        else
            break
        end
    end
    test "$name" = "$argv"
end

# Names that are in files. The program looks for them, on its own and without a word on what is wrong.
function __agent_names
    set -l typed (commandline -opc)
    set -l current (commandline -ct | string replace -r '^--[a-z0-9-]+=' '')
    string match -qr '^[A-Za-z0-9_./:@+,=-]*$' -- "$current"; or return
    command agentcfg names $argv[1] -- "$current" "$typed[-1]" 2>/dev/null </dev/null | string match -r '^[A-Za-z0-9_./:@+,=-]+$' | string replace -r '$' \t
end

complete -c agent -e
complete -c agent -f
complete -c agent -n __agent_is -s v -l version -d 'print the version'
complete -c agent -n __agent_is -s h -l help -d 'print help'
complete -c agent -n __agent_is -a exec -d 'answer one prompt, and stop again'
complete -c agent -n __agent_is -a new -d 'start a session and talk to it'
complete -c agent -n __agent_is -a continue -d 'go on with a session that has stopped'
complete -c agent -n __agent_is -a attach -d 'talk to a session that runs'
complete -c agent -n __agent_is -a prompt -d 'send a prompt to a session that runs'
complete -c agent -n __agent_is -a cancel -d 'cancel the turn of a session that runs'
complete -c agent -n __agent_is -a stop -d 'stop a session that runs'
complete -c agent -n __agent_is -a sessions -d 'list the sessions'
complete -c agent -n __agent_is -a daemon -d 'serve one session over HTTP, in the foreground'
complete -c agent -n __agent_is -a hub -d 'serve all sessions over HTTP, in the foreground'
complete -c agent -n __agent_is -a completion -d 'print what a shell needs to complete command lines'
complete -c agent -n __agent_is -a print -d 'print the contract of daemon and hub, for other programs'

complete -c agent -n '__agent_is exec' -l model -x -d 'the model that answers (default: that of `defaults.full`)'
complete -c agent -n '__agent_is exec' -l format -x -a 'text\t json\t' -d 'how the answer is written'
complete -c agent -n '__agent_is exec' -l quiet -d 'print no line for each call of a tool on standard error'
complete -c agent -n '__agent_is exec' -l fail-on-denied -d 'exit with 1 when a call of a tool was not allowed'
complete -c agent -n '__agent_is exec' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is exec' -l working-dir -r -F -d 'the directory that the agent works in (default: this one)'
complete -c agent -n '__agent_is exec' -l project-trust -x -a 'trusted\t granted\t untrusted\t' -d 'which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none'
complete -c agent -n '__agent_is exec' -l facet -x -d 'the facet that the session works in (default: that of the configuration)'
complete -c agent -n '__agent_is exec' -l allow -x -d 'allow these calls in this run: `shell: npm test`, `edit: src/**`, `mcp: github`; may be repeated'
complete -c agent -n '__agent_is exec' -l idle-timeout -x -d 'end the daemon, in order, after this time without a turn, a client or a request: 90s, 15m, 2h, 1d'
complete -c agent -n '__agent_is exec' -l tools-timeout -x -d 'how long the first turn waits for the `mcp_servers` to connect, all together'
complete -c agent -n '__agent_is exec' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agent -n '__agent_is exec' -l no-global -d 'without the global layer'
complete -c agent -n '__agent_is exec' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agent -n '__agent_is exec' -l no-project -d 'without the project layer'
complete -c agent -n '__agent_is exec' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agent -n '__agent_is exec' -s h -l help -d 'print help'

complete -c agent -n '__agent_is new' -l name -x -d 'name of the session; where one has it, that session answers (default: a new name)'
complete -c agent -n '__agent_is new' -l no-attach -d 'only start it'
complete -c agent -n '__agent_is new' -l format -x -a 'text\t json\t' -d 'how the session is printed'
complete -c agent -n '__agent_is new' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is new' -l working-dir -r -F -d 'the directory that the agent works in (default: this one)'
complete -c agent -n '__agent_is new' -l project-trust -x -a 'trusted\t granted\t untrusted\t' -d 'which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none'
complete -c agent -n '__agent_is new' -l facet -x -d 'the facet that the session works in (default: that of the configuration)'
complete -c agent -n '__agent_is new' -l allow -x -d 'allow these calls in this run: `shell: npm test`, `edit: src/**`, `mcp: github`; may be repeated'
complete -c agent -n '__agent_is new' -l idle-timeout -x -d 'end the daemon, in order, after this time without a turn, a client or a request: 90s, 15m, 2h, 1d'
complete -c agent -n '__agent_is new' -l tools-timeout -x -d 'how long the first turn waits for the `mcp_servers` to connect, all together'
complete -c agent -n '__agent_is new' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agent -n '__agent_is new' -l no-global -d 'without the global layer'
complete -c agent -n '__agent_is new' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agent -n '__agent_is new' -l no-project -d 'without the project layer'
complete -c agent -n '__agent_is new' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agent -n '__agent_is new' -s h -l help -d 'print help'

complete -c agent -n '__agent_is continue' -l resume-turn -d 'ask the model again where a crash has ended the last turn'
complete -c agent -n '__agent_is continue' -l no-attach -d 'only start it'
complete -c agent -n '__agent_is continue' -l format -x -a 'text\t json\t' -d 'how the session is printed'
complete -c agent -n '__agent_is continue' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is continue' -l project-trust -x -a 'trusted\t granted\t untrusted\t' -d 'which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none'
complete -c agent -n '__agent_is continue' -l facet -x -d 'the facet that the session works in (default: the session\'s)'
complete -c agent -n '__agent_is continue' -l allow -x -d 'allow these calls in this run: `shell: npm test`, `edit: src/**`, `mcp: github`; may be repeated'
complete -c agent -n '__agent_is continue' -l idle-timeout -x -d 'end the daemon, in order, after this time without a turn, a client or a request: 90s, 15m, 2h, 1d'
complete -c agent -n '__agent_is continue' -l tools-timeout -x -d 'how long the first turn waits for the `mcp_servers` to connect, all together'
complete -c agent -n '__agent_is continue' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agent -n '__agent_is continue' -l no-global -d 'without the global layer'
complete -c agent -n '__agent_is continue' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agent -n '__agent_is continue' -l no-project -d 'without the project layer'
complete -c agent -n '__agent_is continue' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agent -n '__agent_is continue' -s h -l help -d 'print help'

complete -c agent -n '__agent_is attach' -l format -x -a 'text\t json\t' -d 'text for a conversation, json for the address of the session alone'
complete -c agent -n '__agent_is attach' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is attach' -s h -l help -d 'print help'

complete -c agent -n '__agent_is prompt' -l model -x -d 'the model that answers'
complete -c agent -n '__agent_is prompt' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is prompt' -s h -l help -d 'print help'

complete -c agent -n '__agent_is cancel' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is cancel' -s h -l help -d 'print help'

complete -c agent -n '__agent_is stop' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is stop' -s h -l help -d 'print help'

complete -c agent -n '__agent_is sessions' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agent -n '__agent_is sessions' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is sessions' -s h -l help -d 'print help'
complete -c agent -n '__agent_is sessions' -a finalize -d 'end a crashed session in order, so that its history can be read'
complete -c agent -n '__agent_is sessions' -a rename -d 'give a session that runs another title'

complete -c agent -n '__agent_is sessions finalize' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agent -n '__agent_is sessions finalize' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is sessions finalize' -s h -l help -d 'print help'

complete -c agent -n '__agent_is sessions rename' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is sessions rename' -s h -l help -d 'print help'

complete -c agent -n '__agent_is daemon' -l credential-file -r -F -d 'the bearer token that callers must have (or $AGENT_DAEMON_CREDENTIAL_FILE)'
complete -c agent -n '__agent_is daemon' -l session -x -d 'name of the session (default: a new one)'
complete -c agent -n '__agent_is daemon' -l resume -d 'go on with an existing session, in its own directory'
complete -c agent -n '__agent_is daemon' -l exec -d 'begin with the facet of `active_session.default_exec_facet`, as `agent exec` does'
complete -c agent -n '__agent_is daemon' -l until-input-ends -d 'stop in order when standard input ends, as it does with the program that holds its other end'
complete -c agent -n '__agent_is daemon' -l listen -x -d 'loopback address and port, 0 for a free one'
complete -c agent -n '__agent_is daemon' -l log-file -r -F -d 'where the log goes instead of standard error'
complete -c agent -n '__agent_is daemon' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is daemon' -l working-dir -r -F -d 'the directory that the agent works in (default: this one)'
complete -c agent -n '__agent_is daemon' -l project-trust -x -a 'trusted\t granted\t untrusted\t' -d 'which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none'
complete -c agent -n '__agent_is daemon' -l facet -x -d 'the facet that the session works in (default: that of the configuration)'
complete -c agent -n '__agent_is daemon' -l allow -x -d 'allow these calls in this run: `shell: npm test`, `edit: src/**`, `mcp: github`; may be repeated'
complete -c agent -n '__agent_is daemon' -l idle-timeout -x -d 'end the daemon, in order, after this time without a turn, a client or a request: 90s, 15m, 2h, 1d'
complete -c agent -n '__agent_is daemon' -l tools-timeout -x -d 'how long the first turn waits for the `mcp_servers` to connect, all together'
complete -c agent -n '__agent_is daemon' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agent -n '__agent_is daemon' -l no-global -d 'without the global layer'
complete -c agent -n '__agent_is daemon' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agent -n '__agent_is daemon' -l no-project -d 'without the project layer'
complete -c agent -n '__agent_is daemon' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agent -n '__agent_is daemon' -s h -l help -d 'print help'

complete -c agent -n '__agent_is hub' -l listen -x -d 'address and port, 0 for a free one'
complete -c agent -n '__agent_is hub' -l tls-cert -r -F -d 'certificate in PEM; needed for an address that is not loopback'
complete -c agent -n '__agent_is hub' -l tls-key -r -F -d 'its private key in PEM'
complete -c agent -n '__agent_is hub' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is hub' -l working-dir -r -F -d 'where the project layer is looked for (default: here)'
complete -c agent -n '__agent_is hub' -l project-trust -x -a 'trusted\t granted\t untrusted\t' -d 'which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none'
complete -c agent -n '__agent_is hub' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agent -n '__agent_is hub' -l no-global -d 'without the global layer'
complete -c agent -n '__agent_is hub' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agent -n '__agent_is hub' -l no-project -d 'without the project layer'
complete -c agent -n '__agent_is hub' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agent -n '__agent_is hub' -s h -l help -d 'print help'
complete -c agent -n '__agent_is hub' -a watch -d 'look at all sessions, those that wait for you first'
complete -c agent -n '__agent_is hub' -a token -d 'tokens for the callers of a hub'

complete -c agent -n '__agent_is hub watch' -l url -x -d 'address of the hub (default: that of the state directory)'
complete -c agent -n '__agent_is hub watch' -l token-file -r -F -d 'a file with a token of the kind `machine` (default: one that is made for this run)'
complete -c agent -n '__agent_is hub watch' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agent -n '__agent_is hub watch' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is hub watch' -s h -l help -d 'print help'

complete -c agent -n '__agent_is hub token' -s h -l help -d 'print help'
complete -c agent -n '__agent_is hub token' -a create -d 'make a token, and print it once'
complete -c agent -n '__agent_is hub token' -a list -d 'list the callers that have a token'
complete -c agent -n '__agent_is hub token' -a revoke -d 'refuse a token from now on'

complete -c agent -n '__agent_is hub token create' -l kind -x -a 'machine\t human\t daemon\t' -d 'the kind of caller; it has to be given'
complete -c agent -n '__agent_is hub token create' -l scope -x -d 'what the caller may do: machine, sessions.read, sessions.control, sessions.manage; may be repeated'
complete -c agent -n '__agent_is hub token create' -l session -x -d 'the only session that a daemon may reach'
complete -c agent -n '__agent_is hub token create' -l delegated -d 'a human hands a part of their authority on'
complete -c agent -n '__agent_is hub token create' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is hub token create' -s h -l help -d 'print help'

complete -c agent -n '__agent_is hub token list' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agent -n '__agent_is hub token list' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is hub token list' -s h -l help -d 'print help'

complete -c agent -n '__agent_is hub token revoke' -l state-dir -r -F -d 'where sessions are kept (default: $AGENT_STATE_DIR, or agent in $XDG_STATE_HOME or ~/.local/state)'
complete -c agent -n '__agent_is hub token revoke' -s h -l help -d 'print help'

complete -c agent -n '__agent_is completion' -s h -l help -d 'print help'
complete -c agent -n '__agent_is completion' -a 'bash\t zsh\t fish\t'

complete -c agent -n '__agent_is print' -l format -x -a 'json\t json-pretty\t yaml\t' -d 'how it is written'
complete -c agent -n '__agent_is print' -l working-dir -r -F -d 'the directory that the agent works in (default: this one)'
complete -c agent -n '__agent_is print' -l project-trust -x -a 'trusted\t granted\t untrusted\t' -d 'which projects may change what the agent does: all, those vouched for with `agentcfg trust`, none'
complete -c agent -n '__agent_is print' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agent -n '__agent_is print' -l no-global -d 'without the global layer'
complete -c agent -n '__agent_is print' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agent -n '__agent_is print' -l no-project -d 'without the project layer'
complete -c agent -n '__agent_is print' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agent -n '__agent_is print' -s h -l help -d 'print help'
complete -c agent -n '__agent_is print' -a 'sync-event-schema\t fleet-event-schema\t daemon-openapi\t hub-openapi\t daemon-state\t'
