# Completes command lines of agentcfg in fish. Made by `npm run gen`; `agentcfg completion fish` prints it.

# Whether the command is this one; without a word, whether there is none yet.
function __agentcfg_is
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l name
    for word in $typed
        string match -q -- '-*' $word; and continue
        if test -z "$name"
            set name $word
        else if contains -- "$name $word"
            set name "$name $word"
        else
            break
        end
    end
    test "$name" = "$argv"
end

# Names that are in files. The program looks for them, on its own and without a word on what is wrong.
function __agentcfg_names
    set -l typed (commandline -opc)
    set -l current (commandline -ct | string replace -r '^--[a-z0-9-]+=' '')
    string match -qr '^[A-Za-z0-9_./:@+,=-]*$' -- "$current"; or return
    command agentcfg names $argv[1] -- "$current" "$typed[-1]" 2>/dev/null </dev/null | string match -r '^[A-Za-z0-9_./:@+,=-]+$' | string replace -r '$' \t
end

complete -c agentcfg -e
complete -c agentcfg -f
complete -c agentcfg -n __agentcfg_is -s v -l version -d 'print the version'
complete -c agentcfg -n __agentcfg_is -s h -l help -d 'print help'
complete -c agentcfg -n __agentcfg_is -a lint -d 'report mistakes in the configuration, or in single files'
complete -c agentcfg -n __agentcfg_is -a init -d 'write a first configuration'
complete -c agentcfg -n __agentcfg_is -a show -d 'print the configuration in effect; hides secrets, runs nothing'
complete -c agentcfg -n __agentcfg_is -a inspect -d 'show what is in effect and why, as one page with `--html`'
complete -c agentcfg -n __agentcfg_is -a get -d 'print one value in effect, defaults included'
complete -c agentcfg -n __agentcfg_is -a set -d 'set values in a file; comments and style stay'
complete -c agentcfg -n __agentcfg_is -a unset -d 'remove values from a file; comments and style stay'
complete -c agentcfg -n __agentcfg_is -a import -d 'convert another tool\'s servers and models to a configuration'
complete -c agentcfg -n __agentcfg_is -a explain -d 'explain a key, its value and its origin, or a rule'
complete -c agentcfg -n __agentcfg_is -a models -d 'list the configured models with their limits'
complete -c agentcfg -n __agentcfg_is -a plan -d 'list variables and commands that loading uses; runs nothing'
complete -c agentcfg -n __agentcfg_is -a review -d 'list what the project changes about your agent, worst first'
complete -c agentcfg -n __agentcfg_is -a trust -d 'show a project\'s file and vouch for exactly these bytes'
complete -c agentcfg -n __agentcfg_is -a doctor -d 'report what will not work on this machine, and what to do'
complete -c agentcfg -n __agentcfg_is -a upgrade -d 'bring files to the current version of the format'
complete -c agentcfg -n __agentcfg_is -a schema -d 'print the JSON Schema of the configuration'
complete -c agentcfg -n __agentcfg_is -a lsp -d 'serve an editor: findings, hover, completion, rename'
complete -c agentcfg -n __agentcfg_is -a rules -d 'list the rules'
complete -c agentcfg -n __agentcfg_is -a completion -d 'print the completion script of a shell'

complete -c agentcfg -n '__agentcfg_is lint' -l fix -d 'apply the safe fixes to every checked file, and report what is left'
complete -c agentcfg -n '__agentcfg_is lint' -l diff -d 'show the fixes and write nothing; exit with 1 when there are any'
complete -c agentcfg -n '__agentcfg_is lint' -l format -x -a 'pretty\t text\t concise\t json\t sarif\t github\t gitlab\t junit\t checkstyle\t rdjson\t agent\t' -d 'format of the report; FORMAT:FILE writes a file, and the option may be repeated; the default is pretty, or agent when a coding agent runs this without a terminal'
complete -c agentcfg -n '__agentcfg_is lint' -l as -x -a 'global\t project\t' -d 'treat the files as this layer'
complete -c agentcfg -n '__agentcfg_is lint' -l fail-on -x -a 'error\t warning\t info\t' -d 'lowest severity that makes the exit code 1'
complete -c agentcfg -n '__agentcfg_is lint' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is lint' -s q -l quiet -d 'report only what makes the exit code 1'
complete -c agentcfg -n '__agentcfg_is lint' -l stdin-filename -r -F -d 'name and format of standard input'
complete -c agentcfg -n '__agentcfg_is lint' -l unsafe-fixes -d 'with --fix or --diff: unsafe fixes too'
complete -c agentcfg -n '__agentcfg_is lint' -l suppress -x -a '(__agentcfg_names rule)' -d 'write a comment that suppresses each finding of this rule, and report what is left'
complete -c agentcfg -n '__agentcfg_is lint' -l reason -x -d 'with --suppress: why the findings may stay'
complete -c agentcfg -n '__agentcfg_is lint' -l no-ignores -d 'report findings that comments suppress, too'
complete -c agentcfg -n '__agentcfg_is lint' -l no-gitignore -d 'search directories that ignore files exclude, too'
complete -c agentcfg -n '__agentcfg_is lint' -l changed -d 'check files that differ from the last commit, and untracked ones'
complete -c agentcfg -n '__agentcfg_is lint' -l since -x -a '(__agentcfg_names ref)' -d 'check files that differ from where this branch left a commit'
complete -c agentcfg -n '__agentcfg_is lint' -l staged -d 'check staged files, as they are in the index'
complete -c agentcfg -n '__agentcfg_is lint' -l watch -d 'check again when a file changes, until interrupted'
complete -c agentcfg -n '__agentcfg_is lint' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is lint' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is lint' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is lint' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is lint' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is lint' -l policy -r -F -d 'a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is lint' -l select -x -a '(__agentcfg_names rule)' -d 'report only these rules or families: schema,mcp/variable-name'
complete -c agentcfg -n '__agentcfg_is lint' -l ignore -x -a '(__agentcfg_names rule)' -d 'leave out these rules or families'
complete -c agentcfg -n '__agentcfg_is lint' -l severity -x -a '(__agentcfg_names severity)' -d 'severity of a rule or family: effect=info'
complete -c agentcfg -n '__agentcfg_is lint' -l max-warnings -x -d 'exit with 1 when there are more warnings'
complete -c agentcfg -n '__agentcfg_is lint' -l exit-zero -d 'exit with 0 even if there are findings'
complete -c agentcfg -n '__agentcfg_is lint' -l statistics -d 'count the findings of each rule instead of reporting them'
complete -c agentcfg -n '__agentcfg_is lint' -l baseline -r -F -d 'leave out the findings listed in this file'
complete -c agentcfg -n '__agentcfg_is lint' -l update-baseline -d 'write the current findings into the baseline'
complete -c agentcfg -n '__agentcfg_is lint' -l no-settings -d 'ignore the settings in your agentcfg/lint.yaml'
complete -c agentcfg -n '__agentcfg_is lint' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is lint' -F

complete -c agentcfg -n '__agentcfg_is init' -l global -d 'your own file, for all projects'
complete -c agentcfg -n '__agentcfg_is init' -l project -d 'the project\'s file'
complete -c agentcfg -n '__agentcfg_is init' -l format -x -a 'yaml\t json\t jsonc\t' -d 'format of the file'
complete -c agentcfg -n '__agentcfg_is init' -l provider -x -a 'alpha\t beta\t custom_alpha_compatible\t custom_beta_compatible\t custom_beta_responses\t echo\t anthropic\t openai\t openrouter\t mistral\t groq\t deepseek\t xai\t cerebras\t nvidia\t together\t fireworks\t moonshot\t ollama\t lmstudio\t llama.cpp\t llama-server\t llamafile\t localai\t vllm\t omlx\t' -d 'kind of provider, or a vendor'
complete -c agentcfg -n '__agentcfg_is init' -l url -x -d 'the provider\'s address; a custom kind needs one'
complete -c agentcfg -n '__agentcfg_is init' -l key-variable -x -d 'the environment variable that holds the provider\'s key'
complete -c agentcfg -n '__agentcfg_is init' -l model -x -d 'a model, as the provider calls it'
complete -c agentcfg -n '__agentcfg_is init' -s y -l yes -d 'ask nothing; use the defaults'
complete -c agentcfg -n '__agentcfg_is init' -l no-schema -d 'do not write the schema for editors beside the file'
complete -c agentcfg -n '__agentcfg_is init' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is init' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is show' -l untrusted -d 'as if you did not vouch for the project: only its benign and stricter values count'
complete -c agentcfg -n '__agentcfg_is show' -l format -x -a 'yaml\t text\t json\t' -d 'how to print'
complete -c agentcfg -n '__agentcfg_is show' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is show' -l origin -d 'print beside every value where it comes from'
complete -c agentcfg -n '__agentcfg_is show' -l defaults -d 'print defaults too'
complete -c agentcfg -n '__agentcfg_is show' -l layer -x -a 'global\t project\t' -d 'one layer alone'
complete -c agentcfg -n '__agentcfg_is show' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is show' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is show' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is show' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is show' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is show' -l policy -r -F -d 'a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is show' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is show' -a '(__agentcfg_names path)'

complete -c agentcfg -n '__agentcfg_is inspect' -l untrusted -d 'as if you did not vouch for the project: only its benign and stricter values count'
complete -c agentcfg -n '__agentcfg_is inspect' -l html -r -F -d 'write one page without scripts; - is standard output'
complete -c agentcfg -n '__agentcfg_is inspect' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is inspect' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is inspect' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is inspect' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is inspect' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is inspect' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is inspect' -l policy -r -F -d 'a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is inspect' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is get' -l untrusted -d 'as if you did not vouch for the project: only its benign and stricter values count'
complete -c agentcfg -n '__agentcfg_is get' -l format -x -a 'text\t json\t' -d 'texts as they are, or everything as JSON'
complete -c agentcfg -n '__agentcfg_is get' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is get' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is get' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is get' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is get' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is get' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is get' -a '(__agentcfg_names path)'

complete -c agentcfg -n '__agentcfg_is set' -l append -d 'add the value to the list at the path'
complete -c agentcfg -n '__agentcfg_is set' -l global -d 'in the global file'
complete -c agentcfg -n '__agentcfg_is set' -l project -d 'in the project\'s file'
complete -c agentcfg -n '__agentcfg_is set' -l file -r -F -d 'in this file instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is set' -l expect -x -a '(__agentcfg_names value)' -d 'only if the file\'s bytes have this SHA-256'
complete -c agentcfg -n '__agentcfg_is set' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is set' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is set' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is set' -a '(__agentcfg_names path-or-value)'

complete -c agentcfg -n '__agentcfg_is unset' -l global -d 'in the global file'
complete -c agentcfg -n '__agentcfg_is unset' -l project -d 'in the project\'s file'
complete -c agentcfg -n '__agentcfg_is unset' -l file -r -F -d 'in this file instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is unset' -l expect -x -a '(__agentcfg_names value)' -d 'only if the file\'s bytes have this SHA-256'
complete -c agentcfg -n '__agentcfg_is unset' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is unset' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is unset' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is unset' -a '(__agentcfg_names path)'

complete -c agentcfg -n '__agentcfg_is import' -l into -x -a 'global\t project\t' -d 'add to the file of this layer'
complete -c agentcfg -n '__agentcfg_is import' -l diff -d 'with --into: show what would be added, and write nothing'
complete -c agentcfg -n '__agentcfg_is import' -l check -d 'lint the file in place, as a project\'s or for the layer of --into; write nothing'
complete -c agentcfg -n '__agentcfg_is import' -l format -x -a 'yaml\t json\t' -d 'how to print'
complete -c agentcfg -n '__agentcfg_is import' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is import' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is import' -F

complete -c agentcfg -n '__agentcfg_is explain' -l policy -d 'print the policies in force; a file is a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is explain' -l untrusted -d 'as if you did not vouch for the project: only its benign and stricter values count'
complete -c agentcfg -n '__agentcfg_is explain' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agentcfg -n '__agentcfg_is explain' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is explain' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is explain' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is explain' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is explain' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is explain' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is explain' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is explain' -a '(__agentcfg_names path-or-rule)'

complete -c agentcfg -n '__agentcfg_is models' -l untrusted -d 'as if you did not vouch for the project: only its benign and stricter values count'
complete -c agentcfg -n '__agentcfg_is models' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agentcfg -n '__agentcfg_is models' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is models' -l origin -d 'show where each fact comes from, or why it is unknown'
complete -c agentcfg -n '__agentcfg_is models' -l discover -d 'load the configuration, and ask each provider for its models with its own key; no other option asks anybody'
complete -c agentcfg -n '__agentcfg_is models' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is models' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is models' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is models' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is models' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is models' -l policy -r -F -d 'a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is models' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is plan' -l untrusted -d 'as if you did not vouch for the project: only its benign and stricter values count'
complete -c agentcfg -n '__agentcfg_is plan' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agentcfg -n '__agentcfg_is plan' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is plan' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is plan' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is plan' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is plan' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is plan' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is plan' -l policy -r -F -d 'a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is plan' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is review' -l base -x -a '(__agentcfg_names ref)' -d 'only what differs from that commit, branch or tag'
complete -c agentcfg -n '__agentcfg_is review' -l format -x -a 'text\t markdown\t json\t' -d 'how to print'
complete -c agentcfg -n '__agentcfg_is review' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is review' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is review' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is review' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is review' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is review' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is review' -l policy -r -F -d 'a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is review' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is trust' -l sha256 -x -d 'vouch without asking, if this is the sum'
complete -c agentcfg -n '__agentcfg_is trust' -l revoke -d 'no longer vouch for the directory'
complete -c agentcfg -n '__agentcfg_is trust' -l list -d 'list the directories that you vouch for'
complete -c agentcfg -n '__agentcfg_is trust' -l format -x -a 'text\t json\t' -d 'with --list: how to print'
complete -c agentcfg -n '__agentcfg_is trust' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is trust' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is trust' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is trust' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is trust' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is trust' -F

complete -c agentcfg -n '__agentcfg_is doctor' -l format -x -a 'text\t json\t' -d 'how to print'
complete -c agentcfg -n '__agentcfg_is doctor' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is doctor' -l online -d 'load the configuration, and ask each provider for its models with its own key; no other option asks anybody'
complete -c agentcfg -n '__agentcfg_is doctor' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is doctor' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is doctor' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is doctor' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is doctor' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is doctor' -l policy -r -F -d 'a policy that holds in addition to the machine\'s'
complete -c agentcfg -n '__agentcfg_is doctor' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is upgrade' -l check -d 'exit with 1 when something has to change; write nothing'
complete -c agentcfg -n '__agentcfg_is upgrade' -l diff -d 'show what has to change; write nothing'
complete -c agentcfg -n '__agentcfg_is upgrade' -l write -d 'change the files'
complete -c agentcfg -n '__agentcfg_is upgrade' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is upgrade' -l global -r -F -d 'the global file, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is upgrade' -l no-global -d 'without the global layer'
complete -c agentcfg -n '__agentcfg_is upgrade' -l project -r -F -d 'the project\'s file or directory, instead of the one that is found'
complete -c agentcfg -n '__agentcfg_is upgrade' -l no-project -d 'without the project layer'
complete -c agentcfg -n '__agentcfg_is upgrade' -l catalog -r -F -d 'models and providers that the agent knows by itself'
complete -c agentcfg -n '__agentcfg_is upgrade' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is schema' -l policy -d 'the schema of policies, not of configurations'
complete -c agentcfg -n '__agentcfg_is schema' -l permissions -d 'the schema of permissions.yaml, not of configurations'
complete -c agentcfg -n '__agentcfg_is schema' -l draft -x -a '2020-12\t 07\t' -d 'dialect of JSON Schema (default: 2020-12, and 07 for editors)'
complete -c agentcfg -n '__agentcfg_is schema' -l editor -x -a 'global\t project\t' -d 'for editors, and the files of this layer'
complete -c agentcfg -n '__agentcfg_is schema' -l associate -x -a 'vscode\t zed\t helix\t neovim\t emacs\t jetbrains\t' -d 'write it beside the configuration, the project\'s unless `--editor global`, and configure this editor'
complete -c agentcfg -n '__agentcfg_is schema' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is lsp' -l stdio -d 'accepted for editors that pass it; there is no other way'
complete -c agentcfg -n '__agentcfg_is lsp' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is rules' -l format -x -a 'text\t pretty\t json\t' -d 'how to list'
complete -c agentcfg -n '__agentcfg_is rules' -l color -x -a 'auto\t always\t never\t' -d 'use colour'
complete -c agentcfg -n '__agentcfg_is rules' -s h -l help -d 'print help'

complete -c agentcfg -n '__agentcfg_is completion' -s h -l help -d 'print help'
complete -c agentcfg -n '__agentcfg_is completion' -a 'bash\t zsh\t fish\t'
