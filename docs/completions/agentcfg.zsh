#compdef agentcfg
# Completes command lines of agentcfg in zsh. Made by `npm run gen`; `agentcfg completion zsh` prints it.

# Names that are in files. The program looks for them, on its own and without a word on what is wrong.
_agentcfg_names() {
  local -a names
  [[ $PREFIX == *[^A-Za-z0-9_./:@+,=-]* ]] && return 1
  names=(${(f)"$(command agentcfg names "$1" -- "$PREFIX" "${(Q)words[CURRENT-1]}" 2>/dev/null </dev/null)"})
  names=(${names:#*[^A-Za-z0-9_./:@+,=-]*})
  (( $#names )) && compadd -a names
}

# Names of files. zsh expands what stands before a slash; nothing that runs a command may stand there.
_agentcfg_files() {
  [[ $PREFIX == *[\$\`]* ]] && return 1
  _files
}

_agentcfg() {
  local curcontext="$curcontext" context state state_descr line ret=1
  typeset -A opt_args
  local -a commands
  commands=(
    'lint:report mistakes in the configuration, or in single files'
    'init:write a first configuration'
    'show:print the configuration in effect; hides secrets, runs nothing'
    'inspect:show what is in effect and why, as one page with `--html`'
    'get:print one value in effect, defaults included'
    'set:set values in a file; comments and style stay'
    'unset:remove values from a file; comments and style stay'
    'import:convert another tool'\''s servers and models to a configuration'
    'explain:explain a key, its value and its origin, or a rule'
    'models:list the configured models with their limits'
    'plan:list variables and commands that loading uses; runs nothing'
    'review:list what the project changes about your agent, worst first'
    'trust:show a project'\''s file and vouch for exactly these bytes'
    'doctor:report what will not work on this machine, and what to do'
    'upgrade:bring files to the current version of the format'
    'schema:print the JSON Schema of the configuration'
    'lsp:serve an editor\: findings, hover, completion, rename'
    'rules:list the rules'
    'completion:print the completion script of a shell'
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
      case $words[1] in
        lint)
          _arguments -S \
            '(--fix)--fix[apply the safe fixes to every checked file, and report what is left]' \
            '(--diff)--diff[show the fixes and write nothing; exit with 1 when there are any]' \
            '*--format=[format of the report; FORMAT\:FILE writes a file, and the option may be repeated; the default is pretty, or agent when a coding agent runs this without a terminal]:format:(pretty text concise json sarif github gitlab junit checkstyle rdjson agent)' \
            '*--as=[treat the files as this layer]:layer:(global project)' \
            '*--fail-on=[lowest severity that makes the exit code 1]:severity:(error warning info)' \
            '*--color=[use colour]:when:(auto always never)' \
            '(-q --quiet)-q[report only what makes the exit code 1]' \
            '(-q --quiet)--quiet[report only what makes the exit code 1]' \
            '*--stdin-filename=[name and format of standard input]:name: _agentcfg_files' \
            '(--unsafe-fixes)--unsafe-fixes[with --fix or --diff\: unsafe fixes too]' \
            '*--suppress=[write a comment that suppresses each finding of this rule, and report what is left]:rule: _agentcfg_names rule' \
            '*--reason=[with --suppress\: why the findings may stay]:text: ' \
            '(--no-ignores)--no-ignores[report findings that comments suppress, too]' \
            '(--no-gitignore)--no-gitignore[search directories that ignore files exclude, too]' \
            '(--changed)--changed[check files that differ from the last commit, and untracked ones]' \
            '*--since=[check files that differ from where this branch left a commit]:ref: _agentcfg_names ref' \
            '(--staged)--staged[check staged files, as they are in the index]' \
            '(--watch)--watch[check again when a file changes, until interrupted]' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '*--policy=[a policy that holds in addition to the machine'\''s]:file: _agentcfg_files' \
            '*--select=[report only these rules or families\: schema,mcp/variable-name]:rules: _agentcfg_names rule' \
            '*--ignore=[leave out these rules or families]:rules: _agentcfg_names rule' \
            '*--severity=[severity of a rule or family\: effect=info]:rule=severity: _agentcfg_names severity' \
            '*--max-warnings=[exit with 1 when there are more warnings]:number: ' \
            '(--exit-zero)--exit-zero[exit with 0 even if there are findings]' \
            '(--statistics)--statistics[count the findings of each rule instead of reporting them]' \
            '*--baseline=[leave out the findings listed in this file]:file: _agentcfg_files' \
            '(--update-baseline)--update-baseline[write the current findings into the baseline]' \
            '(--no-settings)--no-settings[ignore the settings in your agentcfg/lint.yaml]' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '*:file: _agentcfg_files' && ret=0
          ;;
        init)
          _arguments -S \
            '(--global)--global[your own file, for all projects]' \
            '(--project)--project[the project'\''s file]' \
            '*--format=[format of the file]:format:(yaml json jsonc)' \
            '*--provider=[kind of provider, or a vendor]:kind:(alpha beta custom_alpha_compatible custom_beta_compatible custom_beta_responses echo anthropic openai openrouter mistral groq deepseek xai cerebras nvidia together fireworks moonshot ollama lmstudio llama.cpp llama-server llamafile localai vllm omlx)' \
            '*--url=[the provider'\''s address; a custom kind needs one]:url: ' \
            '*--key-variable=[the environment variable that holds the provider'\''s key]:name: ' \
            '*--model=[a model, as the provider calls it]:name: ' \
            '(-y --yes)-y[ask nothing; use the defaults]' \
            '(-y --yes)--yes[ask nothing; use the defaults]' \
            '(--no-schema)--no-schema[do not write the schema for editors beside the file]' \
            '*--color=[use colour]:when:(auto always never)' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        show)
          _arguments -S \
            '(--untrusted)--untrusted[as if you did not vouch for the project\: only its benign and stricter values count]' \
            '*--format=[how to print]:format:(yaml text json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '(--origin)--origin[print beside every value where it comes from]' \
            '(--defaults)--defaults[print defaults too]' \
            '*--layer=[one layer alone]:layer:(global project)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '*--policy=[a policy that holds in addition to the machine'\''s]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1::path: _agentcfg_names path' && ret=0
          ;;
        inspect)
          _arguments -S \
            '(--untrusted)--untrusted[as if you did not vouch for the project\: only its benign and stricter values count]' \
            '*--html=[write one page without scripts; - is standard output]:file: _agentcfg_files' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '*--policy=[a policy that holds in addition to the machine'\''s]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        get)
          _arguments -S \
            '(--untrusted)--untrusted[as if you did not vouch for the project\: only its benign and stricter values count]' \
            '*--format=[texts as they are, or everything as JSON]:format:(text json)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:path: _agentcfg_names path' && ret=0
          ;;
        set)
          _arguments -S \
            '(--append)--append[add the value to the list at the path]' \
            '(--global)--global[in the global file]' \
            '(--project)--project[in the project'\''s file]' \
            '*--file=[in this file instead of the one that is found]:file: _agentcfg_files' \
            '*--expect=[only if the file'\''s bytes have this SHA-256]:digest: _agentcfg_names value' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:path: _agentcfg_names path' \
            '2:value: _agentcfg_names value' \
            '*:more: _agentcfg_names path-or-value' && ret=0
          ;;
        unset)
          _arguments -S \
            '(--global)--global[in the global file]' \
            '(--project)--project[in the project'\''s file]' \
            '*--file=[in this file instead of the one that is found]:file: _agentcfg_files' \
            '*--expect=[only if the file'\''s bytes have this SHA-256]:digest: _agentcfg_names value' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:path: _agentcfg_names path' \
            '*:more: _agentcfg_names path' && ret=0
          ;;
        import)
          _arguments -S \
            '*--into=[add to the file of this layer]:layer:(global project)' \
            '(--diff)--diff[with --into\: show what would be added, and write nothing]' \
            '(--check)--check[lint the file in place, as a project'\''s or for the layer of --into; write nothing]' \
            '*--format=[how to print]:format:(yaml json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:file: _agentcfg_files' && ret=0
          ;;
        explain)
          _arguments -S \
            '(--policy)--policy[print the policies in force; a file is a policy that holds in addition to the machine'\''s]' \
            '(--untrusted)--untrusted[as if you did not vouch for the project\: only its benign and stricter values count]' \
            '*--format=[how to print]:format:(text json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1::path or rule: _agentcfg_names path-or-rule' && ret=0
          ;;
        models)
          _arguments -S \
            '(--untrusted)--untrusted[as if you did not vouch for the project\: only its benign and stricter values count]' \
            '*--format=[how to print]:format:(text json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '(--origin)--origin[show where each fact comes from, or why it is unknown]' \
            '(--discover)--discover[load the configuration, and ask each provider for its models with its own key; no other option asks anybody]' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '*--policy=[a policy that holds in addition to the machine'\''s]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        plan)
          _arguments -S \
            '(--untrusted)--untrusted[as if you did not vouch for the project\: only its benign and stricter values count]' \
            '*--format=[how to print]:format:(text json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '*--policy=[a policy that holds in addition to the machine'\''s]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        review)
          _arguments -S \
            '*--base=[only what differs from that commit, branch or tag]:ref: _agentcfg_names ref' \
            '*--format=[how to print]:format:(text markdown json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '*--policy=[a policy that holds in addition to the machine'\''s]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        trust)
          _arguments -S \
            '*--sha256=[vouch without asking, if this is the sum]:sum: ' \
            '(--revoke)--revoke[no longer vouch for the directory]' \
            '(--list)--list[list the directories that you vouch for]' \
            '*--format=[with --list\: how to print]:format:(text json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1::path: _agentcfg_files' && ret=0
          ;;
        doctor)
          _arguments -S \
            '*--format=[how to print]:format:(text json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '(--online)--online[load the configuration, and ask each provider for its models with its own key; no other option asks anybody]' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '*--policy=[a policy that holds in addition to the machine'\''s]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        upgrade)
          _arguments -S \
            '(--check)--check[exit with 1 when something has to change; write nothing]' \
            '(--diff)--diff[show what has to change; write nothing]' \
            '(--write)--write[change the files]' \
            '*--color=[use colour]:when:(auto always never)' \
            '*--global=[the global file, instead of the one that is found]:file: _agentcfg_files' \
            '(--no-global)--no-global[without the global layer]' \
            '*--project=[the project'\''s file or directory, instead of the one that is found]:path: _agentcfg_files' \
            '(--no-project)--no-project[without the project layer]' \
            '*--catalog=[models and providers that the agent knows by itself]:file: _agentcfg_files' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        schema)
          _arguments -S \
            '(--policy)--policy[the schema of policies, not of configurations]' \
            '(--permissions)--permissions[the schema of permissions.yaml, not of configurations]' \
            '*--draft=[dialect of JSON Schema (default\: 2020-12, and 07 for editors)]:draft:(2020-12 07)' \
            '*--editor=[for editors, and the files of this layer]:layer:(global project)' \
            '*--associate=[write it beside the configuration, the project'\''s unless `--editor global`, and configure this editor]:editor:(vscode zed helix neovim emacs jetbrains)' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        lsp)
          _arguments -S \
            '(--stdio)--stdio[accepted for editors that pass it; there is no other way]' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        rules)
          _arguments -S \
            '*--format=[how to list]:format:(text pretty json)' \
            '*--color=[use colour]:when:(auto always never)' \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' && ret=0
          ;;
        completion)
          _arguments -S \
            '(-h --help)-h[print help]' \
            '(-h --help)--help[print help]' \
            '1:shell:(bash zsh fish)' && ret=0
          ;;
      esac
      ;;
  esac
  return ret
}

if [[ ${funcstack[1]-} == _agentcfg ]]; then
  _agentcfg "$@"
else
  if (( ! ${+functions[compdef]} )); then
    autoload -Uz compinit && compinit -i
  fi
  compdef _agentcfg agentcfg
fi
